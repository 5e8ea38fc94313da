"""Pattern databases: the exact costs of abstract problems, stored and looked up (AIMA 3.6.3).

Culberson and Schaeffer, Pattern databases, Computational Intelligence 14 (1998); sums over disjoint
patterns: Korf and Felner, Artificial Intelligence 134 (2002).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aima_search.base.errors import NotApplicable
from aima_search.catalog.combine import greatest, sum_of_parts
from aima_search.made.tables import CostTable, table_of
from aima_search.model.compiled import Formula
from aima_search.model.contract import Abstraction, Pattern, ProblemLike, Symmetry
from aima_search.model.heuristic import BuiltHeuristic, Facts
from aima_search.model.problem import Heuristic, Node, offered


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
