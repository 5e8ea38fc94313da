"""Heuristics for jugs: little can be known beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic, Node
from aima_search.textbook.jugs import Levels, level_of
from heuristics.max_admissible import register_max_admissible
from puzzles.jugs import Action, Jugs


def _with_formula(
    problem: Jugs, h: Heuristic[Levels, Action], function: Callable[..., Any]
) -> Heuristic[Levels, Action]:
    size, bits = len(problem.capacities), max(problem.capacities).bit_length()
    ints = [size, bits, *problem.capacities, problem.wanted]
    return with_formula(h, lambda: Formula(function, ints))


@register_heuristic("jugs", "two-ahead", admissible=True, consistent=True)
def two_ahead(problem: Jugs) -> Heuristic[Levels, Action]:
    """Two if no action brings the litres into a jug, one if an action does, 0 if they are there."""

    def h(node: Node[Levels, Action]) -> int:
        state = node.state
        if problem.goal_test(state):
            return 0
        after = (problem.result(state, action) for action in problem.actions(state))
        return 1 if any(map(problem.goal_test, after)) else 2

    return _with_formula(problem, h, _two_ahead)


def _two_ahead(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    size, wanted, is_near = ints[0], ints[2 + ints[0]], False
    for jug in range(size):
        level = level_of(key, jug, ints)
        if level == wanted:
            return 0
        is_near = is_near or ints[2 + jug] == wanted or (wanted == 0 and level > 0)
        for other in range(size):
            litres = min(level, ints[2 + other] - level_of(key, other, ints))
            if other != jug and level > 0:
                is_near = is_near or level - litres == wanted
                is_near = is_near or level_of(key, other, ints) + litres == wanted
    return 1 if is_near else 2


@register_heuristic("jugs", "litres-away", admissible=False, consistent=False)
def litres_away(problem: Jugs) -> Heuristic[Levels, Action]:
    """Least difference of a jug's litres from those wanted; an action can change many litres."""
    wanted = problem.wanted
    h = lambda node: min(abs(level - wanted) for level in node.state)  # noqa: E731
    return _with_formula(problem, h, _litres_away)


def _litres_away(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    wanted = ints[2 + ints[0]]
    least = abs(level_of(key, 0, ints) - wanted)
    for jug in range(ints[0]):
        least = min(least, abs(level_of(key, jug, ints) - wanted))
    return least


register_max_admissible("jugs")
