"""Checks that see the method: in which order states are expanded, how a walk goes on, what is bred.

They read what the student's program asks for, so that an answer that another method found, however
right, does not pass.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import inf
from random import Random
from statistics import fmean
from typing import Any, ClassVar

from aima_search.apps.grade.algorithm_checks import (
    BREEDING,
    Expanded,
    Found,
    OfAlgorithms,
    Served,
    TooMany,
    has_values,
)
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.box import Bounds, Work
from aima_search.apps.grade.checks import Check, Verdict, points_within
from aima_search.apps.grade.wire import BadAnswer
from aima_search.base.errors import InputError, SearchError
from aima_search.display.tables import format_value

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
class Order(OfAlgorithms):
    """The algorithm expands states in the order of its kind, whatever it does with ties."""

    kind = "order"
    algorithms = (*PRIORITIES, *PATHS, *WALKS)

    def own_title(self) -> str:
        """Return whose order it is."""
        return f"expands states in the order of {self.reference}"

    def prepare(self, bounds: Bounds) -> None:
        """Do nothing: what is waiting follows from the questions."""

    def wrong(self, found: Found) -> str:
        """Follow the expansions."""
        if self.reference in WALKS:
            return off_walk(found.order)
        return self._off_path(found) if self.reference in PATHS else self._out_of_order(found)

    def right(self, found: Sequence[Found], work: Work) -> Verdict:
        """Return all points."""
        return Verdict(self.max_points, f"in the order of {self.reference}")

    def _out_of_order(self, found: Found) -> str:
        """Return what is wrong with the order of a search that takes the least of what waits."""
        priority, costs, waiting = PRIORITIES[self.reference], {0: 0.0}, {0: 0.0}
        for count, (number, leads) in enumerate(found.order, 1):
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
                    waiting[there] = priority(way, found.estimates[there])
        return ""

    def _off_path(self, found: Found) -> str:
        """Return what is wrong with the order of a search that holds one path."""
        path: list[tuple[int, set[int]]] = []
        rounds = 0
        for count, (number, leads) in enumerate(found.order, 1):
            while path and (number == 0 or number not in path[-1][1]):
                path.pop()
            if not path and number:
                return (
                    f"expansion {count} is of a state that no action leads to from the path held:"
                    " expected a search that goes deeper, goes back, or begins anew"
                )
            rounds += not path
            path.append((number, {there for _, there, _ in leads}))
        if self.reference != "depth-first" and rounds < 2 and len(found.order) > 1:
            return "it began once: expected a new search from the start with each greater limit"
        return ""


def off_walk(order: Expanded) -> str:
    """Return what is wrong with the expansions of a walk."""
    for count, ((before, leads), (after, _)) in enumerate(pairwise(order), 1):
        if after != before and after not in {there for _, there, _ in leads}:
            return f"step {count} leads to a state that is no neighbour: expected a walk"
    return ""


@dataclass(frozen=True, kw_only=True)
class Frontier(OfAlgorithms):
    """Points for how few states the algorithm holds at once: met, and expanded later."""

    kind = "frontier"
    asks = "states that it holds at once"
    measures = ("held", "expanded", "cost")

    at_most: Sequence[float]

    def right(self, found: Sequence[Found], work: Work) -> Verdict:
        """Count what was held."""
        held = sum(most_held(one.order) for one in found)
        taken = sum(self.taken(board, work.bounds, "max_frontier") for board in self.boards)
        points = points_within([share * taken for share in self.at_most], self.steps, held)
        bounds = " / ".join(f"{share:g}" for share in self.at_most)
        message = (
            f"it held {held:,} states that it expanded later, {self.reference} {taken:,}: at most"
            f" {bounds} times as many was asked for"
        )
        values = [("held", float(held)), *self.values(found)]
        return Verdict(points, message, self.command(self.boards[0]), values=values)


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


def improved(board: AssignedBoard, work: Work) -> tuple[Served, int | None]:
    """Return what a local search asked on a board, and where it ended; None: it asked too much.

    It is run once for all checks.
    """

    def run() -> tuple[Served, int | None]:
        served = Served(board.problem(), None, work.bounds.nodes)
        try:
            ended = work.box.ask("improve", 0, served.offers, respond=served.respond)
            served.state_of(ended)
        except TooMany:
            work.restart()
            ended = None
        except BadAnswer as error:
            raise work.box.broke_off(error) from None
        return served, ended

    found: tuple[Served, int | None] = work.once(board, run)
    return found


@dataclass(frozen=True, kw_only=True)
class Reaches(Check):
    """Points for how few boards a local search does not solve: it returns the state where it ends.

    The bounds are shares of the boards.
    """

    kind = "reaches"
    asks = "reaches a goal"
    measures = ("missed", "expanded")

    boards: Sequence[AssignedBoard]
    at_most: Sequence[float]

    def prepare(self, bounds: Bounds) -> None:
        """Raise InputError if a board has no values."""
        for board in self.boards:
            if not has_values(board.problem()):
                raise InputError(f"board {board.name!r}: its states have no value")

    def judge(self, work: Work) -> Verdict:
        """Search from each board."""
        missed: list[Verdict] = []
        expanded = 0
        for board in self.boards:
            served, ended = improved(board, work)
            if fault := _fault(board, served, ended, work.bounds):
                missed.append(fault)
            expanded += served.expanded
        share = len(missed) / len(self.boards)
        points = points_within(self.at_most, self.steps, share)
        bounds = " / ".join(format_value("share", bound) for bound in self.at_most)
        found = len(self.boards) - len(missed)
        told = (
            f"it reached a goal on {found} of {len(self.boards)} boards: to miss at most {bounds}"
        )
        values = [("missed", share), ("expanded", expanded)]
        if points == self.max_points:
            return Verdict(points, f"{told} was asked for", values=values)
        first = missed[0]
        told = f"{told} was asked for; {first.message}"
        return Verdict(points, told, state=first.state, board=first.board, values=values)


def _fault(
    board: AssignedBoard, served: Served, ended: int | None, bounds: Bounds
) -> Verdict | None:
    """Return what is wrong with the state where a local search ends; None if it is a goal."""
    if ended is None:
        asked = "bred" if served.bred else "asked for the actions of"
        return Verdict(0, f"on {board.name}, it {asked} more than {bounds.nodes:,} states")
    state = served.states[ended]
    if served.is_goal(state):
        return None
    ends = f"of value {board.problem().value(state):g}"
    told = f"on {board.name}, it ended at the state in the picture, {ends}, and that is no goal"
    return Verdict(0, told, state=state, board=board)


@dataclass(frozen=True, kw_only=True)
class OfLocalSearches(Check):
    """A check of how a local search goes on, from each board."""

    boards: Sequence[AssignedBoard]

    def judge(self, work: Work) -> Verdict:
        """Follow the search on each board."""
        asked = []
        for board in self.boards:
            served, _ = improved(board, work)
            if fault := self.fault(served):
                return Verdict(0, f"on {board.name}, {fault}")
            asked.append(served)
        told, wanted, values = self.followed(asked)
        if wanted:
            return Verdict(0, f"{told}: expected {wanted}", values=values)
        return Verdict(self.max_points, told, values=values)

    def fault(self, served: Served) -> str:
        """Return what is wrong on a board, "" for nothing."""
        return ""

    @abstractmethod
    def followed(self, asked: Sequence[Served]) -> tuple[str, str, list[tuple[str, float]]]:
        """Return what was seen on all boards, what was expected instead, "" for nothing; values."""


@dataclass(frozen=True, kw_only=True)
class Anneals(OfLocalSearches):
    """A local search draws neighbours at random, and takes worse ones, but refuses more of them."""

    kind = "anneals"
    asks = "walks as annealing does"
    measures: ClassVar[Sequence[str]] = ("drawn", "worse")

    def fault(self, served: Served) -> str:
        """Return what is wrong with a walk."""
        return off_walk(served.order()[0])

    def followed(self, asked: Sequence[Served]) -> tuple[str, str, list[tuple[str, float]]]:
        """Count what is drawn, taken and refused."""
        taken = refused = 0
        for served in asked:
            for (before, _), (after, _) in pairwise(served.order()[0]):
                refused += after == before
                taken += served.value(after) < served.value(before)
        expanded = sum(served.expanded for served in asked)
        drawn = sum(served.valued for served in asked) / max(expanded, 1)
        told = (
            f"{drawn:.1f} values a step; it went to a worse neighbour {taken} times and stayed"
            f" {refused} times"
        )
        wanted = ""
        if drawn > 3:
            wanted = "one neighbour drawn at random a step, not all of them compared"
        elif not taken:
            wanted = "worse neighbours taken now and then"
        elif refused < taken:
            wanted = "worse neighbours refused more often than taken"
        return told, wanted, [("drawn", drawn), ("worse", float(taken))]


@dataclass(frozen=True, kw_only=True)
class Breeds(OfLocalSearches):
    """A local search breeds: it joins states, the fitter ones more often, and changes a few."""

    kind = "breeds"
    asks = "breeds as a genetic algorithm does"
    measures: ClassVar[Sequence[str]] = ("joined", "fitter")

    def prepare(self, bounds: Bounds) -> None:
        """Raise InputError if the states of a board cannot be bred."""
        for board in self.boards:
            if not all(hasattr(board.problem(), question) for question in BREEDING):
                told = "no random_state, recombine and mutate"
                raise InputError(f"board {board.name!r}: its problem has {told}")

    def followed(self, asked: Sequence[Served]) -> tuple[str, str, list[tuple[str, float]]]:
        """Count how states were made, and compare the parents with the first population."""
        counts = Counter(name for served in asked for name, _ in served.bred)
        looked = sum(served.expanded for served in asked)
        joined, drawn, changed = (counts[one] for one in ("recombine", "random_state", "mutate"))
        fitter = fmean(map(_fitter, asked))
        told = (
            f"it drew {drawn} states at random, joined two {joined} times, changed one"
            f" {changed} times, and looked around {looked} times; parents are {fitter:.1f} better"
            " than what is drawn"
        )
        wanted = ""
        if joined < 2 * drawn or looked > joined:
            wanted = "most states to come from joining two others"
        elif not 0 < changed <= joined:
            wanted = "a state changed now and then, and not more often than two are joined"
        elif fitter < 1:
            wanted = "fitter parents chosen more often"
        return told, wanted, [("joined", float(joined)), ("fitter", fitter)]


def _fitter(served: Served) -> float:
    """Return how much better, on average, the states that were joined are than random ones."""
    problem: Any = served.problem
    random = Random(0)
    joined = (both for name, both in served.bred if name == "recombine")
    parents = [served.value(one) for both in joined for one in both]
    drawn = [float(problem.value(problem.random_state(random))) for _ in range(100)]
    return fmean(parents) - fmean(drawn) if parents else 0.0


@dataclass(frozen=True, kw_only=True)
class Plans(Check):
    """An and-or search finds a plan for boards on ice, where an action may happen twice."""

    kind = "plans"
    asks = "plans for whatever happens"

    boards: Sequence[AssignedBoard]

    def judge(self, work: Work) -> Verdict:
        """Go through all that may happen on each board."""
        for board in self.boards:
            served = Served(board.problem(), None, work.bounds.nodes, slips=True)
            fault = ""
            try:
                served.follow(work.box.ask("plan", 0, served.offers, respond=served.respond))
            except TooMany:
                work.restart()
                fault = f"it asked for the actions of more than {work.bounds.nodes:,} states"
            except BadAnswer as error:
                raise work.box.broke_off(error) from None
            except SearchError as error:
                fault = str(error)
            if fault:
                problem = board.problem()
                return Verdict(0, f"on {board.name}, {fault}", "", problem.initial, board)
        on = ", ".join(board.name for board in self.boards)
        return Verdict(self.max_points, f"plans that hold on {on}")
