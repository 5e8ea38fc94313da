"""Heuristics for Sudoku.

A cell is *empty* until its digit is fixed. The *candidates* of an empty cell are the digits that it
can still hold. A path costs 1 for every cell that it fills. The true cost of a state is the number
of its empty cells, or infinity if the state has no solution. All solutions cost the same, so A*
returns an optimal solution with any heuristic. The heuristic decides only the order of states.
"""

from __future__ import annotations

from math import inf

from aima_search.base.errors import NotApplicable
from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Heuristic, Node
from heuristics.made import register_max_admissible
from puzzles.sudoku import Sudoku
from puzzles.sudoku.bitboard import State
from puzzles.sudoku.rules import Placement


@register_heuristic("sudoku", "empty-cells", admissible=True, consistent=True)
def empty_cells(problem: Sudoku) -> Heuristic[State, Placement]:
    """Number of empty cells; filling a cell costs 1, so h is exact if a goal can be reached.

    Admissible: every solution fills each empty cell once, at cost 1.
    """
    guards = problem.bitboard.cell_guards
    return lambda node: (node.state & guards).bit_count()


@register_heuristic("sudoku", "dead-cells", admissible=True, consistent=True)
def dead_cells(problem: Sudoku) -> Heuristic[State, Placement]:
    """Infinity if an empty cell has no candidate or a unit has no cell for a digit; otherwise 0.

    A unit is a row, a column, a box or another group of cells that must hold each digit once.

    Admissible: no cost is below 0, and a state whose h is infinity has no solution.
    """
    empty_fields = problem.bitboard.empty_fields
    return lambda node: inf if empty_fields(node.state) else 0


@register_heuristic("sudoku", "surplus-candidates", admissible=False, consistent=False)
def surplus_candidates(problem: Sudoku) -> Heuristic[State, Placement]:
    """Sum of (number of candidates - 1) over all empty cells."""
    bitboard = problem.bitboard
    part, guards, cells = bitboard.cell_part, bitboard.cell_guards, bitboard.cells

    def h(node: Node[State, Placement]) -> float:
        state = node.state & part
        # Besides the candidates, each fixed cell has one bit, and each empty cell has a guard bit.
        surplus: int = state.bit_count() - (state & guards).bit_count() - cells
        return max(surplus, 0)

    return h


@register_heuristic("sudoku", "smallest-domain", admissible=True)
def smallest_domain(problem: Sudoku) -> Heuristic[State, Placement]:
    """Number of candidates of the empty cell with the fewest candidates.

    Admissible: if a cell has n candidates, then at least n digits are missing in its row. To place
    a missing digit costs 1.
    """
    smallest, cells = problem.bitboard.smallest_field, problem.bitboard.cell_part
    return lambda node: len(smallest(node.state & cells))


@register_heuristic("sudoku", "combined", admissible=False, consistent=False)
def combined(problem: Sudoku) -> Heuristic[State, Placement]:
    """Number of empty cells + (h of surplus-candidates) / 4; not admissible."""
    guards, surplus_of = problem.bitboard.cell_guards, surplus_candidates(problem)
    return lambda node: (node.state & guards).bit_count() + 0.25 * surplus_of(node)


@register_heuristic("sudoku", "manhattan")
def manhattan(problem: Sudoku) -> Heuristic[State, Placement]:
    """Does not apply: nothing moves in a Sudoku, so there is no distance to add up."""
    raise NotApplicable(
        "the Manhattan distance does not apply to Sudoku: it adds up how far pieces are from their"
        " goals, but in a Sudoku nothing moves; use 'empty-cells' or 'combined'"
    )


register_max_admissible("sudoku")
