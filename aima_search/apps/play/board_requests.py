"""Requests that draw, recognise or change a board. The page always sends a board as a text.

A map that can be changed with the mouse has ``painting()`` and ``redrawn(marks, move)``. The cells
are numbered row by row, as in the picture.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from aima_search.base.errors import InputError, NotApplicable, SearchError
from aima_search.base.limits import Limits
from aima_search.display import Scene
from aima_search.display.scene import picture_data, picture_of, scene_data
from aima_search.model.contract import EditableBoard, offered
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.search import solve
from aima_search.trace.protocol import asks_of, fault, read_board

_SHORT = Limits(seconds=0.5)
MOST_SIDE = 40
"""The largest number of rows and columns of a drawn board."""

Rows = list[list[str]]


def draw(
    puzzle: str,
    board: str | None = None,
    settings: Mapping[str, str] | None = None,
    rows: Sequence[Sequence[str]] | None = None,
    size: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return a drawn board: its rows, the texts that cells can have, its picture, text and id.

    rows: the texts of the cells, by default the cells of ``board``. The rules always come from
    ``board``. size: the new numbers of rows and columns; new cells are open, cells outside this
    size are removed. id: "" if the rows are not a valid board; ``fault`` is then the reason.
    """
    problem = read_board(puzzle, board, settings)
    drawn_by = offered(problem, "drawing")
    if drawn_by is None:
        raise NotApplicable(f"{puzzle} has no editor for boards: type the board as text")
    drawing: EditableBoard = drawn_by()
    given = drawing.rows if rows is None else rows
    if not all(isinstance(row, list | tuple | str) for row in given):
        raise InputError("rows: expected a list of rows, each a list of texts")
    drawn = [list(map(str, row)) for row in given]
    shape = size or (len(drawn), len(drawn[0]) if drawn else 0)
    high, wide = shape if len(shape) == 2 else (0, 0)
    if not (type(high) is type(wide) is int and 1 <= high <= MOST_SIDE and 1 <= wide <= MOST_SIDE):
        raise InputError(f"size {high!r} x {wide!r}: expected 1 to {MOST_SIDE} rows and columns")
    looks = drawing.cells(high, wide)
    drawn = _checked(drawn, high, wide, list(looks))
    text = drawing.write(drawn)
    data = {"rows": drawn, "choices": list(looks), "text": text, "id": "", "fault": None}
    try:
        read = read_board(puzzle, text, settings)
        shown = picture_data(read, read.initial)
        if (scene := picture_of(read, read.initial)) is not None and scene.stage is not None:
            shown = scene_data(replace(scene, stage=None))  # the user draws the cells
        return {**data, "id": read.instance_text(), "picture": shown}
    except SearchError as error:
        scene = _drafted(picture_of(problem, problem.initial), drawn, looks)
        return {**data, "fault": fault(error), "picture": scene_data(scene)}


def worth(puzzle: str, board: str, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Run a short search on a drawn board; return a sentence with the cost of its solution."""
    try:
        result = solve(read_board(puzzle, board, settings), limits=_SHORT)
    except NotApplicable as error:
        return {"text": str(error)}
    if result.status == NO_SOLUTION:
        return {"text": "This board has no solution."}
    if result.status != SOLVED:
        return {"text": f"The optimal cost is not known (expanded: {result.expanded:,})."}
    least = "A cheapest solution" if result.optimal_if is not None else "A solution"
    return {"text": f"{least} costs {result.cost:g} (expanded: {result.expanded:,})."}


def _checked(drawn: Rows, high: int, wide: int, texts: Sequence[str]) -> Rows:
    """Return the rows cut or extended to a size; replace each invalid text by ``texts[0]``."""
    known = set(texts)
    rows = [[text if text in known else texts[0] for text in row[:wide]] for row in drawn[:high]]
    rows = [row + [texts[0]] * (wide - len(row)) for row in rows]
    return rows + [[texts[0]] * wide for _ in range(high - len(rows))]


def _drafted(board: Scene | None, drawn: Rows, looks: Mapping[str, Any]) -> Scene:
    """Return a picture of rows that are not a valid board, with the labels of ``board``."""
    cells = tuple(tuple(looks[text] for text in row) for row in drawn)
    if board is None or board.shape != (len(cells), len(cells[0])):
        return Scene(cells)
    return replace(board, cells=cells, arrows=(), caption="", stage=None)


def recognise(puzzle: str, board: str, settings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the format of a text that describes a board, and the board's id and picture.

    If the text is invalid, raises a BoardError that names the place.
    """
    problem, picture = read_with_picture(puzzle, board, settings)
    return {"format": _format_of(problem, board), "id": problem.instance_text(), "picture": picture}


def read_with_picture(
    puzzle: str, board: str | None, settings: Mapping[str, str] | None
) -> tuple[Puzzle, dict[str, Any]]:
    """Return the problem that a text describes, and its picture; the last result is cached."""
    kind: Any = PUZZLES.get(puzzle)  # Any: for mypy, a class has no hash
    return _read_with_picture(kind, puzzle, board, json.dumps(settings))


@lru_cache(maxsize=1)
def _read_with_picture(
    _puzzle_class: object, puzzle: str, board: str | None, settings: str
) -> tuple[Puzzle, dict[str, Any]]:
    problem = read_board(puzzle, board, json.loads(settings))
    return problem, picture_data(problem, problem.initial)


def _format_of(problem: Puzzle, text: str) -> str:
    """Return the name of the format of a board's text, or "" if the format has no name."""
    if text in type(problem).levels():
        return "level"
    if (name_of := offered(problem, "format_of")) is not None:
        return str(name_of(text))
    words = text.split()
    return next((to for to in problem.formats if _written(problem, to).split() == words), "")


def _written(problem: Puzzle, to: str) -> str:
    try:
        return problem.format(to)
    except (SearchError, NotImplementedError):
        return ""


def painting(problem: object) -> dict[str, Any] | None:
    """Return what the mouse can change on a board; None if the mouse can change nothing.

    marks: the character of every cell, or "" if cells cannot be painted. handles: the cells whose
    content can be dragged to another cell.
    """
    painting = offered(problem, "painting")
    return None if painting is None else painting()


def paint(
    puzzle: str,
    board: str,
    settings: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    move: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Change a board with the mouse; return the new board, its picture and its ``painting``.

    marks: the new character of each painted cell, by the cell's number. move: if the content of a
    cell was dragged, this cell and the cell to which it was dragged.
    """
    redrawn = offered(read_board(puzzle, board, settings), "redrawn")
    if redrawn is None:
        raise NotApplicable(f"{puzzle} cannot be drawn with the mouse: type the board as text")
    cells = {_number(cell): mark for cell, mark in (marks or {}).items()}
    for cell, mark in cells.items():
        if not isinstance(mark, str):
            raise InputError(f"mark of cell {cell}: expected a character")
    if move is not None and (len(move) != 2 or any(type(cell) is not int for cell in move)):
        raise InputError(f"move {move!r}: expected a list with the numbers of two cells")
    changed = redrawn(cells, None if move is None else (move[0], move[1]))
    return {
        "board": changed.instance_text(),
        "settings": changed.settings(),
        "picture": picture_data(changed, changed.initial),
        "painting": painting(changed),
    }


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise InputError(f"marks: found the key {text!r}, expected the number of a cell")
    return int(text)


OF_BOARDS = asks_of(draw, worth, recognise, paint)
