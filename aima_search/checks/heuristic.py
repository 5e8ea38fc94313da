"""Finds out whether a heuristic is admissible, consistent and safe, by checking all states.

A proof enumerates all reachable states. In each state, h is compared with h*, the exact cost to a
goal, and with the h of the successors. A proof holds only if h depends on nothing but the state. If
the space is too large to enumerate, nothing is proved, but a counterexample may be found.

To find out whether h is a function of the state, h is called with nodes that record every access to
their path. If h reads the path, it is called again with several paths to each state.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from math import inf, isfinite
from operator import eq
from statistics import StatisticsError, correlation, fmean
from typing import Any, TypeAlias

from aima_search.algorithms.informed import checked_h
from aima_search.analysis.enumeration import enumerate_objects, enumerate_space
from aima_search.analysis.space import NumberArray, OneStepLookahead, PlainSpace, Space
from aima_search.base.errors import HeuristicError
from aima_search.base.limits import LimitScope
from aima_search.catalog.heuristics import HeuristicSpec, make_heuristic
from aima_search.display.scene import picture_of
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.diagnosis import check_premises, explained
from aima_search.model.problem import Node, successors

PROPERTIES = ("admissible", "consistent", "zero_at_goals", "non_negative", "safe")
"""The properties that are proved or refuted."""

Function: TypeAlias = Callable[[Node], float]

_TOLERANCE = 1e-9  # relative rounding error of a sum of floats
_FAR = 1_000_003  # added to the depth and the cost of a path
_HUGE = 1e150  # larger values are scaled, so that no sum overflows
_OF_PATH = {"parent": None, "action": None, "depth": 0, "path_cost": 0}


@dataclass(frozen=True)
class Counterexample:
    """A state that shows that h lacks a property. No other such state is closer to a goal.

    Attributes
    ----------
    h, h_star, exact
        The values of h and h*. If ``exact`` is False, not all states were enumerated, and
        ``h_star`` is the lowest cost that was found.
    action, successor, h_successor, cost
        Only for consistency: the action along which h decreases too much, the next state and its
        h, and the cost of the action.
    """

    property: str
    state: Any
    h: float
    h_star: float
    action: Any = None
    successor: Any = None
    h_successor: float | None = None
    cost: float | None = None
    exact: bool = True

    def bound(self) -> str:
        """Return what is known about h* in this state as a text, such as ``h* <= 2``."""
        if self.exact:  # h is also not admissible if it is negative in a goal
            is_goal = self.property == "admissible" and self.h <= self.h_star
            return f"h* = {self.h_star:g}{' (a goal)' if is_goal else ''}"
        return "h* is not known" if self.h_star == inf else f"h* <= {self.h_star:g}"

    def __str__(self) -> str:
        at = f"not {self.property}: h = {self.h:g} and {self.bound()} at {self.state!r}"
        if self.h_successor is None:
            return at
        return (
            f"{at}, but {self.action} costs {self.cost:g} and leads to {self.successor!r},"
            f" where h = {self.h_successor:g}"
        )


@dataclass(frozen=True)
class Accuracy:
    """The accuracy of h in the states from which a goal can be reached.

    A measure is None if there are too few states. ``exact`` is the share of the states with h = h*.
    ``mean_ratio`` is the mean of h / h* where h* > 0. ``correlation`` is Pearson's correlation of h
    and h*. In each state, h recommends the successors with the lowest step cost + h. ``misleading``
    is the share of these successors that are not on a cheapest path, as a mean over all states.
    """

    exact: float | None
    mean_ratio: float | None
    correlation: float | None
    misleading: float | None


@dataclass(frozen=True)
class HeuristicReport:
    """The properties of a heuristic on a problem: True, False, or None if nothing is proved.

    Attributes
    ----------
    admissible
        h is never above h*, and never below 0 in a goal. A* needs both for an optimal solution. A
        negative h in other states does no harm.
    consistent
        No action decreases h by more than the cost of the action. A consistent h that is 0 in all
        goals is admissible.
    safe
        h is never infinite in a state from which a goal can be reached.
    deterministic
        True if two calls in every state returned the same value.
    depends_on_path
        False: h does not read the path to a state (parent, action, depth, path_cost). True: h had
        different values for two paths to a state, so no property is proved. None: h reads the
        path, but had the same value for all tried paths. A proof covers only these paths.
    states, complete
        The number of enumerated states. ``complete`` is True if these are all reachable states.
    accuracy
        The accuracy of h, or None if not all states were enumerated.
    counterexamples
        For each property that is False, the counterexample closest to a goal.
    """

    admissible: bool | None
    consistent: bool | None
    zero_at_goals: bool | None
    non_negative: bool | None
    safe: bool | None
    deterministic: bool
    depends_on_path: bool | None
    states: int
    complete: bool
    accuracy: Accuracy | None = None
    counterexamples: dict[str, Counterexample] = field(default_factory=dict)

    def __str__(self) -> str:
        words = {True: "yes", False: "no", None: "not proved"}
        facts = ", ".join(f"{name}: {words[getattr(self, name)]}" for name in PROPERTIES)
        covered = "all" if self.complete else "the first"
        lines = [f"{facts} ({covered} {self.states:,} states)"]
        if self.depends_on_path is not False:
            lines.append(
                "h depends on the path to a state: for a proof, h must depend on the state only"
                if self.depends_on_path
                else "h reads the path to a state, but returned the same value for all tried paths"
            )
        return "\n".join(lines + [str(example) for example in self.counterexamples.values()])


@explained
def check_heuristic(
    problem: ProblemLike[State, Action],
    h: HeuristicSpec[State, Action] | None = None,
    states: int = 1_000_000,
) -> HeuristicReport:
    """Check a heuristic in every reachable state.

    A property is proved only if all states were enumerated, two calls of h in every state returned
    the same value, and h does not depend on the path. The report has a counterexample for every
    property that is false.

    Parameters
    ----------
    problem
        The problem; it must be small enough to enumerate its states.
    h
        The heuristic, as for ``solve``.
    states
        The largest number of states to examine.

    Raises
    ------
    CostError
        If h* is not defined, for example because of a negative cycle.

    Examples
    --------
    >>> from puzzles import MovIX
    >>> report = check_heuristic(MovIX.level("2-tiny"), "manhattan")
    >>> report.admissible, report.states
    (False, 300)
    """
    with LimitScope():
        h = checked_h(make_heuristic(h, problem))
        space, values, deterministic, depends_on_path = evaluate_space(problem, h, states)
        check_premises(problem, [Node(problem.initial)], no_goal=not len(space.goals))
    ahead = space.look_ahead(values)
    nearest = _nearest_faults(space, values, ahead)
    found = {name: _counterexample(name, space, values, at) for name, at in nearest.items()}
    proved = True if space.complete and deterministic and not depends_on_path else None
    facts = {name: False if name in found else proved for name in PROPERTIES}
    return HeuristicReport(
        **facts,
        deterministic=deterministic,
        depends_on_path=depends_on_path,
        states=len(space),
        complete=space.complete,
        accuracy=measure_accuracy(space, values, ahead) if space.complete else None,
        counterexamples=found,
    )


def _nearest_faults(space: Space, values: NumberArray, ahead: OneStepLookahead) -> dict[str, int]:
    """Return {property that h lacks: index of the counterexample that is nearest to a goal}."""
    goals = set(space.goals.tolist())
    columns = [c.tolist() for c in (values, space.h_star, ahead.least, space.depth)]
    found: dict[str, tuple[float, int, int]] = {}
    for at, (h, exact, least, depth) in enumerate(zip(*columns, strict=True)):
        for name in _faults(h, exact, least, at in goals):
            fault = (exact, depth, at)
            found[name] = min(found.get(name, fault), fault)
    return {name: found[name][2] for name in PROPERTIES if name in found}


def _faults(h: float, exact: float, least: float, is_goal: bool) -> list[str]:
    if 0 <= h <= exact and h <= least and not is_goal:  # a shortcut for most states
        return []
    faults = {
        "admissible": exceeds(h, exact) or (is_goal and h < 0),
        "consistent": exceeds(h, least),
        "zero_at_goals": is_goal and h != 0,
        "non_negative": h < 0,
        "safe": h == inf > exact,
    }
    return [name for name, is_fault in faults.items() if is_fault]


def exceeds(value: float, bound: float) -> bool:
    """Return True if ``value`` is higher than ``bound``; ignore rounding errors."""
    exact = float(bound)  # a cost may be a Decimal
    return value > exact + _TOLERANCE * max(1, abs(exact))


def _counterexample(name: str, space: Space, values: NumberArray, index: int) -> Counterexample:
    [state], h_star = space.states(index, index + 1), float(space.h_star[index])
    is_exact = space.complete or h_star == 0
    example = Counterexample(name, state, values[index], h_star, exact=is_exact)
    if name != "consistent":
        return example
    steps = [
        (action, after, values[space.index(after)], float(cost))
        for action, after, cost in successors(space.problem)(Node(state))
    ]
    action, after, h, cost = min(steps, key=lambda step: step[2] + step[3])
    return replace(example, action=action, successor=after, h_successor=h, cost=cost)


def assert_admissible(
    problem: ProblemLike[State, Action],
    h: HeuristicSpec[State, Action] | None = None,
    states: int = 1_000_000,
) -> None:
    """Raise AssertionError unless a check of all states proves that h is admissible."""
    _assert(problem, check_heuristic(problem, h, states), "admissible")


def assert_consistent(
    problem: ProblemLike[State, Action],
    h: HeuristicSpec[State, Action] | None = None,
    states: int = 1_000_000,
) -> None:
    """Raise AssertionError unless a check of all states proves that h is consistent."""
    _assert(problem, check_heuristic(problem, h, states), "consistent")


def _assert(problem: object, report: HeuristicReport, name: str) -> None:
    holds = getattr(report, name)
    if holds is None:
        reason = f"there are more than {report.states:,} states"
        if not report.deterministic:
            reason = "two calls of h in the same state returned different values"
        elif report.depends_on_path:
            reason = "h depends on the path to a state"
        raise AssertionError(f"h is not proved to be {name}, because {reason}")
    if not holds:
        example = report.counterexamples[name]
        shown = [example, picture_of(problem, example.state)]
        if example.h_successor is not None:
            shown.append(picture_of(problem, example.successor, example.action))
        raise AssertionError("\n".join(str(part) for part in shown if part is not None))


def evaluate_space(
    problem: ProblemLike, function: Function, limit: int
) -> tuple[Space, NumberArray, bool, bool | None]:
    """Compute h twice in each reachable state, and test if h depends on the path.

    Stop soon after ``limit`` states. Return four values: the state space, the h value of each
    state, True if both calls always gave the same value, and ``HeuristicReport.depends_on_path``.
    """
    space = enumerate_space(problem, limit)
    reads: set[str] = set()
    values, again = array("d"), array("d")
    try:
        for _, states in space.parts():
            nodes = [_WatchedNode(state, reads) for state in states]
            values.extend(_numbers(function, nodes))
            # in reverse order: a value must not depend on earlier calls
            again.extend(_numbers(function, nodes[::-1])[::-1])
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


def _has_value(function: Function, node: Node, value: float) -> bool:
    try:
        return function(node) == value
    except Exception:  # h failed, but it returned a value for another path to the state
        return False


def _other_paths(space: PlainSpace) -> Iterator[Node]:
    """Yield nodes for the states of ``space``, but with different paths."""
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


class _WatchedNode(Node):
    """A node without a path. It records the names of the path attributes that h reads."""

    __slots__ = ("_reads",)

    def __init__(self, state: Any, reads: set[str]) -> None:
        self.state = state
        self._reads = reads

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_PATH:
            raise AttributeError(name)
        self._reads.add(name)
        return _OF_PATH[name]


def measure_accuracy(space: Space, values: NumberArray, ahead: OneStepLookahead) -> Accuracy:
    """Return how accurate h is in a completely enumerated space. values: h of every state."""
    columns = [values.tolist(), space.h_star.tolist()]
    known = [value < inf and cost < inf for value, cost in zip(*columns, strict=True)]
    h, exact = (list(compress(column, known)) for column in columns)
    ratios = [value / cost for value, cost in zip(h, exact, strict=True) if cost > 0]
    small, scale = _scaled(ratios)
    is_known = small and all(map(isfinite, small))  # a ratio may overflow
    every = (space.h_star, ahead.least, ahead.number, ahead.wrong)
    shares = [
        wrong / number
        for cost, least, number, wrong in zip(*(c.tolist() for c in every), strict=True)
        if 0 < cost < inf and least < inf
    ]
    return Accuracy(
        exact=fmean(map(eq, h, exact)) if h else None,
        mean_ratio=fmean(small) * scale if is_known else None,
        correlation=_correlation(h, exact),
        misleading=fmean(shares) if shares else None,
    )


def _correlation(h: list[float], exact: list[float]) -> float | None:
    try:
        return correlation(_scaled(h)[0], _scaled(exact)[0])
    except StatisticsError:  # fewer than two values, or all values are equal
        return None


def _scaled(values: list[float]) -> tuple[list[float], float]:
    largest = max(map(abs, values), default=0)
    return (values, 1) if largest <= _HUGE else ([value / largest for value in values], largest)
