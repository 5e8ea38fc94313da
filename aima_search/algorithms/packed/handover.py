"""Where a packed search goes on: at the start, or at what a search with objects has explored."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from aima_search.algorithms.packed.states import CLOSED, UNSEEN, States
from aima_search.algorithms.packed.steps import BatchStep
from aima_search.algorithms.steps import Step
from aima_search.base.errors import NotApplicable, WrongAnswer
from aima_search.model.contract import State
from aima_search.model.packed import EXACT
from aima_search.model.problem import Node

if TYPE_CHECKING:
    from aima_search.algorithms.packed.states import Rows
    from aima_search.model.packed import Costs, Indices, Packed

_ROOM = 2**13  # a search that may go on with objects leaves large costs to them


def begin(states: States, form: Packed, initial: State) -> None:
    """Put in the initial state, as the first row."""
    states.find_or_add(form.pack([initial]))
    states.g[0], states.parent[0], states.mark[0] = 0, -1, UNSEEN


def take_over(states: States, form: Packed, nodes: Sequence[Node[Any, Any]]) -> None:
    """Put in the nodes that were explored, a row each, in their order; all count as expanded.

    WrongAnswer if the packed form does not tell two of their states apart.
    """
    found = states.find_or_add(form.pack([node.state for node in nodes]))
    if len(found.new) < len(nodes):
        known = set(found.new.tolist())
        doubled = next(row for row in range(len(nodes)) if row not in known)
        same = nodes[int(found.new[found.rows[doubled]])]
        raise WrongAnswer(
            f"wrong answer: the packed form has one key for {same.state!r}"
            f" and {nodes[doubled].state!r}"
        )
    size = len(nodes)
    try:
        states.g[:size] = [node.path_cost for node in nodes]
    except OverflowError:
        states.g[:size] = EXACT
    check_exact(states.g[:size], _ROOM)
    states.parent[:size] = _parent_rows(nodes)
    states.mark[:size] = CLOSED


def check_exact(numbers: Costs, room: float = 1) -> None:
    """Refuse numbers so large that floats would round them; room: how many times they may grow."""
    sizes = np.abs(numbers)
    if ((sizes >= EXACT / room) & (sizes < inf)).any():
        raise NotApplicable(
            "engine packed: a path's cost, or an estimate, is beyond the floating-point numbers"
            " that hold every whole one (up to 2**53): use the engine objects, or smaller numbers"
        )


def rows_that_wait(states: States, nodes: Sequence[Node[Any, Any]]) -> Rows:
    """Return the rows of those nodes that a best-first search has not expanded.

    Those that h called infinite are dead ends, neither expanded nor waiting.
    """
    dead = [row for row, node in enumerate(nodes) if node.f == inf]
    states.mark[dead] = UNSEEN
    waiting = np.array([row for row, node in enumerate(nodes) if node._open], dtype=np.int32)
    states.mark[waiting] = UNSEEN
    return waiting


def go_on_counting(step: BatchStep, before: Step[Any, Any]) -> None:
    """Count on from where a search with objects stood."""
    for name in ("expanded", "generated", "reopened", "refined", "frontier", "dead_ends"):
        setattr(step, name, getattr(before, name))


def _parent_rows(nodes: Sequence[Node[Any, Any]]) -> Indices:
    """Return the row of each node's parent, or of the better node that there is for its state."""
    size, parents = len(nodes), [node.parent for node in nodes]
    known = np.fromiter(map(id, nodes), dtype=np.int64, count=size)
    wanted = np.fromiter(map(id, parents), dtype=np.int64, count=size)
    order = known.argsort()
    rows: Indices = order.take(np.searchsorted(known, wanted, sorter=order), mode="clip")
    of_state: dict[Any, int] = {}
    for row in np.flatnonzero(known.take(rows) != wanted).tolist():
        parent = parents[row]
        if parent is not None:
            of_state = of_state or {one.state: place for place, one in enumerate(nodes)}
        rows[row] = -1 if parent is None else of_state[parent.state]
    return rows
