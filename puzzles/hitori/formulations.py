"""Seven ways to make a search problem of a Hitori board; they differ in states and actions.

A formulation says what the first action decides before all choices (the opening), which marks
are worth trying in a state, and the state after a mark (None if it contradicts the rules).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from inspect import getdoc
from typing import ClassVar, TypeAlias

from puzzles.bits import first_place, has_several, mask_of, places_of, union_of
from puzzles.hitori.deduction.deducer import Deducer
from puzzles.hitori.deduction.patterns import find_patterns
from puzzles.hitori.deduction.position import PartialState, forest_of, never_shaded
from puzzles.hitori.rules import BLANK, HitoriBoard, Mark, State
from puzzles.text import one_of

MarkCost: TypeAlias = Callable[[HitoriBoard, State, Mark, State], int]
"""From the board, the state before a step, its mark and the state after it to its cost."""


class Formulation:
    """Base: the board, and the state that its preparation leads to; None: it has no solution.

    starts_prepared: the search starts there; otherwise preparing is its first action.
    concludes: what neighbours and equals conclude from a decision belongs to the state after it.
    """

    starts_prepared: ClassVar[bool] = True
    concludes: ClassVar[bool] = False

    def __init__(self, board: HitoriBoard, prepared: State | None, rules: Collection[str]) -> None:
        """Take a board, its prepared state, and the names of deductions, for "deduce"."""
        self.board, self.prepared, self.rules = board, prepared, rules
        self.start = prepared if prepared and self.starts_prepared else BLANK

    def opening(self) -> State | None:
        """Return the state before the first decision; None if there is no solution.

        It is the prepared state, with what follows if the board is a single line.
        """
        if self.prepared is None:
            return None
        position = PartialState(self.board, self.concludes, self.concludes)
        return position.state if position.open(*self.prepared) else None

    def after(self, state: State, mark: Mark) -> State | None:
        """Return the state after a mark, None if that contradicts the rules."""
        return self._settled(state, *self._decided(mark))

    def _decided(self, mark: Mark) -> tuple[int, int]:
        """The cell that a mark shades, and the cell that it keeps, as sets."""
        bit = 1 << self.board.geometry.place(mark.cell)
        return (bit, 0) if mark.shaded else (0, bit)

    def _settled(self, state: State, shade: int, keep: int) -> State | None:
        """The state after decisions and all that they force; None if they contradict."""
        position = PartialState(self.board, self.concludes, self.concludes, state)
        return position.state if position.settle(shade, keep) else None

    def marks(self, state: State) -> Iterator[Mark]:
        """Yield the marks to try in a state.

        Here cells to shade: repeated, not kept, next to no shaded cell, and not cutting.
        """
        size = self.board.geometry
        free = size.full & ~(state.kept | size.around(state.shaded) | never_shaded(size))
        forest = forest_of(size, state.shaded)
        for place in places_of(self.board.repeats(state.shaded) & free):
            if not forest.cuts(place):
                yield Mark(size.cell(place), True)


class Naive(Formulation):
    """Shade any one repeated cell that may be shaded."""

    def after(self, state: State, mark: Mark) -> State:
        """Return the state with one more cell shaded (or kept)."""
        shade, keep = self._decided(mark)
        return State(state.shaded | shade, state.kept | keep)


class ShadeElseFix(Formulation):
    """Take the first repeated cell, row by row: shade it, or else fix it: it stays."""

    def marks(self, state: State) -> Iterator[Mark]:
        """Yield both decisions about the first repeated cell that is not decided."""
        repeated = self.board.repeats(state.shaded) & ~state.kept
        if repeated:
            cell = self.board.geometry.cell(first_place(repeated))
            yield Mark(cell, True)
            yield Mark(cell, False)


class CornerOrder(Formulation):
    """Take the next line with a repeat, from the top left corner: shade all equals but one.

    The lines come in the order first row, first column, second row, second column, and so on. A
    cell that stays in its row may be shaded for its column later.
    """

    def marks(self, state: State) -> Iterator[Mark]:
        """Yield the cells that may stay in the first line with a repeat, for its first repeat."""
        for group in self._groups:
            left = group & ~state.shaded
            if has_several(left):
                for cell in self.board.geometry.cells_of(left):
                    yield Mark(cell, False)
                return

    def after(self, state: State, mark: Mark) -> State | None:
        """Return the state with the equals of a cell shaded in the first line with a repeat."""
        bit = 1 << self.board.geometry.place(mark.cell)
        groups = (group & ~state.shaded for group in self._groups)
        group = next((group for group in groups if has_several(group)), 0)
        return self._settled(state, group & ~bit, 0) if group & bit else None

    @cached_property
    def _groups(self) -> list[int]:
        """The groups of equals, line by line, from the corner."""
        board, width = self.board, self.board.geometry.width
        lines = [(group[0] // width, 0, group) for group in board.row_groups]
        lines += [(group[0] % width, 1, group) for group in board.column_groups]
        return [mask_of(group) for *_, group in sorted(lines)]


class CascadeOnce(Formulation):
    """Shade one cell, and the equals of its neighbours, which stay; go no further.

    The neighbours of all shaded cells are kept: that depends on no order of the marks.
    """

    def after(self, state: State, mark: Mark) -> State | None:
        """Return the state after a mark and what it forces at once, a level for each rule."""
        board, around = self.board, self.board.geometry.around
        shade, keep = self._decided(mark)
        keep |= around(shade)
        shade |= union_of(board.equals[place] for place in places_of(keep & board.repeated))
        after = self._settled(state, shade, keep)
        return after and State(after.shaded, after.kept | around(after.shaded))


class CascadeOnceOpening(CascadeOnce):
    """As cascade-once, but preparing the board is the first action, and costs what it shades."""

    starts_prepared = False


class Cascade(Formulation):
    """Shade one cell, keep its neighbours, shade the cells that these forbid, and so on."""

    concludes = True


class Deduce(Formulation):
    """Decide one cell, shaded or kept, and close under the deductions."""

    @cached_property
    def _deducer(self) -> Deducer:
        return Deducer(self.board, self.rules)

    def opening(self) -> State | None:
        """Return what the deductions decide before any search."""
        position = None if self.prepared is None else self._deducer.opening(*self.prepared)
        return position.state if position else None

    def marks(self, state: State) -> Iterator[Mark]:
        """Yield both decisions about the most constrained cell that takes part in a repeat."""
        place = self._deducer.most_constrained(state)
        if place is not None:
            cell = self.board.geometry.cell(place)
            yield Mark(cell, True)
            yield Mark(cell, False)

    def after(self, state: State, mark: Mark) -> State | None:
        """Return the closed state after a decision."""
        place = self.board.geometry.place(mark.cell)
        position = self._deducer.decide(self._deducer.position(state), place, mark.shaded)
        return position.state if position else None


_BY_NAME: dict[str, type[Formulation]] = {
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
    for name, made in _BY_NAME.items()
}
"""A line about each formulation, by name."""


def make_formulation(
    name: str, board: HitoriBoard, prepared: State | None, rules: Collection[str]
) -> Formulation:
    """Return the formulation of a name; UnknownName if there is none."""
    return _BY_NAME[one_of("Hitori formulation", name, FORMULATIONS)](board, prepared, rules)


def prepare(board: HitoriBoard, patterns: Collection[str]) -> State | None:
    """Return the state that named patterns lead to; None: they prove there is no solution.

    What follows from the patterns are direct consequences of the three rules of the puzzle:
    neighbours of shaded cells are kept, equals of kept cells shaded, cells that would cut the board
    kept, until no rule adds anything. So every solution of the board is one of the prepared board.
    Without patterns nothing is decided.
    """
    if not patterns:
        return BLANK
    position = PartialState(board)
    deducer = Deducer(board, ("neighbours", "equals", "cycles"))
    possible = position.open(*find_patterns(board, patterns)) and deducer.close_cycles(position)
    return position.state if possible else None


def shaded_cells(board: HitoriBoard, before: State, mark: Mark, after: State) -> int:
    """Return how many cells the step shades."""
    return (after[0] & ~before[0]).bit_count()


def repeats_met(board: HitoriBoard, before: State, mark: Mark, after: State) -> int:
    """Return 10,000 times how often the number of the mark's cell stands in its row and column.

    A line counts if the number stands there unshaded more than once. All else that the step
    decides is free.
    """
    bit, total = 1 << board.geometry.place(mark[0]), 0
    for mask in board.group_masks:
        count = (mask & ~before[0]).bit_count() if mask & bit else 0
        if count > 1:
            total += count
    return 10_000 * total


def one(board: HitoriBoard, before: State, mark: Mark, after: State) -> int:
    """Return 1."""
    return 1


COSTS: dict[str, MarkCost] = {
    "shaded": shaded_cells,
    "repeats": repeats_met,
    "actions": one,
}
"""The costs by name."""
