"""Is this problem well made; is this heuristic admissible, consistent, safe: proof or refutation.

The proof is by enumeration: over all states reachable from the initial one, h is held against
h*, the exact cost to a goal, and against every edge. A space too large to cover proves nothing,
but may still refute.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from math import inf
from typing import Any

from aima_search.algorithms.informed import estimate
from aima_search.analysis.accuracy import Accuracy, measure_accuracy
from aima_search.analysis.space import Space, enumerate_space
from aima_search.catalog.heuristics import make_heuristic
from aima_search.checks.problem import ProblemReport, check_problem
from aima_search.problem import Heuristic, successors

__all__ = [
    "Counterexample",
    "HeuristicReport",
    "ProblemReport",
    "assert_admissible",
    "assert_consistent",
    "check_heuristic",
    "check_problem",
]

PROPERTIES = ("admissible", "consistent", "zero_at_goals", "non_negative", "safe")
"""The names of the properties that are proved or refuted."""

_TOLERANCE = 1e-9  # relative; sums of floats differ by less, overestimates by more


@dataclass(frozen=True)
class Counterexample:
    """A state at which a property fails, the nearest to a goal among all.

    h, h_star: estimate and exact cost there; where not exact, because the space was not covered,
    h_star is the least cost that was found. For consistency also the edge: action, successor, its
    h, and the cost of the edge.
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
        """Return what is known of h* at the state: ``h* = 2``, or ``h* <= 2`` where not exact."""
        if self.exact:
            return f"h* = {self.h_star:g}"
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

    admissible: never above h*. consistent: along no edge does it fall by more than its cost.
    zero_at_goals, non_negative: as they say. safe: never infinite where a goal can be reached.
    deterministic: whether it said the same of every state when asked twice.
    states: how many were covered; complete: whether these are all; if so, accuracy says how
    good the heuristic is on them.
    counterexamples: for each property that is False the smallest.
    """

    admissible: bool | None
    consistent: bool | None
    zero_at_goals: bool | None
    non_negative: bool | None
    safe: bool | None
    deterministic: bool
    states: int
    complete: bool
    accuracy: Accuracy | None = None
    counterexamples: dict[str, Counterexample] = field(default_factory=dict)

    def __str__(self) -> str:
        words = {True: "yes", False: "no", None: "not proved"}
        facts = ", ".join(f"{name}: {words[getattr(self, name)]}" for name in PROPERTIES)
        covered = "all" if self.complete else "the first"
        lines = [f"{facts} ({covered} {self.states:,} states)"]
        return "\n".join(lines + [str(example) for example in self.counterexamples.values()])


def check_heuristic(
    problem: Any, h: str | Heuristic | None = None, states: int = 1_000_000
) -> HeuristicReport:
    """Check a heuristic on every state reachable in a problem, at most ``states`` of them.

    ``h`` is anything that ``solve`` takes as its heuristic. Nothing is said to hold unless the
    whole space was covered, twice with the same values; what is said to fail comes with the
    smallest counterexample.
    """
    space = enumerate_space(problem, states)
    function = estimate(make_heuristic(h, problem))
    values = [function(node) for node in space.nodes]
    found: dict[str, Counterexample] = {}
    for name, index in _faults_of_states(space, values):
        found.setdefault(name, Counterexample(name, **_at(space, values, index)))
    edge = _inconsistent_edge(space, values)
    if edge is not None:
        found["consistent"] = _at_edge(problem, space, values, edge)
    deterministic = values == [function(node) for node in space.nodes]
    proved = True if space.complete and deterministic else None
    facts = {name: False if name in found else proved for name in PROPERTIES}
    return HeuristicReport(
        **facts,
        deterministic=deterministic,
        states=len(space.nodes),
        complete=space.complete,
        accuracy=measure_accuracy(space, values) if space.complete else None,
        counterexamples=found,
    )


def _faults_of_states(space: Space, values: list[float]) -> list[tuple[str, int]]:
    """Return (property, index) of every state at fault, the nearest to a goal first."""
    faults = []
    for index, (value, exact) in enumerate(zip(values, space.h_star, strict=True)):
        if _exceeds(value, exact):
            faults.append(("admissible", index))
            if value == inf:
                faults.append(("safe", index))
        if value < 0:
            faults.append(("non_negative", index))
    faults += [("zero_at_goals", goal) for goal in space.goals if values[goal] != 0]
    return sorted(faults, key=lambda fault: space.h_star[fault[1]])


def _inconsistent_edge(space: Space, values: list[float]) -> int | None:
    """Return the edge nearest to a goal along which h falls by more than the cost."""
    edges = zip(space.sources, space.targets, space.costs, strict=True)
    faults = [
        edge
        for edge, (source, target, cost) in enumerate(edges)
        if _exceeds(values[source], cost + values[target])
    ]
    return min(faults, key=lambda edge: space.h_star[space.sources[edge]], default=None)


def _exceeds(value: float, bound: float) -> bool:
    return value > bound and (value == inf or value - bound > _TOLERANCE * max(1, abs(bound)))


def _at(space: Space, values: list[float], index: int) -> dict[str, Any]:
    h_star = space.h_star[index]
    return {
        "state": space.nodes[index].state,
        "h": values[index],
        "h_star": h_star,
        "exact": space.complete or h_star == 0,
    }


def _at_edge(problem: Any, space: Space, values: list[float], edge: int) -> Counterexample:
    source, target = space.sources[edge], space.targets[edge]
    first_edge = bisect_left(space.sources, source)  # edges lie in the order of their sources
    actions = [action for action, _, _ in successors(problem)(space.nodes[source])]
    return Counterexample(
        "consistent",
        **_at(space, values, source),
        action=actions[edge - first_edge],
        successor=space.nodes[target].state,
        h_successor=values[target],
        cost=space.costs[edge],
    )


def assert_admissible(
    problem: Any, h: str | Heuristic | None = None, states: int = 1_000_000
) -> None:
    """Fail, as a test, unless h is proved admissible; the message is the counterexample."""
    _assert(problem, check_heuristic(problem, h, states), "admissible")


def assert_consistent(
    problem: Any, h: str | Heuristic | None = None, states: int = 1_000_000
) -> None:
    """Fail, as a test, unless h is proved consistent; the message is the counterexample."""
    _assert(problem, check_heuristic(problem, h, states), "consistent")


def _assert(problem: Any, report: HeuristicReport, name: str) -> None:
    holds = getattr(report, name)
    if holds is None:
        why = (
            f"{report.states:,} states are not the whole space"
            if report.deterministic
            else "asked twice of a state it does not say the same"
        )
        raise AssertionError(f"{name}: not proved, {why}")
    if not holds:
        example = report.counterexamples[name]
        raise AssertionError("\n".join(map(str, [example, *_pictures(problem, example)])))


def _pictures(problem: Any, example: Counterexample) -> list[Any]:
    """Return the pictures of a counterexample, none for a problem that does not draw itself."""
    from aima_search.display.pictures import picture_of

    pictures = [picture_of(problem, example.state)]
    if example.h_successor is not None:
        pictures.append(picture_of(problem, example.successor, example.action))
    return [picture for picture in pictures if picture is not None]
