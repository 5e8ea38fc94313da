"""A check of a student's local search: from how many boards it ends at a goal.

It asks for the rules and the values here, and returns a state or a node, not a path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aima_search.apps.grade.algorithms import Served, TooMany
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.check import Check, Verdict, points_within, read_bounds_of_steps
from aima_search.apps.grade.sandbox.values import BadAnswer
from aima_search.apps.grade.tables import AssignmentTable
from aima_search.apps.grade.work import Bounds, Work
from aima_search.base.errors import InputError
from aima_search.display.tables import format_value


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
            problem = board.problem()
            try:
                problem.value(problem.initial)
            except NotImplementedError:
                raise InputError(f"board {board.name!r}: its states have no value") from None

    def judge(self, work: Work) -> Verdict:
        """Search from each board."""
        missed: list[Verdict] = []
        expanded = 0
        for board in self.boards:
            served = Served(board.problem(), None, work.bounds.nodes)
            if fault := self._fault(board, served, work):
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

    def _fault(self, board: AssignedBoard, served: Served, work: Work) -> Verdict | None:
        """Return what is wrong with the state where the search ends; None if it is a goal."""
        box = work.box
        try:
            state = served.state_of(box.ask("improve", 0, respond=served.respond))
        except TooMany:
            work.restart()
            most = f"{work.bounds.nodes:,}"
            return Verdict(
                0, f"on {board.name}, it asked for the actions of more than {most} states"
            )
        except BadAnswer as error:
            raise box.broke_off(error) from None
        if served.is_goal(state):
            return None
        problem = board.problem()
        ends = f"of value {problem.value(state):g}"
        told = f"on {board.name}, it ended at the state in the picture, {ends}, and that is no goal"
        return Verdict(0, told, state=state, board=board)
