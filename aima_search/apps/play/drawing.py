"""A board that a reader of the page draws or pastes: its format, its id, and its fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from aima_search.base.errors import InputError, NotApplicable, SearchError
from aima_search.display import Scene
from aima_search.display.scene import picture_data, picture_of, scene_data
from aima_search.model.contract import Drawing
from aima_search.model.puzzle import Puzzle
from aima_search.trace.protocol import Asks, fault, read_board

ASKS: Asks = {
    "draw": {"puzzle": str, "board?": str, "settings?": dict, "rows?": list, "size?": list},
    "recognise": {"puzzle": str, "board": str, "settings?": dict},
    "formats": {"puzzle": str, "board?": str, "settings?": dict},
}
MOST_SIDE = 40
"""Rows and columns of a board that is drawn by hand."""

Rows = list[list[str]]


def draw(
    puzzle: str,
    board: str | None = None,
    settings: Mapping[str, str] | None = None,
    rows: Sequence[Sequence[str]] | None = None,
    size: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return a drawn board: its rows, what its cells may hold, its picture, text and id.

    board: the board whose rules the drawn board has, and whose cells if no rows are given. size:
    rows and columns that are wanted; open cells fill up, cells outside go. id: "" if the rows are
    not a board as they stand; ``fault`` says why.
    """
    problem = read_board(puzzle, board, settings)
    drawing: Drawing = getattr(problem, "drawing", lambda: _refuse(puzzle))()
    given = drawing.rows if rows is None else rows
    if not all(isinstance(row, list | tuple | str) for row in given):
        raise InputError("rows: expected lists of texts")
    drawn = [list(map(str, row)) for row in given]
    shape = size or (len(drawn), len(drawn[0]) if drawn else 0)
    high, wide = shape if len(shape) == 2 else (0, 0)
    if not (type(high) is type(wide) is int and 1 <= high <= MOST_SIDE and 1 <= wide <= MOST_SIDE):
        raise InputError(f"size {high!r} x {wide!r}: expected 1 to {MOST_SIDE} rows and columns")
    looks = drawing.cells(high, wide)
    drawn = _checked(drawn, high, wide, list(looks))
    text = drawing.write(drawn)
    told = {"rows": drawn, "choices": list(looks), "text": text, "id": "", "fault": None}
    try:
        read = read_board(puzzle, text, settings)
        return {**told, "id": read.instance_text(), "picture": picture_data(read, read.initial)}
    except SearchError as error:
        scene = _drafted(picture_of(problem, problem.initial), drawn, looks)
        return {**told, "fault": fault(error), "picture": scene_data(scene)}


def _refuse(puzzle: str) -> Drawing:
    raise NotApplicable(f"{puzzle} has no boards that are drawn by hand: write the board as text")


def _checked(drawn: Rows, high: int, wide: int, texts: Sequence[str]) -> Rows:
    """Return rows of a size; a cell becomes open if boards of this size cannot hold its text."""
    known = set(texts)
    rows = [[text if text in known else texts[0] for text in row[:wide]] for row in drawn[:high]]
    rows = [row + [texts[0]] * (wide - len(row)) for row in rows]
    return rows + [[texts[0]] * wide for _ in range(high - len(rows))]


def _drafted(board: Scene | None, drawn: Rows, looks: Mapping[str, Any]) -> Scene:
    """Return the picture of rows that are not a board, with the labels around the board."""
    cells = tuple(tuple(looks[text] for text in row) for row in drawn)
    if board is None or board.shape != (len(cells), len(cells[0])):
        return Scene(cells)
    return replace(board, cells=cells, arrows=(), caption="")


def recognise(puzzle: str, board: str, settings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what a text is read as: the name of its format, the id, the picture.

    A fault in the text is a BoardError, whose message says where.
    """
    problem = read_board(puzzle, board, settings)
    return {
        "format": _format_of(problem, board),
        "id": problem.instance_text(),
        "picture": picture_data(problem, problem.initial),
    }


def _format_of(problem: Puzzle, text: str) -> str:
    """Return the puzzle's name for the format of a text, "" if the format has no name."""
    if text in type(problem).levels():
        return "level"
    if hasattr(problem, "format_of"):
        return str(problem.format_of(text))
    words = text.split()
    return next((to for to in problem.formats if _written(problem, to).split() == words), "")


def formats(
    puzzle: str, board: str | None = None, settings: Mapping[str, str] | None = None
) -> list[dict[str, str]]:
    """Return a board in every format that can hold it, each with the format's name."""
    problem = read_board(puzzle, board, settings)
    texts = [(to, _written(problem, to)) for to in problem.formats]
    return [{"format": to, "text": text} for to, text in texts if text]


def _written(problem: Puzzle, to: str) -> str:
    try:
        return problem.format(to)
    except (SearchError, NotImplementedError):
        return ""
