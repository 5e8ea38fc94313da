"""Boards as lists of rows of numbers, as Python, JSON, numpy or a program writes them.

Lists are read as data: nothing of a text is run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from aima_search.base.errors import BoardError

EXPECTED = "rows of numbers such as [[1,2],[2,1]]"


def read_number_lists(text: str, puzzle: str) -> list[list[Any]]:
    """Return the rows of a text of brackets, numbers, commas, None or null; BoardError says where.

    Commas between the rows, or between all numbers, may be missing, and so may the outer brackets.
    """
    fault = re.search(r"(?:None|null|[\[\](),\s0-9])*", text)
    assert fault is not None
    if fault.end() < len(text):
        before = text[: fault.end()]
        raise BoardError(
            f"{puzzle} list, line {before.count(chr(10)) + 1}, column"
            f" {fault.end() - before.rfind(chr(10))}: found {text[fault.end()]!r}, expected"
            f" {EXPECTED}"
        )
    try:
        rows = json.loads(_as_json(text))
    except (ValueError, RecursionError) as error:
        place = getattr(error, "colno", None)
        where = "" if place is None else f", line {getattr(error, 'lineno', 1)}, column {place}"
        raise BoardError(f"{puzzle} list{where}: not a list of {EXPECTED}") from None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BoardError(f"{puzzle} list: expected {EXPECTED}")
    return rows


def write_number_lists(rows: Iterable[Sequence[int | None]]) -> str:
    """Return a Python list of lists without blanks."""
    return repr([list(row) for row in rows]).replace(" ", "")


def _as_json(text: str) -> str:
    text = text.replace("(", "[").replace(")", "]").replace("None", "null")
    text = re.sub(r"(?<=[\]0-9l])(?=\s+[\[0-9n])|(?<=\])(?=\[)", ",", text)  # numpy: blanks alone
    text = re.sub(r",(\s*(?:\]|\Z))", r"\1", text)
    has_rows_alone = text.count("[") > 1 and not re.match(r"\s*\[\s*\[", text)
    return f"[{text}]" if has_rows_alone else text
