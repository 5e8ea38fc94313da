"""Text formats that write a Sudoku cell by cell: on one line, in rows, or as candidates.

A board on one line has n*n characters; a rating or a name may follow after a comma or a blank. In
rows, the cells are single characters, or numbers between blanks, commas, tabs and bars. A table
(CSV) can have empty cells. Lines of frame characters are ignored. In a candidate grid, every cell
is written as the digits that it may hold; a single digit is a given. ``#`` starts a comment.
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
from puzzles.sudoku.bitboard import bitboard_of
from puzzles.sudoku.rules import DIGITS, MAX_SIDE, MIN_SIDE, Layout, SudokuBoard


def read_line(text: str, alphabet: str | None) -> Sequence[int]:
    """Return the board on the only line that is neither empty nor a comment."""
    return digits_of(_cells(only(lines_of(text))), alphabet)


def lines_of(text: str) -> list[TextToken]:
    """Return the lines of a text without comments and without empty lines."""
    lines = [TextToken(found.start(), found[0]) for found in re.finditer(r"(?m)^[^#\n]+", text)]
    return [line for line in lines if line.text.strip()]


def only(lines: Sequence[TextToken]) -> TextToken:
    """Return the only line; raise BoardError if the number of lines is not 1."""
    if len(lines) != 1:
        raise BoardError(f"Sudoku text: found {len(lines)} puzzles, expected one")
    return lines[0]


def _cells(line: TextToken) -> list[TextToken]:
    """Return a line's cells: its first word, or all words if the first is too short for a board."""
    if bank := _BANK.match(line.text):
        line = TextToken(line.at + bank.end(), line.text[bank.end() :])
    text, characters = line.text, line.characters()
    has_blank_cells = " " in text and set(text).isdisjoint(".0*_-Xx,")
    if has_blank_cells and len(text) in _SQUARES:
        return characters
    first = len(text) - len(text.lstrip())
    end = min((text.find(c, first) for c in ", \t" if c in text[first:]), default=len(text))
    word = characters[first:end]
    if len(word) in _SQUARES or set(text[end:]).isdisjoint(" \t"):
        return word
    whole_line = [cell for cell in characters if cell.text not in " \t"]
    return whole_line if len(whole_line) in _SQUARES else word


_BANK = re.compile(r"\s*[0-9a-f]{12}\s+(?=\S{81}(?:\s|$))")
"""The hash code before the puzzle, in a line of a puzzle bank."""

_SQUARES = frozenset(side**2 for side in range(4, 26))

_SEPARATORS = " \t,;|:\u2502\u2551\u2503"
_RULES = "-+=*|:. \t'`\u2500\u2501\u2502\u2503\u2550\u2551\u253c\u256c\u2554\u2557\u255a\u255d"
_LINE_DRAWING = "-+=\u2500\u2501\u2550"

LINE_LENGTHS = frozenset({16, 36, 64, 81, 100, 144, 225, 256, 400, 625})
"""The lengths of lines that are whole puzzles."""


def has_rows(text: str) -> bool:
    """Return True if the lines are the rows of one board rather than one puzzle per line."""
    if "|" in text or "+--" in text:
        return True
    lines = [text for _, line in lines_of(text) if (text := line.strip(" \t\r,"))]
    words = [re.split("[ \t,]", line)[0] for line in lines]
    if len(words) < 2 or not all(len(word) in LINE_LENGTHS for word in words):
        return len(words) > 1
    if [len(word) for word in words] != [16] * 16:
        return False
    if set("".join(words)) <= set("01234.*_-Xx"):
        raise BoardError(
            "Sudoku text of 16 lines of 16 characters: could be one board or 16 boards. Set the"
            " format (--reader) to 'grid' for one board, or to 'line' for 16 boards"
        )
    return True


def read_grid(text: str, alphabet: str | None) -> Sequence[int]:
    """Return the board of a text with one line per row."""
    if not (lines := lines_of(text)):
        raise BoardError("Sudoku text without rows: expected one line for each row of the board")
    if lines[0].text.strip() == str(len(lines) - 1):
        lines = lines[1:]  # a first line with the number of rows is ignored
    rows = _table(lines) or _square(lines) or [row for row in map(_words, lines) if row]
    words = [word for row in rows for word in row]
    # Words are single cells if most rows have as many words as there are rows.
    are_cells = 2 * sum(len(row) == len(rows) for row in rows) > len(rows)
    are_characters = not are_cells or all(len(word.text) == 1 for word in words)
    if are_characters:
        rows = [[cell for word in row for cell in word.characters()] for row in rows]
    for row in rows:
        if len(row) != len(rows):
            expected = f"{len(rows)} cells, the number of rows"
            raise UnexpectedCharacter(row[0].at, expected, f"a row of {len(row)} cells")
    if are_characters:
        return digits_of([cell for row in rows for cell in row], alphabet)
    side = side_of(words)
    return [_digit(word, side, alphabet) for word in words]


def _table(lines: Sequence[TextToken]) -> list[list[TextToken]]:
    for separator in ",;\t":
        if all(line.text.count(separator) == len(lines) - 1 for line in lines):
            column = re.compile(f"(?:^|{separator}) *([^{separator}]*)")
            return [
                [
                    TextToken(line.at + found.start(1), found[1].strip() or ".")
                    for found in column.finditer(line.text)
                ]
                for line in lines
            ]
    return []


def _square(lines: Sequence[TextToken]) -> list[list[TextToken]]:
    side = len(lines)
    bare = [line if len(line.text) == side else line.stripped() for line in lines]
    # Bars and frame lines can make the numbers of lines and columns equal.
    is_square = all(len(line.text) == side and not set(line.text) & set("|+") for line in bare)
    return [line.characters() for line in bare] if is_square and side >= MIN_SIDE else []


def _words(line: TextToken) -> list[TextToken]:
    """Split a line at its separators into words; a line that draws a frame has no words."""
    inner = line.text.strip(" \t")
    ruled = sum(inner.count(c) for c in _LINE_DRAWING)
    if not set(line.text) - set(_RULES) and ruled > 2 and ruled >= len(inner) / 2:
        return []
    words = re.finditer(f"[^{re.escape(_SEPARATORS)}]+", line.text)
    return [TextToken(line.at + found.start(), found[0]) for found in words]


def _digit(word: TextToken, side: int, alphabet: str | None) -> int:
    """Return the digit of a cell, or 0 for an empty cell or a list of candidates."""
    text, known = word.text, values(side, alphabet)
    if len(text) == 1 and text in known:
        return known[text]
    if len(text) == 1 and text in BLANKS:
        return 0
    if side > 9:
        if re.fullmatch("[0-9]{2}", text) and 1 <= int(text) <= side:
            return int(text)
        expected = f"a number from 1 to {side}, a character of the alphabet, or . for an empty cell"
        raise UnexpectedCharacter(word.at, expected, repr(text))
    for place, token in enumerate(word.characters()):
        if token.text not in known or token.text in text[:place]:
            expected = f"different digits from 1 to {side}, the candidates of a cell"
            raise UnexpectedCharacter(token.at, expected)
    return 0


def rows_on_lines(text: str) -> str | None:
    """If ``;``, ``/`` or ``|`` separates the rows of a text, return one row per line, else None."""
    if len(text) > 4 * MAX_SIDE**2 or not re.search("[;/|]", text):
        return None
    rows = [row for row in re.split("[;/|]", text.strip("()[] \n")) if row.strip()]
    is_square = len(rows) >= MIN_SIDE and all(
        len(rows) in (len(re.sub("[ \t,]", "", row)), len(row.split())) for row in rows
    )
    return "\n".join(row.strip() for row in rows) if is_square else None


def write_line(board: SudokuBoard) -> str:
    """Return one character per cell on one line, with ``.`` for empty cells."""
    return "".join([DIGITS[digit - 1] if digit else "." for digit in board.givens])


def write_zeros(board: SudokuBoard) -> str:
    """Return one character per cell on one line, with 0 for empty cells."""
    return write_line(board).replace(".", "0")


def write_rows(board: SudokuBoard) -> str:
    """Return one line per row, with ``.`` for empty cells."""
    return "".join(f"{row}\n" for row in in_rows(write_line(board), board.layout.side))


def write_grid(board: SudokuBoard) -> str:
    """Return the board as numbers in a frame, with spaces between the cells."""
    width = len(str(board.layout.side))
    return framed(
        board.layout, [(str(digit) if digit else ".").rjust(width) for digit in board.givens]
    )


def write_candidates(board: SudokuBoard) -> str:
    """Return a text with the candidates of each cell; raise BoardError for boards above 9 x 9."""
    n, bitboard = board.layout.side, bitboard_of(board.layout)
    if n > 9:
        raise BoardError(f"Sudoku of side {n}: a candidate grid has a side of at most 9")
    state = bitboard.state_of(board.givens)
    groups = ["".join(map(str, bitboard.candidates(state, cell))) for cell in range(n * n)]
    width = max(map(len, groups))
    return framed(board.layout, [group.ljust(width) for group in groups])


def framed(
    layout: Layout,
    cells: Sequence[str],
    blank: str = " ",
    bars: Sequence[str] = ("| ", " | ", " |"),
    inner: Sequence[str] = ("+-", "-+-", "-+"),
    outer: Sequence[str] | None = ("+-", "-+-", "-+"),
) -> str:
    """Return the cells as rows of text, with a frame around the board and between the boxes.

    bars: the texts before, between and after the boxes of a row. inner: the same for the lines
    between boxes. outer: the same for the first and the last line; None leaves these lines out.
    """
    n = layout.side
    high, wide = layout.box or (n, n)
    rows = [[blank.join(box) for box in in_rows(row, wide)] for row in in_rows(cells, n)]
    lines = [_between(bars, row) for row in rows]
    fill = ["-" * len(box) for box in rows[0]]
    rule = f"\n{_between(inner, fill)}\n"
    text = rule.join("\n".join(band) for band in in_rows(lines, high))
    if outer is None:
        return f"{text}\n"
    edge = _between(outer, fill)
    return f"{edge}\n{text}\n{edge}\n"


def _between(signs: Sequence[str], boxes: Sequence[str]) -> str:
    before, between, after = signs
    return before + between.join(boxes) + after


ALPHABETS = ("1-P", "0-F", "a-y")
"""1-9 and then A = 10 to P = 25; or 0 to F for 1 to 16; or a to y for 1 to 25."""

BLANKS = ".0*_-Xx "
_ALPHABET_OF_SIDE = {"0-F": 16, "a-y": 25}


def side_of(cells: Sequence[TextToken]) -> int:
    """Return the side of the square board that these cells form, such as 9 for 81 cells."""
    side = isqrt(len(cells))
    if side * side != len(cells) or not MIN_SIDE <= side <= MAX_SIDE:
        expected = f"the square of a number from {MIN_SIDE} to {MAX_SIDE}, such as 81"
        raise UnexpectedCharacter(cells[0].at if cells else 0, expected, f"{len(cells)} cells")
    return side


def digits_of(cells: Sequence[TextToken], alphabet: str | None = None) -> tuple[int, ...]:
    """Return the digit of each cell, or 0 for an empty cell. Each cell has one character.

    All empty cells must have the same character.
    """
    side = side_of(cells)
    wanted = _ALPHABET_OF_SIDE.get(alphabet or "", side)
    if wanted != side:
        raise BoardError(f"Sudoku of side {side}: the alphabet {alphabet!r} needs side {wanted}")
    value_of = values(side, alphabet)
    blank = next((cell.text for cell in cells if cell.text not in value_of), "")
    digits = []
    for at, character in cells:
        if character not in value_of and (character != blank or blank not in BLANKS):
            before = f"; earlier empty cells are {blank!r}" if character in BLANKS else ""
            raise UnexpectedCharacter(at, _expectation(side, alphabet) + before)
        digits.append(value_of.get(character, 0))
    return tuple(digits)


def plain_digits(text: str) -> tuple[int, ...] | None:
    """Return the digits if a text has one character per cell (``.`` or 0: empty), else None."""
    side = isqrt(len(text))
    if side * side != len(text) or not MIN_SIDE <= side <= MAX_SIDE:
        return None
    value_of = {**values(side), "0" if "0" in text else ".": 0}
    try:
        return tuple([value_of[character] for character in text])
    except KeyError:
        return None


@lru_cache(maxsize=128)
def values(side: int, alphabet: str | None = None) -> Mapping[str, int]:
    """Return a dict from characters to digits; letters may be upper or lower case."""
    if alphabet == "0-F":
        digits = {character: int(character, 16) + 1 for character in "0123456789ABCDEFabcdef"}
    else:
        letters = "abcdefghijklmnopqrstuvwxy" if alphabet == "a-y" else DIGITS[:side]
        pairs = enumerate(letters, 1)
        digits = {c: d for d, letter in pairs for c in (letter.upper(), letter.lower())}
    return MappingProxyType(digits)


def _expectation(side: int, alphabet: str | None) -> str:
    if alphabet in _ALPHABET_OF_SIDE:
        return f"one of {alphabet}, or . for an empty cell"
    last = DIGITS[side - 1]
    upper = f"9 or A to {last}" if side > 9 else last
    hint = {16: "0-F", 25: "a-y"}.get(side)
    other = f" (other letters: alphabet {hint!r})" if hint else ""
    return f"a digit from 1 to {upper}, or . for an empty cell{other}"


class TextToken(NamedTuple):
    """A part of a text, and the offset of its first character in the text."""

    at: int
    text: str

    def characters(self) -> list[TextToken]:
        """Return each character of the text as a token with its own offset."""
        return [TextToken(at, character) for at, character in enumerate(self.text, self.at)]

    def stripped(self) -> TextToken:
        """Return the token without the blanks around its text."""
        return TextToken(self.at + len(self.text) - len(self.text.lstrip()), self.text.strip())


class UnexpectedCharacter(BoardError):
    """The error for an unexpected character in a text.

    at: the offset of the character. found: a description to show instead of the character.
    """

    def __init__(self, at: int, expected: str, found: str | None = None) -> None:
        super().__init__(f"Sudoku text, character {at + 1}: expected {expected}")
        self.at, self.expected, self.found = at, expected, found

    def placed(self, text: str) -> BoardError:
        """Return a BoardError with the line and the column of the error in ``text``."""
        line = text.count("\n", 0, self.at) + 1
        column = self.at - text.rfind("\n", 0, self.at)
        character = repr(text[self.at]) if self.at < len(text) else "the end"
        return BoardError(
            f"Sudoku text, line {line}, column {column}: found {self.found or character},"
            f" expected {self.expected}"
        )
