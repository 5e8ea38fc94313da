"""The picture of a Hitori state and its answer grid."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from operator import attrgetter

from aima_search import display
from aima_search.model.contract import AnswerGrid, BrokenRule, Written
from puzzles.grid import RowColumn, in_rows
from puzzles.hitori.rules import HitoriBoard, State, in_words, violations


def picture(
    board: HitoriBoard,
    state: State,
    *,
    marked: Collection[RowColumn] = (),
    because: Collection[RowColumn] = (),
    conflicts: Collection[RowColumn] = (),
    caption: str = "",
) -> display.Scene:
    """Return a picture that shows a state and highlights the given cells."""
    shaded = set(board.geometry.cells_of(state[0]))

    def cell(place: RowColumn) -> display.Cell:
        number = board.numbers[place[0]][place[1]]
        return display.Cell(
            "" if number is None else str(number),
            role="shaded" if place in shaded else "given",
            marked=place in marked,
            origin=place in because,
            conflict=place in conflicts,
        )

    size = board.geometry
    return display.Scene(
        cells=tuple(in_rows(tuple(map(cell, size.cells)), size.columns)),
        row_labels=tuple(map(str, range(size.rows))),
        column_labels=tuple(map(str, range(size.columns))),
        caption=caption,
    )


def looks(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return a dict from each possible text of a cell, such as "5" or ".", to its picture."""
    numbers = map(str, range(1, max(rows, columns) + 1))
    return {".": display.Cell(), **{text: display.Cell(text, role="given") for text in numbers}}


SHADED, WHITE = "shaded", "white"
_WORDS = {
    "repeat": "equal numbers in one line:",
    "adjacent": "shaded cells touch:",
    "disconnected": "white cells are cut off:",
}


class HitoriAnswerGrid(AnswerGrid[State]):
    """The grid in which a player shades or keeps the cells that are not decided at the start.

    ``opening()`` returns the state before the first choice, or None if there is no solution.
    """

    open_words = "repeated numbers left"

    def __init__(
        self, board: HitoriBoard, prepared: State, opening: Callable[[], State | None]
    ) -> None:
        self._board, self._size = board, board.geometry
        self._prepared, self._opening = prepared, opening
        open_cells = self._size.cells_of(self._size.full & ~(prepared.shaded | prepared.kept))
        self.choices = dict.fromkeys(open_cells, (SHADED, WHITE))

    def written(self, state: State) -> Written:
        """Return the cells that the player has shaded in this state."""
        return dict.fromkeys(self._size.cells_of(state.shaded & ~self._prepared.shaded), SHADED)

    def state(self, written: Written) -> State | None:
        """Return the player's state; None if shaded cells touch, or disconnect the white cells."""
        shaded = self._shaded(written)
        if shaded == self._prepared.shaded:
            return self._prepared
        opening = self._opening()
        if opening is None or any(rule != "repeat" for rule, _ in violations(self._board, shaded)):
            return None
        return State(shaded, opening.kept)

    def broken(self, written: Written) -> list[BrokenRule]:
        """Return the broken rules; ``is_open``: True if shading more cells can satisfy the rule."""
        kept = {cell for cell, text in written.items() if text == WHITE}
        kept |= set(self._size.cells_of(self._prepared.kept))
        found = []
        for rule, cells in violations(self._board, self._shaded(written)):
            clashing = tuple(cell for cell in cells if cell in kept)
            is_open = rule == "repeat" and len(clashing) < 2
            named = cells if is_open or rule != "repeat" else clashing
            found.append(BrokenRule(f"{_WORDS[rule]} {in_words(named)}", named, is_open))
        return sorted(found, key=attrgetter("is_open"))

    def look(self, square: display.Cell, text: str) -> display.Cell:
        """Return the picture of a cell after the player's choice: shaded, or white with a ring."""
        return replace(square, role="shaded") if text == SHADED else replace(square, ring=True)

    def _shaded(self, written: Written) -> int:
        shaded = (cell for cell, text in written.items() if text == SHADED)
        return self._prepared.shaded | self._size.mask(shaded)
