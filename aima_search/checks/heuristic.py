"""Proof or refutation: is a heuristic admissible, consistent, safe on a problem?

The proof is by enumeration: over all states reachable from the initial state, h is compared
with h*, the exact cost to a goal, and on every edge. It covers h as a function of the state. A
space too large to cover proves nothing, but may still refute.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from math import inf, isfinite
from operator import eq
from statistics import StatisticsError, correlation, fmean
from typing import Any

from aima_search.algorithms.informed import estimate
from aima_search.analysis.enumeration import enumerate_plainly, enumerate_space
from aima_search.analysis.space import Lookahead, NumberArray, PlainSpace, Space
from aima_search.base.errors import HeuristicError
from aima_search.base.limits import LimitScope
from aima_search.catalog.heuristics import HeuristicSpec, make_heuristic
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.diagnosis import check_premises, explained
from aima_search.model.problem import Node, successors

# The values of a heuristic at every state of a space, and whether they depend on the path.
#
# A proof about h is a proof about a function of the state. So h is called with nodes that notice a
# look at their path. If h looks, it is called again, with many paths to each state.


Function = Callable[[Node], float]

_FAR = 1_000_003  # actions, and cost, that a path pretends to have on top


def evaluate_space(
    problem: ProblemLike, function: Function, limit: int
) -> tuple[Space, NumberArray, bool, bool | None]:
    """Call a heuristic twice for every reachable state, at most ``limit`` states or a few more.

    A heuristic that looks at paths is called with nodes on a shortest path to each state. Returned
    are the space, the values by its indices, whether two calls returned the same, and whether the
    values depend on the path: False if the heuristic never looked at a path; None if it looked, and
    returned the same for every path that was tried; True if the values differed.
    """
    space = enumerate_space(problem, limit)
    looks: set[str] = set()
    try:
        values, again = _of_states(space, function, looks)
    except Exception:
        if not looks:
            raise
    if not looks:
        return space, values, values == again, False
    plain = enumerate_plainly(problem, limit)
    values, again = _numbers(function, plain.nodes), _numbers(function, plain.nodes)
    same = all(_says(function, way, values[plain.index(way.state)]) for way in _other_ways(plain))
    return plain, values, values == again, None if same else True


def _of_states(
    space: Space, function: Function, looks: set[str]
) -> tuple[NumberArray, NumberArray]:
    values, again = array("d"), array("d")
    for _, states in space.parts():
        nodes = [_WatchedNode(state, looks) for state in states]
        values.extend(_numbers(function, nodes))
        nodes.reverse()  # another order: earlier calls must not matter
        answers = _numbers(function, nodes)
        answers.reverse()
        again.extend(answers)
    return values, again


def _says(function: Function, way: Node, value: float) -> bool:
    try:
        return function(way) == value
    except Exception:  # the other path had another value
        return False


def _other_ways(space: PlainSpace) -> Iterator[Node]:
    """Yield every state without a path, and by a path through each edge that leads to it.

    The path pretends to be far longer than it is.
    """
    expand = successors(space.problem)
    for node in space.nodes:
        yield Node(node.state)
    for node in space.nodes[: space.expanded]:
        for action, state, cost in expand(node):
            way = Node(state, node, action, cost + _FAR)
            way.depth += _FAR
            yield way


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
    """A state without a path; it notes that a heuristic looks at the path."""

    __slots__ = ("_looks",)

    def __init__(self, state: Any, looks: set[str]) -> None:
        self.state = state
        self._looks = looks

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_PATH:
            raise AttributeError(name)
        self._looks.add(name)
        return _OF_PATH[name]


PROPERTIES = ("admissible", "consistent", "zero_at_goals", "non_negative", "safe")
"""The names of the properties that are proved or refuted."""

_TOLERANCE = 1e-9  # relative; sums of floats differ by less, overestimates by more


@dataclass(frozen=True)
class Counterexample:
    """A state at which a property fails: the nearest to a goal among all such states.

    h, h_star: estimate and exact cost there. If the space was not covered, h_star is the least cost
    that was found. For consistency also the edge: action, successor, the successor's h, and the
    cost of the edge.
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
        """Return what is known of h* at the state: ``h* = 2``, or ``h* <= 2`` if it is not exact.

        If h does not overestimate, h is negative at a goal, and the text says so.
        """
        if self.exact:
            is_goal = self.property == "admissible" and self.h <= self.h_star
            return f"h* = {self.h_star:g}{' (a goal)' if is_goal else ''}"
        return "h* not known" if self.h_star == inf else f"h* <= {self.h_star:g}"

    def __str__(self) -> str:
        at = f"not {self.property}: h = {self.h:g} and {self.bound()} at {self.state!r}"
        if self.h_successor is None:
            return at
        return (
            f"{at}, but {self.action} costs {self.cost:g} and leads to {self.successor!r},"
            f" where h = {self.h_successor:g}"
        )


@dataclass(frozen=True)
class HeuristicReport:
    """What is proved of a heuristic on a problem: True, False, or None for not proved.

    admissible: never above h*, and never below 0 at a goal. A* needs this to find a cheapest path:
    by an overestimate it may miss the way, and a goal with a negative h looks nearer than a better
    goal. A negative h elsewhere does no harm.
    consistent: h falls along no edge by more than the edge costs (with 0 at goals h is then
    admissible too). zero_at_goals, non_negative: as they say. safe: never infinite at a state
    from which a goal can be reached.
    deterministic: whether two calls for every state returned the same.
    depends_on_path: False if h looks at the state only. None if h looks at the path (parent,
    action, depth, path_cost) but returned the same for a shortest path, for no path and for a path
    through every edge; a proof holds for these paths. True if the values differed: a failure is
    then a truth about shortest paths, and nothing is proved.
    states: how many states were covered; complete: whether these are all states; if so, accuracy
    says how good the heuristic is on them.
    counterexamples: the smallest for each property that is False.
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
                "it depends on the path to a state, and a proof needs a function of the state"
                if self.depends_on_path
                else "it looks at the path to a state, and returned the same for all paths tried"
            )
        return "\n".join(lines + [str(example) for example in self.counterexamples.values()])


@explained
def check_heuristic(
    problem: ProblemLike[State, Action],
    h: HeuristicSpec[State, Action] | None = None,
    states: int = 1_000_000,
) -> HeuristicReport:
    """Check a heuristic on every state reachable in a problem, at most ``states`` of them.

    ``h`` is anything that ``solve`` takes as its heuristic. A property is said to hold only if the
    whole space was covered, two rounds gave the same values, and the values do not depend on the
    path. A property that fails comes with the smallest counterexample. CostError if the costs
    define no h*.
    """
    with LimitScope():
        h = estimate(make_heuristic(h, problem))
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


def _nearest_faults(space: Space, values: NumberArray, ahead: Lookahead) -> dict[str, int]:
    """Return for each property that fails the state nearest to a goal at which it fails."""
    goals = set(space.goals.tolist())
    columns = [c.tolist() for c in (values, space.h_star, ahead.least, space.depth)]
    found: dict[str, tuple[float, int, int]] = {}
    for at, (h, exact, least, depth) in enumerate(zip(*columns, strict=True)):
        for name in _faults(h, exact, least, at in goals):
            fault = (exact, depth, at)
            found[name] = min(found.get(name, fault), fault)
    return {name: found[name][2] for name in PROPERTIES if name in found}


def _faults(h: float, exact: float, least: float, is_goal: bool) -> list[str]:
    """Return the properties that fail at a state; ``least``: the least cost + h one action on."""
    if 0 <= h <= exact and h <= least and not is_goal:  # most states, in no time
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
    """Tell whether a value is above a bound, by more than what sums of costs leave behind."""
    exact = float(bound)  # costs may be decimals
    return value > exact + _TOLERANCE * max(1, abs(exact))


def _counterexample(name: str, space: Space, values: NumberArray, index: int) -> Counterexample:
    """Return how a property fails at a state: consistency along the edge where h falls most."""
    [state], h_star = space.states(index, index + 1), float(space.h_star[index])
    edge: tuple[Any, Any, float | None, float | None] = None, None, None, None
    if name == "consistent":
        edges = [
            (action, after, values[space.index(after)], float(cost))
            for action, after, cost in successors(space.problem)(Node(state))
        ]
        edge = min(edges, key=lambda edge: edge[2] + edge[3])
    is_exact = space.complete or h_star == 0
    return Counterexample(name, state, values[index], h_star, *edge, is_exact)


def assert_admissible(
    problem: ProblemLike[State, Action],
    h: HeuristicSpec[State, Action] | None = None,
    states: int = 1_000_000,
) -> None:
    """Fail, as a test, unless h is proved admissible; the message is the counterexample."""
    _assert(problem, check_heuristic(problem, h, states), "admissible")


def assert_consistent(
    problem: ProblemLike[State, Action],
    h: HeuristicSpec[State, Action] | None = None,
    states: int = 1_000_000,
) -> None:
    """Fail, as a test, unless h is proved consistent; the message is the counterexample."""
    _assert(problem, check_heuristic(problem, h, states), "consistent")


def _assert(problem: object, report: HeuristicReport, name: str) -> None:
    holds = getattr(report, name)
    if holds is None:
        reason = f"{report.states:,} states are not the whole space"
        if not report.deterministic:
            reason = "two calls for the same state returned different values"
        elif report.depends_on_path:
            reason = "it depends on the path to a state"
        raise AssertionError(f"{name}: not proved, {reason}")
    if not holds:
        example = report.counterexamples[name]
        raise AssertionError("\n".join(map(str, [example, *_pictures(problem, example)])))


def _pictures(problem: object, example: Counterexample) -> list[Any]:
    """Return the pictures of a counterexample, no pictures if the problem does not draw itself."""
    from aima_search.display.scene import picture_of

    pictures = [picture_of(problem, example.state)]
    if example.h_successor is not None:
        pictures.append(picture_of(problem, example.successor, example.action))
    return [picture for picture in pictures if picture is not None]


# How good a heuristic is on a whole space: how near to h*, and how often it misleads.


_HUGE = 1e150


@dataclass(frozen=True)
class Accuracy:
    """Measures over the states from which a goal can be reached; None if there are too few.

    exact: share of these states where h = h*. mean_ratio: mean of h / h* where h* > 0.
    correlation: Pearson's, of h and h*. misleading: the share of the successors that look best
    (least cost + h) but are not best (least cost + h*); the mean over all states that are no goals
    and have several successors.
    """

    exact: float | None
    mean_ratio: float | None
    correlation: float | None
    misleading: float | None


def measure_accuracy(space: Space, values: NumberArray, ahead: Lookahead) -> Accuracy:
    """Measure h, given by its values and its look ahead at every state of a complete space."""
    columns = [values.tolist(), space.h_star.tolist()]
    known = [value < inf and cost < inf for value, cost in zip(*columns, strict=True)]
    h, exact = (list(compress(column, known)) for column in columns)
    ratios = [value / cost for value, cost in zip(h, exact, strict=True) if cost > 0]
    small, scale = _scaled(ratios)
    is_known = small and all(map(isfinite, small))  # a ratio may be beyond the floats
    return Accuracy(
        exact=fmean(map(eq, h, exact)) if h else None,
        mean_ratio=fmean(small) * scale if is_known else None,
        correlation=_correlation(h, exact),
        misleading=_misleading(space, ahead),
    )


def _correlation(h: list[float], exact: list[float]) -> float | None:
    try:
        return correlation(_scaled(h)[0], _scaled(exact)[0])
    except StatisticsError:  # fewer than two, or all the same
        return None


def _scaled(values: list[float]) -> tuple[list[float], float]:
    """Return values whose sums and squares are floating-point numbers, and their scale."""
    largest = max(map(abs, values), default=0)
    return (values, 1) if largest <= _HUGE else ([value / largest for value in values], largest)


def _misleading(space: Space, ahead: Lookahead) -> float | None:
    columns = (space.h_star, ahead.least, ahead.looking_best, ahead.wrong)
    shares = [
        wrong / looking_best
        for exact, least, looking_best, wrong in zip(*(c.tolist() for c in columns), strict=True)
        if 0 < exact < inf and least < inf
    ]
    return fmean(shares) if shares else None
