"""Perfect distances: h* of every reachable state, as a heuristic.

An A* search with them expands nothing but states on cheapest ways.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aima_search.analysis.enumeration import enumerate_space
from aima_search.base.errors import CostError, NotApplicable
from aima_search.model.contract import ProblemLike
from aima_search.model.packed import NOT_INSTALLED, Packed, packed_form_or_reason
from aima_search.model.problem import Node

if TYPE_CHECKING:
    from aima_search.model.packed import Costs, Keys

MOST_PACKED = 1_000_000
MOST_PLAIN = 20_000
"""So many states are covered if nobody says how many: a second or two."""


class PerfectDistances:
    """h* of every state reachable in a problem: call it with a node, as a heuristic.

    Infinity if no goal can be reached; 0 for states that cannot be reached themselves.
    """

    def __init__(self, table: dict[Any, float] | _PackedTable) -> None:
        """Take the distances by state."""
        self._table = table

    @classmethod
    def of(
        cls,
        problem: ProblemLike,
        states: int | None = None,
        on_progress: Callable[[int], object] | None = None,
    ) -> PerfectDistances:
        """Compute the distances; NotApplicable if there are more than so many ``states``.

        Without a number the bound is as large as a second or two allow, larger for problems that
        offer a packed form. NotApplicable also if costs are not numbers, or negative around a
        cycle.
        """
        packed = packed_form_or_reason(problem, needs=("scipy",))
        form = None if isinstance(packed, str) else packed
        if states is None:
            states = MOST_PLAIN if form is None else MOST_PACKED
        space = enumerate_space(problem, states, on_progress)
        if not space.complete:
            raise NotApplicable(
                f"perfect distances: more than {states:,} states can be reached;"
                " take a smaller board, or PerfectDistances.of(problem, states=...)"
                f"{_remark(packed)}"
            )
        try:
            h_star = space.h_star
        except CostError as error:
            raise NotApplicable(f"perfect distances: {error}") from error
        if form is not None and space.keys is not None:
            return cls(_PackedTable(form, space.keys, h_star))
        return cls(dict(zip(space.states(0, len(space)), h_star.tolist(), strict=True)))

    def __call__(self, node: Node) -> float:
        """Return h* of the node's state."""
        return self._table.get(node.state, 0.0)

    @property
    def of_keys(self) -> Callable[[Keys], Costs] | None:
        """The form for arrays of keys, if the problem is packed."""
        return self._table.distances if isinstance(self._table, _PackedTable) else None

    def __len__(self) -> int:
        """Return the number of states with a known distance."""
        return len(self._table)


def _remark(packed: Packed | str) -> str:
    """Return what the message adds if this Python lacks the arrays that would cover more states."""
    is_missing = isinstance(packed, str) and packed.endswith(NOT_INSTALLED)
    return f" ({packed}, with which more are covered)" if is_missing else ""


class _PackedTable:
    """A sorted array of keys, and the distance of each."""

    def __init__(self, form: Packed, keys: Keys, h_star: Any) -> None:
        self._form = form
        self._keys = keys
        self._h_star = h_star

    def get(self, state: Any, default: float) -> float:
        try:
            key = self._form.pack([state])
        except LookupError:  # a state that does not belong to this board
            return default
        return float(self.distances(key, default)[0])

    def distances(self, keys: Keys, default: float = 0.0) -> Costs:
        import numpy as np

        places = np.searchsorted(self._keys, keys)
        known = self._keys.take(places, mode="clip") == keys
        found: Costs = np.where(known, self._h_star.take(places, mode="clip"), default)
        return found

    def __len__(self) -> int:
        return len(self._keys)
