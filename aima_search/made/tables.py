"""Exact costs of the abstract states of an abstraction: kept by place, enumerated, or searched for.

The size of the abstract problem's space decides which; heuristics ask all three in the same way.
"""

from __future__ import annotations

from copy import copy
from functools import partial
from math import inf
from typing import Any, Protocol

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import run_to_end
from aima_search.base.errors import NotApplicable
from aima_search.base.kept import keep
from aima_search.catalog.heuristics import announce, shared
from aima_search.model.compiled import Formula
from aima_search.model.contract import NO_COST, Abstraction, Costs8, Symmetry
from aima_search.model.heuristic import plain
from aima_search.model.problem import Node

_EPSILON = 2.0**-52  # the rounding of a sum of floats, relative
MOST_ENUMERATED = 100_000  # entries of a table that is found state by state, a second or two


class CostTable(Protocol):
    """The cost of a state's image."""

    bytes: int

    def __call__(self, state: Any) -> float:
        """Return the cost of the image of a state."""


class DenseTable:
    """A byte for each place of an abstraction's own numbering, kept in the user's cache folder."""

    def __init__(self, abstraction: Abstraction) -> None:
        dense = abstraction.dense
        assert dense is not None

        def make() -> Costs8:
            return dense.costs(announce("a table", abstraction.entries, dense.bytes))

        self._costs = keep(abstraction.identity, make)
        if self._costs.ndim != 1:
            raise NotApplicable(
                f"abstraction {abstraction.identity}: a table of the shape {self._costs.shape},"
                " expected one dimension, with a byte for each place"
            )
        self._place, self._formula = dense.place, dense.formula
        self.bytes = int(self._costs.nbytes)

    def __call__(self, state: Any) -> float:
        """See ``CostTable``."""
        cost = int(self._costs[self._place(state)])
        return cost if cost != NO_COST else inf

    def formula(self, symmetry: Symmetry | None) -> Formula | None:
        """Return the compiled form, of a state or of its mirror image."""
        return self._formula(self._costs, symmetry)


class EnumeratedTable:
    """The costs of all abstract states that can be reached, found by covering the space."""

    def __init__(self, abstraction: Abstraction) -> None:
        from aima_search.analysis.enumeration import PerfectDistances

        if abstraction.entries > MOST_ENUMERATED:
            raise NotApplicable(
                f"a table of {abstraction.entries:,} entries without a numbering of its own:"
                f" expected at most {MOST_ENUMERATED:,}; take a smaller pattern"
            )
        self._image = abstraction.image
        on_progress = announce("a table", abstraction.entries)
        self._distances = PerfectDistances.of(abstraction.problem, MOST_ENUMERATED, on_progress)
        self.bytes = 8 * len(self._distances)
        self._sums = 0 if self._distances.are_whole else len(self._distances)

    def __call__(self, state: Any) -> float:
        """See ``CostTable``."""
        cost = self._distances(Node(self._image(state)))
        return cost if cost == inf else float(rounded_down(cost, 0, self._sums))


def table_of(abstraction: Abstraction) -> CostTable:
    """Return the table of an abstraction, by its own numbering if it has a numbering.

    It is shared then: such a table has the costs from everywhere, not only from the start.
    """
    if abstraction.dense is None:
        return EnumeratedTable(abstraction)
    return shared(abstraction.identity, partial(DenseTable, abstraction))


class SearchedTable:
    """The costs of images, each found by A* when it is first asked for; nothing is found twice.

    The abstract problem's own ``h``, which must be admissible, guides the searches. A search that
    ends with the cost C has shown that no expanded state is nearer to a goal than C - g. Later
    searches use these bounds. Koenig and Likhachev, Adaptive A* (2005).
    """

    bytes = 0  # before the first cost is asked for

    def __init__(self, abstraction: Abstraction) -> None:
        self._image, self._problem = abstraction.image, abstraction.problem
        own = getattr(self._problem, "h", None)
        self._own = (lambda node: 0) if own is None else plain(own)
        self._exact: dict[Any, float] = {}
        self._bounds: dict[Any, float] = {}

    def __call__(self, state: Any) -> float:
        """See ``CostTable``."""
        image = self._image(state)
        if image not in self._exact:
            self._search(image)
        return self._exact[image]

    def _search(self, image: Any) -> None:
        problem = copy(self._problem)
        problem.initial = image  # type: ignore[misc]
        step, goal = run_to_end(astar_steps(problem, self._bound, tie_break="high-g-lifo"))
        cost = inf if goal is None else goal.path_cost
        path = [Node(image)] if goal is None else goal.path()
        is_whole = are_whole([node.path_cost for node in path])

        def to_go(node: Node) -> Any:
            if goal is None:
                return inf
            sums = 0 if is_whole and are_whole([node.path_cost]) else len(path) + node.depth
            return max(rounded_down(cost, node.path_cost, sums), 0)

        if step is not None and step.explored is not None:
            for node in step.explored():
                if not node._open:
                    self._bounds[node.state] = to_go(node)
        for node in path:
            self._exact[node.state] = self._bounds[node.state] = to_go(node)

    def _bound(self, node: Node) -> float:
        return max(self._own(node), self._bounds.get(node.state, 0))


# One arithmetic of all bounds that are made: floats round, and a bound is only ever rounded down.


def are_whole(costs: Any) -> bool:
    """Tell whether sums of costs are exact: no floats, or whole ones (up to 2**53)."""
    if hasattr(costs, "dtype"):
        return bool((costs % 1 == 0).all())
    return all(not isinstance(cost, float) or cost % 1 == 0 for cost in costs)


def rounded_down(cost: Any, less: Any, sums: int) -> Any:
    """Return cost - less, and no more than that; sums: how many floats were added up, 0 if exact.

    A difference of large floats is as wrong as they are: 1e17 + 3 - 1e17 is 0, or 16.
    """
    return cost - less - sums * _EPSILON * (cost + less) if sums else cost - less
