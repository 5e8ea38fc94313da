"""Why two searches differ: the first steps at which they expand different states."""

from __future__ import annotations

from typing import Any

from aima_search.display.scene import picture_data
from aima_search.trace.session import Session
from aima_search.trace.trace import History, Trace

MOST = 5


def differences(first: Session, second: Session) -> dict[str, Any]:
    """Compare what two sessions have expanded so far, step by step.

    same_until: the number of steps from the start on at which both expand the same state. states:
    the first five later steps at which they expand different states, with the nodes and pictures of
    both, None for a search that has ended. text: the first of these steps in words, counted from 1.
    """
    sides = (first, second)
    expanded = [side.trace.history.expansions for side in sides]
    steps = range(max(map(len, expanded)))
    different = [
        step for step in steps if not _agree(first.trace.history, second.trace.history, step)
    ]
    states = [_at(sides, step) for step in different[:MOST]]
    same = different[0] if different else len(steps)
    return {"same_until": same, "states": states, "text": _words(same, states)}


def _agree(first: History, second: History, step: int) -> bool:
    """Tell whether both histories expand the same state at a step."""
    if step >= min(len(first.expansions), len(second.expansions)):
        return False
    one, other = first.expansions[step], second.expansions[step]
    return bool(first.states[one] == second.states[other])


def _at(sides: tuple[Session, Session], step: int) -> dict[str, Any]:
    shown = [_shown(side.trace, step) for side in sides]
    return {
        "step": step,
        "lanes": [node for node, _ in shown],
        "pictures": [picture for _, picture in shown],
    }


def _shown(trace: Trace, step: int) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Return the node that is expanded at a step, and its picture; None beyond the end."""
    if step >= trace.steps:
        return None, None
    node = trace.node(trace.history.expansions[step], step)
    return trace.as_plain(node), picture_data(trace.problem, node.state, node.action)


def _words(same: int, states: list[dict[str, Any]]) -> str:
    if not states:
        return f"both expand the same {same:,} states, in the same order"
    begin = f"they first differ at step {same + 1:,}:"
    parts = [
        f"the {name} {_one(node)}"
        for name, node in zip(("first", "second"), states[0]["lanes"], strict=True)
    ]
    return f"{begin} {', '.join(parts)}"


def _one(node: dict[str, Any] | None) -> str:
    if node is None:
        return "has ended"
    reached = f"after {node['action']}" if node["action"] else "the start"
    if node["h"] is None:
        return f"expands {reached} (f = {node['f']})"
    return f"expands {reached} (f = {node['f']}, h = {node['h']})"
