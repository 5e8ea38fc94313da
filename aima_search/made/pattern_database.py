"""Pattern databases: the exact costs of abstract problems, stored and looked up (AIMA 3.6.3).

Culberson and Schaeffer, Pattern databases, Computational Intelligence 14 (1998); sums over disjoint
patterns: Korf and Felner, Artificial Intelligence 134 (2002).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import inf
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from aima_search.contract import NO_COST, Abstraction, OnProgress, Pattern, ProblemLike, Symmetry
from aima_search.errors import NotApplicable
from aima_search.heuristic import BuiltHeuristic, Facts
from aima_search.made.kept import keep
from aima_search.problem import Heuristic, Node

if TYPE_CHECKING:
    from aima_search.packed import Costs, Keys

MOST_ENUMERATED = 100_000  # entries of a table that is found state by state, a second or two

Combine: TypeAlias = Callable[[list[float]], float]


class Table(Protocol):
    """The cost of a state's image; of the images of packed states too, if a packed image exists."""

    bytes: int

    def __call__(self, state: Any) -> float:
        """Return the cost of the image of a state."""

    @property
    def of_keys(self) -> Callable[[Keys], Costs] | None:
        """The costs of the images of packed states."""


class DenseTable:
    """A byte for each place of an abstraction's own numbering, kept in the user's cache folder."""

    def __init__(self, abstraction: Abstraction, on_progress: OnProgress | None = None) -> None:
        dense = abstraction.dense
        assert dense is not None
        self._costs = keep(abstraction.identity, lambda: dense.costs(on_progress))
        self._place, self._places = dense.place, dense.places
        self.bytes = int(self._costs.nbytes)

    def __call__(self, state: Any) -> float:
        """See ``Table``."""
        cost = int(self._costs[self._place(state)])
        return cost if cost != NO_COST else inf

    def of_keys(self, keys: Keys) -> Costs:
        """See ``Table``."""
        costs = self._costs.take(self._places(keys))
        found: Costs = costs.astype(float)
        found[costs == NO_COST] = inf
        return found


class EnumeratedTable:
    """The costs of all abstract states that can be reached, found by covering the space."""

    of_keys = None

    def __init__(self, abstraction: Abstraction, on_progress: OnProgress | None = None) -> None:
        from aima_search.analysis.perfect import PerfectDistances  # numpy only when used

        if abstraction.entries > MOST_ENUMERATED:
            raise NotApplicable(
                f"a table of {abstraction.entries:,} entries without a numbering of its own:"
                f" expected at most {MOST_ENUMERATED:,}; take a smaller pattern"
            )
        self._image = abstraction.image
        self._distances = PerfectDistances.of(
            abstraction.problem, MOST_ENUMERATED, on_progress=on_progress
        )
        self.bytes = 8 * len(self._distances)

    def __call__(self, state: Any) -> float:
        """See ``Table``."""
        return self._distances(Node(self._image(state)))


def table_of(abstraction: Abstraction, on_progress: OnProgress | None = None) -> Table:
    """Return the table of an abstraction, by its own numbering if it has one."""
    kind = EnumeratedTable if abstraction.dense is None else DenseTable
    return kind(abstraction, on_progress)


def pattern_database(
    problem: ProblemLike,
    patterns: Sequence[Pattern] | str = "",
    *,
    symmetries: bool = True,
    on_progress: OnProgress | None = None,
) -> Heuristic:
    """Return the sum of the costs of the patterns' images, the greatest cost if no sum is a bound.

    patterns: a text is read by the problem's own ``patterns(text)``, such as "4-4".
    A sum is a bound if the patterns share nothing and their abstractions are additive. With
    ``symmetries`` it is the largest of these values over the state and its mirror images.
    NotApplicable for a problem that offers no abstraction.
    """
    offering: Any = problem
    if not hasattr(problem, "abstraction"):
        raise NotApplicable(
            f"pattern-database: {type(problem).__name__} offers no abstraction(pattern) whose"
            " costs could be stored"
        )
    if isinstance(patterns, str):
        patterns = offering.patterns(patterns)
    abstractions: list[Abstraction] = [offering.abstraction(pattern) for pattern in patterns]
    tables = [table_of(abstraction, on_progress) for abstraction in abstractions]
    is_sum = are_additive(abstractions, patterns)
    maps: list[Symmetry] = getattr(problem, "symmetries", list)() if symmetries else []

    of_keys = None
    if all(table.of_keys is not None for table in tables) and all(one.of_keys for one in maps):
        of_keys = _of_keys(tables, maps, is_sum)
    is_consistent = True if not maps and not any(one.dense for one in abstractions) else None
    return BuiltHeuristic(
        _of_nodes(tables, maps, sum if is_sum else max),
        facts=Facts(admissible=True, consistent=is_consistent),
        of_keys=of_keys,
        bytes=sum(table.bytes for table in tables),
    )


def are_additive(abstractions: Sequence[Abstraction], patterns: Sequence[Pattern]) -> bool:
    """Tell whether the costs of several abstractions may be added up."""
    parts = [part for pattern in patterns for part in pattern]
    return len(set(parts)) == len(parts) and all(one.is_additive for one in abstractions)


def _of_nodes(tables: Sequence[Table], maps: Sequence[Symmetry], combine: Combine) -> Heuristic:
    def h(node: Node) -> float:
        states = [node.state, *(one.of_state(node.state) for one in maps)]
        return max([combine([table(state) for table in tables]) for state in states])

    return h


def _of_keys(
    tables: Sequence[Table], maps: Sequence[Symmetry], is_sum: bool
) -> Callable[[Keys], Costs]:
    import numpy as np  # only when used

    combine = np.add if is_sum else np.maximum

    def of_keys(keys: Keys) -> Costs:
        images = [keys, *(one.of_keys(keys) for one in maps if one.of_keys is not None)]
        values = (
            reduce(combine, (table.of_keys(one) for table in tables if table.of_keys is not None))
            for one in images
        )
        largest: Costs = reduce(np.maximum, values)
        return largest

    return of_keys
