"""The two run-length codes of Simon Tatham's puzzle ids: numbers, and borders.

Numbers: ``a`` to ``z`` stand for 1 to 26 cells without a number, ``_`` separates adjacent numbers.
Borders: every pair of neighbouring cells, side by side row by row, then one above the other
column by column; ``_`` is a border, ``a`` to ``y`` are 1 to 25 pairs without a border and then a
border, ``z`` is 26 pairs without a border. A border behind the last pair ends the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aima_search.base.errors import BoardError

_NUMBERS = re.compile(r"(?P<open>[a-z])|_?(?P<number>[0-9]{1,3})(?![0-9])", re.ASCII)
_LONGEST_OPEN, _LONGEST_FREE = 26, 26


class RunError(BoardError):
    """A code that does not fit the board; ``offset``: its place; ``expected``: the right text."""

    def __init__(self, offset: int, expected: str) -> None:
        super().__init__(f"Sudoku id, character {offset + 1}: expected {expected}")
        self.offset, self.expected = offset, expected


def read_numbers(code: str, cells: int) -> list[int]:
    """Return the number of every cell, 0 for a cell without a number."""
    numbers: list[int] = []
    offset = 0
    while offset < len(code):
        token = _NUMBERS.match(code, offset)
        if token is None or (
            code[offset] == "_" and (offset == 0 or not code[offset - 1].isdigit())
        ):
            raise RunError(offset, "a letter for open cells, a number, or '_' between two numbers")
        if token["open"]:
            numbers += [0] * (ord(token["open"]) - ord("a") + 1)
        else:
            numbers.append(int(token["number"]))
            if numbers[-1] == 0:
                raise RunError(offset, "a number from 1 on")
        if len(numbers) > cells:
            raise RunError(offset, f"{cells} cells and no more")
        offset = token.end()
    if len(numbers) != cells:
        raise RunError(offset, f"{cells} cells, not {len(numbers)}")
    return numbers


def write_numbers(numbers: Sequence[int]) -> str:
    """Return the code of the numbers of all cells, 0 for a cell without a number."""
    code, free = "", 0
    for number in numbers:
        if number:
            code += _free_cells(free)
            code += f"_{number}" if code and free == 0 else str(number)
            free = 0
        else:
            free += 1
    return code + _free_cells(free)


def _free_cells(count: int) -> str:
    rest = count % _LONGEST_OPEN
    return "z" * (count // _LONGEST_OPEN) + (chr(ord("a") + rest - 1) if rest else "")


def neighbours(side: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of neighbouring cells in the order of the code."""
    for row in range(side):
        for column in range(side - 1):
            yield row * side + column, row * side + column + 1
    for column in range(side):
        for row in range(side - 1):
            yield row * side + column, (row + 1) * side + column


def read_borders(code: str, side: int) -> list[int]:
    """Return for every cell the first cell of the area that the borders enclose it in."""
    pairs = list(neighbours(side))
    area = list(range(side * side))
    position = 0

    def first(cell: int) -> int:
        while area[cell] != cell:
            cell = area[cell]
        return cell

    for offset, character in enumerate(code):
        free = 0 if character == "_" else ord(character) - ord("a") + 1
        if not 0 <= free <= _LONGEST_FREE:
            raise RunError(offset, "'_' or a letter from a to z")
        if position + free > len(pairs):
            raise RunError(offset, f"borders of {len(pairs)} pairs of cells and no more")
        for a, b in pairs[position : position + free]:
            low, high = sorted((first(a), first(b)))
            area[high] = low
        position += free + (free < _LONGEST_FREE)
        if position > len(pairs) and offset + 1 < len(code):
            raise RunError(offset + 1, "the end of the borders")
    if position != len(pairs) + 1:
        raise RunError(len(code), f"borders of {len(pairs)} pairs of cells, not {position}")
    return [first(cell) for cell in range(side * side)]


def write_borders(areas: Sequence[int], side: int) -> str:
    """Return the code of the borders between cells of different areas."""
    code, free = "", 0
    for has_border in [*(areas[a] != areas[b] for a, b in neighbours(side)), True]:
        if has_border:
            code += chr(ord("a") + free - 1) if free else "_"
            free = 0
        else:
            free += 1
            if free == _LONGEST_FREE:
                code += "z"
                free = 0
    return code
