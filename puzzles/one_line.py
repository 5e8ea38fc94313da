"""A board of many rows on one line: between ``;`` or ``/``, or in parentheses between ``|`` too."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aima_search.base.errors import BoardError

_INSIDE = re.compile(r"\s*(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\])\s*")


def rows_of_line(text: str, cells: Callable[[str], Sequence[str]] = str.split) -> list[str] | None:
    """Return the rows of a board that stands on one line, None if the line is not such a board.

    cells: how a row is taken apart. Signs between single cells separate cells, not rows. Raises
    BoardError for bars outside of parentheses: they might separate cells or rows.

    >>> rows_of_line("1 2 1; 2 2 1; 3 1 2")
    ['1 2 1', '2 2 1', '3 1 2']
    >>> rows_of_line("1; 2; 1") is None
    True
    """
    if len(text.strip().splitlines()) != 1:
        return None
    if has_rows(text, cells):
        match = _INSIDE.fullmatch(text)
        return _parts("[;/|]", match[1] or match[2]) if match else _parts("[;/]", text)
    if _are_rows(_parts(r"\|", text), cells):
        raise BoardError(
            f"board {text.strip()[:40]!r}: one row, or several between bars? Write several as"
            " (...|...|...) or with ; between them, and one row without bars"
        )
    return None


def has_rows(line: str, cells: Callable[[str], Sequence[str]] = str.split) -> bool:
    """Tell whether a line holds several rows with more than bars between them."""
    match = _INSIDE.fullmatch(line)
    if match:
        return len(_parts("[;/|]", match[1] or match[2] or "")) > 1
    return _are_rows(_parts("[;/]", line), cells)


def _parts(signs: str, text: str) -> list[str]:
    return [part.strip() for part in re.split(signs, text) if part.strip()]


def _are_rows(parts: list[str], cells: Callable[[str], Sequence[str]]) -> bool:
    return len(parts) > 1 and any(len(cells(part)) > 1 for part in parts)
