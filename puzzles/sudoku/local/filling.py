"""Complete boards for local search, and what a step costs, from the difference it makes.

Vocabulary: a *filling* has a digit in every cell; the *tally* counts how often every digit occurs
in every unit; a *penalty* is a whole number that says how far a filling is from a solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from puzzles.grid import RowColumn
from puzzles.sudoku.rules import LETTERS, Layout, Placement


class Exchange(NamedTuple):
    """Two cells, (row, column) from 0, that exchange their digits.

    >>> Exchange((2, 0), (3, 0))
    C1 <-> D1
    """

    first: RowColumn
    second: RowColumn

    def __str__(self) -> str:
        return " <-> ".join(f"{LETTERS[row]}{column + 1}" for row, column in self)

    def __repr__(self) -> str:
        return str(self)


Repair: TypeAlias = "Exchange | Placement"
"""One step: two cells exchange their digits, or a cell takes another digit."""


class Filling:
    """A state: the digits of all cells, from 1, and the penalty.

    A filling that a step leads to keeps the step and the filling before it until its digits are
    needed: of all neighbours that are compared, few are ever looked at.
    """

    __slots__ = ("_digits", "_origin", "_step", "penalty")

    def __init__(
        self,
        digits: bytes | None,
        penalty: int,
        origin: Filling | None = None,
        step: Repair | None = None,
    ) -> None:
        self._digits = digits
        self.penalty = penalty
        self._origin = origin
        self._step = step

    @property
    def digits(self) -> bytes:
        """The digit of every cell, row by row."""
        if self._digits is None:
            assert self._origin is not None
            assert self._step is not None
            self.settle(after(self._origin.digits, self._step))
            assert self._digits is not None
        return self._digits

    def settle(self, digits: bytes) -> None:
        """Keep the digits, and forget the filling before."""
        self._digits = digits
        self._origin = self._step = None

    @property
    def origin(self) -> Filling | None:
        """The filling before this filling, until the digits have been computed."""
        return self._origin

    @property
    def step(self) -> Repair | None:
        """The step that led here, until the digits have been computed."""
        return self._step

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Filling) and self.digits == other.digits

    def __hash__(self) -> int:
        return hash(self.digits)

    def __repr__(self) -> str:
        return f"<Filling {' '.join(map(str, self.digits))}>"


def after(digits: bytes, step: Repair) -> bytes:
    """Return the digits after a step."""
    n = _side(digits)
    changed = bytearray(digits)
    if isinstance(step, Exchange):
        one, other = (row * n + column for row, column in step)
        changed[one], changed[other] = changed[other], changed[one]
    else:
        row, column = step.cell
        changed[row * n + column] = step.digit
    return bytes(changed)


def _side(digits: bytes) -> int:
    return int(len(digits) ** 0.5 + 0.5)


class Tally:
    """Penalties of fillings, and of the steps from a filling, by difference.

    ``missing``: the penalty is the number of digits missing, over the units that count; else it
    is the sum of |k - 1| where k is how often a digit occurs in a unit. The tally stands at one
    filling at a time; it follows a step at the price of that step.
    """

    def __init__(self, layout: Layout, units: Sequence[int], missing: bool) -> None:
        n = self._n = layout.side
        self._unit_cells = [layout.units[unit].cells for unit in units]
        offsets: list[set[int]] = [set() for _ in range(n * n)]
        for number, cells in enumerate(self._unit_cells):
            for cell in cells:
                offsets[cell].add(number * (n + 1))
        self._offsets = offsets
        most = range(n + 2)
        # The change of a unit's penalty when one of k equal digits goes, or one more comes.
        self._less = [1 if k <= 1 else 0 if missing else -1 for k in most]
        self._more = [-1 if k == 0 else 0 if missing else 1 for k in most]
        self._apart: dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._at: Filling | None = None
        self._counts: list[int] = []
        self._current = bytearray()

    def penalty(self, digits: bytes) -> int:
        """Return the penalty of a filling, from scratch."""
        total = 0
        for cells in self._unit_cells:
            values = [digits[cell] for cell in cells]
            for digit in range(1, self._n + 1):
                k = values.count(digit)
                total += (k == 0) if self._more[1] == 0 else abs(k - 1)
        return total

    def neighbour(self, filling: Filling, step: Repair) -> Filling:
        """Return the filling that a step leads to."""
        if self._at is not filling:
            self._move_to(filling)
        return Filling(None, filling.penalty + self._change(step), filling, step)

    def neighbours(self, filling: Filling, steps: Iterable[Repair]) -> list[Filling]:
        """Return the fillings that steps lead to, in their order."""
        if self._at is not filling:
            self._move_to(filling)
        change, penalty = self._change, filling.penalty
        return [Filling(None, penalty + change(step), filling, step) for step in steps]

    def _change(self, step: Repair) -> int:
        """Return what a step from the filling of the tally adds to the penalty."""
        n, counts, less, more = self._n, self._counts, self._less, self._more
        if isinstance(step, Exchange):
            (row, column), (other_row, other_column) = step
            one, other = row * n + column, other_row * n + other_column
            old, new = self._current[one], self._current[other]
            if old == new:
                return 0
            only_one, only_other = self._offsets_apart(one, other)
            change = 0
            for offset in only_one:
                change += less[counts[offset + old]] + more[counts[offset + new]]
            for offset in only_other:
                change += less[counts[offset + new]] + more[counts[offset + old]]
            return change
        (row, column), new = step
        old = self._current[row * n + column]
        if old == new:
            return 0
        return sum(
            [
                less[counts[offset + old]] + more[counts[offset + new]]
                for offset in self._offsets[row * n + column]
            ]
        )

    def _offsets_apart(self, one: int, other: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the starts of the counts of the units that hold only one of two cells."""
        apart = self._apart.get((one, other))
        if apart is None:
            a, b = self._offsets[one], self._offsets[other]
            apart = self._apart[one, other] = tuple(a - b), tuple(b - a)
        return apart

    def _move_to(self, filling: Filling) -> None:
        """Move the tally to a filling: by the filling's last step, if that starts here."""
        step = filling.step
        if step is not None and filling.origin is self._at:
            n = self._n
            if isinstance(step, Exchange):
                one, other = (row * n + column for row, column in step)
                old, new = self._current[one], self._current[other]
                self._set(one, new)
                self._set(other, old)
            else:
                row, column = step.cell
                self._set(row * n + column, step.digit)
            # No filling that others start from waits for its digits: chains stay one step long.
            filling.settle(bytes(self._current))
        else:
            self._current = bytearray(filling.digits)
            self._counts = [0] * (len(self._unit_cells) * (self._n + 1))
            for cell, digit in enumerate(self._current):
                for offset in self._offsets[cell]:
                    self._counts[offset + digit] += 1
        self._at = filling

    def _set(self, cell: int, digit: int) -> None:
        old = self._current[cell]
        self._current[cell] = digit
        for offset in self._offsets[cell]:
            self._counts[offset + old] -= 1
            self._counts[offset + digit] += 1
