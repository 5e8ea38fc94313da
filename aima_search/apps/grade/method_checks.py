"""Checks of how a search works: the order of its expansions and the size of its frontier."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import islice, pairwise
from math import inf
from typing import NamedTuple

from aima_search.apps.grade.algorithm_checks import AlgorithmCheck, ExpansionList, ProblemServer
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.checks import EXPANDED
from aima_search.apps.grade.results import CheckResult
from aima_search.apps.grade.sandbox import CheckLimits, SandboxSession
from aima_search.base.interchange import counted
from aima_search.textbook.utilities import multimap

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


class ExpansionOrderCheck(AlgorithmCheck):
    """Checks that states are expanded in the right order. Ties may be in any order."""

    kind = "order"
    heading = "expands states in the order of {reference}"
    holds = "the order is right"
    algorithms = (*PRIORITIES, *PATHS, *WALKS)

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> None:
        """If the reference algorithm is one of ``WALKS``, make sure that it ends on this board."""
        if self.reference in WALKS:
            super().prepare_board(board, bounds)

    def find_fault(self, served: ProblemServer) -> str:
        """Return a text about the first wrong expansion, or "" if the order is right."""
        if self.reference in WALKS:
            fault = off_walk(served.leads)
            if not fault and self.reference == "lrta-star":
                fault = off_learned_h(served.leads, served.h_values())
        elif self.reference in PATHS:
            fault = self._off_path(served)
        else:
            fault = out_of_order(served, served.leads, self.reference)
        return fault or off_solution(served)

    def _off_path(self, served: ProblemServer) -> str:
        if self.reference == "depth-first":
            return DepthFirstReplay({}, inf, True).fault(served.leads)
        h_values = served.h_values() if self.reference == "ida-star" else {}
        limit = h_values.get(0, 1)  # without h values, the first depth may be 0 or 1
        modes = ((True, ""), (False, ""), (False, "path"), (False, "parent"))
        faults = [DepthFirstReplay(h_values, limit, *mode).fault(served.leads) for mode in modes]
        return faults[0] if all(faults) else ""


class StateOnPath(NamedTuple):
    """A state on the path of a search. Each state of the board has a number."""

    number: int
    unused: dict[int, list[float]]  # for each successor, the costs of the unused steps to it
    g: float
    f: float
    f_before: float  # f of the previous state
    further: Sequence[tuple[float, int]]  # (f, state) for each successor that is not on the path


class DepthFirstReplay:
    """Replays a search that stores one path, such as IDA*, and describes its first fault.

    h_values: the h value of each state, or {} if the limit is a depth. limit: the first limit.
    checks_path: True if the search checks its path for cycles. skips: the successors that the
    search may skip: "path" (states on its path), "parent" or "" (none).
    """

    def __init__(
        self, h_values: Mapping[int, float], limit: float, checks_path: bool, skips: str = ""
    ) -> None:
        self._h_values, self._limit = h_values, limit
        self._checks_path, self._skips = checks_path, skips
        self._path: list[StateOnPath] = []
        self._round: list[StateOnPath] = []
        self._complete: list[bool] = []
        self._searches = 0  # rounds with several states

    def fault(self, order: ExpansionList) -> str:
        """Return a text about the first wrong expansion, or "" if there is none."""
        path, checks = self._path, self._checks_path
        for count, (number, leads) in enumerate(order, 1):
            if number == 0 and (checks or not self._possible_parents(0)):
                self._begin_round()
            before = self._possible_parents(number)
            last = before[0] if before else None
            while path and path[-1] is not last and not (checks and path[-1].number == number):
                path.pop()
            if path and path[-1] is not last:
                continue  # the search has gone back to this state
            if number and not path:
                text = "is not a successor of a state on the current path, or was expanded there"
                expected = "a search that goes deeper, goes back, or starts again"
                return f"expansion {count} {text} before: expected {expected}"
            path.append(state := self._state_after(before, number, leads))
            self._round.append(state)
            self._searches += len(self._round) == 2
            if state.f_before > self._limit + _SLACK:
                text = f"expansion {count} continues from a state with f = {state.f_before:g}"
                return f"{text}: expected a limit of at most {self._limit:g}"
        if self._limit == inf and self._searches > 1:
            return "the search started again: expected only one search"
        lacking = self._complete.count(False)
        text = f"{lacking} of {len(self._complete)} rounds left out states below the limit"
        is_wrong = 2 * lacking > len(self._complete)
        return f"{text}: expected a whole search from the start for each limit" if is_wrong else ""

    def _possible_parents(self, number: int) -> list[StateOnPath]:
        found = (state for state in reversed(self._path) if state.unused.get(number))
        if self._checks_path and self._limit < inf:
            return list(found)
        most = self._limit + _SLACK - self._h_values.get(number, 0)
        return list(islice((one for one in found if one.g + one.unused[number][0] <= most), 1))

    def _begin_round(self) -> None:
        most, least = self._limit + _SLACK, dict[int, float]()  # the lowest f of each state
        for state in self._round:
            least[state.number] = min(state.f, least.get(state.number, inf))
        if max((state.f for state in self._round), default=-inf) >= self._limit - _SLACK:
            further = [pair for state in self._round if state.f <= most for pair in state.further]
            below = [(f, child) for f, child in further if f <= most]
            is_complete = all(least.get(child, inf) <= f + _SLACK for f, child in below)
            self._complete += [is_complete] * (len(least) > 1)  # the start may be expanded first
            if is_complete:
                self._limit = min((f for f, _ in further if f > most), default=self._limit)
        self._path.clear()
        self._round.clear()

    def _state_after(
        self, before: Sequence[StateOnPath], number: int, leads: Sequence[tuple[int, int, float]]
    ) -> StateOnPath:
        h = self._h_values
        g = min((state.g + state.unused[number][0] for state in before), default=0)
        f_before = min((state.f for state in before), default=-inf)
        if before:
            before[0].unused[number].pop()
        numbers = [*(state.number for state in self._path), number]
        is_cut = self._checks_path and self._limit < inf
        off = {"path": numbers, "parent": numbers[-2:-1], "": ()}
        on_path = set(numbers if is_cut else off[self._skips])
        skipped = () if is_cut else on_path
        costs = ((child, cost if h else 1) for _, child, cost in leads if child not in skipped)
        steps = multimap(sorted(costs))
        others = steps.keys() - on_path
        further = [(g + steps[child][0] + h.get(child, 0), child) for child in others]
        return StateOnPath(number, steps, g, g + h.get(number, 0), f_before, further)


def off_solution(served: ProblemServer) -> str:
    """Return an error message if the solution uses a state that was not expanded, otherwise ""."""
    expanded = {number for number, _ in served.leads}
    for count, number in enumerate(served.path[:-1], 1):
        if number not in expanded:
            text = f"action {count} of the solution starts at a state that was not expanded"
            expected = "a solution that the search found by calls of problem.actions()"
            return f"{text}: expected {expected}"
    return ""


def out_of_order(served: ProblemServer, order: ExpansionList, reference: str) -> str:
    """Return a text about the first expansion with the wrong priority, or "".

    If a cheaper path to a state is found, the state enters the frontier again. A search may expand
    it again, but need not. Consecutive requests for the same state count as one expansion.
    """
    priority, h_values, expanded = PRIORITIES[reference], served.h_values(), set[int]()
    low, high = {0: 0.0}, {0: 0.0}  # bounds of the lowest path costs: greedy search may use others
    frontier = defaultdict[int, list[tuple[float, float]]](list, {0: [(0.0, 0.0)]})
    before = 0
    for count, (number, leads) in enumerate(order, 1):
        if not frontier[number]:
            if number == before:  # the actions of the state were requested again
                continue
            text = f"expansion {count} expands a state again without a cheaper path to this state"
            return f"{text}: expected at most one expansion for each cheaper path to a state"
        before = number
        value, minus_g = heappop(frontier[number])  # of several paths, the highest possible g
        expanded.add(number)
        least = min((frontier[state][0][0] for state in frontier.keys() - expanded), default=inf)
        if value > least + _SLACK:
            text = f"but a state with priority {least:g} was in the frontier"
            found = f"expansion {count} has priority {value:g}"
            return f"{found}, {text}: expected the order of {reference}"
        for _, child, cost in leads:
            step = 1 if reference == "breadth-first" else cost
            g = low[number] + step
            if g < high.get(child, inf):
                low[child] = min(g, low.get(child, inf))
                high[child] = min(step - minus_g, high.get(child, inf))
                heappush(frontier[child], (priority(g, h_values[child]), minus_g - step))
    return ""


def off_walk(order: ExpansionList) -> str:
    """Return a text about the first step that does not lead to a neighbour, or ""."""
    for count, ((before, leads), (after, _)) in enumerate(pairwise(order), 1):
        if after != before and after not in {there for _, there, _ in leads}:
            return f"step {count} does not lead to a neighbour: expected one walk, without restarts"
    return ""


def off_learned_h(order: ExpansionList, h_values: Mapping[int, float]) -> str:
    """Return a text about the first step that does not minimise cost + learned h."""
    low, high = dict(h_values), dict(h_values)  # bounds of the learned h
    for count, ((before, leads), (after, _)) in enumerate(pairwise(order), 1):
        chosen = min((cost + low[there] for _, there, cost in leads if there == after), default=inf)
        least = min((cost + low[there] for _, there, cost in leads), default=inf)
        most = min((cost + high[there] for _, there, cost in leads), default=inf)
        if after == before:  # the program has requested the actions again, or took a self-loop
            if chosen < inf and chosen <= most + _SLACK:
                low[before], high[before] = min(least, low[before]), max(most, high[before])
            continue
        if chosen > most + _SLACK:
            text = f"step {count} leads to a neighbour with cost + h = {chosen:g}, but another"
            return f"{text} neighbour has {most:g}: expected the lowest cost + learned h"
        low[before], high[before] = least, most
    return ""


class FrontierSizeCheck(AlgorithmCheck):
    """Gives points for a small frontier, compared with the package's own algorithm."""

    kind = "frontier"
    heading = "size of the frontier"
    measures = ("held", EXPANDED, "cost")

    at_most: Sequence[float]

    def conclude(self, results: Sequence[ProblemServer], session: SandboxSession) -> CheckResult:
        """Give points for a small frontier, and return the check's result."""
        held = dict(self.values(results))["held"]
        taken = self.reference_total(self.reference, self.heuristic, session.bounds, "max_frontier")
        text = f"the frontier had up to {held:,} states, and {taken:,} in {self.reference}"
        return self.within(held, text, taken)


class LateGoalTestCheck(AlgorithmCheck):
    """Checks that goals are tested on expansion, not on generation."""

    kind = "goal-test"
    heading = "tests for the goal on expansion"
    holds = "only expanded states were tested for the goal"

    def find_fault(self, served: ProblemServer) -> str:
        """Return a text about missing, early or needless goal tests, or "" if all are right."""
        expanded, end = {number for number, _ in served.leads}, served.path[-1]
        if not served.tested:
            return "the algorithm tested no state for the goal: expected a test of each state"
        if more := served.tested - expanded - {end}:
            text = f"tested {counted(len(more), 'state')} for the goal without an expansion"
            return f"the algorithm {text}: expected a goal test only when a state is expanded"
        if self.reference not in PRIORITIES or end in expanded:
            return ""
        order = [*served.leads, (end, [])]
        return off_solution(served) or out_of_order(served, order, self.reference)


METHOD_CHECKS = (LateGoalTestCheck, ExpansionOrderCheck, FrontierSizeCheck)
