"""Checks of a student's local search: where it ends, and by which method it came there.

It asks for the rules and the values here, and returns a state or a node, not a path.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any, ClassVar

from aima_search.apps.grade.algorithm_checks import BREEDING, Served, TooMany, has_values
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.box import Bounds, Work
from aima_search.apps.grade.checks import (
    AssignmentTable,
    Check,
    Verdict,
    points_within,
    read_bounds_of_steps,
)
from aima_search.apps.grade.method_checks import off_walk
from aima_search.apps.grade.wire import BadAnswer
from aima_search.base.errors import InputError
from aima_search.display.tables import format_value


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
    keys = ("boards", "at-most")
    measures = ("missed", "expanded")

    boards: Sequence[AssignedBoard]
    at_most: Sequence[float]

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        table.check_keys([*table.values], required=["at-most"])
        bounds, steps = read_bounds_of_steps(table, common)
        title = common["title"] or "reaches a goal"
        return cls(
            **{**common, "steps": steps, "title": title},
            boards=table.of_boards(),
            at_most=bounds,
        )

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

    keys = ("boards",)
    asks: ClassVar[str]

    boards: Sequence[AssignedBoard]

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        own = {**common, "title": common["title"] or cls.asks}
        return cls(**own, boards=table.of_boards())

    def prepare(self, bounds: Bounds) -> None:
        """Do nothing: the boards are walked on only."""

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
