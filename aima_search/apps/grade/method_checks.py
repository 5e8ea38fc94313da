"""Checks that see the method: in which order states are expanded, how a walk goes on, what is bred.

They read what the student's program asks for, so that an answer that another method found, however
right, does not pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import inf

from aima_search.apps.grade.algorithm_checks import (
    AlgorithmCheck,
    Expanded,
    ServedProblem,
)
from aima_search.apps.grade.results import Finding
from aima_search.apps.grade.sandbox import Bounds, SandboxSession

_WEIGHT = 2  # of weighted A*
_SLACK = 1e-9

PRIORITIES: Mapping[str, Callable[[float, float], float]] = {
    "breadth-first": lambda g, h: g,  # every action counts 1
    "uniform-cost": lambda g, h: g,
    "greedy": lambda g, h: h,
    "astar": lambda g, h: g + h,
    "weighted-astar": lambda g, h: g + _WEIGHT * h,
}
"""What a search takes the least of, from g and h of what waits."""

PATHS = ("depth-first", "iterative-deepening", "ida-star")
"""Searches that hold one path: they go on from a state on it, or begin anew."""

WALKS = ("lrta-star", "online-depth-first")
"""Searches that walk: they go on from a state to one next to it."""


@dataclass(frozen=True, kw_only=True)
class Order(AlgorithmCheck):
    """The algorithm expands states in the right order; ties may be in any order."""

    kind = "order"
    holds = "in that order"
    algorithms = (*PRIORITIES, *PATHS, *WALKS)

    def default_title(self) -> str:
        """Return whose order it is."""
        return f"expands states in the order of {self.reference}"

    def prepare(self, bounds: Bounds) -> None:
        """Do nothing: what is waiting follows from the questions."""

    def find_fault(self, served: ServedProblem) -> str:
        """Follow the expansions."""
        if self.reference in WALKS:
            return off_walk(served.leads)
        if self.reference in PATHS:
            return self._off_path(served.leads)
        return self._out_of_order(served)

    def _out_of_order(self, served: ServedProblem) -> str:
        """Return what is wrong with the order of a search that takes the least of what waits."""
        priority, costs, waiting = PRIORITIES[self.reference], {0: 0.0}, {0: 0.0}
        estimates = served.estimates()
        for count, (number, leads) in enumerate(served.leads, 1):
            if number not in waiting:
                return (
                    f"expansion {count} is of a state that was expanded before, and no better way"
                    " leads to it: expected every state once"
                )
            value, least = waiting.pop(number), min(waiting.values(), default=inf)
            if value > least + _SLACK:
                return (
                    f"expansion {count} is of a state of priority {value:g}, and one of"
                    f" {least:g} was waiting: expected the least first, as {self.reference} does"
                )
            for _, there, cost in leads:
                way = costs[number] + (1 if self.reference == "breadth-first" else cost)
                if way < costs.get(there, inf):
                    costs[there] = way
                    waiting[there] = priority(way, estimates[there])
        return ""

    def _off_path(self, order: Expanded) -> str:
        """Return what is wrong with the order of a search that holds one path."""
        path: list[tuple[int, set[int]]] = []
        rounds = 0
        for count, (number, leads) in enumerate(order, 1):
            while path and (number == 0 or number not in path[-1][1]):
                path.pop()
            if not path and number:
                return (
                    f"expansion {count} is of a state that no action leads to from the path held:"
                    " expected a search that goes deeper, goes back, or begins anew"
                )
            rounds += not path
            path.append((number, {there for _, there, _ in leads}))
        if self.reference != "depth-first" and rounds < 2 and len(order) > 1:
            return "it began once: expected a new search from the start with each greater limit"
        return ""


def off_walk(order: Expanded) -> str:
    """Return what is wrong with the expansions of a walk."""
    for count, ((before, leads), (after, _)) in enumerate(pairwise(order), 1):
        if after != before and after not in {there for _, there, _ in leads}:
            return f"step {count} leads to a state that is no neighbour: expected a walk"
    return ""


@dataclass(frozen=True, kw_only=True)
class Frontier(AlgorithmCheck):
    """Gives points for few stored states, which are generated but not yet expanded."""

    kind = "frontier"
    heading = "states that it holds at once"
    measures = ("held", "expanded", "cost")

    at_most: Sequence[float]

    def conclude(self, results: Sequence[ServedProblem], session: SandboxSession) -> Finding:
        """Count what was held."""
        held, taken = self._held(results), self.reference_count(session.bounds, "max_frontier")
        text = f"it held {held:,} states that it expanded later, {self.reference} {taken:,}"
        return self.within(held, text, results, session, taken)

    def _held(self, results: Sequence[ServedProblem]) -> int:
        return sum(most_held(served.leads) for served in results)

    def values(self, results: Sequence[ServedProblem]) -> list[tuple[str, float]]:
        """Return the measured values."""
        return [("held", self._held(results)), *super().values(results)]


def most_held(order: Expanded) -> int:
    """Return how many states a search held at once, which it had met and expanded later.

    A state that was met again may have been forgotten in between, as in a round of IDA*.
    """
    met, changes = {0: 0}, Counter[int]()
    for count, (number, leads) in enumerate(order, 1):
        changes[met[number]] += 1
        changes[count] -= 1
        met |= dict.fromkeys([number, *(there for _, there, _ in leads)], count)
    return max(accumulate(changes[count] for count in range(len(order) + 1)), default=0)
