"""Boards as characters: a line a puzzle, rows, frames, Simple Sudoku's ``.ss``, candidates.

In a line of its own a board is n*n characters; a comma or a blank may start a rating or a name. In
rows cells are single characters, or numbers between blanks, commas, tabs and bars; an empty cell of
a table (CSV) is open; lines of frame characters alone separate boxes. In a candidate grid every
cell is the group of the digits that it may hold; a group of one is a given. ``#`` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isqrt
from types import MappingProxyType
from typing import NamedTuple

from aima_search.base.errors import BoardError
from puzzles.grid import in_rows
from puzzles.sudoku.rules import DIGITS, MAX_SIDE, MIN_SIDE, Board, Variant, make_board


def read_lines(text: str, variant: Variant, alphabet: str | None) -> list[Board]:
    """Return the board of every line that is neither empty nor a comment."""
    lines = [without_comment(line) for line in symbols_of(text)]
    return [
        make_board(digits_of(_cells(line), alphabet), variant)
        for line in lines
        if text_of(line).strip()
    ]


def without_comment(line: Symbols) -> Symbols:
    """Return the part of a line before ``#``."""
    return line[: text_of(line).find("#")] if "#" in text_of(line) else line


def _cells(line: Symbols) -> Symbols:
    """Return the characters that stand for cells: all, all but blanks, or the first column."""
    text = text_of(line)
    if len(text) in _SQUARES and " " in text and not set(text) & set(".0*_-Xx,"):
        return line
    first = len(text) - len(text.lstrip())
    end = min((text.find(c, first) for c in ", \t" if c in text[first:]), default=len(text))
    column = line[first:end]
    if len(column) in _SQUARES or not set(text[end:]) & set(" \t"):
        return column
    together = tuple(symbol for symbol in line if symbol.text not in " \t")
    return together if len(together) in _SQUARES else column


_SQUARES = frozenset(side**2 for side in range(4, 26))

_SEPARATORS = " \t,;|:\u2502\u2551\u2503"
_RULES = "-+=*|:. \t'`\u2500\u2501\u2502\u2503\u2550\u2551\u253c\u256c\u2554\u2557\u255a\u255d"
_LINE_DRAWING = "-+=\u2500\u2501\u2550"

LINE_LENGTHS = frozenset({16, 36, 64, 81, 100, 144, 225, 256, 400, 625})
"""The lengths of lines that are a puzzle by themselves."""


def has_rows(text: str) -> bool:
    """Tell whether the lines of a text are the rows of one board, not a puzzle each."""
    if "|" in text or "+--" in text:
        return True
    words = first_words(text)
    if len(words) < 2 or not all(len(word) in LINE_LENGTHS for word in words):
        return len(words) > 1
    if [len(word) for word in words] != [16] * 16:
        return False
    if set("".join(words)) <= set("01234.*_-Xx"):
        raise BoardError(
            "Sudoku text of 16 lines of 16 characters: one board or 16 of them? Name the reader:"
            " 'grid' for one board, 'line' for 16"
        )
    return True


def first_words(text: str) -> list[str]:
    """Return what the lines start with, up to a blank or a comma; comments left out."""
    lines = [part.split("#")[0].strip() for part in text.split("\n")]
    return [part.split()[0].split(",")[0] for part in lines if part.strip(" \t,")]


def read_grid(text: str, variant: Variant, alphabet: str | None) -> Board:
    """Return the board of a text in which every row has a line of its own."""
    lines = [line for line in map(without_comment, symbols_of(text)) if text_of(line).strip()]
    if not lines:
        raise BoardError("Sudoku text without rows: expected a board")
    if text_of(lines[0]).strip() == str(len(lines) - 1):
        lines = lines[1:]  # the first row said how many rows there are
    lines = _with_open_cells(lines)
    square = _square_of_characters(lines)
    if square is not None:
        return make_board(digits_of(square, alphabet), variant)
    rows = [words for words in map(_words, lines) if words]
    words = [word for row in rows for word in row]
    # Words are cells, not runs of them, if most rows have as many words as there are rows.
    are_cells = 2 * sum(len(row) == len(rows) for row in rows) > len(rows)
    if all(len(word) == 1 for word in words) or not are_cells:
        symbols = [symbol for word in words for symbol in word]
        _check_rows([sum(map(len, row)) for row in rows], rows)
        return make_board(digits_of(symbols, alphabet), variant)
    _check_rows([len(row) for row in rows], rows)
    side = side_of(len(words))
    if side > 9:
        return make_board([_number(word, side, alphabet) for word in words], variant)
    return make_board([_group(word, side) for word in words], variant)


def _with_open_cells(lines: list[Symbols]) -> list[Symbols]:
    """Return lines with ``.`` in empty cells, if they are a table with a column for each line."""
    for separator in ",;\t":
        if all(text_of(line).count(separator) == len(lines) - 1 for line in lines):
            return [_with_open_cells_in(line, separator) for line in lines]
    return lines


def _with_open_cells_in(line: Symbols, separator: str) -> Symbols:
    filled: list[Symbol] = []
    is_open = True
    for symbol in (*line, line[-1]._replace(text=separator)):
        if symbol.text == separator:
            if is_open:
                filled.append(symbol._replace(text="."))
            is_open = True
        elif symbol.text != " ":
            is_open = False
        filled.append(symbol)
    return tuple(filled[:-1])


def _square_of_characters(lines: Sequence[Symbols]) -> Symbols | None:
    """Return the characters of as many lines as each of them has characters."""
    side = len(lines)
    bare = [tuple(line) if len(line) == side else _stripped(line) for line in lines]
    if not MIN_SIDE <= side <= MAX_SIDE or any(len(line) != side for line in bare):
        return None
    if any(symbol.text in "|+" for line in bare for symbol in line):
        return None  # bars and rules can make as many lines as columns
    return tuple(symbol for line in bare for symbol in line)


def _stripped(line: Symbols) -> Symbols:
    text = text_of(line)
    return line[len(text) - len(text.lstrip()) : len(text.rstrip())]


def _words(line: Symbols) -> list[Symbols]:
    """Return the groups of characters between separators, none for a line of a frame."""
    text = text_of(line)
    inner = text.strip(" \t")
    ruled = sum(inner.count(c) for c in _LINE_DRAWING)
    if not set(text) - set(_RULES) and ruled > 2 and ruled >= len(inner) / 2:
        return []
    words: list[Symbols] = []
    word: list[Symbol] = []
    for symbol in (*line, Symbol(" ", 0, 0)):
        if symbol.text not in _SEPARATORS:
            word.append(symbol)
        elif word:
            words.append(tuple(word))
            word = []
    return words


def _check_rows(counts: Sequence[int], rows: Sequence[Sequence[Symbols]]) -> None:
    side = len(rows)
    for count, row in zip(counts, rows, strict=True):
        if count != side:
            symbol = row[0][0]
            raise BoardError(
                f"Sudoku text, line {symbol.line}, column {symbol.column}: found a row of {count}"
                f" cells, expected {side} as there are rows"
            )


def _number(word: Symbols, side: int, alphabet: str | None) -> int:
    """Return a cell of a board above 9: a number, or one character of the alphabet."""
    text = text_of(word)
    digits = values(side, alphabet)
    if text in digits:
        return digits[text]
    if len(text) == 1 and text in BLANKS:
        return 0
    if text.isascii() and text.isdecimal() and len(text) == 2 and 1 <= int(text) <= side:
        return int(text)
    raise fault(
        Symbol(text_of(word), word[0].line, word[0].column),
        f"a number from 1 to {side}, a character of the alphabet, or an open cell such as '.'",
    )


def _group(word: Symbols, side: int) -> int:
    """Return a cell of a candidate grid: its digit if it has one, 0 if it has several."""
    if len(word) == 1 and word[0].text in BLANKS:
        return 0
    known = DIGITS[:side]
    seen: set[str] = set()
    for symbol in word:
        if symbol.text not in known or symbol.text in seen:
            raise fault(symbol, f"different digits from 1 to {side}, the candidates of a cell")
        seen.add(symbol.text)
    return known.index(word[0].text) + 1 if len(word) == 1 else 0


def rows_on_lines(text: str) -> str | None:
    r"""Return a square board, whose rows stand on one line, with a line for each row; else None.

    >>> rows_on_lines("1234; 3412; 2143; 432.")
    '1234\n3412\n2143\n432.'
    """
    if len(text) > 4 * MAX_SIDE**2 or not re.search("[;/|]", text):
        return None
    rows = [row for row in re.split("[;/|]", text.strip("()[] \n")) if row.strip()]
    is_square = len(rows) >= MIN_SIDE and all(
        len(rows) in (len(re.sub("[ \t,]", "", row)), len(row.split())) for row in rows
    )
    return "\n".join(row.strip() for row in rows) if is_square else None


def write_line(board: Board) -> str:
    """Return the characters of all cells, ``.`` for open ones."""
    return "".join([DIGITS[digit - 1] if digit else "." for digit in board.givens])


def write_zeros(board: Board) -> str:
    """Return the characters of all cells, 0 for open ones."""
    return write_line(board).replace(".", "0")


def write_rows(board: Board) -> str:
    """Return a line for each row, ``.`` for open cells."""
    return "".join("".join(_faces(row)) + "\n" for row in board.rows())


def write_grid(board: Board) -> str:
    """Return the rows in a frame, a blank around every cell; sides above 9 in numbers."""
    width = len(str(board.layout.side))
    return _framed(board, [(str(digit) if digit else ".").rjust(width) for digit in board.givens])


def write_simple(board: Board) -> str:
    """Return a Simple Sudoku ``.ss`` file."""
    lines = _in_boxes(board)
    rule = "-" * max(map(len, lines))
    return "\n".join(_with_rules(board, lines, rule)[1:-1]) + "\n"


def write_clipboard(board: Board) -> str:
    """Return what Simple Sudoku puts on the clipboard."""
    _, wide = _box(board)
    across = board.layout.side // wide
    lines = [f"|{line}|" for line in _in_boxes(board)]
    inner = "|" + "+".join(["-" * wide] * across) + "|"
    outer = "*" + "-" * (len(inner) - 2) + "*"
    ruled = _with_rules(board, lines, inner)
    return "\n".join([outer, *ruled[1:-1], outer]) + "\n"


def write_candidates(board: Board, domains: Sequence[Sequence[int]]) -> str:
    """Return the candidates of every cell in a frame; for sides up to 9."""
    n = board.layout.side
    if n > 9:
        raise BoardError(f"Sudoku of side {n}: candidate grids are for sides up to 9")
    groups = ["".join(map(str, domain)) for domain in domains]
    width = max(map(len, groups))
    return _framed(board, [group.ljust(width) for group in groups])


def _framed(board: Board, words: list[str]) -> str:
    """Return words of the same length, one a cell, in a frame with rules between the boxes."""
    n, (_, wide) = board.layout.side, _box(board)
    boxes = [[" ".join(part) for part in in_rows(row, wide)] for row in in_rows(words, n)]
    lines = [f"| {' | '.join(row)} |" for row in boxes]
    rule = "+" + ("-" * (len(boxes[0][0]) + 2) + "+") * (n // wide)
    return "\n".join(_with_rules(board, lines, rule)) + "\n"


def _box(board: Board) -> tuple[int, int]:
    return board.layout.box or (board.layout.side, board.layout.side)


def _faces(row: Sequence[int]) -> list[str]:
    return [DIGITS[digit - 1] if digit else "." for digit in row]


def _in_boxes(board: Board) -> list[str]:
    _, wide = _box(board)
    return ["|".join(in_rows("".join(_faces(row)), wide)) for row in board.rows()]


def _with_rules(board: Board, lines: Sequence[str], rule: str) -> list[str]:
    """Return the lines with a rule before the first, after every row of boxes."""
    high, _ = _box(board)
    ruled = [rule]
    for number, line in enumerate(lines, 1):
        ruled.append(line)
        if number % high == 0:
            ruled.append(rule)
    return ruled


ALPHABETS = ("1-P", "0-F", "a-y")
"""1-9 and then A = 10 to P = 25; 0 to F for 1 to 16; a to y for 1 to 25."""

BLANKS = ".0*_-Xx "
_ALPHABET_OF_SIDE = {"0-F": 16, "a-y": 25}


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
    """Return the digits of a text of nothing but cells, None for any other text: the quick way."""
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


class Symbol(NamedTuple):
    """A character, or a word, with its line and column, both counted from 1."""

    text: str
    line: int
    column: int


Symbols = tuple[Symbol, ...]


def symbols_of(text: str) -> list[Symbols]:
    """Return the lines of a text, every character with its place."""
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
