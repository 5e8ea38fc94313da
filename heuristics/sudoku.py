"""Heuristics for Sudoku.

Vocabulary: a cell is *open* until its digit is fixed; the *candidates* of an open cell are the
digits it may still hold. A path costs 1 for every cell it fixes, so a state that can be solved
is exactly as far from a solution as it has open cells; other states are infinitely far.
All solutions cost the same: A* returns an optimal solution with every heuristic. A heuristic
decides only the order in which states are tried.
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
    """Open cells: each has to be fixed and costs 1, so this is exact if there is a solution."""
    guards = problem.bitboard.cell_guards

    def h(node: Node[State, Placement]) -> float:
        count: int = (node.state & guards).bit_count()
        return count

    return h


@register_heuristic("sudoku", "dead-cells", admissible=True, consistent=True)
def dead_cells(problem: Sudoku) -> Heuristic[State, Placement]:
    """Infinity if a cell has no candidate left or a digit has no place in a unit, else 0."""
    has_empty_lane = problem.bitboard.has_empty_lane
    return lambda node: inf if has_empty_lane(node.state) else 0


@register_heuristic("sudoku", "surplus-candidates", admissible=False, consistent=False)
def surplus_candidates(problem: Sudoku) -> Heuristic[State, Placement]:
    """Candidates of the open cells beyond one in each cell: they are still to be ruled out."""
    bitboard = problem.bitboard
    part, guards, cells = bitboard.cell_part, bitboard.cell_guards, bitboard.cells

    def h(node: Node[State, Placement]) -> float:
        state = node.state & part
        # Besides the candidates there is a bit for every fixed cell and a guard for every open one.
        surplus: int = state.bit_count() - (state & guards).bit_count() - cells
        return max(surplus, 0)

    return h


@register_heuristic("sudoku", "smallest-domain", admissible=True)
def smallest_domain(problem: Sudoku) -> Heuristic[State, Placement]:
    """Candidates of the open cell that has the fewest.

    The digits are all missing from the cell's row, so the row has at least as many open cells.
    """
    smallest = problem.bitboard.smallest_cell_lane
    return lambda node: len(smallest(node.state))


@register_heuristic("sudoku", "combined", admissible=False, consistent=False)
def combined(
    problem: Sudoku, empty: float = 1, surplus: float = 0.25
) -> Heuristic[State, Placement]:
    """Weighted open cells plus surplus candidates: the state with the least left is tried first."""
    bitboard = problem.bitboard
    part, guards, cells = bitboard.cell_part, bitboard.cell_guards, bitboard.cells

    # Both parts in one pass: this function is called for every node.
    def h(node: Node[State, Placement]) -> float:
        state = node.state & part
        open_cells: int = (state & guards).bit_count()
        candidates: int = state.bit_count() - open_cells - cells
        return empty * open_cells + surplus * (candidates if candidates > 0 else 0)

    return h


@register_heuristic("sudoku", "manhattan")
def manhattan(problem: Sudoku) -> Heuristic[State, Placement]:
    """Does not apply: nothing moves in a Sudoku, so there is no distance to add up."""
    raise NotApplicable(
        "the Manhattan distance does not apply to Sudoku: it adds up how far pieces are from where"
        " they belong, and nothing moves here; try 'empty-cells' or 'combined'"
    )


register_max_admissible("sudoku")
