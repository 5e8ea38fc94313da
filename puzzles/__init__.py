"""The puzzles: one folder for each puzzle, and files that all puzzles share.

A puzzle's folder is imported when its name or its class is first used; this registers the puzzle.
You can add a puzzle without a change in this file. Lists of puzzles begin with Hitori, MovIX and
Sudoku. The other puzzles follow in alphabetical order.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:  # only for type checkers and editors
    from puzzles.hitori import Hitori as Hitori
    from puzzles.jugs import Jugs as Jugs
    from puzzles.missionaries import Missionaries as Missionaries
    from puzzles.movix import MovIX as MovIX
    from puzzles.pancakes import Pancakes as Pancakes
    from puzzles.paths import Paths as Paths
    from puzzles.queens import Queens as Queens
    from puzzles.queens import QueensLocal as QueensLocal
    from puzzles.routes import Routes as Routes
    from puzzles.sudoku import Sudoku as Sudoku
    from puzzles.sudoku import SudokuLocal as SudokuLocal
    from puzzles.tiles import Tiles as Tiles

_FIRST = ("hitori", "movix", "sudoku")


def load_all() -> None:
    """Import and register all puzzles, and add their problem classes to this module."""
    from pkgutil import iter_modules  # slow to import

    from aima_search.model.puzzle import PUZZLES, Puzzle

    folders = [module.name for module in iter_modules(__path__) if module.ispkg]
    classes: list[type[Puzzle]] = []
    for name in sorted(folders, key=lambda name: (name not in _FIRST, name)):
        folder = import_module(f"{__name__}.{name}")
        exported = [getattr(folder, name) for name in folder.__all__]
        classes += [
            kind for kind in exported if isinstance(kind, type) and issubclass(kind, Puzzle)
        ]
    globals().update({kind.__name__: kind for kind in classes})
    PUZZLES.put_first(kind.puzzle for kind in classes)


if not TYPE_CHECKING:
    __getattr__, __dir__ = offer_when_used(__name__, load_all)
