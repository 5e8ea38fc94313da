"""Exact costs of abstract problems: pattern databases and relaxed problems (AIMA 3.6.2, 3.6.3).

A relaxed problem lacks some rules of the problem. Every solution of the problem also solves the
relaxed problem, so the optimal cost of the relaxed problem is not higher.
Sources: Culberson and Schaeffer, Pattern databases, Computational Intelligence 14 (1998); for sums
over disjoint patterns, Korf and Felner, Artificial Intelligence 134 (2002); for relaxed problems,
Pearl, Heuristics (1984).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cache, partial
from math import inf
from typing import Any, NamedTuple

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import run_to_end
from aima_search.analysis.enumeration import PerfectDistances
from aima_search.base.cache import cached_array
from aima_search.base.errors import NotApplicable, UnknownName
from aima_search.catalog.combine import extreme_of_parts, sum_of_parts
from aima_search.catalog.heuristics import announce, shared
from aima_search.model.compiled import Formula
from aima_search.model.contract import (
    NO_COST,
    Abstraction,
    Costs8,
    DenseCostTable,
    Pattern,
    ProblemLike,
    Symmetry,
    offered,
)
from aima_search.model.heuristic import NEVER_WRONG, BuiltHeuristic, HeuristicFacts, function_of
from aima_search.model.problem import Heuristic, Node

_EPSILON = 2.0**-52  # the relative rounding error of a sum of two floats
MOST_ENUMERATED = 100_000  # entries of an enumerated table, which takes a second or two


def pattern_database(
    problem: ProblemLike, patterns: Sequence[Pattern] | str = "", *, symmetries: bool = True
) -> Heuristic:
    """Return a heuristic from pattern databases: a table of costs for each pattern.

    h is the sum of these costs if the patterns are disjoint and their abstractions are additive.
    Otherwise, h is the highest of the costs.

    patterns: the patterns, or a text for the problem's ``patterns(text)``, such as "4-4".
    symmetries: if True, h is the maximum over the state and all states symmetric to it.

    Raises NotApplicable for a problem without ``abstraction(pattern)``.
    """
    abstraction = offered(problem, "abstraction")
    if abstraction is None:
        raise NotApplicable(
            f"pattern-database: {type(problem).__name__} does not define abstraction(pattern)"
        )
    if isinstance(patterns, str):
        puzzle: Any = problem
        patterns = puzzle.patterns(patterns)
    abstractions: list[Abstraction] = [abstraction(pattern) for pattern in patterns]
    tables = [table_of(abstraction) for abstraction in abstractions]
    is_sum = are_additive(abstractions, patterns)
    combine: Callable[[list[float]], float] = sum if is_sum else max
    make_maps = offered(problem, "symmetries") if symmetries else None
    maps: list[Symmetry] = [] if make_maps is None else make_maps()
    costs, images = [table.cost for table in tables], [symmetry.of_state for symmetry in maps]

    def h(node: Node) -> float:
        states = [node.state, *[image(node.state) for image in images]]
        return max([combine([cost(state) for cost in costs]) for state in states])

    is_consistent = None if maps or any(abstraction.dense for abstraction in abstractions) else True
    return BuiltHeuristic(
        h,
        facts=HeuristicFacts(admissible=True, consistent=is_consistent),
        formula=cache(partial(_formula, tables, maps, is_sum)),
        bytes=sum(table.bytes for table in tables),
    )


def are_additive(abstractions: Sequence[Abstraction], patterns: Sequence[Pattern]) -> bool:
    """Return True if the sum of the optimal costs in the abstract problems is an admissible h."""
    parts = [part for pattern in patterns for part in pattern]
    is_disjoint = len(set(parts)) == len(parts)
    return is_disjoint and all(abstraction.is_additive for abstraction in abstractions)


def _formula(
    tables: Sequence[AbstractCosts], maps: Sequence[Symmetry], is_sum: bool
) -> Formula | None:
    images = []
    for symmetry in [None, *maps]:
        parts = [part for table in tables if (part := table.formula(symmetry)) is not None]
        if len(parts) < len(tables):
            return None
        floats = [len(parts), *[1] * len(parts)]  # the number of parts, and their weights
        function = sum_of_parts if is_sum else extreme_of_parts
        images.append(Formula(function, floats=floats, parts=parts))
    return Formula(extreme_of_parts, floats=[len(images), 1], parts=images)


def relaxed(problem: ProblemLike, *rules: str) -> Heuristic:
    """Return the heuristic h whose value is the optimal cost in the relaxed problem.

    rules: the rules to drop; by default, the first of ``rules_to_drop``. If ``problem.relaxed``
    returns several problems, h is the sum of their optimal costs. In a small relaxed problem, the
    costs of all states are computed at once. Otherwise A* computes a state's cost when needed.

    Raises NotApplicable for a problem without ``relaxed(*rules)``, and UnknownName for a rule that
    is not in ``rules_to_drop``.
    """
    known: Sequence[str] = offered(problem, "rules_to_drop") or ()
    without = offered(problem, "relaxed")
    if not known or without is None:
        raise NotApplicable(
            f"relaxed: {type(problem).__name__} needs a method relaxed(*rules), which returns the"
            " problem without the given rules"
        )
    for rule in rules:
        if rule not in known:
            raise UnknownName("rule to drop", rule, known)
    parts: list[Abstraction] = without(*(rules or known[:1]))
    tables: list[AbstractCosts] = [
        table_of(part)
        if part.dense is not None or part.entries <= MOST_ENUMERATED
        else searched_table(part)
        for part in parts
    ]

    def h(node: Node) -> float:
        return sum([table.cost(node.state) for table in tables])

    return BuiltHeuristic(h, facts=NEVER_WRONG, bytes=sum(table.bytes for table in tables))


class AbstractCosts(NamedTuple):
    """The exact costs of the states of an abstract problem.

    ``cost(state)`` takes an original state, and returns the cost of its abstract state. ``bytes``
    is the size of the stored costs. ``formula(symmetry)`` returns a ``Formula`` for the cost of
    ``symmetry.of_state(state)``. It returns None if there is no formula.
    """

    cost: Callable[[Any], float]
    bytes: int = 0
    formula: Callable[[Symmetry | None], Formula | None] = lambda symmetry: None


def table_of(abstraction: Abstraction) -> AbstractCosts:
    """Return a table with the exact costs of all states of an abstract problem.

    If ``abstraction.dense`` is not None, all problems with the same abstraction share the table.
    """
    if abstraction.dense is None:
        return enumerated_table(abstraction)
    return shared(abstraction.identity, partial(dense_table, abstraction, abstraction.dense))


def dense_table(abstraction: Abstraction, dense: DenseCostTable) -> AbstractCosts:
    """Load or compute the costs of an abstract problem whose states are numbered."""

    def make() -> Costs8:
        return dense.costs(announce("a table", abstraction.entries, dense.bytes))

    costs = cached_array(abstraction.identity, make)
    if costs.ndim != 1:
        raise NotApplicable(
            f"abstraction {abstraction.identity}: the table has {costs.ndim} dimensions: expected"
            " one dimension, with one byte for each entry"
        )
    place, cost_at = dense.place, costs.item

    def cost_of(state: Any) -> float:
        cost = cost_at(place(state))
        return cost if cost != NO_COST else inf

    return AbstractCosts(
        cost_of, int(costs.nbytes), lambda symmetry: dense.formula(costs, symmetry)
    )


def enumerated_table(abstraction: Abstraction) -> AbstractCosts:
    """Enumerate the reachable abstract states, and return the cost from each state to a goal."""
    if abstraction.entries > MOST_ENUMERATED:
        raise NotApplicable(
            f"the pattern needs a table of {abstraction.entries:,} entries: expected at most"
            f" {MOST_ENUMERATED:,} entries; use a smaller pattern"
        )
    image, on_progress = abstraction.image, announce("a table", abstraction.entries)
    distances = PerfectDistances.of(abstraction.problem, MOST_ENUMERATED, on_progress)
    sums = 0 if distances.are_whole else len(distances)

    def cost_of(state: Any) -> float:
        cost = distances(Node(image(state)))
        return cost if cost == inf else float(rounded_down(cost, 0, sums))

    return AbstractCosts(cost_of, 8 * len(distances))


def searched_table(abstraction: Abstraction) -> AbstractCosts:
    """Return the costs of an abstract problem; A* finds each cost when it is first needed.

    The searches use the abstract problem's ``h``, which must be admissible. A search that ends with
    the cost C proves that h* >= C - g for each state expanded with path cost g. Later searches use
    these bounds, as in Adaptive A* (Koenig and Likhachev, 2005).
    """
    problem, exact, bounds = copy(abstraction.problem), dict[Any, float](), dict[Any, float]()
    given = offered(problem, "h")
    h = (lambda node: 0) if given is None else function_of(given)

    def bound(node: Node) -> float:
        return max(h(node), bounds.get(node.state, 0))

    def search(image: Any) -> None:
        problem.initial = image  # type: ignore[misc]
        steps = astar_steps(problem, bound, tie_break="high-g-lifo")
        step, goal = run_to_end(steps, keep_nodes=True)
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

    return AbstractCosts(cost_of)


def are_whole(costs: Any) -> bool:
    """Return True if all costs are whole numbers."""
    if hasattr(costs, "dtype"):
        return bool((costs % 1 == 0).all())
    return all(not isinstance(cost, float) or cost % 1 == 0 for cost in costs)


def rounded_down(cost: Any, less: Any, sums: int) -> Any:
    """Return ``cost - less``, made lower so that rounding errors cannot make it too high.

    Such errors can be large: ``1e17 + 9 - 1e17`` is 16.0 in Python. ``sums``: the number of float
    additions in each cost, or 0 if the costs are exact.
    """
    return cost - less - sums * _EPSILON * (cost + less) if sums else cost - less
