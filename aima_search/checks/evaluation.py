"""The values of a heuristic in all states of a state space, and measures of its accuracy.

A proof about a heuristic is only possible if h is a function of the state. So h is called with
nodes that record every access to their path. If h reads the path, it is called again with
several paths to each state.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from math import inf, isfinite
from operator import eq
from statistics import StatisticsError, correlation, fmean
from typing import Any, TypeAlias

from aima_search.analysis.enumeration import enumerate_objects, enumerate_space
from aima_search.analysis.space import NumberArray, OneStepLookahead, PlainSpace, Space
from aima_search.base.errors import HeuristicError
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import Node, successors

Function: TypeAlias = Callable[[Node], float]

_FAR = 1_000_003  # added to the depth and the cost of a path


def evaluate_space(
    problem: ProblemLike, function: Function, limit: int
) -> tuple[Space, NumberArray, bool, bool | None]:
    """Call a heuristic twice in each reachable state. Stop soon after ``limit`` states.

    If a heuristic reads paths, it is called with the node of a shortest path to each state. Return
    the space, the values by state index, True if both calls returned the same values, and whether
    the values depend on the path. This last value is False if the heuristic never read a path. It
    is True if it returned different values for different paths, otherwise None.
    """
    space = enumerate_space(problem, limit)
    reads: set[str] = set()
    try:
        values, again = _values_of_states(space, function, reads)
    except Exception:
        if not reads:
            raise
    if not reads:
        return space, values, values == again, False
    space = enumerate_objects(problem, limit)
    values, again = _numbers(function, space.nodes), _numbers(function, space.nodes)
    is_same = all(
        _has_value(function, node, values[space.index(node.state)]) for node in _other_paths(space)
    )
    return space, values, values == again, None if is_same else True


def _values_of_states(
    space: Space, function: Function, reads: set[str]
) -> tuple[NumberArray, NumberArray]:
    values, again = array("d"), array("d")
    for _, states in space.parts():
        nodes = [_WatchedNode(state, reads) for state in states]
        values.extend(_numbers(function, nodes))
        # in reverse order: a value must not depend on earlier calls
        again.extend(_numbers(function, nodes[::-1])[::-1])
    return values, again


def _has_value(function: Function, node: Node, value: float) -> bool:
    try:
        return function(node) == value
    except Exception:  # h failed, but it returned a value for another path to the state
        return False


def _other_paths(space: PlainSpace) -> Iterator[Node]:
    """For every state, yield a node without a path, and nodes with paths of a high cost."""
    expand = successors(space.problem)
    for node in space.nodes:
        yield Node(node.state)
    for node in space.nodes[: space.expanded]:
        for action, state, cost in expand(node):
            child = Node(state, node, action, cost + _FAR)
            child.depth += _FAR
            yield child


def _numbers(function: Function, nodes: Sequence[Node]) -> array[float]:
    values = [function(node) for node in nodes]
    try:
        return array("d", values)
    except OverflowError:
        raise HeuristicError(
            "the heuristic returned a number that is too large for a float: if no goal can be"
            " reached, return float('inf')"
        ) from None


_OF_PATH = {"parent": None, "action": None, "depth": 0, "path_cost": 0}


class _WatchedNode(Node):
    """A node that has no path, but records every attempt to read its path."""

    __slots__ = ("_reads",)

    def __init__(self, state: Any, reads: set[str]) -> None:
        self.state = state
        self._reads = reads

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_PATH:
            raise AttributeError(name)
        self._reads.add(name)
        return _OF_PATH[name]


_HUGE = 1e150


@dataclass(frozen=True)
class Accuracy:
    """The accuracy of h in the states from which a goal can be reached.

    A measure is None if there are too few states. exact: share of the states with h = h*.
    mean_ratio: mean of h / h* where h* > 0. correlation: Pearson's correlation of h and h*.
    misleading: in a state, h prefers the successors with the lowest cost + h; this is the share of
    them that do not have the lowest cost + h*, averaged over all states that are not goals.
    """

    exact: float | None
    mean_ratio: float | None
    correlation: float | None
    misleading: float | None


def measure_accuracy(space: Space, values: NumberArray, ahead: OneStepLookahead) -> Accuracy:
    """Measure how accurate h is in a complete space; values: h of every state."""
    columns = [values.tolist(), space.h_star.tolist()]
    known = [value < inf and cost < inf for value, cost in zip(*columns, strict=True)]
    h, exact = (list(compress(column, known)) for column in columns)
    ratios = [value / cost for value, cost in zip(h, exact, strict=True) if cost > 0]
    small, scale = _scaled(ratios)
    is_known = small and all(map(isfinite, small))  # a ratio may overflow
    return Accuracy(
        exact=fmean(map(eq, h, exact)) if h else None,
        mean_ratio=fmean(small) * scale if is_known else None,
        correlation=_correlation(h, exact),
        misleading=_misleading(space, ahead),
    )


def _correlation(h: list[float], exact: list[float]) -> float | None:
    try:
        return correlation(_scaled(h)[0], _scaled(exact)[0])
    except StatisticsError:  # fewer than two values, or all values are equal
        return None


def _scaled(values: list[float]) -> tuple[list[float], float]:
    """Return the values divided by a number that makes overflow impossible, and this number."""
    largest = max(map(abs, values), default=0)
    return (values, 1) if largest <= _HUGE else ([value / largest for value in values], largest)


def _misleading(space: Space, ahead: OneStepLookahead) -> float | None:
    columns = (space.h_star, ahead.least, ahead.number, ahead.wrong)
    shares = [
        wrong / number
        for exact, least, number, wrong in zip(*(c.tolist() for c in columns), strict=True)
        if 0 < exact < inf and least < inf
    ]
    return fmean(shares) if shares else None
