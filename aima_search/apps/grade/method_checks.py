"""Checks of the method of a search: the order of its expansions and the size of its frontier.

These checks examine the requests of the student's program, so that a program with the right answer
but another method does not pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import inf

from aima_search.apps.grade.algorithm_checks import (
    AlgorithmCheck,
    ExpansionList,
    ProblemServer,
    path_costs,
)
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.checks import EXPANDED
from aima_search.apps.grade.results import CheckResult
from aima_search.apps.grade.sandbox import CheckLimits, SandboxSession

_WEIGHT = 2  # the weight of h in weighted A*
_SLACK = 1e-9

PRIORITIES: Mapping[str, Callable[[float, float], float]] = {
    "breadth-first": lambda g, h: g,  # here g is the number of actions
    "uniform-cost": lambda g, h: g,
    "greedy": lambda g, h: h,
    "astar": lambda g, h: g + h,
    "weighted-astar": lambda g, h: g + _WEIGHT * h,
}
"""The priority of a node in the frontier, from g and h."""

PATHS = ("depth-first", "iterative-deepening", "ida-star")
"""Searches that store one path: they continue from a state on the path, or start again."""

WALKS = ("lrta-star", "online-depth-first")
"""Searches that walk: each step goes from the current state to a neighbour."""


@dataclass(frozen=True, kw_only=True)
class ExpansionOrderCheck(AlgorithmCheck):
    """The algorithm expands states in the right order; ties may be in any order."""

    kind = "order"
    heading = "expands states in the order of {reference}"
    holds = "the order is right"
    algorithms = (*PRIORITIES, *PATHS, *WALKS)

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> None:
        """Do nothing: the check needs no reference run, only the requests of the algorithm."""

    def find_fault(self, served: ProblemServer) -> str:
        """Describe the first expansion that breaks the algorithm's order; "" if there is none."""
        if self.reference in WALKS:
            fault = off_walk(served.leads)
        elif self.reference in PATHS:
            fault = self._off_path(served)
        else:
            fault = out_of_order(served, served.leads, self.reference)
        return fault or off_solution(served)

    def _off_path(self, served: ProblemServer) -> str:
        """Describe a wrong expansion of a search that stores only one path; "" if all are right."""
        path: list[tuple[int, Counter[int]]] = []  # each state with its successors still to expand
        rounds: list[set[int]] = []
        for count, (number, leads) in enumerate(served.leads, 1):
            while path and (number == 0 or not (path[-1][1][number] or path[-1][0] == number)):
                path.pop()
            if path and not path[-1][1][number]:
                continue  # the search has gone back to this state
            if path:
                path[-1][1][number] -= 1
            elif number:
                return (
                    f"expansion {count} is not a successor of a state on the current path, or was"
                    " expanded there before: expected a search that goes deeper, goes back, or"
                    " starts again"
                )
            else:
                rounds.append(set())
            rounds[-1].add(number)
            path.append((number, Counter(child for _, child, _ in leads)))
        return self._wrong_rounds(rounds, served)

    def _wrong_rounds(self, rounds: Sequence[set[int]], served: ProblemServer) -> str:
        """Describe what is wrong with the rounds of a search; rounds: each round's states."""
        long = [states for states in rounds if len(states) > 1]  # the start may be expanded first
        if self.reference == "depth-first":
            return "the search started again: expected only one search" if len(long) > 1 else ""
        step, h_values = None if self.reference == "ida-star" else 1, served.h_values()
        costs = path_costs(served.leads, step)
        reached = [max(costs[state] + h_values[state] for state in states) for states in long]
        if len(rounds) == 1 and long and reached[0] > h_values[0] + _SLACK:
            return "the search started once: expected a new search from the start for each limit"
        full = list(zip(reached, long, strict=True))[:-1]  # the last round ends at a goal
        repeated = [
            further <= before + _SLACK and states != states_before
            for (before, states_before), (further, states) in pairwise(full)
        ]
        text = f"{sum(repeated)} of {len(rounds)} rounds went no further than the round before"
        is_wrong = 2 * sum(repeated) > len(repeated)
        return f"{text}: expected a higher limit in each round" if is_wrong else ""


def off_solution(served: ProblemServer) -> str:
    """Describe the solution's first action from an unexpanded state; "" if there is none."""
    expanded = {number for number, _ in served.leads}
    for count, number in enumerate(served.path[:-1], 1):
        if number not in expanded:
            return (
                f"action {count} of the solution starts at a state that was not expanded: expected"
                " a solution that the search found by calls of problem.actions()"
            )
    return ""


def out_of_order(served: ProblemServer, order: ExpansionList, reference: str) -> str:
    """Describe the first expansion that breaks the order of priorities; "" if there is none."""
    priority, costs, waiting = PRIORITIES[reference], {0: 0.0}, {0: 0.0}
    h_values, expanded = served.h_values(), set[int]()
    for count, (number, leads) in enumerate(order, 1):
        if number not in waiting:
            return (
                f"expansion {count} expands a state again without a cheaper path to this"
                " state: expected each state once"
            )
        value = waiting.pop(number)
        expanded.add(number)  # with a cheaper path, a search may expand it again or not
        least = min((waiting[state] for state in waiting.keys() - expanded), default=inf)
        if value > least + _SLACK:
            return (
                f"expansion {count} has priority {value:g}, but a state with priority"
                f" {least:g} was in the frontier: expected the order of {reference}"
            )
        for _, child, cost in leads:
            g = costs[number] + (1 if reference == "breadth-first" else cost)
            if g < costs.get(child, inf):
                costs[child] = g
                waiting[child] = priority(g, h_values[child])
    return ""


def off_walk(order: ExpansionList) -> str:
    """Describe the first step that does not lead to a neighbour; "" if the order is a walk."""
    for count, ((before, leads), (after, _)) in enumerate(pairwise(order), 1):
        if after != before and after not in {there for _, there, _ in leads}:
            return f"step {count} does not lead to a neighbour: expected a walk"
    return ""


@dataclass(frozen=True, kw_only=True)
class FrontierSizeCheck(AlgorithmCheck):
    """Gives points for a small frontier: few states that are generated but not yet expanded."""

    kind = "frontier"
    heading = "size of the frontier"
    measures = ("held", EXPANDED, "cost")

    at_most: Sequence[float]

    def conclude(self, results: Sequence[ProblemServer], session: SandboxSession) -> CheckResult:
        """Compare the largest frontier with the bounds in ``at_most``; return the finding."""
        (_, held), *_ = self.values(results)
        bounds = session.bounds
        taken = self.reference_total(self.reference, self.heuristic, bounds, "max_frontier")
        text = f"the frontier had up to {held:,} states, and {taken:,} in {self.reference}"
        return self.within(held, text, results, session, taken)

    def values(self, results: Sequence[ProblemServer]) -> list[tuple[str, float]]:
        """Return three sums over all boards: of largest frontiers, of expansions, and of costs."""
        held = sum(most_held(served.leads) for served in results)
        return [("held", held), *self.totals(results, EXPANDED, "cost")]


def most_held(order: ExpansionList) -> int:
    """Return the largest number of states that were generated but not yet expanded.

    A state that is generated several times before its expansion counts only from the last time.
    """
    met, changes = {0: 0}, Counter[int]()
    for count, (number, leads) in enumerate(order, 1):
        changes[met[number]] += 1
        changes[count] -= 1
        met |= dict.fromkeys([number, *(there for _, there, _ in leads)], count)
    return max(accumulate(changes[count] for count in range(len(order) + 1)), default=0)


@dataclass(frozen=True, kw_only=True)
class LateGoalTestCheck(AlgorithmCheck):
    """The algorithm tests for the goal when it expands a node, not when it generates a node."""

    kind = "goal-test"
    heading = "tests for the goal on expansion"
    holds = "only expanded states were tested for the goal"

    def find_fault(self, served: ProblemServer) -> str:
        """Describe the fault if goals are tested too often, never or too early; otherwise ""."""
        if not 0 < served.tested <= served.expanded + 1:
            return (
                f"the algorithm tested {served.tested:,} states and expanded {served.expanded:,}:"
                " expected a goal test only when a state is expanded"
            )
        end = served.path[-1]
        if self.reference not in PRIORITIES or any(number == end for number, _ in served.leads):
            return ""
        return off_solution(served) or out_of_order(
            served, [*served.leads, (end, [])], self.reference
        )


METHOD_CHECKS = (LateGoalTestCheck, ExpansionOrderCheck, FrontierSizeCheck)
