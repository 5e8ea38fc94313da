"""The pictures of the squares in the page's editor; the textbook's problem draws whole boards."""

from __future__ import annotations

from aima_search import display
from aima_search.base.errors import BoardError


def pictures(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return a dict from the possible texts of a square, "Q" and ".", to their pictures."""
    if rows != columns:
        raise BoardError(f"queens board of {rows} x {columns}: expected a square board")
    return {".": display.Cell(), "Q": display.Cell("Q", role="piece", shape="queen")}
