"""What a pattern is, and what one occurrence of it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from puzzles.grid import RowColumn
from puzzles.hitori.rules import Board


class Occurrence(NamedTuple):
    """What one occurrence of a pattern decides, and the cells that show it."""

    shade: tuple[RowColumn, ...]
    keep: tuple[RowColumn, ...]
    because: tuple[RowColumn, ...]


class Pattern(NamedTuple):
    """A pattern: its name, a picture in words, and how it is found."""

    name: str
    summary: str
    find: Callable[[Board], Iterator[Occurrence]]
