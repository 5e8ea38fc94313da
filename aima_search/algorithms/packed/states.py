"""The states that a packed search has reached: a row of arrays each, found by an open hash table.

A row is a state's number, in the order in which states were found. The table has a slot, twice
as many slots as rows or more, for the row of a key: the first free slot from the place that
the key's hash says (linear probing). All work is done for whole arrays of keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

    from aima_search.model.packed import Costs, Indices, Keys

    Rows: TypeAlias = NDArray[np.int32]

UNSEEN, OPEN, CLOSED = 0, 1, 2

_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: spreads neighbouring keys
_LEAST_SLOTS = 2**12
_MOST_ROWS = 2**31 - 1
_GROWTH = 1.25
_REHASHED = 2**18  # keys that are put into a new table at once


class FoundRows(NamedTuple):
    """The row of each key that was looked up, and the first place of each key that is new."""

    rows: Rows
    new: Indices


class States:
    """All states reached; ``key``, ``g``, ``parent`` and ``mark`` are arrays with a row each.

    g: the cost of the best path known. parent: the row before it on that path, -1 for the root.
    mark: OPEN (it waits), CLOSED (it was expanded) or UNSEEN (new, or a dead end). The arrays may
    be longer than the number of states, and move when states are added: take them anew.
    """

    def __init__(self) -> None:
        self._size = 0
        self._columns: dict[str, NDArray[Any]] = {
            "key": np.empty(0, dtype=np.uint64),
            "g": np.empty(0, dtype=np.float64),
            "parent": np.empty(0, dtype=np.int32),
            "mark": np.empty(0, dtype=np.uint8),
        }
        self._table: Rows = np.zeros(_LEAST_SLOTS, dtype=np.int32)  # a row + 1; 0 if free

    def __len__(self) -> int:
        return self._size

    @property
    def key(self) -> Keys:
        """The key of each state."""
        return self._columns["key"]

    @property
    def g(self) -> Costs:
        """The cost of the best path known to each state."""
        return self._columns["g"]

    @property
    def parent(self) -> Rows:
        """The row before each state on that path."""
        return self._columns["parent"]

    @property
    def mark(self) -> NDArray[np.uint8]:
        """The fate of each state."""
        return self._columns["mark"]

    @property
    def bytes(self) -> int:
        """The memory that the arrays take."""
        return self._table.nbytes + sum(column.nbytes for column in self._columns.values())

    def find_or_add(self, keys: Keys) -> FoundRows:
        """Return the row of each key, a new row for a new key; equal keys share a row.

        Only the key of a new row is set.
        """
        self._reserve(self._size + len(keys))
        rows, slots, missing = self._look_up(keys)
        if not len(missing):
            return FoundRows(rows, missing)
        new = self._claim(keys, rows, slots, missing)
        first = self._size
        self._size += len(new)
        self.key[first : self._size] = keys[new]
        return FoundRows(rows, new)

    def _look_up(self, keys: Keys) -> tuple[Rows, Indices, Indices]:
        """Return each key's row (-1: no row) and its slot, and the places of keys without a row."""
        slots = self._home(keys)
        rows = self._table.take(slots) - np.int32(1)
        asked = np.flatnonzero(rows >= 0)
        last = len(self._table) - 1
        while len(asked):
            asked = asked[self.key.take(rows.take(asked)) != keys.take(asked)]
            slot = (slots.take(asked) + 1) & last
            row = self._table.take(slot) - np.int32(1)
            slots[asked], rows[asked] = slot, row
            asked = asked[row >= 0]
        return rows, slots, np.flatnonzero(rows < 0)

    def _claim(self, keys: Keys, rows: Rows, slots: Indices, missing: Indices) -> Indices:
        """Number the keys without a row; return the first place of each.

        Each key writes its place into its slot. If keys share a slot, the last key to write has
        the slot. Equal keys are the same state; the other keys look on for a free slot.
        """
        table, last = self._table, len(self._table) - 1
        keepers = []
        waiting = missing[::-1]  # so that the first of equal keys writes last
        while len(waiting):
            slot = slots.take(waiting)
            free = table.take(slot) == 0
            table[slot[free]] = -1 - waiting[free]
            holder = -1 - table.take(slot)  # below 0: a row that was there before
            is_keeper = holder == waiting
            keepers.append(waiting[is_keeper])
            is_same = (holder >= 0) & (keys.take(holder, mode="clip") == keys.take(waiting))
            rows[waiting[is_same]] = -2 - holder[is_same]
            waiting = waiting[~is_same]
            slots[waiting] = (slots.take(waiting) + 1) & last
        new = np.sort(np.concatenate(keepers))
        number = np.empty(len(keys), dtype=np.int32)
        number[new] = np.arange(self._size, self._size + len(new), dtype=np.int32)
        rows[missing] = number.take(-2 - rows.take(missing))
        table[slots[new]] = rows[new] + 1
        return new

    def _home(self, keys: Keys) -> Indices:
        """Return where the search for each key begins."""
        bits = len(self._table).bit_length() - 1
        slots: Indices = ((keys * _FACTOR) >> np.uint64(64 - bits)).view(np.int64)
        return slots

    def _reserve(self, size: int) -> None:
        """Make room for so many states."""
        if size > _MOST_ROWS:
            raise MemoryError(f"{size:,} states: a packed search numbers up to {_MOST_ROWS:,}")
        if size > len(self.key):
            length = max(int(len(self.key) * _GROWTH), size, _LEAST_SLOTS // 2)
            for column in self._columns.values():
                column.resize(length, refcheck=False)  # in place if the system can
        if 2 * size > len(self._table):
            self._rehash(1 << (2 * size - 1).bit_length())

    def _rehash(self, slots: int) -> None:
        """Replace the table by a table of so many slots."""
        self._table = np.zeros(0, dtype=np.int32)  # the old table is free before
        self._table = np.zeros(slots, dtype=np.int32)
        last = slots - 1
        for start in range(0, self._size, _REHASHED):
            rows = np.arange(start, min(start + _REHASHED, self._size), dtype=np.int32)
            slot = self._home(self.key[start : start + len(rows)])
            while len(rows):
                free = self._table.take(slot) == 0
                self._table[slot[free]] = rows[free] + 1
                lost = self._table.take(slot) != rows + 1
                rows, slot = rows[lost], (slot[lost] + 1) & last
