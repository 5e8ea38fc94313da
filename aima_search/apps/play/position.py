"""A position of a game: a state of the search, and the texts that the player has written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from aima_search.base.errors import InputError
from aima_search.base.interchange import RowColumn
from aima_search.display import Scene
from aima_search.model.contract import AnswerGrid, BrokenRule, Written
from aima_search.model.problem import Node

Notes = Mapping[RowColumn, Sequence[str]]


@dataclass(frozen=True)
class Position:
    """The position after a move.

    node: None if the board is not a state of the search. is_path: True if only actions led here, so
    that the cost of the node is the cost of the game. move: the last move as in the page's address:
    the index of an action, or a text. words: this move in words. seen: what it means for a search.
    """

    node: Node | None
    is_path: bool = True
    written: Written = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)
    changed: tuple[RowColumn, ...] = ()
    move: int | str = 0
    words: str = ""
    seen: str = ""

    @property
    def cost(self) -> float | None:
        """The cost of the actions that led to this position; None if not only actions led here."""
        return self.node.path_cost if self.is_path and self.node is not None else None

    def noted(self, cell: RowColumn, text: str) -> Notes:
        """Return the notes after a text is added to a cell or, if it is there, removed."""
        old = self.notes.get(cell, ())
        new = tuple(note for note in old if note != text) if text in old else (*old, text)
        return {place: texts for place, texts in {**self.notes, cell: new}.items() if texts}


def without(notes: Notes, cells: Iterable[RowColumn]) -> Notes:
    """Return the notes without the notes of some cells."""
    return {cell: texts for cell, texts in notes.items() if cell not in cells}


def drawn(scene: Scene, grid: AnswerGrid, now: Position, rules: Sequence[BrokenRule]) -> Scene:
    """Return the picture of the initial board with the written texts, notes and broken rules."""
    broken = {cell for rule in rules for cell in rule.cells if not rule.is_open}
    squares = [list(row) for row in scene.cells]
    for (row, column), text in now.written.items():
        squares[row][column] = grid.look(squares[row][column], text)
    for (row, column), texts in now.notes.items():
        shown = tuple(text if text in texts else "" for text in grid.choices[row, column])
        squares[row][column] = replace(squares[row][column], candidates=shown)
    for row, column in {*broken, *now.changed}:
        place = (row, column)
        marked, conflict = place in now.changed, place in broken
        squares[row][column] = replace(squares[row][column], marked=marked, conflict=conflict)
    return replace(scene, cells=tuple(map(tuple, squares)))


def layout_data(grid: AnswerGrid) -> dict[str, Any]:
    """Return what can be written on the board, as plain values.

    kinds: the different lists of texts. cells: row, column, name, and the index of its list in
    ``kinds``, for each cell that takes texts.
    """
    kinds = list(dict.fromkeys(map(tuple, grid.choices.values())))
    return {
        "kinds": kinds,
        "cells": [
            [*cell, grid.name(cell), kinds.index(tuple(texts))]
            for cell, texts in grid.choices.items()
        ],
        "has_notes": grid.has_notes,
        "open_words": grid.open_words,
    }


def checked(grid: AnswerGrid, cells: Sequence[Any], text: str) -> tuple[RowColumn, ...]:
    """Return the cells of a request as pairs, each once; InputError for an invalid text or cell."""
    places = []
    for cell in cells:
        if not (isinstance(cell, list | tuple) and len(cell) == 2):
            raise InputError(f"cell {cell!r}: expected a list [row, column]")
        row, column = cell
        texts = grid.choices.get((row, column)) if type(row) is type(column) is int else None
        if texts is None:
            raise InputError(f"cell {row!r}, {column!r}: expected an open cell")
        if text and text not in texts:
            raise InputError(
                f"{grid.name((row, column))}: found {text!r}, expected one of {' '.join(texts)}"
            )
        places.append((row, column))
    if not places:
        raise InputError("got no cells, expected at least one cell")
    return tuple(dict.fromkeys(places))


def write_move(
    grid: AnswerGrid, cells: Sequence[RowColumn], text: str, *, is_note: bool = False
) -> str:
    """Return a move as a text for the page's address: the cells, and the index of the text.

    >>> class Line(AnswerGrid):
    ...     choices = {(0, 0): "ab", (0, 1): "ab"}
    >>> write_move(Line(), [(0, 0), (0, 1)], "b")
    '0-0_0-1*2'
    """
    number = 1 + list(grid.choices[cells[0]]).index(text) if text else 0
    places = "_".join(f"{row}-{column}" for row, column in cells)
    return f"{places}*{'n' * is_note}{number}"


def read_move(grid: AnswerGrid, move: str) -> tuple[tuple[RowColumn, ...], str, bool]:
    """Return the cells and the text of a move, and whether the text is a note."""
    try:
        places, _, number = move.partition("*")
        cells = [tuple(map(int, place.split("-"))) for place in places.split("_")]
        at = int(number.removeprefix("n"))
        text = grid.choices[cells[0]][at - 1] if at > 0 else ""  # type: ignore[index] # pairs, or KeyError
    except (ValueError, KeyError, IndexError):
        raise InputError(
            f"move {move[:40]!r}: expected cells, * and a number, such as 0-1_0-2*1"
        ) from None
    return checked(grid, cells, text), text, number.startswith("n")
