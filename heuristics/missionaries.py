"""Heuristics for missionaries and cannibals."""

from __future__ import annotations

from math import inf
from typing import Any

from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic, Node
from heuristics.max_admissible import register_max_admissible
from puzzles.missionaries import Crossing, Missionaries, State


@register_heuristic("missionaries", "crossings", admissible=True, consistent=True)
def crossings(problem: Missionaries) -> Heuristic[State, Crossing]:
    """Crossings if nobody were eaten: each way there and back takes a boat less one across.

    The exact cost of a problem with more moves is admissible and consistent. A boat for one person
    has to be rowed back by that person, so no two cross.
    """
    boat = problem.boat

    def h(node: Node[State, Crossing]) -> float:
        missionaries, cannibals, has_boat = node.state
        left = missionaries + cannibals
        if not left:
            return int(has_boat)
        back = 0 if has_boat else 1
        over = left + back - boat  # who cannot be in the last boat
        if over <= 0:
            return back + 1
        return inf if boat == 1 else back + 1 + 2 * -(-over // (boat - 1))

    return with_formula(h, lambda: Formula(_crossings, [boat]))


def _crossings(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    left, back = (key & 63) + (key >> 6 & 63), 1 - (key >> 12)
    over = left + back - ints[0]
    if left == 0:
        return 1.0 - back
    if over <= 0:
        return back + 1.0
    return inf if ints[0] == 1 else back + 1.0 + 2 * -(-over // (ints[0] - 1))


@register_heuristic("missionaries", "people-left", admissible=False, consistent=False)
def people_left(problem: Missionaries) -> Heuristic[State, Crossing]:
    """People on the left bank; a boat takes several at once."""
    h = lambda node: node.state[0] + node.state[1]  # noqa: E731
    return with_formula(h, lambda: Formula(_people_left))


def _people_left(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    return (key & 63) + (key >> 6 & 63)


register_max_admissible("missionaries")
