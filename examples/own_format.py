"""Add a text format to a puzzle: the rows of a board in one line, each with a title."""

import re

from aima_search.base.errors import BoardError
from puzzles import Hitori
from puzzles.hitori.formats import register_format


def read_titled(text):
    """Return the numbers of a text such as ``row 1: 1 2 1; row 2: 2 2 1``."""
    rows = []
    for number, part in enumerate(text.split(";"), 1):
        found = re.fullmatch(r"\s*row \d+: ([\d ]+)", part)
        if not found:
            raise BoardError(f"row {number}: found {part!r}, expected text like 'row 1: 1 2 1'")
        rows.append([int(word) for word in found[1].split()])
    return rows


def write_titled(rows):
    """Return the text of a board."""
    lines = [" ".join(map(str, row)) for row in rows]
    return "; ".join(f"row {number}: {line}" for number, line in enumerate(lines, 1))


register_format("titled", read_titled, write_titled, sign=r"\s*row \d+:")

problem = Hitori("row 1: 1 2 1; row 2: 2 2 1; row 3: 3 1 2")
print(problem)
print(problem.format("titled"))
assert Hitori.parse(problem.format("titled")).numbers == problem.numbers
