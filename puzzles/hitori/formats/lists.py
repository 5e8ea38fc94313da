"""Hitori boards as Python or JSON lists."""

from __future__ import annotations

import json
from collections.abc import Sequence

from puzzles.hitori.formats.reading import Reading
from puzzles.hitori.rules import Number, Rows
from puzzles.number_lists import read_number_lists, write_number_lists


def read_list(text: str) -> Reading:
    """Read a Python or JSON list of rows, or what numpy prints of an array, as data."""
    return Reading(read_number_lists(text, "Hitori"))


def write_list(rows: Sequence[Sequence[Number]]) -> str:
    """Return a Python list of lists without blanks."""
    return write_number_lists(rows)


def write_json(rows: Rows) -> str:
    """Return a JSON list of lists without blanks."""
    return json.dumps(rows, separators=(",", ":"))
