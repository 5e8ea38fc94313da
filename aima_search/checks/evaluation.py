"""The values of a heuristic in every state of a space, and how good they are.

A proof about a heuristic needs a function of the state. So h is called with nodes that notice when
it reads their path. If h reads the path, it is called again, with several paths to each state.
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

from aima_search.analysis.enumeration import enumerate_plainly, enumerate_space
from aima_search.analysis.space import Lookahead, NumberArray, PlainSpace, Space
from aima_search.base.errors import HeuristicError
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import Node, successors

Function: TypeAlias = Callable[[Node], float]

_FAR = 1_000_003  # added to the depth and the cost of a path


def evaluate_space(
    problem: ProblemLike, function: Function, limit: int
) -> tuple[Space, NumberArray, bool, bool | None]:
    """Call a heuristic twice in each reachable state. Stop soon after ``limit`` states.

    A heuristic that reads paths is called with the node of a shortest path to each state.
    The function returns the space, the values by its indices, True if both calls returned the same,
    and whether the values depend on the path: False if the heuristic never read a path; None if it
    did, and returned the same for every path that was tried; True if the values differed.
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
    space = enumerate_plainly(problem, limit)
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
        again.extend(_numbers(function, nodes[::-1])[::-1])  # earlier calls must not matter
    return values, again


def _has_value(function: Function, node: Node, value: float) -> bool:
    try:
        return function(node) == value
    except Exception:  # h returned a value for another path to the state
        return False


def _other_paths(space: PlainSpace) -> Iterator[Node]:
    """Yield nodes of every state: one without a path, and one for each action that leads there.

    The depth and the cost of the paths are far higher than they should be.
    """
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
            "the heuristic returned a number that is too large for a float: expected"
            " float('inf') where no goal can be reached"
        ) from None


_OF_PATH = {"parent": None, "action": None, "depth": 0, "path_cost": 0}


class _WatchedNode(Node):
    """A node without a path that notes when its path is read."""

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
    """Measures over the states from which a goal can be reached; None if there are too few states.

    exact: share of these states with h = h*. mean_ratio: mean of h / h* where h* > 0.
    correlation: Pearson's correlation of h and h*. misleading: share of the successors with the
    least cost + h that do not have the least cost + h*, as the mean over all states that are not
    goals.
    """

    exact: float | None
    mean_ratio: float | None
    correlation: float | None
    misleading: float | None


def measure_accuracy(space: Space, values: NumberArray, ahead: Lookahead) -> Accuracy:
    """Measure h by its values, and by those of the successors, in a complete space."""
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
    """Return values whose sums and squares do not overflow, and their scale."""
    largest = max(map(abs, values), default=0)
    return (values, 1) if largest <= _HUGE else ([value / largest for value in values], largest)


def _misleading(space: Space, ahead: Lookahead) -> float | None:
    columns = (space.h_star, ahead.least, ahead.number, ahead.wrong)
    shares = [
        wrong / number
        for exact, least, number, wrong in zip(*(c.tolist() for c in columns), strict=True)
        if 0 < exact < inf and least < inf
    ]
    return fmean(shares) if shares else None
