"""Which placements are tried in a state: every formulation of Sudoku has to choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from puzzles.sudoku.lanes import Candidate, Lanes, State

Branch: TypeAlias = Callable[[State], list[Candidate]]

BRANCHINGS = ("smallest-constraint", "most-constrained", "first-empty-cell", "any-empty-cell")
"""From the least branching to the most."""


def make_branching(name: str, lanes: Lanes) -> Branch:
    """Return the function of a name out of BRANCHINGS, from a state to the candidates to try.

    smallest-constraint: the placements of the cell, or of the digit in a unit, with the fewest.
    most-constrained: those of the cell with the fewest (minimum remaining values).
    first-empty-cell: those of the first open cell. any-empty-cell: all placements; every order of
    its placements then leads to a solution.
    """

    def of_cells(cells: list[int], state: State) -> list[Candidate]:
        return [(cell, digit - 1) for cell in cells for digit in lanes.candidates(state, cell)]

    def open_cells(state: State) -> list[int]:
        n = lanes.side
        return [cell for cell, lane in enumerate(lanes.domains(state)) if lane >> n]

    branchings: dict[str, Branch] = {
        "smallest-constraint": lanes.smallest_lane,
        "most-constrained": lanes.smallest_cell_lane,
        "first-empty-cell": lambda state: of_cells(open_cells(state)[:1], state),
        "any-empty-cell": lambda state: of_cells(open_cells(state), state),
    }
    return branchings[name]
