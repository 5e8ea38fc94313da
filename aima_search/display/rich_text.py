"""Colour the text picture for a terminal, with rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.display import palette
from aima_search.display.scene import Cell, Scene
from aima_search.display.text import text_lines

if TYPE_CHECKING:
    from rich.text import Text


def rich_text(scene: Scene, unicode: bool = True) -> Text:
    """The text picture with colours: the same characters as ``render_text``.

    >>> rich_text(Scene(((Cell("7", "given"),),))).plain.splitlines()[1]
    '│ 7 │'
    """
    from rich.text import Text

    picture = Text(no_wrap=True)
    for number, line in enumerate(text_lines(scene, unicode)):
        picture.append("\n" if number else "")
        for span in line:
            picture.append(span.text, _style(span.cell) if span.cell else "")
    if scene.title:
        picture.stylize("bold", 0, len(scene.title))
    return picture


def _style(cell: Cell) -> str:
    """Both a foreground and a background, or neither, to be readable on any terminal."""
    if cell.role == "wall":
        return "bright_black"
    if cell.role == "shaded":
        return "bold red" if cell.conflict else "bold"
    if cell.role == "piece" and cell.text:
        fill, ink = palette.piece_of(cell)
        return f"bold {ink} on {fill}"
    if cell.goal or cell.conflict:
        fill, ink = palette.square_of(cell)
        return f"{ink} on {fill}"
    if not cell.text:
        return "dim"
    return {"given": "bold", "placed": "cyan"}.get(cell.role, "")
