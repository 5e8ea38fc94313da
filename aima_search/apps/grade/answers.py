"""Written answers: numbers in a TOML or JSON file, compared with what the engine finds.

Such a file is data: nothing of it is run, and it is parsed if a submission's code would run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.grade.boards import AssignedBoard, reference_run, space_of
from aima_search.apps.grade.check import Check, Verdict
from aima_search.apps.grade.sandbox.values import Odd
from aima_search.apps.grade.tables import AssignmentTable
from aima_search.apps.grade.work import Bounds, Work
from aima_search.base.errors import InputError
from aima_search.catalog.heuristics import heuristic_info

ANSWER = "answer"
"""The kind of a part that is such a file."""

_OF_RUNS = ("cost", "expanded", "generated")
_OF_SPACES = ("states",)
_MOST_STATES = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Value(Check):
    """A number is what the engine finds on a board.

    reveal: whether the student sees the right number.
    """

    kind = "value"
    keys = ("answer", "measure", "board", "algorithm", "heuristic", "tolerance", "reveal")

    answer: str
    measure: str
    board: AssignedBoard
    algorithm: str
    heuristic: str
    tolerance: float
    reveal: bool

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        table.check_keys([*table.values], required=["answer", "board"])
        boards = table.of_boards("board")
        if len(boards) != 1:
            raise InputError(f"{table.place.of_key('board')}: {len(boards)} boards: expected one")
        heuristic = table.text("heuristic", table.puzzle.default_heuristic)
        with table.place.at("heuristic"):
            heuristic_info(table.puzzle.puzzle, heuristic)
        answer = table.text("answer")
        return cls(
            **{**common, "title": common["title"] or answer},
            answer=answer,
            measure=table.choice("measure", (*_OF_RUNS, *_OF_SPACES), "measure", "cost"),
            board=boards[0],
            algorithm=table.choice("algorithm", list(ALGORITHMS), "algorithm", "astar"),
            heuristic=heuristic,
            tolerance=table.number("tolerance", 0),
            reveal=table.switch("reveal"),
        )

    def prepare(self, bounds: Bounds) -> None:
        """Find the number."""
        self._right(bounds)

    def _right(self, bounds: Bounds) -> float:
        if self.measure in _OF_SPACES:
            return len(space_of(self.board, _MOST_STATES))
        run = reference_run(self.board, self.algorithm, self.heuristic, bounds.nodes)
        value: float = getattr(run, self.measure)
        return value

    def judge(self, work: Work) -> Verdict:
        """Compare."""
        (said,) = work.box.numbers("answer", 1, self.answer)
        right, command = self._right(work.bounds), self._command()
        if isinstance(said, Odd):
            return Verdict(0, f"{self.answer} = {said.text}: expected a number", command)
        if abs(said - right) <= self.tolerance:
            return Verdict(self.max_points, f"{self.answer} = {said} is right", command)
        told = f": it is {right:g}" if self.reveal else ""
        return Verdict(0, f"{self.answer} = {said} is not right{told}", command)

    def _command(self) -> str:
        if self.measure in _OF_SPACES:
            return self.board.command("analyse")
        own = f" --heuristic {self.heuristic}" if ALGORITHMS.get(self.algorithm).informed else ""
        return f"{self.board.command('solve')} --algorithm {self.algorithm}{own}"
