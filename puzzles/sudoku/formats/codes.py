"""Boards as codes: Simon Tatham's ids and puzz.link addresses.

An id is ``3x3:BODY`` for boxes of 3 columns and 3 rows, or ``9j:BODY`` for a jigsaw. Before the
colon, an ``x`` adds the diagonals, and a ``k`` adds cages. Up to three parts follow the body, each
after a comma: the borders of jigsaw regions, the borders of cages, and the totals of cages in their
first cells.

In a body of numbers, ``a`` to ``z`` stand for 1 to 26 cells without a number, and ``_`` separates
adjacent numbers. A code of borders goes through all pairs of neighbouring cells: the horizontal
pairs row by row, then the vertical pairs column by column. ``_`` stands for a border. ``a`` to
``y`` stand for 1 to 25 pairs without a border, followed by a border. ``z`` stands for 26 pairs
without a border. The code ends with a border after the last pair.

An address is ``https://puzz.link/p?sudoku/COLUMNS/ROWS/BODY``. In its body, ``0`` to ``f`` are
hexadecimal numbers of one digit, ``-`` is followed by a number of two digits, ``.`` is an empty
cell, and ``g`` to ``z`` stand for 1 to 20 empty cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from aima_search.base.errors import BoardError
from aima_search.textbook.utilities import multimap
from puzzles.grid import in_rows
from puzzles.sudoku import rules
from puzzles.sudoku.formats.rows import UnexpectedCharacter
from puzzles.sudoku.rules import MAX_SIDE, MIN_SIDE, Cage, SudokuBoard, Variant, box_layout

SOLO = re.compile(r"\s*(\d{1,2})(?:x(\d{1,2})|j)([xk]{0,2}):", re.ASCII)


def read_solo(text: str, alphabet: str | None) -> SudokuBoard:
    """Return the board that an id describes, with its boxes and diagonals."""
    if (head := SOLO.match(text)) is None:
        raise UnexpectedCharacter(0, "an id such as 3x3:... or 9j:...")
    box = None if head[2] is None else (int(head[1]), int(head[2]))
    side = int(head[1]) if box is None else box[0] * box[1]
    if not MIN_SIDE <= side <= MAX_SIDE:
        raise BoardError(f"Sudoku id of side {side}: expected {MIN_SIDE} to {MAX_SIDE}")
    if box is not None:
        box_layout(box)  # rejects a wrong box before the cells are counted
    is_jigsaw, is_killer = box is None, "k" in head[3]
    parts = text[head.end() :].rstrip().split(",")
    wanted = 1 + is_jigsaw + 2 * is_killer
    if len(parts) != wanted:
        raise BoardError(f"Sudoku id: found {len(parts)} comma-separated parts, expected {wanted}")

    def part(number: int, read: Callable[[str, int], list[int]], size: int) -> list[int]:
        try:
            return read(parts[number], size)
        except UnexpectedCharacter as error:
            start = head.end() + sum(len(before) + 1 for before in parts[:number])
            raise UnexpectedCharacter(start + error.at, error.expected) from None

    givens = part(0, read_numbers, side * side)
    regions = part(1, read_borders, side) if is_jigsaw else []
    areas = part(wanted - 2, read_borders, side) if is_killer else []
    totals = part(wanted - 1, read_numbers, side * side) if is_killer else []
    options = "x" in head[3], _cages(areas, totals)
    layout = rules.jigsaw_layout(regions, *options) if box is None else box_layout(box, *options)
    return SudokuBoard(layout, tuple(givens))


def _cages(areas: list[int], totals: list[int]) -> tuple[Cage, ...]:
    cells_of = multimap((area, cell) for cell, area in enumerate(areas))
    for cell, total in enumerate(totals):
        if (total > 0) != (cell in cells_of):
            place = f"Sudoku id, cell {cell + 1}: found {'a' if total else 'no'} total"
            raise BoardError(f"{place}, expected one total for each cage, in its first cell")
    return tuple(Cage(tuple(cells), totals[first]) for first, cells in cells_of.items())


def write_solo(board: SudokuBoard) -> str:
    """Return a board as an id of Tatham's Solo. If it has cages, each cell must be in a cage."""
    layout = board.layout
    n = layout.side
    size = f"{n}j" if layout.box is None else "{}x{}".format(*layout.box)
    marks = "x" * layout.diagonals + "k" * bool(layout.cages)
    parts = [write_numbers(board.givens)]
    if layout.box is None:
        parts.append(write_borders(layout.regions, n))
    if layout.cages:
        areas = [-1] * (n * n)
        totals = [0] * (n * n)
        for cells, total in layout.cages:
            totals[cells[0]] = total
            for cell in cells:
                areas[cell] = cells[0]
        if -1 in areas:
            raise BoardError("Sudoku id: a cell has no cage, expected every cell in a cage")
        parts += [write_borders(areas, n), write_numbers(totals)]
    return f"{size}{marks}:{','.join(parts)}"


ADDRESS = re.compile(
    r"\s*(?:https?://[\w.:-]{1,100}/[\w./-]{0,100}\?)?(?:p\?)?sudoku/(\d{1,3})/(\d{1,3})/", re.ASCII
)
_TOKEN = re.compile(r"(?P<open>[g-z.])|(?P<digit>[0-9a-f])|-(?P<two>[0-9a-f]{2})", re.ASCII)
SIDES = (4, 6, 9, 16, 25)
_LONGEST_RUN = 20


def read_pzpr(text: str, alphabet: str | None) -> Sequence[int]:
    """Return the board that a puzz.link address describes."""
    if (match := ADDRESS.match(text)) is None:
        raise UnexpectedCharacter(0, "an address such as https://puzz.link/p?sudoku/9/9/...")
    columns, rows = int(match[1]), int(match[2])
    if columns != rows or rows not in SIDES:
        raise BoardError(
            f"Sudoku web address: the board has {rows} rows and {columns} columns, expected a"
            f" square board with a side of {', '.join(map(str, SIDES))}"
        )
    side, end, offset = rows, len(text.rstrip()), match.end()
    givens: list[int] = []
    while offset < end and len(givens) <= side * side:
        if (token := _TOKEN.match(text, offset)) is None:
            raise UnexpectedCharacter(offset, "0 to 9, a to z, '-' followed by two digits, or '.'")
        if token["open"]:
            givens += [0] * (1 if token["open"] == "." else int(token["open"], 36) - 15)
        else:
            number = int(token["digit"] or token["two"], 16)
            if not 1 <= number <= side:
                raise UnexpectedCharacter(offset, f"1 to {side} (f stands for 15, -10 for 16)")
            givens.append(number)
        offset = token.end()
    if len(givens) != side * side or offset < end:
        more = "more than " if offset < end else ""
        raise UnexpectedCharacter(offset, f"{side * side} cells (found {more}{len(givens)})")
    return givens


def write_pzpr(board: SudokuBoard) -> str:
    """Return the puzz.link address of a board with standard boxes."""
    side = board.layout.side
    if side not in SIDES or board.layout != rules.make_board(board.givens, Variant()).layout:
        raise BoardError("Sudoku web address: expected side 4, 6, 9, 16 or 25 and standard boxes")
    body = ""
    for digit, run in groupby(board.givens):
        count = len(list(run))
        if digit:
            body += (f"{digit:x}" if digit < 16 else f"-{digit:02x}") * count
        else:
            body += _run_code(count, _LONGEST_RUN)
    return f"https://puzz.link/p?sudoku/{side}/{side}/{body}"


_NUMBERS = re.compile(r"(?P<open>[a-z])|_?(?P<number>[0-9]{1,3})(?![0-9])", re.ASCII)
_LONGEST = 26


def _run_code(count: int, longest: int) -> str:
    """Return letters whose values add up to ``count``: z = ``longest``, y = ``longest - 1``, ..."""
    rest = count % longest
    return "z" * (count // longest) + (chr(ord("z") - longest + rest) if rest else "")


def read_numbers(code: str, cells: int) -> list[int]:
    """Return the number that ``code`` gives to each cell, or 0 for an empty cell."""
    numbers: list[int] = []
    offset = 0
    while offset < len(code):
        token = _NUMBERS.match(code, offset)
        if token is None or (code[offset] == "_" and not code[:offset][-1:].isdigit()):
            expected = "a letter for empty cells, a number, or '_' between two numbers"
            raise UnexpectedCharacter(offset, expected)
        if token["open"]:
            numbers += [0] * (ord(token["open"]) - ord("a") + 1)
        else:
            numbers.append(int(token["number"]))
            if numbers[-1] == 0:
                raise UnexpectedCharacter(offset, "a number from 1 up")
        if len(numbers) > cells:
            raise UnexpectedCharacter(offset, f"only {cells} cells")
        offset = token.end()
    if len(numbers) != cells:
        raise UnexpectedCharacter(offset, f"{cells} cells (found {len(numbers)})")
    return numbers


def write_numbers(numbers: Sequence[int]) -> str:
    """Encode the numbers of all cells; 0 stands for a cell without a number."""
    code, free = "", 0
    for number in numbers:
        if number:
            code += _run_code(free, _LONGEST)
            code += f"_{number}" if code and free == 0 else str(number)
        free = 0 if number else free + 1
    return code + _run_code(free, _LONGEST)


def neighbours(side: int) -> Iterator[tuple[int, int]]:
    """Yield all horizontal pairs of neighbouring cells, then all vertical pairs."""
    rows = in_rows(range(side * side), side)
    for line in (*rows, *zip(*rows, strict=True)):
        yield from pairwise(line)


def read_borders(code: str, side: int) -> list[int]:
    """Decode the borders between areas; return for each cell the first cell of its area."""
    pairs = list(neighbours(side))
    area = list(range(side * side))
    position = 0

    def first(cell: int) -> int:
        while area[cell] != cell:
            cell = area[cell]
        return cell

    for offset, character in enumerate(code):
        free = 0 if character == "_" else ord(character) - ord("a") + 1
        if not 0 <= free <= _LONGEST:
            raise UnexpectedCharacter(offset, "'_' or a letter from a to z")
        if position + free > len(pairs):
            raise UnexpectedCharacter(offset, f"borders for only {len(pairs)} pairs of cells")
        for a, b in pairs[position : position + free]:
            low, high = sorted((first(a), first(b)))
            area[high] = low
        position += free + (free < _LONGEST)
        if position > len(pairs) and offset + 1 < len(code):
            raise UnexpectedCharacter(offset + 1, "the end of the borders")
    if position != len(pairs) + 1:
        expected = f"borders for {len(pairs)} pairs of cells (found {position})"
        raise UnexpectedCharacter(len(code), expected)
    return [first(cell) for cell in range(side * side)]


def write_borders(areas: Sequence[int], side: int) -> str:
    """Encode the borders between areas; ``read_borders`` decodes them."""
    code, free = "", 0
    for has_border in [*(areas[a] != areas[b] for a, b in neighbours(side)), True]:
        if has_border:
            code += _run_code(free, _LONGEST) + ("" if free % _LONGEST else "_")
        free = 0 if has_border else free + 1
    return code
