"""Hitori boards as Python or JSON lists."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.reading import Reading
from puzzles.hitori.rules import CellNumber, Rows
from puzzles.number_lists import read_number_lists, write_number_lists


def read_list(text: str) -> Reading:
    """Read a Python or JSON list of rows, or what numpy prints of an array, as data.

    A solution or a comment may stand behind the list on its line, and is left out.
    """
    end = _end_of_matrix(text)
    behind = text[end:].rstrip()
    if not behind or "\n" in behind or re.match(r"[\])]", behind):
        return Reading(read_number_lists(text, "Hitori"))
    board = read_number_lists(text[:end], "Hitori")
    _check_behind(behind, board)
    return Reading(board)


def write_list(rows: Sequence[Sequence[CellNumber]]) -> str:
    """Return a Python list of lists without blanks."""
    return write_number_lists(rows)


def write_json(rows: Rows) -> str:
    """Return a JSON list of lists without blanks."""
    return json.dumps(rows, separators=(",", ":"))


def _end_of_matrix(text: str) -> int:
    """Return where the brackets that a list of lists begins with are all closed."""
    if not re.match(r"\s*[\[(]\s*[\[(]", text):
        return len(text)
    depth = 0
    for bracket in re.finditer(r"[\[\](){}]", text):
        depth += 1 if bracket[0] in "[({" else -1
        if depth == 0:
            return bracket.end()
    return len(text)


def _check_behind(text: str, board: list[list[Any]]) -> None:
    """Refuse a text behind a board that could be more of the board, or another board."""
    text = text.lstrip(" \t,;:")
    if not re.match(r"[\[(0-9.]", text):
        return
    try:
        rows = read_number_lists(text, "Hitori")
    except BoardError:
        rows = []
    is_solution = _shape(rows) == _shape(board) and any(0 in row for row in rows)
    is_cells = bool(rows) and {len(row) for row in rows} == {2} != {len(row) for row in board}
    if not is_solution and not is_cells:
        raise BoardError(
            f"Hitori list: found {text[:40]!r} behind the board, expected its solution, 0 for a"
            " shaded cell, or a comment that does not begin with a number or a bracket"
        )


def _shape(rows: list[list[Any]]) -> list[int]:
    return [len(row) for row in rows]
