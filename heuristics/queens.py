"""Heuristics for queens placed column by column, and for queens that move within columns.

A column is *open* as long as it has no queen. The cost of every solution of ``queens`` is the
number of open columns, so a heuristic decides only the order in which boards are tried.
"""

from __future__ import annotations

from math import inf
from typing import Any

from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic, Node
from aima_search.textbook.queens import NQueensProblem, attacks
from heuristics.made import register_max_admissible
from puzzles.queens import Queens, QueensLocal
from puzzles.queens.problem import row_of
from puzzles.queens.rules import OPEN, State, pairs


@register_heuristic("queens", "open-columns", admissible=True, consistent=True)
def open_columns(problem: Queens) -> Heuristic[State, int]:
    """Number of columns without a queen; h is exact if a goal can be reached.

    Admissible: every solution puts one queen, which costs 1, into each column without a queen.
    """
    return with_formula(
        lambda node: node.state.count(OPEN), lambda: Formula(_open_columns, [problem.N])
    )


def _open_columns(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    count = 0
    for column in range(ints[0]):
        count += row_of(key, column) < 0
    return count


@register_heuristic("queens", "dead-columns", admissible=True, consistent=True)
def dead_columns(problem: Queens) -> Heuristic[State, int]:
    """Infinity if all rows of a column without a queen are attacked, otherwise 0."""
    return lambda node: inf if 0 in _numbers_of_free_rows(node.state) else 0


@register_heuristic("queens", "attacked-rows", admissible=False, consistent=False)
def attacked_rows(problem: Queens) -> Heuristic[State, int]:
    """Number of columns without a queen, plus the number of attacked squares in these columns."""

    def h(node: Node[State, int]) -> int:
        free = _numbers_of_free_rows(node.state)
        return len(free) * (len(node.state) + 1) - sum(free)

    return h


@register_heuristic("queens", "conflicts-left", admissible=False, source="AIMA's Python module")
def conflicts_left(problem: Queens) -> Heuristic[State, int]:
    """Number of attacks by queens (2 per pair); an empty column counts as a queen in row -1."""
    return lambda node: NQueensProblem.h(problem, node)


def _numbers_of_free_rows(state: State) -> list[int]:
    queens = [(column, row) for column, row in enumerate(state) if row != OPEN]
    size = range(len(state))
    return [
        sum(not any(attacks(column, row, *queen) for queen in queens) for row in size)
        for column in size
        if state[column] == OPEN
    ]


@register_heuristic("queens-local", "pairs", admissible=False, consistent=False)
def attacking_pairs(problem: QueensLocal) -> Heuristic[State, tuple[int, int]]:
    """Number of attacking pairs of queens; not admissible, because a move can remove several."""
    return lambda node: pairs(node.state)


register_max_admissible("queens")
