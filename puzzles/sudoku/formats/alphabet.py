"""Which character stands for which digit, and which characters stand for an open cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isqrt
from types import MappingProxyType

from aima_search.base.errors import BoardError
from puzzles.sudoku.formats.place import Symbol, fault
from puzzles.sudoku.geometry import DIGITS, MAX_SIDE, MIN_SIDE

ALPHABETS = ("1-P", "0-F", "a-y")
"""1-9 and then A = 10 to P = 25; 0 to F for 1 to 16; a to y for 1 to 25."""

BLANKS = ".0*_-Xx "
_ALPHABET_OF_SIDE = {"0-F": 16, "a-y": 25}


def check_alphabet(alphabet: str | None) -> None:
    """Raise BoardError for a name that is not one of ALPHABETS."""
    if alphabet is not None and alphabet not in ALPHABETS:
        raise BoardError(f"Sudoku alphabet {alphabet!r}: expected one of {', '.join(ALPHABETS)}")


def side_of(count: int, where: str = "text") -> int:
    """Return the side of a board with ``count`` cells; BoardError if there is none."""
    side = isqrt(count)
    if side * side != count or not MIN_SIDE <= side <= MAX_SIDE:
        raise BoardError(
            f"Sudoku {where}: {count} cells, expected the square of a side from {MIN_SIDE} to"
            f" {MAX_SIDE}, such as 81"
        )
    return side


def digits_of(symbols: Sequence[Symbol], alphabet: str | None = None) -> tuple[int, ...]:
    """Return the digits of a board's cells, one character each, 0 for open ones.

    All open cells are written with the same character. BoardError names line and column of the
    first character that the board does not have.
    """
    side = side_of(len(symbols), f"text, line {symbols[0].line}" if symbols else "text")
    wanted = _ALPHABET_OF_SIDE.get(alphabet or "", side)
    if wanted != side:
        raise BoardError(f"Sudoku alphabet {alphabet!r} is for side {wanted}, not for {side}")
    value_of = values(side, alphabet)
    expected = _expectation(side, alphabet)
    blank: str | None = None
    digits = []
    for symbol in symbols:
        character = symbol.text
        if character in value_of:
            digits.append(value_of[character])
        elif character in BLANKS and character in (blank or character):
            blank = character
            digits.append(0)
        elif character in BLANKS:
            raise fault(symbol, f"{expected}; open cells are written {blank!r} before")
        else:
            raise fault(symbol, expected)
    return tuple(digits)


def plain_digits(text: str) -> tuple[int, ...] | None:
    """Return the digits of a text of nothing but cells, None for any other text: the quick way.

    Open cells are ``.`` here; the slower ways read all formats, and say what is wrong.
    """
    value_of = _plain_values(len(text))
    try:
        return tuple([value_of[character] for character in text]) if value_of else None
    except KeyError:
        return None


@lru_cache(maxsize=128)
def _plain_values(cells: int) -> dict[str, int]:
    side = isqrt(cells)
    is_board = side * side == cells and MIN_SIDE <= side <= MAX_SIDE
    return {**values(side), ".": 0} if is_board else {}


@lru_cache(maxsize=128)
def values(side: int, alphabet: str | None = None) -> Mapping[str, int]:
    """Return the digit of every character; a letter counts in either case."""
    if alphabet == "0-F":
        digits = {character: int(character, 16) + 1 for character in "0123456789ABCDEFabcdef"}
    else:
        letters = "abcdefghijklmnopqrstuvwxy" if alphabet == "a-y" else DIGITS[:side]
        pairs = enumerate(letters, 1)
        digits = {c: d for d, letter in pairs for c in (letter.upper(), letter.lower())}
    return MappingProxyType(digits)


def _expectation(side: int, alphabet: str | None) -> str:
    if alphabet in _ALPHABET_OF_SIDE:
        return f"one of {alphabet}, or an open cell such as '.'"
    last = DIGITS[side - 1]
    upper = f"9 or A to {last}" if side > 9 else last
    hint = {16: "0-F", 25: "a-y"}.get(side)
    other = f" (other letters: alphabet {hint!r})" if hint else ""
    return f"a digit from 1 to {upper}, or an open cell such as '.'{other}"
