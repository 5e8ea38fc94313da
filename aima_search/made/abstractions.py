"""Exact costs of abstract problems: pattern databases and relaxed problems (AIMA 3.6.2, 3.6.3).

The costs of abstract states are kept by place, enumerated, or searched for: the size of the
abstract problem's space decides. Culberson and Schaeffer, Pattern databases, Computational
Intelligence 14 (1998); sums over disjoint patterns: Korf and Felner, Artificial Intelligence 134
(2002). A solution of a problem is a solution of the problem without some of its rules too, so no
exact cost of the relaxed problem is above that of the problem: Pearl, Heuristics (1984).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from math import inf
from typing import Any, NamedTuple

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import run_to_end
from aima_search.base.cache import cached_array
from aima_search.base.errors import NotApplicable, UnknownName
from aima_search.catalog.combine import greatest, sum_of_parts
from aima_search.catalog.heuristics import announce, shared
from aima_search.model.compiled import Formula
from aima_search.model.contract import (
    NO_COST,
    Abstraction,
    Costs8,
    DenseNumbering,
    Pattern,
    ProblemLike,
    Symmetry,
    offered,
)
from aima_search.model.heuristic import NEVER_WRONG, BuiltHeuristic, Facts, function_of
from aima_search.model.problem import Heuristic, Node

_EPSILON = 2.0**-52  # the rounding of a sum of floats, relative
MOST_ENUMERATED = 100_000  # entries of a table that is found state by state, a second or two


def pattern_database(
    problem: ProblemLike,
    patterns: Sequence[Pattern] | str = "",
    *,
    symmetries: bool = True,
) -> Heuristic:
    """Return the sum of the costs of the patterns' images, the greatest cost if no sum is a bound.

    patterns: a text is read by the problem's own ``patterns(text)``, such as "4-4".
    A sum is a bound if the patterns share nothing and their abstractions are additive. With
    ``symmetries`` it is the largest of these values over the state and its mirror images.
    NotApplicable for a problem that offers no abstraction.
    """
    abstraction = offered(problem, "abstraction")
    if abstraction is None:
        raise NotApplicable(
            f"pattern-database: {type(problem).__name__} offers no abstraction(pattern) whose"
            " costs could be stored"
        )
    if isinstance(patterns, str):
        offering: Any = problem
        patterns = offering.patterns(patterns)
    abstractions: list[Abstraction] = [abstraction(pattern) for pattern in patterns]
    tables = [table_of(abstraction) for abstraction in abstractions]
    is_sum = are_additive(abstractions, patterns)
    combine: Callable[[list[float]], float] = sum if is_sum else max
    mirrored = offered(problem, "symmetries") if symmetries else None
    maps: list[Symmetry] = [] if mirrored is None else mirrored()

    def h(node: Node) -> float:
        states = [node.state, *(one.of_state(node.state) for one in maps)]
        return max([combine([table.cost(state) for table in tables]) for state in states])

    is_consistent = True if not maps and not any(one.dense for one in abstractions) else None
    return BuiltHeuristic(
        h,
        facts=Facts(admissible=True, consistent=is_consistent),
        formula=lambda: _formula(tables, maps, is_sum),
        bytes=sum(table.bytes for table in tables),
    )


def are_additive(abstractions: Sequence[Abstraction], patterns: Sequence[Pattern]) -> bool:
    """Tell whether the costs of several abstractions may be added up."""
    parts = [part for pattern in patterns for part in pattern]
    return len(set(parts)) == len(parts) and all(one.is_additive for one in abstractions)


def _formula(tables: Sequence[CostTable], maps: Sequence[Symmetry], is_sum: bool) -> Formula | None:
    """Return the compiled form, None unless all tables have a numbering of their own."""
    images = []
    for one in [None, *maps]:
        parts = [part for table in tables if (part := table.formula(one)) is not None]
        if len(parts) < len(tables):
            return None
        floats = [len(parts), *[1] * len(parts)]  # a number and weights, for sums
        images.append(Formula(sum_of_parts if is_sum else greatest, floats=floats, parts=parts))
    return Formula(greatest, floats=[len(images)], parts=images)


def relaxed(problem: ProblemLike, *rules: str) -> Heuristic:
    """Return the exact cost without some rules, the sum over the parts that are left.

    Without rules the first of the problem's ``rules_to_drop`` is dropped. A part whose space is
    small is covered beforehand, other parts are searched when a cost is asked for. NotApplicable
    for a problem that offers no relaxation; UnknownName for another rule.
    """
    known: Sequence[str] = offered(problem, "rules_to_drop") or ()
    without = offered(problem, "relaxed")
    if not known or without is None:
        raise NotApplicable(
            f"relaxed: {type(problem).__name__} offers no relaxed(*rules), the problem without"
            " some of its rules"
        )
    for rule in rules:
        if rule not in known:
            raise UnknownName("rule to drop", rule, known)
    parts: list[Abstraction] = without(*(rules or known[:1]))
    tables: list[CostTable] = [
        table_of(part)
        if part.dense is not None or part.entries <= MOST_ENUMERATED
        else searched_table(part)
        for part in parts
    ]

    def h(node: Node) -> float:
        return sum([table.cost(node.state) for table in tables])

    return BuiltHeuristic(h, facts=NEVER_WRONG, bytes=sum(table.bytes for table in tables))


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

    costs = cached_array(abstraction.identity, make)
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
    own = offered(problem, "h")
    h = (lambda node: 0) if own is None else function_of(own)

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
