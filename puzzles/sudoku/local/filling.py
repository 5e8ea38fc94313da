"""Full boards (*fillings*) for local search, their costs, and how steps change these costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isqrt
from typing import NamedTuple, TypeAlias

from aima_search.base.errors import InputError
from aima_search.base.option import is_number
from puzzles.grid import RowColumn, in_rows
from puzzles.sudoku.rules import LETTERS, Layout, Placement


class Exchange(NamedTuple):
    """An action that exchanges the digits of two cells (row, column); it prints as C1 <-> D1."""

    first: RowColumn
    second: RowColumn

    def __repr__(self) -> str:
        return " <-> ".join(f"{LETTERS[row]}{column + 1}" for row, column in self)


Repair: TypeAlias = "Exchange | Placement"
"""One step: two cells exchange their digits, or a cell takes another digit."""


class FilledBoard:
    """A state: a full board and its penalty, which is proportional to its cost.

    A search needs the penalty of every neighbour, but the digits of only a few neighbours. Until
    the digits are needed, a neighbour stores only its origin and the step from the origin.
    """

    __slots__ = ("_digits", "origin", "penalty", "step")

    def __init__(
        self,
        digits: bytes | None,
        penalty: float,
        origin: FilledBoard | None = None,
        step: Repair | None = None,
    ) -> None:
        self._digits, self.penalty = digits, penalty
        self.origin, self.step = origin, step

    @property
    def digits(self) -> bytes:
        """The digit of every cell, row by row."""
        if self._digits is not None:
            return self._digits
        assert self.origin is not None
        assert self.step is not None
        digits = after(self.origin.digits, self.step)
        self.settle(digits)
        return digits

    def settle(self, digits: bytes) -> None:
        """Store the digits; forget the origin and the step, which are no longer needed."""
        self._digits = digits
        self.origin = self.step = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FilledBoard) and self.digits == other.digits

    def __hash__(self) -> int:
        return hash(self.digits)

    def __repr__(self) -> str:
        return f"<Filling {' '.join(map(str, self.digits))}>"


def after(digits: bytes | bytearray, step: Repair) -> bytes:
    """Return the digits of a full board after a step."""
    n = isqrt(len(digits))
    changed = bytearray(digits)
    if isinstance(step, Exchange):
        one, other = (row * n + column for row, column in step)
        changed[one], changed[other] = changed[other], changed[one]
    else:
        row, column = step.cell
        changed[row * n + column] = step.digit
    return bytes(changed)


COSTS: Mapping[str, str] = {
    "notebook": "0.05 for every missing or surplus digit in a unit, as in the course notebook",
    "missing": "1 for every digit that is missing in a unit",
    "conflicts": "1 for every pair of equal digits in a unit",
    "units": "1 for every unit that lacks a digit",
}

UserCost: TypeAlias = Callable[[list[list[int]]], float]


class DeltaEvaluator:
    """Computes the penalty after a step: the penalty before the step, plus the change.

    With cost="notebook", the penalty of a state is its cost / 0.05. Otherwise, it is the cost.
    """

    def __init__(self, layout: Layout, units: Sequence[int], cost: str) -> None:
        n = self._n = layout.side
        self._unit_cells = [layout.units[unit].cells for unit in units]
        self._offsets: list[set[int]] = [set() for _ in range(n * n)]
        for number, cells in enumerate(self._unit_cells):
            for cell in cells:
                self._offsets[cell].add(number * (n + 1))
        # By the number k of equal digits: their penalty, and its change if one is removed or added.
        share = self._share = [_penalty_of(cost, k) for k in range(n + 3)]
        self._less = [0, *(share[k - 1] - share[k] for k in range(1, n + 2))]
        self._more = [share[k + 1] - share[k] for k in range(n + 2)]
        # By two cells: the offsets of the units with only the first cell, and only the second.
        self._apart: dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._at: FilledBoard | None = None
        self._counts: list[int] = []
        self._current = bytearray()

    def penalty(self, digits: bytes) -> int:
        """Return the penalty of a filling, computed from all its digits."""
        return sum(
            self._penalty_of_unit([digits[cell] for cell in cells]) for cells in self._unit_cells
        )

    def _penalty_of_unit(self, digits: list[int]) -> int:
        return sum(self._share[digits.count(d)] for d in range(1, self._n + 1))

    def neighbour(self, filling: FilledBoard, step: Repair) -> FilledBoard:
        """Return the filling after a step."""
        if self._at is not filling:
            self._move_to(filling)
        return FilledBoard(None, filling.penalty + self._change(step), filling, step)

    def neighbours(self, filling: FilledBoard, steps: Iterable[Repair]) -> list[FilledBoard]:
        """Return one filling for each step: the filling after this step."""
        if self._at is not filling:
            self._move_to(filling)
        change, penalty = self._change, filling.penalty
        return [FilledBoard(None, penalty + change(step), filling, step) for step in steps]

    def _change(self, step: Repair) -> int:
        n = self._n
        if isinstance(step, Exchange):
            (row, column), (other_row, other_column) = step
            one, other = row * n + column, other_row * n + other_column
            old, new = self._current[one], self._current[other]
            if old == new:
                return 0
            if (apart := self._apart.get((one, other))) is None:
                a, b = self._offsets[one], self._offsets[other]
                apart = self._apart[one, other] = tuple(a - b), tuple(b - a)
            only_one, only_other = apart
            return self._replaced(only_one, old, new) + self._replaced(only_other, new, old)
        (row, column), new = step
        old = self._current[row * n + column]
        return 0 if old == new else self._replaced(self._offsets[row * n + column], old, new)

    def _replaced(self, offsets: Iterable[int], old: int, new: int) -> int:
        """Return the change of the penalty if ``new`` replaces ``old`` in the given units."""
        counts, less, more, change = self._counts, self._less, self._more, 0
        for offset in offsets:
            change += less[counts[offset + old]] + more[counts[offset + new]]
        return change

    def _move_to(self, filling: FilledBoard) -> None:
        """If ``filling`` is one step after the last filling, update the counts, else recount."""
        step, n = filling.step, self._n
        if step is not None and filling.origin is self._at:
            digits = after(self._current, step)
            for row, column in step if isinstance(step, Exchange) else (step.cell,):
                cell = row * n + column
                for offset in self._offsets[cell]:
                    self._counts[offset + self._current[cell]] -= 1
                    self._counts[offset + digits[cell]] += 1
            self._current[:] = digits
            # Store the digits of each filling from which others start: chains then have one step.
            filling.settle(digits)
        else:
            self._current = bytearray(filling.digits)
            self._counts = [0] * (len(self._unit_cells) * (n + 1))
            for cell, digit in enumerate(self._current):
                for offset in self._offsets[cell]:
                    self._counts[offset + digit] += 1
        self._at = filling


class IncompleteUnitsEvaluator(DeltaEvaluator):
    """Computes the cost "units": the penalty of a unit is 1 if a digit is missing, otherwise 0."""

    def _penalty_of_unit(self, digits: list[int]) -> int:
        return int(len(set(digits)) < self._n)

    def _replaced(self, offsets: Iterable[int], old: int, new: int) -> int:
        counts, n, change = self._counts, self._n, 0
        for offset in offsets:
            before = counts[offset + 1 : offset + n + 1].count(0)
            after = before + (counts[offset + old] == 1) - (counts[offset + new] == 0)
            change += (after > 0) - (before > 0)
        return change


class UserCostEvaluator:
    """Computes costs with the user's own function, which takes the rows of digits."""

    def __init__(self, layout: Layout, cost: UserCost) -> None:
        self._n, self._cost = layout.side, cost

    def penalty(self, digits: bytes) -> float:
        """Return the cost of a filling; raise InputError if it is negative or not a number."""
        cost = self._cost(in_rows(list(digits), self._n))
        if not (is_number(cost) and 0 <= cost < inf):
            raise InputError(f"the cost function returned {cost!r}: expected a number from 0 up")
        return cost

    def neighbour(self, filling: FilledBoard, step: Repair) -> FilledBoard:
        """Return the filling after a step."""
        digits = after(filling.digits, step)
        return FilledBoard(digits, self.penalty(digits))

    def neighbours(self, filling: FilledBoard, steps: Iterable[Repair]) -> list[FilledBoard]:
        """Return one filling for each step: the filling after this step."""
        return [self.neighbour(filling, step) for step in steps]


def _penalty_of(cost: str, count: int) -> int:
    if cost == "conflicts":
        return count * (count - 1) // 2
    return abs(count - 1) if cost == "notebook" else int(count == 0)
