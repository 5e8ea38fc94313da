"""What the page shows of a session besides its position: a part of the tree, and curves."""

from __future__ import annotations

from typing import Any

from aima_search.base.errors import InputError
from aima_search.runs.solution_views import spread
from aima_search.trace.session import Session

MOST_NODES = 40
MOST_POINTS = 500
_LAST = 8  # expansions


def tree(session: Session) -> dict[str, Any]:
    """Return the tree around the node in hand: at most 40 nodes of each kind.

    path: from the start to the node. siblings: of the node, itself included. children: of the node,
    as far as they are generated. last: the nodes expanded before it, the newest first.
    """
    position = session.position()
    node, step = position["node"], position["step"]
    if node is None:
        return {"path": [], "siblings": [], "children": [], "last": []}
    path = session.path(node["id"])
    siblings = path[-1:] if node["parent"] is None else session.children(node["parent"])
    expansions = session.trace.history.expansions
    before = expansions[max(0, min(step, len(expansions)) - _LAST) : step][::-1]
    return {
        "path": path[-MOST_NODES:],
        "siblings": _around(siblings, node["id"]),
        "children": session.children(node["id"])[:MOST_NODES],
        "last": session.nodes(before),
    }


def _around(nodes: list[dict[str, Any]], at: int) -> list[dict[str, Any]]:
    """Return the nodes; if they are too many, only the nodes around a chosen node."""
    place = next((number for number, node in enumerate(nodes) if node["id"] == at), 0)
    first = max(0, min(place - MOST_NODES // 2, len(nodes) - MOST_NODES))
    return nodes[first : first + MOST_NODES]


def curves(session: Session, points: int = MOST_POINTS) -> dict[str, Any]:
    """Return f, the frontier and the expansions over the steps that are recorded.

    points: how many steps at most, 2 to 500, evenly spread, the first and the last among them.
    solutions, bounds: of an anytime search, (step, cost) and (step, lower bound), at most so many.
    """
    if not 2 <= points <= MOST_POINTS:
        raise InputError(f"points {points}: expected 2 to {MOST_POINTS}")
    history = session.trace.history
    steps = spread(range(len(history.counts)), points)
    bounds = [(step, bound) for step, bound in history.bounds if bound > 0]  # 0 proves nothing
    return {
        "steps": steps,
        "f": [history.expansion_values[step] for step in steps],
        "expanded": [history.counts[step][0] for step in steps],
        "frontier": [history.counts[step][3] for step in steps],
        "solutions": spread(history.solutions, points),
        "bounds": spread(bounds, points),
    }
