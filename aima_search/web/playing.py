"""The board that a reader of the page plays, with what helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aima_search.contract import ProblemLike
from aima_search.errors import InputError
from aima_search.puzzle import Puzzle
from aima_search.trace.protocol import Asks, read_board
from aima_search.web.game import Game
from aima_search.web.hints import Adviser

ASKS: Asks = {
    "play": {"puzzle": str, "board?": str, "settings?": dict, "moves?": list},
    "view": {},
    "do": {"action": int},
    "undo": {},
    "redo": {},
    "restart": {},
    "optimum": {},
    "hint": {"detail": int},
}


def as_played(problem: ProblemLike) -> ProblemLike:
    """Return a problem under the settings that a person plays it with; see ``play_settings``."""
    if not isinstance(problem, Puzzle) or not problem.play_settings:
        return problem
    texts = {**problem.settings(), **problem.play_settings}
    return type(problem).parse(problem.instance_text(), **problem.read_options(texts))


class Playing:
    """One game at a time; every answer but those of ``optimum`` and ``hint`` is its view."""

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
        """Return how the game stands."""
        return self.game.view()

    def do(self, action: int) -> dict[str, Any]:
        """Do the action of an index."""
        self.game.do(action)
        return self.view()

    def undo(self) -> dict[str, Any]:
        """Take the last action back."""
        self.game.undo()
        return self.view()

    def redo(self) -> dict[str, Any]:
        """Do again what was taken back."""
        self.game.redo()
        return self.view()

    def restart(self) -> dict[str, Any]:
        """Go back to the start."""
        self.game.restart()
        return self.view()

    def optimum(self) -> dict[str, Any]:
        """Return the cost of the best way from here; see ``Adviser.optimum``."""
        return self.adviser.optimum()

    def hint(self, detail: int) -> dict[str, Any]:
        """Return what to do next; see ``Adviser.hint``."""
        return self.adviser.hint(detail)

    @property
    def adviser(self) -> Adviser:
        """Who knows the best way on."""
        if self._adviser is None:
            raise InputError('nothing is played: ask "play" first')
        return self._adviser
