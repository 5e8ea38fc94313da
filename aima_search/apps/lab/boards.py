"""The boards of a grid: their names, the axes they were drawn or taken along, and which match.

A board in several forms (with other options, with more walls) makes several instances, one *block*.

*Matched boards* differ in one axis only: the same pieces with more walls, the same board in another
formulation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from aima_search.runs.instances import Axis

Array: TypeAlias = Any
"""Of numpy."""
Mask: TypeAlias = Array
"""True for each board that is meant."""
Numbers: TypeAlias = Array
"""A number for each board, NaN if it is not known."""

_MAX_VALUES = 12  # of an axis that is reported on


class Boards:
    """The boards of a grid, in the grid's order.

    boards: the names of the instances. blocks: instances have the same number if they are one board
    but for its options and paired axes. axes_of_boards: the values of each axis in order, and for
    each instance the place of its value, -1 without a value.
    """

    boards: Sequence[str] = ()

    def __init__(self, boards: Iterable[tuple[str, Mapping[str, Axis], str]]) -> None:
        """Take the names of boards, with their axes and their blocks ("" for the name)."""
        names, axes, blocks = zip(*boards, strict=True)
        self.boards = names
        own = [block or name for name, block in zip(names, blocks, strict=True)]
        numbers = {block: number for number, block in enumerate(dict.fromkeys(own))}
        self.blocks: Array = np.array([numbers[one] for one in own], np.int64)
        self.axes_of_boards: dict[str, tuple[Sequence[Axis], Array]] = {}
        for axis in dict.fromkeys(axis for values in axes for axis in values):
            known = _ordered(list(dict.fromkeys(one[axis] for one in axes if axis in one)))
            places = {value: place for place, value in enumerate(known)}
            codes = [places[one[axis]] if axis in one else -1 for one in axes]
            self.axes_of_boards[axis] = known, np.array(codes, np.int32)

    @cached_property
    def axes(self) -> dict[str, list[Axis]]:
        """The axes with few enough values for a report, with their values in order."""
        axes = {name: list(values) for name, (values, _) in self.axes_of_boards.items()}
        return {name: values for name, values in axes.items() if 1 < len(values) <= _MAX_VALUES}

    def at(self, point: Mapping[str, Axis]) -> Mask:
        """Return True for each board that stands at these values of axes."""
        there = np.ones(len(self.boards), bool)
        for axis, value in point.items():
            values, codes = self.axes_of_boards[axis]
            there &= codes == values.index(value)
        return there

    def axes_of(self, board: int) -> dict[str, Axis]:
        """Return the values of a board's axes."""
        return {
            axis: values[codes[board]]
            for axis, (values, codes) in self.axes_of_boards.items()
            if codes[board] >= 0
        }

    def names(self, boards: Mask) -> list[str]:
        """Return the names of the boards of a mask."""
        return [self.boards[place] for place in np.flatnonzero(boards).tolist()]

    @cached_property
    def matched(self) -> dict[str, Array]:
        """Matched boards by axis: boards that differ in this axis only, a row for each group.

        A column for each value of the axis has the number of the board, -1 if there is no board.
        """
        return {axis: self._matched_on(axis) for axis in self.axes}

    def _matched_on(self, axis: str) -> Array:
        values, own = self.axes_of_boards[axis]
        there = np.flatnonzero(own >= 0)
        others = [codes for name, (_, codes) in self.axes_of_boards.items() if name != axis]
        keys = np.column_stack([self.blocks, *others])[there]
        _, group = np.unique(keys, axis=0, return_inverse=True)
        group = group.reshape(-1)  # of numpy 2.0 it is a column
        found = np.full((len(there) and group.max() + 1, len(values)), -1)
        found[group, own[there]] = there
        return found

    def is_paired(self, axis: str) -> bool:
        """Return True if some board stands at several values of an axis."""
        return bool(((self.matched[axis] >= 0).sum(axis=1) > 1).any())

    @property
    def different(self) -> int:
        """How many boards there are, each with all its options and paired axes."""
        return int(self.blocks.max(initial=-1)) + 1

    @property
    def unit(self) -> str:
        """What ``boards`` has the names of: boards, or several instances of a board."""
        return "board" if self.different == len(self.boards) else "instance"

    @cached_property
    def factors(self) -> list[str]:
        """The axes that group boards, instead of naming each board."""
        return [
            axis
            for axis, values in self.axes.items()
            if self.is_paired(axis) or len(values) < self.different
        ]


def as_number(value: Axis) -> float | None:
    """Return the number that an axis' value is, None for other values."""
    try:
        return float(value)
    except ValueError:
        return None


def _ordered(values: list[Axis]) -> list[Axis]:
    """Return numbers (and texts that are numbers) by size, other texts in the grid's order."""
    numbers = {value: as_number(value) for value in values}
    known = {value: number for value, number in numbers.items() if number is not None}
    return sorted(known, key=known.__getitem__) if len(known) == len(values) else values
