"""Opening patterns, each sound for every solution: seen at sight, or by two cases."""

from __future__ import annotations

from collections.abc import Collection

from aima_search.base.errors import BoardError, UnknownName
from puzzles.grid import RowColumn
from puzzles.hitori.deduction.at_sight import AT_SIGHT
from puzzles.hitori.deduction.by_cases import BY_CASES
from puzzles.hitori.rules import Board

PATTERNS = {**AT_SIGHT, **BY_CASES}
"""The opening patterns by name."""


def find_patterns(board: Board, names: Collection[str]) -> tuple[int, int]:
    """Return the cells that the named patterns shade and those they keep, as sets."""
    shade: set[RowColumn] = set()
    keep: set[RowColumn] = set()
    for name in names:
        for occurrence in PATTERNS[name].find(board):
            shade.update(occurrence.shade)
            keep.update(occurrence.keep)
    return board.geometry.mask(shade), board.geometry.mask(keep)


def check_patterns(preprocess: bool | str | Collection[str]) -> tuple[str, ...]:
    """Return the names that ``preprocess=`` stands for, in the order of ``PATTERNS``.

    True and "all" stand for all patterns, False and "none" for no pattern; a text may list
    several, by commas.
    """
    if isinstance(preprocess, bool):
        return tuple(PATTERNS) if preprocess else ()
    if not isinstance(preprocess, Collection):
        raise BoardError(f"Hitori preprocess={preprocess!r}: expected True, False or names")
    names = read_patterns(preprocess) if isinstance(preprocess, str) else tuple(preprocess)
    for name in names:
        if name not in PATTERNS:
            raise UnknownName("Hitori pattern", str(name), PATTERNS)
    return tuple(name for name in PATTERNS if name in names)


def read_patterns(text: str) -> tuple[str, ...]:
    """Return the names in a text: by commas, or "all", or "none"."""
    return {"all": tuple(PATTERNS), "none": ()}.get(text, tuple(text.split(",")))
