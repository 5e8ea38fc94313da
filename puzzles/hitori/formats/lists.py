"""Hitori boards as Python or JSON lists."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from aima_search.errors import BoardError
from puzzles.hitori.formats.reading import Reading
from puzzles.hitori.rules import Number, Rows


def read_list(text: str) -> Reading:
    """Read a Python or JSON list of rows, as data: brackets, commas, numbers, None or null."""
    fault = re.search(r"(?:None|null|[\[\](),\s0-9])*", text)
    assert fault is not None
    if fault.end() < len(text):
        before = text[: fault.end()]
        raise BoardError(
            f"Hitori list, line {before.count(chr(10)) + 1}, column"
            f" {fault.end() - before.rfind(chr(10))}: found {text[fault.end()]!r}, expected"
            " rows of numbers such as [[1,2],[2,1]]"
        )
    as_json = text.replace("(", "[").replace(")", "]").replace("None", "null")
    try:
        rows = json.loads(re.sub(r",(\s*\])", r"\1", as_json))
    except (ValueError, RecursionError) as error:
        place = getattr(error, "colno", None)
        where = "" if place is None else f", line {getattr(error, 'lineno', 1)}, column {place}"
        raise BoardError(
            f"Hitori list{where}: not a list of rows of numbers such as [[1,2],[2,1]]"
        ) from None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BoardError("Hitori list: expected rows of numbers such as [[1,2],[2,1]]")
    return Reading(rows)


def write_list(rows: Sequence[Sequence[Number]]) -> str:
    """Return a Python list of lists without blanks."""
    return repr([list(row) for row in rows]).replace(" ", "")


def write_json(rows: Rows) -> str:
    """Return a JSON list of lists without blanks."""
    return json.dumps(rows, separators=(",", ":"))
