"""Pictures of scenes that consist of characters, with lines only at borders.

A mark consists of the characters on both sides of a cell. ``[S]`` means that the last action moved
something to this cell or changed it. ``(S)`` means that the last action moved something away; if
the cell is now empty, it shows ``∘``. ``*S*`` means that the cell is part of the solution. ``!S!``
means that the cell breaks a rule. ``<S>`` means that the player circled the text of the cell.
``'S`` is a given cell of a board in which other cells were filled in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from aima_search.display import palette
from aima_search.display.scene import Cell, Scene, border

if TYPE_CHECKING:
    from rich.text import Text


class Symbols(NamedTuple):
    """The characters of text pictures; ``lines`` has the characters of borders and junctions."""

    empty: str
    origin: str
    wall: str
    shaded: str
    explored: str
    lines: str

    def line(self, up: int, right: int, down: int, left: int) -> str:
        """Return the character for the place where lines meet; 0: no line, 1: thin, 2: thick.

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


ASCII = Symbols(
    empty=".",
    origin="_",
    wall="#",
    shaded="%",
    explored=",",
    # light lines are dots; a crossing with a heavy line is a plus sign
    lines=" .-:.+|++..-..++++---++++++:.+:.+|++..+..+++++++++++++|++|++|++++++++++++++++++++",
)

GIVEN = "'"
"""The character before the text of a given cell if other cells have been filled in."""

_MARK_PRIORITY = "![]*<>() "
_NO_MARK = (" ", " ")


def mark_around(cell: Cell) -> tuple[str, str]:
    """Return the two characters around a cell, which show its most important mark.

    >>> mark_around(Cell("S", goal=True, marked=True))
    ('[', ']')
    """
    marks = (
        (cell.conflict, ("!", "!")),
        (cell.marked, ("[", "]")),
        (cell.goal, ("*", "*")),
        (cell.ring, ("<", ">")),
        (cell.origin and (cell.text or cell.role != "empty"), ("(", ")")),
    )
    return next((pair for has_mark, pair in marks if has_mark), _NO_MARK)


class Span(NamedTuple):
    """A part of a line in a text picture, and the cell that it shows (or None)."""

    text: str
    cell: Cell | None = None


def render_text(scene: Scene, unicode: bool = True) -> str:
    """Return a scene as text; ``unicode=False`` uses ASCII symbols only.

    All lines have the same length, except for the title and the caption.

    >>> print(render_text(Scene(((Cell("S", "piece", marked=True), Cell(role="wall")),)), False))
    +-----+
    |[S]# |
    +-----+
    """
    lines = _TextRenderer(scene, unicode).lines()
    return "\n".join("".join(span.text for span in line) for line in lines)


class _TextRenderer:
    def __init__(self, scene: Scene, unicode: bool) -> None:
        self.scene = scene
        self.symbols = UNICODE if unicode else ASCII
        thick = 2 if scene.regions or not unicode else 1
        self.weights = (0, 1, thick)  # by the number of ``border``
        cells = scene.distinct_cells()
        roles = {cell.role for cell in cells}
        self.given = GIVEN if {"given", "placed"} <= roles else ""
        texts = [self._text(cell) for cell in cells if cell.role not in palette.FILLED]
        self.cell_width = max(1, *map(len, (*texts, *map(self._note, cells), *scene.column_labels)))
        self.margin = max((len(label) + 1 for label in scene.row_labels), default=0)
        has_parts = bool(scene.regions or scene.cages)
        self.has_line_above = [
            row in (0, scene.height)
            or (has_parts and any(self._above(row, column) for column in range(scene.width)))
            for row in range(scene.height + 1)
        ]
        self.has_line_left = [
            column in (0, scene.width)
            or (has_parts and any(self._left(row, column) for row in range(scene.height)))
            for column in range(scene.width + 1)
        ]

    def lines(self) -> Iterator[list[Span]]:
        """Yield the lines of the picture, each as a list of spans. Each span can have a colour."""
        if self.scene.title:
            yield [Span(self.scene.title)]
        if self.scene.column_labels:
            labels = [" " * self.margin]
            for column, label in enumerate(self.scene.column_labels):
                gap = self._gap(0, column, " ", " ")
                labels.append(" " * len(gap) + label.rjust(self.cell_width))
            yield [Span("".join(labels) + "  ")]
        for row, cells in enumerate(self.scene.cells):
            if self.has_line_above[row]:
                yield [Span(self._line_above(row))]
            if any(map(self._note, cells)):
                spans = [Span(cell.note.ljust(self.cell_width)) for cell in cells]
                yield self._between_gaps(row, "", spans, [_NO_MARK] * len(spans))
            yield self._row(row)
        yield [Span(self._line_above(self.scene.height))]
        if self.scene.caption:
            yield [Span(self.scene.caption)]

    def _row(self, row: int) -> list[Span]:
        label = self.scene.row_labels[row] if self.scene.row_labels else ""
        spans, marks = [], []
        for cell in self.scene.cells[row]:
            opening, closing = mark_around(cell)
            face = self._face(cell)
            if len(face) < self.cell_width:
                face, opening = (opening + face).rjust(self.cell_width), " "
            spans.append(Span(face, cell))
            marks.append((opening, closing))
        return self._between_gaps(row, label, spans, marks)

    def _between_gaps(
        self, row: int, label: str, spans: list[Span], marks: list[tuple[str, str]]
    ) -> list[Span]:
        line = [Span(f"{label:>{self.margin - 1}} " if self.margin else "")]
        before = " "
        for column, (span, (opening, closing)) in enumerate(zip(spans, marks, strict=True)):
            line += [Span(self._gap(row, column, before, opening)), span]
            before = closing
        return [*line, Span(self._gap(row, len(spans), before, " "))]

    def _gap(self, row: int, column: int, closing: str, opening: str) -> str:
        if not self.has_line_left[column]:
            return min(closing, opening, key=_MARK_PRIORITY.index)
        weight = self._left(row, column)
        line = self.symbols.line(weight, 0, weight, 0)
        at_start, at_end = column == 0, column == self.scene.width
        return ("" if at_start else closing) + line + ("" if at_end else opening)

    def _line_above(self, row: int) -> str:
        parts = [" " * self.margin]
        for column in range(self.scene.width + 1):
            up, right = self._left(row - 1, column), self._above(row, column)
            down, left = self._left(row, column), self._above(row, column - 1)
            rule_left, rule_right = (self.symbols.line(0, arm, 0, arm) for arm in (left, right))
            at_start, at_end = column == 0, column == self.scene.width
            if self.has_line_left[column]:
                parts.append("" if at_start else rule_left)
                parts.append(self.symbols.line(up, right, down, left))
            parts.append("" if at_end else rule_right * (1 + self.cell_width))
        return "".join(parts)

    def _above(self, row: int, column: int) -> int:
        return self.weights[border(self.scene, (row - 1, column), (row, column))]

    def _left(self, row: int, column: int) -> int:
        return self.weights[border(self.scene, (row, column - 1), (row, column))]

    def _note(self, cell: Cell) -> str:
        return "" if self.scene.roads else cell.note

    def _text(self, cell: Cell) -> str:
        return self.given + cell.text if cell.text and cell.role == "given" else cell.text

    def _face(self, cell: Cell) -> str:
        if cell.role == "wall":
            return self.symbols.wall * self.cell_width
        if cell.role == "shaded":
            return self.symbols.shaded
        empty = " " if self.scene.roads else self.symbols.empty
        if cell.shade is not None:
            empty = self.symbols.explored
        return self._text(cell) or (self.symbols.origin if cell.origin else empty)


def rich_text(scene: Scene, unicode: bool = True) -> Text:
    """Return a text picture like ``render_text``, with colours for a terminal.

    >>> rich_text(Scene(((Cell("7", "given"),),))).plain.splitlines()[1]
    '│ 7 │'
    """
    from rich.text import Text

    picture = Text(no_wrap=True)
    for number, line in enumerate(_TextRenderer(scene, unicode).lines()):
        picture.append("\n" if number else "")
        for span in line:
            picture.append(span.text, _style(span.cell) if span.cell else "")
    if scene.title:
        picture.stylize("bold", 0, len(scene.title))
    return picture


def _style(cell: Cell) -> str:
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
