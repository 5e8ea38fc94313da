"""Heuristics for pancakes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic, Node
from heuristics.max_admissible import register_max_admissible
from puzzles.pancakes import Pancakes, State


@register_heuristic("pancakes", "gap", admissible=True, consistent=True, source="Helmert 2010")
def gap(problem: Pancakes) -> Heuristic[State, int]:
    """Neighbours whose sizes differ by more than one, the plate below counted: a turn mends one."""
    plate = len(problem.initial) + 1

    def h(node: Node[State, int]) -> int:
        return sum([abs(above - below) > 1 for above, below in pairwise((*node.state, plate))])

    return with_formula(h, lambda: Formula(_gap, [plate - 1]))


def _gap(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    gaps = 0
    for place in range(ints[0]):
        below = key >> 4 * (place + 1) & 15 if place + 1 < ints[0] else ints[0]
        gaps += abs((key >> 4 * place & 15) - below) > 1
    return gaps


@register_heuristic("pancakes", "largest-away", admissible=True, consistent=True)
def largest_away(problem: Pancakes) -> Heuristic[State, int]:
    """Two if the largest pancake that is not in its place is not on top, one if it is, else 0.

    It has to come to the top to be turned to its place.
    """

    def h(node: Node[State, int]) -> int:
        state = node.state
        size = len(state)
        while size and state[size - 1] == size:
            size -= 1
        return 0 if not size else 1 if state[0] == size else 2

    return with_formula(h, lambda: Formula(_largest_away, [len(problem.initial)]))


def _largest_away(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    size = ints[0]
    while size and key >> 4 * (size - 1) & 15 == size - 1:
        size -= 1
    return 0 if size == 0 else 1 if key & 15 == size - 1 else 2


register_max_admissible("pancakes")
