"""The boards of an experiment, with their names and the options that the experiment varies.

A board can have several variants, for example with more walls. Each variant is an *instance*, and
all variants of a board are a *block*. Two instances *match* if they are in the same block and
differ in the value of one option only. In names, an option with several values is an *axis*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, TypeAlias

import numpy as np

from aima_search.base.interchange import counted
from aima_search.runs.instances import Axis

Array: TypeAlias = Any
"""A numpy array."""
Mask: TypeAlias = Array
"""A numpy array: True or False for each board."""
Numbers: TypeAlias = Array
"""A numpy array: a number for each board, NaN if the number is not known."""

EVERYWHERE = slice(None)
"""An index that stands for all boards."""

_MAX_VALUES = 12  # reports leave out an option with more values


class GroupedBoards:
    """The boards of an experiment, in order.

    boards: the name of each instance. blocks: for each instance, the index of its block (all
    variants of one board). axes_of_boards: for each varied option, a sorted list of values, and an
    array with the index of each instance's value, or -1 if an instance does not have the option.
    """

    boards: Sequence[str] = ()

    def __init__(self, boards: Iterable[tuple[str, Mapping[str, Axis], str]]) -> None:
        """Store the name, the varied options and the block (or "") of each instance."""
        names, axes, given = zip(*boards, strict=True)
        self.boards = names
        blocks = [block or name for name, block in zip(names, given, strict=True)]
        numbers = {block: number for number, block in enumerate(dict.fromkeys(blocks))}
        self.blocks: Array = np.array([numbers[block] for block in blocks], np.int64)
        self.axes_of_boards: dict[str, tuple[Sequence[Axis], Array]] = {}
        for axis in dict.fromkeys(axis for values in axes for axis in values):
            known = _ordered(list(dict.fromkeys(values[axis] for values in axes if axis in values)))
            places = {value: place for place, value in enumerate(known)}
            codes = [places[values[axis]] if axis in values else -1 for values in axes]
            self.axes_of_boards[axis] = known, np.array(codes, np.int32)

    @cached_property
    def axes(self) -> dict[str, list[Axis]]:
        """The sorted values of each varied option that has 2 to 12 values."""
        axes = {name: list(values) for name, (values, _) in self.axes_of_boards.items()}
        return {name: values for name, values in axes.items() if 1 < len(values) <= _MAX_VALUES}

    def at(self, point: Mapping[str, Axis]) -> Mask:
        """Return which instances have these option values, as an array of booleans."""
        chosen = np.ones(len(self.boards), bool)
        for axis, value in point.items():
            values, codes = self.axes_of_boards[axis]
            chosen &= codes == values.index(value)
        return chosen

    def axes_of(self, board: int) -> dict[str, Axis]:
        """Return a dict from the varied options to their values for a board."""
        return {
            axis: values[codes[board]]
            for axis, (values, codes) in self.axes_of_boards.items()
            if codes[board] >= 0
        }

    def block_means(self, values: Numbers, at: Array | slice = EVERYWHERE) -> Numbers:
        """Return the mean value of each block, without unknown values (NaN).

        ``at`` selects instances. ``values`` has a number or a row of numbers for each instance.
        """
        is_known = ~np.isnan(values)
        blocks = np.repeat(self.blocks[at], prod(values.shape[1:]))[is_known.ravel()]
        counts = np.bincount(blocks, minlength=self.different)
        sums = np.bincount(blocks, values[is_known], minlength=self.different)
        with np.errstate(invalid="ignore"):
            return np.round(sums / counts, 12)

    def names(self, boards: Mask) -> list[str]:
        """Return the names of the boards for which the array ``boards`` is True."""
        return [self.boards[place] for place in np.flatnonzero(boards).tolist()]

    @cached_property
    def matched(self) -> dict[str, Array]:
        """For each varied option, a table of boards that differ only in the value of this option.

        A row has one column for each value of the option. A cell has the index of a board, or -1
        if there is no board with this value.
        """
        return {axis: self._matched_on(axis) for axis in self.axes}

    def _matched_on(self, axis: str) -> Array:
        values, codes = self.axes_of_boards[axis]
        boards = np.flatnonzero(codes >= 0)
        others = [codes for name, (_, codes) in self.axes_of_boards.items() if name != axis]
        keys = np.column_stack([self.blocks, *others])[boards]
        _, group = np.unique(keys, axis=0, return_inverse=True)
        group = group.reshape(-1)  # numpy 2.0 returns a column
        found = np.full((len(boards) and group.max() + 1, len(values)), -1)
        found[group, codes[boards]] = boards
        return found

    def is_paired(self, axis: str) -> bool:
        """Return True if the same board occurs with several values of this varied option."""
        return bool(((self.matched[axis] >= 0).sum(axis=1) > 1).any())

    @property
    def different(self) -> int:
        """The number of different boards; all variants of a board count as one board."""
        return int(self.blocks.max(initial=-1)) + 1

    @property
    def unit(self) -> str:
        """The word for a board: "instance" if a board has several variants, otherwise "board"."""
        return "board" if self.different == len(self.boards) else "instance"

    @property
    def size(self) -> str:
        """The number of boards as a text, for example "24 instances of 8 boards"."""
        boards = counted(self.different, "board")
        return boards if self.unit == "board" else f"{len(self.boards):,} instances of {boards}"

    @cached_property
    def factors(self) -> list[str]:
        """The varied options whose effects can be tested on these boards."""
        return [
            axis
            for axis, values in self.axes.items()
            if self.is_paired(axis) or len(values) < self.different
        ]


def as_number(value: Axis) -> float | None:
    """Return a value of an option as a number; return None if the value is not a number."""
    try:
        return float(value)
    except ValueError:
        return None


def _ordered(values: list[Axis]) -> list[Axis]:
    numbers = {value: as_number(value) for value in values}
    known = {value: number for value, number in numbers.items() if number is not None}
    return sorted(known, key=known.__getitem__) if len(known) == len(values) else values
