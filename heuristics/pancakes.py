"""Heuristics for pancakes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic, Node
from heuristics.made import register_max_admissible
from puzzles.pancakes import Pancakes, State


@register_heuristic("pancakes", "gap", admissible=True, consistent=True, source="Helmert 2010")
def gap(problem: Pancakes) -> Heuristic[State, int]:
    """Number of pairs of touching pancakes whose sizes differ by more than one.

    The plate counts as one more pancake, which is larger than all others.

    Admissible: at the goal, there is no such pair, and a move changes only one pair.
    """
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


register_max_admissible("pancakes")
