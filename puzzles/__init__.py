"""What is searched: a folder is a puzzle, a file is shared support.

Every folder with an ``__init__`` registers its puzzle when it is imported: when its problem class
or its name is asked for, or when all puzzles are. Adding a puzzle needs no edit. Hitori, MovIX and
Sudoku come first, the other puzzles in the order of their names.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from aima_search.base.registry import offer_when_used

if TYPE_CHECKING:  # what type checkers and editors see: the bundled puzzles
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
    """Import every folder, so that each registers its puzzle; their problem classes are ours."""
    from pkgutil import iter_modules  # slow to import

    from aima_search.model.puzzle import PUZZLES, Puzzle

    folders = [module.name for module in iter_modules(__path__) if module.ispkg]
    classes: list[type[Puzzle]] = []
    for name in sorted(folders, key=lambda name: (name not in _FIRST, name)):
        folder = import_module(f"{__name__}.{name}")
        offered = [getattr(folder, name) for name in folder.__all__]
        classes += [one for one in offered if isinstance(one, type) and issubclass(one, Puzzle)]
    globals().update({one.__name__: one for one in classes})
    PUZZLES.put_first(one.puzzle for one in classes)


if not TYPE_CHECKING:
    __getattr__, __dir__ = offer_when_used(__name__, load_all)
