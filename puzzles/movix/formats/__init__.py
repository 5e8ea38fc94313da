"""MovIX boards as text: rows of characters, Python or JSON lists, and one-line ids.

Rows may be preceded by a line ``line N``, or stand on one line, as in ``5/1S1H1/2L2/V4/5``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import check_length
from puzzles.movix.formats.ids import ID, format_id, parse_id, runs_apart
from puzzles.movix.formats.rows import format_rows, parse_lists, parse_rows
from puzzles.one_line import has_rows, rows_of_line

WRITERS: dict[str, Callable[[Sequence[str], int], str]] = {"id": format_id, "rows": format_rows}
"""Writers by the name of their format: of rows of characters and the line length."""


MAX_CHARACTERS = 100_000
"""The longest text of a board: 4,096 cells in lists, with room for comments."""


def parse_text(text: str) -> tuple[tuple[str, ...], int | None]:
    """Return rows and the line length (None if the text does not say) of a board's text."""
    check_length("MovIX", text, MAX_CHARACTERS)
    text = text.lstrip("\ufeff").strip()
    if match := ID.fullmatch(text):
        return parse_id(match)
    if text.startswith(("[", "(")) and not has_rows(text, _cells):
        return parse_rows(parse_lists(text)), None
    if re.fullmatch(r"[^\s#\[:]+:\S*", text) and not text.startswith("line"):
        raise BoardError(
            f"MovIX id {text[:40]!r}: expected rows x columns, length of the line and the rows,"
            " such as 5x5,4:5/1S1H1/2L2/V4/5"
        )
    rows = rows_of_line(text, _cells)
    if rows is not None:
        text = "\n".join(row if row.startswith("line") else runs_apart(row) for row in rows)
    lines = ["".join(_cells(line)) for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    length = None
    if lines and (match := re.fullmatch(r"line:?=?(\d{1,4})", lines[0], re.ASCII)):
        length = int(match[1])
        del lines[0]
    return parse_rows(lines), length


def _cells(row: str) -> list[str]:
    """Return the characters of a row without what may stand between them."""
    return list(re.sub(r"[ \t,|]", "", row))
