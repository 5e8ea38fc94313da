"""What is searched: a folder is a puzzle, a file is shared support.

This file imports every folder with an ``__init__``, and each folder registers its puzzle. The
problem classes among its public names are available from this package: adding a puzzle needs no
edit. Hitori, MovIX and Sudoku come first, the other puzzles in the order of their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from aima_search.model.puzzle import Puzzle

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


def _problem_classes() -> Iterator[type[Puzzle]]:
    folders = [module.name for module in iter_modules(__path__) if module.ispkg]
    for name in sorted(folders, key=lambda name: (name not in _FIRST, name)):
        folder = import_module(f"{__name__}.{name}")
        for value in [getattr(folder, name) for name in folder.__all__]:
            if isinstance(value, type) and issubclass(value, Puzzle):
                yield value


_classes = {problem.__name__: problem for problem in _problem_classes()}
globals().update(_classes)
__all__ = sorted(_classes)
