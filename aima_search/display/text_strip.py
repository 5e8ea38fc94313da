"""Put text pictures side by side, as many as a line of the terminal holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from aima_search.display.scene import Scene
from aima_search.display.text import render_text

_GAP = "   "


def render_text_strip(scenes: Sequence[Scene], width: int = 80, unicode: bool = True) -> str:
    """Draw scenes from left to right in lines of at most ``width`` characters.

    A free line stands between rows of pictures; a wider picture gets a row of its own.

    >>> from aima_search.display import Cell
    >>> step = Scene(((Cell("S", "piece"),),))
    >>> print(render_text_strip([step, step]))
    ┌───┐   ┌───┐
    │ S │   │ S │
    └───┘   └───┘
    """
    pictures = [_padded(render_text(scene, unicode).split("\n")) for scene in scenes]
    return "\n\n".join("\n".join(_beside(row)) for row in _rows(pictures, width))


def _padded(lines: list[str]) -> list[str]:
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def _rows(pictures: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """Fill each row of pictures as far as the width allows."""
    row: list[list[str]] = []
    for picture in pictures:
        if row and sum(len(lines[0] + _GAP) for lines in row) + len(picture[0]) > width:
            yield row
            row = []
        row.append(picture)
    if row:
        yield row


def _beside(pictures: list[list[str]]) -> Iterator[str]:
    """The lines of pictures joined; a short picture is followed by free lines."""
    free = [" " * len(lines[0]) for lines in pictures]
    for lines in zip_longest(*pictures):
        shown = (line or blank for line, blank in zip(lines, free, strict=True))
        yield _GAP.join(shown).rstrip()
