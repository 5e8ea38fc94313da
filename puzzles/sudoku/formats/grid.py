"""Boards drawn as rows: plain, framed, Simple Sudoku's ``.ss`` and its clipboard, candidates.

Cells are single characters, or numbers between blanks, commas, tabs and bars. Lines of frame
characters alone separate boxes. In a candidate grid every cell is the group of the digits that
it may hold; a group of one is a given.
"""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.base.errors import BoardError
from puzzles.sudoku.board import Board, Variant, make_board
from puzzles.sudoku.formats.alphabet import BLANKS, digits_of, side_of, values
from puzzles.sudoku.formats.line import without_comment
from puzzles.sudoku.formats.place import Symbol, Symbols, fault, symbols_of, text_of
from puzzles.sudoku.geometry import DIGITS, MAX_SIDE, MIN_SIDE

_SEPARATORS = " \t,;|:\u2502\u2551\u2503"
_RULES = "-+=*|:. \t'`\u2500\u2501\u2502\u2503\u2550\u2551\u253c\u256c\u2554\u2557\u255a\u255d"
_LINE_DRAWING = "-+=\u2500\u2501\u2550"

Word = tuple[Symbol, ...]


LINE_LENGTHS = frozenset({16, 36, 64, 81, 100, 144, 225, 256, 400, 625})
"""The lengths of lines that are a puzzle by themselves."""


def has_rows(text: str) -> bool:
    """Tell whether the lines of a text are the rows of one board, not a puzzle each.

    Sixteen lines of sixteen characters can be both. If no digit is above 4, they can be sixteen
    puzzles of side 4, and only the user knows.
    """
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
    square = _square_of_characters(lines)
    if square is not None:
        return make_board(digits_of(square, alphabet), variant)
    rows = [words for words in map(_words, lines) if words]
    words = [word for row in rows for word in row]
    if all(len(word) == 1 for word in words) or not _are_cells(rows):
        symbols = [symbol for word in words for symbol in word]
        _check_rows([sum(map(len, row)) for row in rows], rows)
        return make_board(digits_of(symbols, alphabet), variant)
    _check_rows([len(row) for row in rows], rows)
    side = side_of(len(words))
    if side > 9:
        return make_board([_number(word, side, alphabet) for word in words], variant)
    return make_board([_group(word, side) for word in words], variant)


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


def _words(line: Symbols) -> list[Word]:
    """Return the groups of characters between separators, none for a line of a frame."""
    text = text_of(line)
    inner = text.strip(" \t")
    ruled = sum(inner.count(c) for c in _LINE_DRAWING)
    if not set(text) - set(_RULES) and ruled > 2 and ruled >= len(inner) / 2:
        return []
    words: list[Word] = []
    word: list[Symbol] = []
    for symbol in (*line, Symbol(" ", 0, 0)):
        if symbol.text not in _SEPARATORS:
            word.append(symbol)
        elif word:
            words.append(tuple(word))
            word = []
    return words


def _are_cells(rows: Sequence[Sequence[Word]]) -> bool:
    """Tell whether words are cells, not runs of them: in most rows as many words as rows."""
    return 2 * sum(len(row) == len(rows) for row in rows) > len(rows)


def _check_rows(counts: Sequence[int], rows: Sequence[Sequence[Word]]) -> None:
    side = len(rows)
    for count, row in zip(counts, rows, strict=True):
        if count != side:
            symbol = row[0][0]
            raise BoardError(
                f"Sudoku text, line {symbol.line}, column {symbol.column}: found a row of {count}"
                f" cells, expected {side} as there are rows"
            )


def _number(word: Word, side: int, alphabet: str | None) -> int:
    """Return a cell of a board above 9: a number, or one character of the alphabet."""
    text = text_of(word)
    if len(text) == 1:
        if text in BLANKS and text not in values(side, alphabet):
            return 0
        return values(side, alphabet).get(text) or _refuse(word, side)
    if text.isascii() and text.isdecimal() and len(text) == 2 and 1 <= int(text) <= side:
        return int(text)
    return _refuse(word, side)


def _refuse(word: Word, side: int) -> int:
    raise fault(
        Symbol(text_of(word), word[0].line, word[0].column),
        f"a number from 1 to {side}, a character of the alphabet, or an open cell such as '.'",
    )


def _group(word: Word, side: int) -> int:
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


def write_rows(board: Board) -> str:
    """Return a line for each row, ``.`` for open cells."""
    return "".join("".join(_faces(row)) + "\n" for row in board.rows())


def write_grid(board: Board) -> str:
    """Return the rows in a frame, a blank around every cell; sides above 9 in numbers."""
    n = board.layout.side
    width = len(str(n))
    rows = [[str(d).rjust(width) if d else ".".rjust(width) for d in row] for row in board.rows()]
    high, wide = board.layout.box or (n, n)
    rule = "+" + ("-" * (wide * (width + 1) + 1) + "+") * (n // wide)
    lines = [rule]
    for number, row in enumerate(rows, 1):
        parts = [" ".join(row[start : start + wide]) for start in range(0, n, wide)]
        lines.append("| " + " | ".join(parts) + " |")
        if number % high == 0:
            lines.append(rule)
    return "\n".join(lines) + "\n"


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
    _, wide = _box(board)
    lines = []
    for start in range(0, n * n, n):
        row = [group.ljust(width) for group in groups[start : start + n]]
        parts = [" ".join(row[place : place + wide]) for place in range(0, n, wide)]
        lines.append("| " + " | ".join(parts) + " |")
    rule = "+" + "+".join(["-" * (wide * (width + 1) + 1)] * (n // wide)) + "+"
    return "\n".join(_with_rules(board, lines, rule)) + "\n"


def _box(board: Board) -> tuple[int, int]:
    return board.layout.box or (board.layout.side, board.layout.side)


def _faces(row: Sequence[int]) -> list[str]:
    return [DIGITS[digit - 1] if digit else "." for digit in row]


def _in_boxes(board: Board) -> list[str]:
    _, wide = _box(board)
    n = board.layout.side
    rows = [_faces(row) for row in board.rows()]
    return ["|".join("".join(row[s : s + wide]) for s in range(0, n, wide)) for row in rows]


def _with_rules(board: Board, lines: Sequence[str], rule: str) -> list[str]:
    """Return the lines with a rule before the first, after every row of boxes."""
    high, _ = _box(board)
    ruled = [rule]
    for number, line in enumerate(lines, 1):
        ruled.append(line)
        if number % high == 0:
            ruled.append(rule)
    return ruled
