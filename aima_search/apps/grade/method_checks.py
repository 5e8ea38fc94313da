"""Checks that see the method: in which order states are expanded, how a walk goes on, what is bred.

They read what the student's program asks for, so that an answer that another method found, however
right, does not pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import inf
from random import Random
from statistics import fmean
from typing import Any

from aima_search.apps.grade.algorithm_checks import (
    BREEDING,
    AlgorithmCheck,
    Expanded,
    ServedProblem,
)
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.checks import Check, CheckFailed
from aima_search.apps.grade.method_evidence import (
    count_breeding_children,
    excess_of_better,
    fall_with_loss,
    fall_with_time,
    steps_of,
)
from aima_search.apps.grade.results import Finding
from aima_search.apps.grade.sandbox import Bounds, SandboxSession
from aima_search.base.errors import InputError
from aima_search.model.contract import offered

_WEIGHT = 2  # of weighted A*
_SLACK = 1e-9
_FAR, _SURE, _LIKELY = 6, 3, 1.5  # standard deviations; right programs are far from them
_LEAST_CHILDREN = 0.02  # the share of children that become parents at least

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
    """The algorithm expands states in the order of its kind, whatever it does with ties."""

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
    """Points for how few states the algorithm holds at once: met, and expanded later."""

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
        """Return what was measured."""
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


# A local search asks for the rules and the values here, and returns a state or a node, not a path.


@dataclass(frozen=True, kw_only=True)
class LocalSearchCheck(Check):
    """A check of what a local search asks on its way; it is run once for all checks."""

    def examine(self, board: AssignedBoard, session: SandboxSession) -> ServedProblem:
        """Let it run on a board."""

        def improve() -> ServedProblem:
            return ServedProblem(board.problem(), None, session.bounds.nodes).improve(session)

        found: ServedProblem = session.cached(board, improve)
        return found

    def followed(
        self, text: str, wanted: str, results: Sequence[ServedProblem], session: SandboxSession
    ) -> Finding:
        """Return the finding from what was seen on all boards; wanted: "" if that is right."""
        if wanted:
            return self.report(0, f"{text}: expected {wanted}", results, session)
        return self.report(self.max_points, text, results, session)


@dataclass(frozen=True, kw_only=True)
class Reaches(LocalSearchCheck):
    """Points for how few boards a local search does not solve: it returns the state where it ends.

    The bounds are shares of the boards.
    """

    kind = "reaches"
    heading = "reaches a goal"
    measures = ("missed", "expanded")

    at_most: Sequence[float]

    def prepare(self, bounds: Bounds) -> None:
        """Raise InputError if a board has no values."""
        for board in self.boards:
            if offered(board.problem(), "value") is None:
                raise InputError(f"board {board.name!r}: its states have no value")

    def conclude(self, results: Sequence[ServedProblem], session: SandboxSession) -> Finding:
        """Compare the share of boards that it missed."""
        missed = [pair for pair in zip(self.boards, results, strict=True) if _is_missed(pair[1])]
        share, found = len(missed) / len(results), len(results) - len(missed)
        text = (
            f"it reached a goal on {found} of {len(results)} boards, and missed {share:.3g} of them"
        )
        if not missed:
            return self.within(share, text, results, session)
        board, first = missed[0]
        ends = f"of value {first.problem.value(first.ended):g}"
        fault = first.fault or f"it ended at the state in the picture, {ends}, and that is no goal"
        text = f"{text}; on {board.name}, {fault}"
        return self.within(share, text, results, session, board=board, state=first.ended)

    def values(self, results: Sequence[ServedProblem]) -> list[tuple[str, float]]:
        """Return the share of boards that it missed, and its expansions."""
        share = sum(map(_is_missed, results)) / len(results)
        return [("missed", share), ("expanded", sum(served.expanded for served in results))]


def _is_missed(served: ServedProblem) -> bool:
    return bool(served.fault) or not served.is_goal(served.ended)


@dataclass(frozen=True, kw_only=True)
class Anneals(LocalSearchCheck):
    """A local search draws neighbours at random, and takes worse ones, but refuses more of them."""

    kind = "anneals"
    heading = "walks as annealing does"
    measures = ("drawn", "worse")

    def examine(self, board: AssignedBoard, session: SandboxSession) -> ServedProblem:
        """Follow the walk."""
        served = super().examine(board, session)
        if fault := off_walk(served.leads):
            raise CheckFailed(fault)
        return served

    def conclude(self, results: Sequence[ServedProblem], session: SandboxSession) -> Finding:
        """Compare what is drawn, taken and refused."""
        (_, drawn), (_, taken) = self.values(results)
        refused = sum(after == before for served in results for before, after in _steps(served))
        text = (
            f"{drawn:.1f} values a step; it went to a worse neighbour {taken:g} times and stayed"
            f" {refused} times"
        )
        margin = inf
        if drawn > 3:
            wanted = "one neighbour drawn at random a step, not all of them compared"
        elif not taken:
            wanted = "worse neighbours taken now and then"
        elif refused < taken:
            wanted = "worse neighbours refused more often than taken"
        else:
            margin, wanted = _annealing_margin(results)
        finding = self.followed(text, "" if 0 <= margin < inf else wanted, results, session)
        if abs(margin) < 1:
            what = f"{abs(margin):.2f} standard deviations from the limit of: {wanted}"
            finding = replace(finding, doubt=f"method in doubt: {what}")
        return finding

    def values(self, results: Sequence[ServedProblem]) -> list[tuple[str, float]]:
        """Return how many values were drawn a step, and how many steps made it worse."""
        expanded = sum(served.expanded for served in results)
        drawn = sum(served.valued for served in results) / max(expanded, 1)
        worse = sum(
            served.value(to) < served.value(at) for served in results for at, to in _steps(served)
        )
        return [("drawn", drawn), ("worse", worse)]


def _annealing_margin(walks: Sequence[ServedProblem]) -> tuple[float, str]:
    """Return what decides whether walks are annealing, with its margin in standard deviations.

    A negative margin: it does not hold.
    """
    steps, detailed = steps_of(walks)
    margins = [
        (
            _FAR - abs(excess_of_better(detailed)),
            "better neighbours as often as a random draw gives them, every one accepted",
        ),
        (
            fall_with_loss(steps, detailed) - _SURE,
            "a neighbour that is much worse accepted less often than one that is a little worse",
        ),
        (
            fall_with_time(steps, detailed) - _LIKELY,
            "worse neighbours accepted less often as the temperature falls",
        ),
    ]
    return next((pair for pair in margins if pair[0] < 0), min(margins))


def _steps(walk: ServedProblem) -> Iterator[tuple[int, int]]:
    return pairwise(number for number, _ in walk.leads)


@dataclass(frozen=True, kw_only=True)
class Breeds(LocalSearchCheck):
    """A local search breeds: it joins states, the fitter ones more often, and changes a few."""

    kind = "breeds"
    heading = "breeds as a genetic algorithm does"
    measures = ("joined", "fitter")

    def prepare(self, bounds: Bounds) -> None:
        """Raise InputError if the states of a board cannot be bred."""
        for board in self.boards:
            if not all(offered(board.problem(), question) for question in BREEDING):
                text = "no random_state, recombine and mutate"
                raise InputError(f"board {board.name!r}: its problem has {text}")

    def conclude(self, results: Sequence[ServedProblem], session: SandboxSession) -> Finding:
        """Compare how states were made, and the parents with the first population."""
        counts = Counter(name for served in results for name, _, _ in served.bred)
        looked = sum(served.expanded for served in results)
        joined, drawn, changed = (counts[name] for name in ("recombine", "random_state", "mutate"))
        (*_, (_, fitter)) = self.values(results)
        children, parents = map(sum, zip(*map(count_breeding_children, results), strict=True))
        text = (
            f"it drew {drawn} states at random, joined two {joined} times, changed one"
            f" {changed} times, and looked around {looked} times; {parents} of {children} children"
            f" of different parents became parents; parents are {fitter:.1f} better than drawn"
        )
        wanted = ""
        if joined < 2 * drawn or looked > joined:
            wanted = "most states to come from joining two others"
        elif not 0 < changed <= joined:
            wanted = "a state changed now and then, and not more often than two are joined"
        elif parents < max(_LEAST_CHILDREN * children, 1):
            wanted = "children of two different parents that become parents themselves"
        elif fitter < 1:
            wanted = "fitter parents chosen more often"
        finding = self.followed(text, wanted, results, session)
        near = _near(parents, _LEAST_CHILDREN * children) or _near(fitter, 1)
        is_only_reason = not wanted or wanted.startswith(("children", "fitter"))
        if near and is_only_reason:
            finding = replace(finding, doubt="method in doubt: its numbers are near the limits")
        return finding

    def values(self, results: Sequence[ServedProblem]) -> list[tuple[str, float]]:
        """Return how often states were joined, and how much better the parents were."""
        joined = sum(name == "recombine" for served in results for name, _, _ in served.bred)
        return [("joined", joined), ("fitter", fmean(map(_fitter, results)))]


def _near(value: float, limit: float) -> bool:
    return limit / 2 <= value < 2 * limit


def _fitter(served: ServedProblem) -> float:
    """Return how much better, on average, the states that were joined are than random ones."""
    problem: Any = served.problem
    random = Random(0)
    joined = (both for name, both, _ in served.bred if name == "recombine")
    parents = [served.value(parent) for both in joined for parent in both]
    drawn = [float(problem.value(problem.random_state(random))) for _ in range(100)]
    return fmean(parents) - fmean(drawn) if parents else 0.0


@dataclass(frozen=True, kw_only=True)
class Plans(Check):
    """An and-or search finds a plan for boards on ice, where an action may happen twice."""

    kind = "plans"
    heading = "plans for whatever happens"
    holds = "plans that hold"

    def examine(self, board: AssignedBoard, session: SandboxSession) -> None:
        """Go through all that may happen on a board."""
        served = ServedProblem(board.problem(), None, session.bounds.nodes, slips=True)
        served.follow(served.run("plan", session))
