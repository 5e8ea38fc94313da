"""The characters of the text picture, in Unicode and in plain ASCII."""

from __future__ import annotations

from itertools import product, starmap
from typing import NamedTuple

from aima_search.display.scene import Cell


class Symbols(NamedTuple):
    """One style. ``lines`` holds a character for each way in which up to four lines can meet."""

    empty: str
    origin: str
    wall: str
    shaded: str
    explored: str
    lines: str

    def line(self, up: int, right: int, down: int, left: int) -> str:
        """The character whose arms have these weights: 0 none, 1 light, 2 heavy.

        >>> UNICODE.line(0, 1, 1, 0) + UNICODE.line(0, 1, 2, 1) + UNICODE.line(0, 0, 2, 2)
        '┌┰┓'
        """
        return self.lines[27 * up + 9 * right + 3 * down + left]


UNICODE = Symbols(
    empty="·",
    origin="∘",
    wall="█",
    shaded="■",
    explored="░",
    lines=" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
)


def _ascii_line(up: int, right: int, down: int, left: int) -> str:
    """Dots for light lines, the usual frame for heavy ones."""
    heavy = 2 in (up, right, down, left)
    if not (up or down):
        return "-" if heavy else "." if right or left else " "
    if not (left or right):
        return "|" if heavy else ":"
    return "+" if heavy else "."


ASCII = Symbols(
    empty=".",
    origin="_",
    wall="#",
    shaded="%",
    explored=",",
    lines="".join(starmap(_ascii_line, product((0, 1, 2), repeat=4))),
)

GIVEN = "'"
"""Stands before a given text if others have been filled in."""

_MARK_PRIORITY = "![]*<>() "


def mark_around(cell: Cell) -> tuple[str, str]:
    """The characters before and after a cell: its strongest mark.

    A free origin has a symbol of its own instead.

    >>> mark_around(Cell("S", goal=True, marked=True))
    ('[', ']')
    """
    if cell.conflict:
        return "!", "!"
    if cell.marked:
        return "[", "]"
    if cell.goal:
        return "*", "*"
    if cell.ring:
        return "<", ">"
    if cell.origin and (cell.text or cell.role != "empty"):
        return "(", ")"
    return " ", " "


def stronger_mark(first: str, second: str) -> str:
    """The mark that gets the gap between two neighbours with marks."""
    return min(first, second, key=_MARK_PRIORITY.index)
