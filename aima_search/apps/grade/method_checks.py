"""Checks that see the method: in which order states are expanded, how a walk goes on.

They read what the student's program asks for, so that an answer that another method found, however
right, does not pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any, ClassVar

from aima_search.apps.grade.algorithm_checks import Found, OfAlgorithms, Served, TooMany
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.box import Bounds, Work
from aima_search.apps.grade.checks import AssignmentTable, Check, Verdict
from aima_search.apps.grade.wire import BadAnswer
from aima_search.catalog.heuristics import heuristic_info

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


@dataclass(frozen=True, kw_only=True)
class Order(OfAlgorithms):
    """The algorithm expands states in the order of its kind, whatever it does with ties."""

    kind = "order"
    keys = ("boards", "reference", "heuristic")

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        reference = table.choice("reference", [*PRIORITIES, *PATHS], "order", "astar")
        heuristic = None
        if reference in ("greedy", "astar", "weighted-astar", "ida-star"):
            heuristic = table.text("heuristic", table.puzzle.default_heuristic)
            with table.place.at("heuristic"):
                heuristic_info(table.puzzle.puzzle, heuristic)
        title = common["title"] or f"expands states in the order of {reference}"
        return cls(
            **{**common, "title": title},
            boards=table.of_boards(),
            reference=reference,
            heuristic=heuristic,
        )

    def prepare(self, bounds: Bounds) -> None:
        """Do nothing: what is waiting follows from the questions."""

    def judge(self, work: Work) -> Verdict:
        """Follow the expansions on each board."""
        for board in self.boards:
            found = self.found(board, work)
            if fault := self.fault(board, found):
                return fault
            path = self.reference in PATHS
            wrong = self._off_path(found) if path else self._out_of_order(found)
            if wrong:
                told = f"on {board.name}, {wrong}"
                return Verdict(0, told, self.command(board), values=self.values([found]))
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


@dataclass(frozen=True, kw_only=True)
class Anneals(Check):
    """A local search draws neighbours at random, and takes worse ones, but refuses more of them."""

    kind = "anneals"
    keys = ("boards",)
    measures: ClassVar[Sequence[str]] = ("drawn", "worse")

    boards: Sequence[AssignedBoard]

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        return cls(
            **{**common, "title": common["title"] or "walks as annealing does"},
            boards=table.of_boards(),
        )

    def prepare(self, bounds: Bounds) -> None:
        """Do nothing: the boards are walked on only."""

    def judge(self, work: Work) -> Verdict:
        """Follow the walk on each board."""
        expanded = valued = taken = refused = 0
        for board in self.boards:
            served = Served(board.problem(), None, work.bounds.nodes)
            try:
                work.box.ask("improve", 0, served.offers, respond=served.respond)
            except TooMany:
                work.restart()
            except BadAnswer as error:
                raise work.box.broke_off(error) from None
            walk = _Walk(served, board)
            if walk.fault:
                return Verdict(0, f"on {board.name}, {walk.fault}")
            expanded, valued = expanded + walk.expanded, valued + served.valued
            taken, refused = taken + walk.worse, refused + walk.stayed
        drawn = valued / max(expanded, 1)
        values = [("drawn", drawn), ("worse", float(taken))]
        told = (
            f"{drawn:.1f} values a step; it went to a worse neighbour {taken} times and stayed"
            f" {refused} times"
        )
        if drawn > 3:
            wanted = "one neighbour drawn at random a step, not all of them compared"
        elif not taken:
            wanted = "worse neighbours taken now and then"
        elif refused < taken:
            wanted = "worse neighbours refused more often than taken"
        else:
            return Verdict(self.max_points, told, values=values)
        return Verdict(0, f"{told}: expected {wanted}", values=values)


class _Walk:
    """The states whose actions were asked for; worse, stayed: steps to worse ones, to none."""

    def __init__(self, served: Served, board: AssignedBoard) -> None:
        order, _ = served.order()
        value = board.problem().value
        self.fault, self.expanded = "", len(order)
        self.worse = self.stayed = 0
        for count, ((before, leads), (after, _)) in enumerate(pairwise(order), 1):
            if after == before:
                self.stayed += 1
                continue
            if after not in {there for _, there, _ in leads}:
                self.fault = f"step {count} leads to a state that is no neighbour: expected a walk"
                return
            self.worse += value(served.states[after]) < value(served.states[before])
