"""Places in a text, and how a fault at a place is reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aima_search.base.errors import BoardError


class Symbol(NamedTuple):
    """A character, or a word, with its line and column, both counted from 1."""

    text: str
    line: int
    column: int


Symbols = tuple[Symbol, ...]


def symbols_of(text: str) -> list[Symbols]:
    """Return the lines of a text, every character with its place.

    Lines end with a line feed, or a carriage return before it.
    """
    return [
        tuple(Symbol(character, number, column) for column, character in enumerate(line, 1))
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1)
    ]


def text_of(line: Sequence[Symbol]) -> str:
    """Return the characters of some symbols."""
    return "".join([symbol.text for symbol in line])


def fault(symbol: Symbol, expected: str) -> BoardError:
    """Return the error for a character that is not what was expected."""
    return BoardError(
        f"Sudoku text, line {symbol.line}, column {symbol.column}: found {symbol.text!r},"
        f" expected {expected}"
    )


def fault_at(text: str, offset: int, expected: str) -> BoardError:
    """Return the error for what stands at an offset of a text, or for its end."""
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    found = repr(text[offset]) if offset < len(text) else "the end"
    return BoardError(
        f"Sudoku text, line {line}, column {column}: found {found}, expected {expected}"
    )
