"""The board that a reader of the page plays, with what helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aima_search.apps.play.games.game import Game
from aima_search.apps.play.games.hints import Adviser
from aima_search.apps.play.games.standing import layout_data
from aima_search.base.errors import InputError
from aima_search.model.contract import ProblemLike
from aima_search.model.puzzle import Puzzle
from aima_search.trace.protocol import Asks, read_board

ASKS: Asks = {
    "play": {"puzzle": str, "board?": str, "settings?": dict, "moves?": list},
    "view": {},
    "do": {"action": int},
    "write": {"cells": list, "text": str},
    "note": {"cells": list, "text": str},
    "why_not": {"start": list, "end": list},
    "undo": {},
    "redo": {},
    "restart": {},
    "optimum": {},
    "least": {},
    "hint": {"detail": int},
    "deduction": {"step": int},
}


def as_played(problem: ProblemLike) -> ProblemLike:
    """Return a problem under the settings that a person plays it with; see ``play_settings``."""
    if not isinstance(problem, Puzzle) or not problem.play_settings:
        return problem
    texts = {**problem.settings(), **problem.play_settings}
    return type(problem).parse(problem.instance_text(), **problem.read_options(texts))


class Playing:
    """One game at a time; every answer but advice is its view."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._adviser: Adviser | None = None

    def start(
        self,
        problem: ProblemLike,
        solver: ProblemLike,
        moves: Sequence[Any] = (),
        told: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin a game; nothing changes if one of the moves is refused."""
        game = Game(problem, dict(told or {}))
        game.play(moves)
        self._game, self._adviser = game, Adviser(game, solver)

    def play(
        self,
        puzzle: str,
        board: str | None = None,
        settings: Mapping[str, str] | None = None,
        moves: Sequence[Any] = (),
    ) -> dict[str, Any]:
        """Begin a game on a board; the settings that a person plays under are the puzzle's."""
        solver = read_board(puzzle, board, settings)
        name = solver.instance_text()
        told = {
            "puzzle": puzzle,
            "board": name if board is None else board,
            "id": name,
            "settings": solver.settings(),
        }
        self.start(as_played(solver), solver, moves, told)
        return self.view()

    @property
    def game(self) -> Game:
        """The game under way."""
        if self._game is None:
            raise InputError('nothing is played: ask "play" first')
        return self._game

    def view(self) -> dict[str, Any]:
        """Return how the game stands, and all that can be written on its sheet."""
        sheet = self.game.sheet
        return {**self._now(), "layout": None if sheet is None else layout_data(sheet)}

    def _now(self) -> dict[str, Any]:
        """Return how the game stands, without the layout: the layout is long, and never changes."""
        explains = getattr(type(self.game.problem), "explain", Puzzle.explain) is not Puzzle.explain
        return {**self.game.view(), "explains": explains, "layout": None}

    def do(self, action: int) -> dict[str, Any]:
        """Do the action of an index."""
        self.game.do(action)
        return self._now()

    def write(self, cells: Sequence[Any], text: str) -> dict[str, Any]:
        """Write a text into cells, "" to erase."""
        self.game.write(cells, text)
        return self._now()

    def note(self, cells: Sequence[Any], text: str) -> dict[str, Any]:
        """Add a small note to a cell, or take it away."""
        self.game.note(cells, text)
        return self._now()

    def why_not(self, start: Sequence[int], end: Sequence[int]) -> dict[str, str]:
        """Return why no action leads from a cell to a cell."""
        return {"text": self.game.why_not(start, end)}

    def undo(self) -> dict[str, Any]:
        """Take the last action back."""
        self.game.undo()
        return self._now()

    def redo(self) -> dict[str, Any]:
        """Do again what was taken back."""
        self.game.redo()
        return self._now()

    def restart(self) -> dict[str, Any]:
        """Go back to the start."""
        self.game.restart()
        return self._now()

    def optimum(self) -> dict[str, Any]:
        """Return the cost of the best way from here; see ``Adviser.optimum``."""
        return self.adviser.optimum()

    def least(self) -> dict[str, Any]:
        """Return the least cost of the whole board; see ``Adviser.least``."""
        return self.adviser.least()

    def hint(self, detail: int) -> dict[str, Any]:
        """Return what to do next; see ``Adviser.hint``."""
        return self.adviser.hint(detail)

    def deduction(self, step: int) -> dict[str, Any]:
        """Return the board after a number of deductions; see ``Deductions.told``."""
        return self.adviser.deductions.told(step)

    @property
    def adviser(self) -> Adviser:
        """The adviser of the game under way."""
        if self._adviser is None:
            raise InputError('nothing is played: ask "play" first')
        return self._adviser
