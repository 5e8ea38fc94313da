"""Hitori boards as texts of janko.at: rows of numbers and of a solution."""

from __future__ import annotations

import re
from typing import Any

from aima_search.base.errors import BoardError
from puzzles.grid import RowColumn
from puzzles.hitori.formats.reading import Lines, Reading, number_rows
from puzzles.hitori.formats.rows import write_rows
from puzzles.hitori.rules import Rows


def read_janko(text: str) -> Reading:
    """Read the [problem] rows of a janko.at text, and its [solution] of x and - if there is one."""
    sections: dict[str, Lines] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        heading = re.fullmatch(r"\s*\[(\w+)\]\s*", line)
        if heading:
            section = heading[1].lower()
        elif line.strip():
            sections.setdefault(section, []).append((number, line))
    rows = number_rows(sections.get("problem", []), blanks=".-")
    marks = sections.get("solution")
    return Reading(rows, None if marks is None else read_marks(marks, rows))


def read_marks(lines: Lines, rows: list[list[Any]]) -> frozenset[RowColumn]:
    """Return the cells marked x in rows of x and -, one a cell of the board."""
    shaded = set()
    for row, (number, line) in enumerate(lines):
        marks = re.sub(r"[\s,;|]", "", line)
        fault = re.search(r"[^xX-]", marks)
        if fault or row >= len(rows) or len(marks) != len(rows[row]):
            what = f"found {fault[0]!r}" if fault else "of another size than the board"
            raise BoardError(f"Hitori solution, line {number}: {what}, expected rows of x and -")
        shaded |= {(row, column) for column, mark in enumerate(marks) if mark in "xX"}
    if len(lines) != len(rows):
        raise BoardError(f"Hitori solution: {len(lines)} rows, expected {len(rows)}")
    return frozenset(shaded)


def write_janko(rows: Rows) -> str:
    """Return a [problem] section."""
    return f"[problem]\n{write_rows(rows)}[end]\n"
