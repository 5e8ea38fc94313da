"""Exact costs of the abstract states of an abstraction: kept by place, enumerated, or searched for.

The size of the abstract problem's space decides which; heuristics ask all three in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial
from math import inf
from typing import Any, NamedTuple

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import run_to_end
from aima_search.base.errors import NotApplicable
from aima_search.base.kept import keep
from aima_search.catalog.heuristics import announce, shared
from aima_search.model.compiled import Formula
from aima_search.model.contract import NO_COST, Abstraction, Costs8, DenseNumbering, Symmetry
from aima_search.model.heuristic import plain
from aima_search.model.problem import Node

_EPSILON = 2.0**-52  # the rounding of a sum of floats, relative
MOST_ENUMERATED = 100_000  # entries of a table that is found state by state, a second or two


class CostTable(NamedTuple):
    """The exact costs of the images of states.

    cost: of the image of a state. bytes: what is kept before the first cost is asked for. formula:
    makes the compiled form, of a state or of its mirror image, None without one.
    """

    cost: Callable[[Any], float]
    bytes: int = 0
    formula: Callable[[Symmetry | None], Formula | None] = lambda symmetry: None


def table_of(abstraction: Abstraction) -> CostTable:
    """Return the table of an abstraction, by its own numbering if it has a numbering.

    It is shared then: such a table has the costs from everywhere, not only from the start.
    """
    if abstraction.dense is None:
        return enumerated_table(abstraction)
    return shared(abstraction.identity, partial(dense_table, abstraction, abstraction.dense))


def dense_table(abstraction: Abstraction, dense: DenseNumbering) -> CostTable:
    """Return a byte for each place of a numbering, kept in the user's cache folder."""

    def make() -> Costs8:
        return dense.costs(announce("a table", abstraction.entries, dense.bytes))

    costs = keep(abstraction.identity, make)
    if costs.ndim != 1:
        raise NotApplicable(
            f"abstraction {abstraction.identity}: a table of the shape {costs.shape},"
            " expected one dimension, with a byte for each place"
        )
    place = dense.place

    def cost_of(state: Any) -> float:
        cost = int(costs[place(state)])
        return cost if cost != NO_COST else inf

    return CostTable(cost_of, int(costs.nbytes), lambda symmetry: dense.formula(costs, symmetry))


def enumerated_table(abstraction: Abstraction) -> CostTable:
    """Return the costs of all abstract states that can be reached, found by covering the space."""
    from aima_search.analysis.enumeration import PerfectDistances

    if abstraction.entries > MOST_ENUMERATED:
        raise NotApplicable(
            f"a table of {abstraction.entries:,} entries without a numbering of its own:"
            f" expected at most {MOST_ENUMERATED:,}; take a smaller pattern"
        )
    image, on_progress = abstraction.image, announce("a table", abstraction.entries)
    distances = PerfectDistances.of(abstraction.problem, MOST_ENUMERATED, on_progress)
    sums = 0 if distances.are_whole else len(distances)

    def cost_of(state: Any) -> float:
        cost = distances(Node(image(state)))
        return cost if cost == inf else float(rounded_down(cost, 0, sums))

    return CostTable(cost_of, 8 * len(distances))


def searched_table(abstraction: Abstraction) -> CostTable:
    """Return costs each found by A* when it is first asked for; nothing is found twice.

    The abstract problem's own ``h``, which must be admissible, guides the searches. A search that
    ends with the cost C has shown that no expanded state is nearer to a goal than C - g. Later
    searches use these bounds. Koenig and Likhachev, Adaptive A* (2005).
    """
    problem, exact, bounds = copy(abstraction.problem), dict[Any, float](), dict[Any, float]()
    own = getattr(problem, "h", None)
    h = (lambda node: 0) if own is None else plain(own)

    def bound(node: Node) -> float:
        return max(h(node), bounds.get(node.state, 0))

    def search(image: Any) -> None:
        problem.initial = image  # type: ignore[misc]
        step, goal = run_to_end(astar_steps(problem, bound, tie_break="high-g-lifo"))
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
                    bounds[node.state] = to_go(node)
        for node in path:
            exact[node.state] = bounds[node.state] = to_go(node)

    def cost_of(state: Any) -> float:
        image = abstraction.image(state)
        if image not in exact:
            search(image)
        return exact[image]

    return CostTable(cost_of)


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
