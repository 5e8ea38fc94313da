"""Seven formulations of Hitori as a search problem; they differ in states and actions.

A *mark* is the decision to shade or to keep one cell. The *opening* is the state before the first
choice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from inspect import getdoc
from typing import ClassVar

from puzzles.bits import first_place, has_several, mask_of, places_of, union_of
from puzzles.hitori.deduction.deducer import Deducer
from puzzles.hitori.deduction.patterns import find_patterns
from puzzles.hitori.deduction.position import PartialState, forest_of
from puzzles.hitori.rules import BLANK, CellDecision, HitoriBoard, State


class Formulation:
    """Base class. A formulation defines the states and actions of the search problem.

    starts_prepared: True if the patterns are already applied in the initial state. concludes:
    True if a decision also keeps neighbours of shaded cells, and shades repeats of kept numbers.
    """

    starts_prepared: ClassVar[bool] = True
    concludes: ClassVar[bool] = False

    def __init__(self, board: HitoriBoard, prepared: State | None, rules: Collection[str]) -> None:
        """Set up the formulation; ``prepared`` is the result of the function ``prepare``."""
        self.board, self.prepared, self.rules = board, prepared, rules
        self.start = prepared if prepared and self.starts_prepared else BLANK

    def opening(self) -> State | None:
        """Return the state before the first choice, or None if it contradicts the rules."""
        if self.prepared is None:
            return None
        position = PartialState(self.board, self.concludes, self.concludes)
        return position.state if position.open(*self.prepared) else None

    def after(self, state: State, mark: CellDecision) -> State | None:
        """Return the state after the decision ``mark``, or None if it leads to a contradiction."""
        return self._settled(state, *self._decided(mark))

    def _decided(self, mark: CellDecision) -> tuple[int, int]:
        bit = 1 << self.board.geometry.place(mark.cell)
        return (bit, 0) if mark.shaded else (0, bit)

    def _settled(self, state: State, shade: int, keep: int) -> State | None:
        position = PartialState(self.board, self.concludes, self.concludes, state)
        return position.state if position.settle(shade, keep) else None

    def marks(self, state: State) -> Iterable[CellDecision]:
        """Yield the decisions to try in a state. The base class tries to shade each repeated cell.

        It skips kept cells, neighbours of shaded cells, and cells whose shading splits the board.
        """
        size = self.board.geometry
        free = size.full & ~(state.kept | size.around(state.shaded) | size.never_shaded)
        forest = forest_of(size, state.shaded)
        for place in places_of(self.board.repeats(state.shaded) & free):
            if not forest.cuts(place):
                yield CellDecision(size.cell(place), True)

    def _both(self, place: int | None) -> Iterable[CellDecision]:
        cells = [] if place is None else [self.board.geometry.cell(place)]
        return [CellDecision(cell, shaded) for cell in cells for shaded in (True, False)]


class Naive(Formulation):
    """Shade one of the repeated cells that may be shaded."""

    def after(self, state: State, mark: CellDecision) -> State:
        """Return ``state`` after the cell of ``mark`` is shaded or kept."""
        shade, keep = self._decided(mark)
        return State(state.shaded | shade, state.kept | keep)


class ShadeElseFix(Formulation):
    """Decide about one repeated cell after another, row by row: shade it, or never shade it."""

    def marks(self, state: State) -> Iterable[CellDecision]:
        """Return both decisions about the first repeated cell that is not decided."""
        repeated = self.board.repeats(state.shaded) & ~state.kept
        return self._both(first_place(repeated) if repeated else None)


class CornerOrder(Formulation):
    """Take the first line with equal cells, and shade all of these cells except one.

    The order of the lines is: first row, first column, second row, second column, and so on. If
    the line is a row, the remaining cell may be shaded later because of its column, and vice versa.
    """

    def marks(self, state: State) -> Iterable[CellDecision]:
        """Return a decision for each cell in the first group of equal cells: keep this cell."""
        cells = self.board.geometry.cells_of(self._first_group(state))
        return [CellDecision(cell, False) for cell in cells]

    def after(self, state: State, mark: CellDecision) -> State | None:
        """Keep the cell of ``mark``, and shade all other cells of the first group."""
        bit, group = 1 << self.board.geometry.place(mark.cell), self._first_group(state)
        return self._settled(state, group & ~bit, 0) if group & bit else None

    def _first_group(self, state: State) -> int:
        return next(filter(has_several, (group & ~state.shaded for group in self._groups)), 0)

    @cached_property
    def _groups(self) -> list[int]:
        board, width = self.board, self.board.geometry.width
        lines = [(group[0] // width, 0, group) for group in board.row_groups]
        lines += [(group[0] % width, 1, group) for group in board.column_groups]
        return [mask_of(group) for *_, group in sorted(lines)]


class CascadeOnce(Formulation):
    """Shade a cell, keep its neighbours, and shade every cell that is equal to a neighbour.

    Two cells are equal if they have the same number and the same row or column. Finally, keep the
    neighbours of all shaded cells, so that actions in any order lead to the same state.
    """

    def after(self, state: State, mark: CellDecision) -> State | None:
        """Return the state after the decision ``mark`` and its direct consequences."""
        board, around = self.board, self.board.geometry.around
        shade, keep = self._decided(mark)
        keep |= around(shade)
        shade |= union_of(board.equals[place] for place in places_of(keep & board.repeated))
        after = self._settled(state, shade, keep)
        return after and State(after.shaded, after.kept | around(after.shaded))


class CascadeOnceOpening(CascadeOnce):
    """Like cascade-once, but the first action applies the patterns and costs 1 per shaded cell."""

    starts_prepared = False


class Cascade(Formulation):
    """Like cascade-once, but repeat its steps until they decide no more cells."""

    concludes = True


class Deduce(Formulation):
    """Shade or keep one cell, then apply the deductions until they decide no more cells."""

    @cached_property
    def _deducer(self) -> Deducer:
        return Deducer(self.board, self.rules)

    def opening(self) -> State | None:
        """Return the state after the deductions that are made before the first choice."""
        position = None if self.prepared is None else self._deducer.opening(*self.prepared)
        return position.state if position else None

    def marks(self, state: State) -> Iterable[CellDecision]:
        """Choose the repeated cell with the most consequences; return both decisions about it."""
        return self._both(self._deducer.most_constrained(state))

    def after(self, state: State, mark: CellDecision) -> State | None:
        """Return the state after a decision and all deductions, or None for a contradiction."""
        place = self.board.geometry.place(mark.cell)
        position = self._deducer.decide(self._deducer.position(state), place, mark.shaded)
        return position.state if position else None


BY_NAME: dict[str, type[Formulation]] = {
    "naive": Naive,
    "shade-else-fix": ShadeElseFix,
    "corner-order": CornerOrder,
    "cascade-once": CascadeOnce,
    "cascade-once-opening": CascadeOnceOpening,
    "cascade": Cascade,
    "deduce": Deduce,
}
FORMULATIONS = {
    name: (getdoc(made) or "").partition("\n")[0].rstrip(".").lower()
    for name, made in BY_NAME.items()
}
"""The first line of the docstring of every formulation, by name."""


def prepare(board: HitoriBoard, patterns: Collection[str]) -> State | None:
    """Return the state after applying the named patterns; None if the board has no solution.

    After the patterns, the rules "neighbours", "equals" and "cycles" are applied until they decide
    no more cells. If ``patterns`` is empty, no rule is applied, and no cell is decided.
    """
    if not patterns:
        return BLANK
    position = PartialState(board)
    deducer = Deducer(board, ("neighbours", "equals", "cycles"))
    possible = position.open(*find_patterns(board, patterns)) and deducer.close_cycles(position)
    return position.state if possible else None


def shaded_cells(board: HitoriBoard, before: State, mark: CellDecision, after: State) -> int:
    """Return the cost of a step: the number of cells that it shades."""
    return (after[0] & ~before[0]).bit_count()


def repeats_met(board: HitoriBoard, before: State, mark: CellDecision, after: State) -> int:
    """Return 10,000 * (r + c) as the cost of shading or keeping a cell.

    r is the number of unshaded cells in the row that have the cell's number, including the cell
    itself; but if there is no other such cell, r is 0. c is the same number for the column.
    """
    bit = 1 << board.geometry.place(mark[0])
    counts = [(mask & ~before[0]).bit_count() for mask in board.group_masks if mask & bit]
    return 10_000 * sum(count for count in counts if count > 1)


COSTS: dict[str, Callable[[HitoriBoard, State, CellDecision, State], int]] = {
    "shaded": shaded_cells,
    "repeats": repeats_met,
    "actions": lambda board, before, mark, after: 1,
}

COST_MEANINGS = {
    "shaded": "an action costs 1 for each cell that it shades",
    "repeats": "an action costs 10,000 for each unshaded cell of its row or column with its number",
    "actions": "an action costs 1",
}
