"""Relaxed problems: the exact cost if some rules are dropped (AIMA 3.6.2).

A solution of the problem is a solution of the relaxed problem too, so no exact cost of the relaxed
problem is above that of the problem. Pearl, Heuristics (1984).
"""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.base.errors import NotApplicable, UnknownName
from aima_search.made.tables import MOST_ENUMERATED, CostTable, searched_table, table_of
from aima_search.model.contract import Abstraction, ProblemLike
from aima_search.model.heuristic import NEVER_WRONG, BuiltHeuristic
from aima_search.model.problem import Heuristic, Node, offered


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
