"""Hitori for two solvers of the package index, as models of ours: CP-SAT and PySat.

Both have the repeats and the neighbours as clauses of two literals and get connectivity by
lazy cuts: if a solution shuts in a part of the board, not all shaded cells around that part
may be shaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from typing import Any

from puzzles.bits import places_of
from puzzles.hitori.rules import Board, parts_of


def clauses(board: Board) -> Iterator[tuple[bool, int, int]]:
    """Yield (True, a, b): a or b is shaded, and (False, a, b): a or b is not."""
    for mask in board.group_masks:
        for first, second in combinations(places_of(mask), 2):
            yield True, first, second
    size = board.geometry
    for place in size.places:
        for other in places_of(size.neighbours[place]):
            if place < other:
                yield False, place, other


def cuts(board: Board, shaded: int) -> list[list[int]]:
    """Return, for every part but the largest, the shaded cells around it."""
    parts = sorted(parts_of(board, shaded), key=int.bit_count)
    return [places_of(board.geometry.around(part) & shaded) for part in parts[:-1]]


def solve_with_cpsat(board: Board) -> int | None:
    """Return the shaded cells of a solution by OR-tools CP-SAT, one worker; None: there is none."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = {place: model.new_bool_var(str(place)) for place in board.geometry.places}
    for shaded, first, second in clauses(board):
        pair = [cells[first], cells[second]]
        model.add_bool_or(pair if shaded else [cell.negated() for cell in pair])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while True:
        status = solver.solve(model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        found = sum(1 << place for place, cell in cells.items() if solver.boolean_value(cell))
        broken = cuts(board, found)
        if not broken:
            return found
        for around in broken:
            model.add_bool_or([cells[place].negated() for place in around])


def solve_with_pysat(board: Board, *, prove_unique: bool = False) -> int | None:
    """Return the shaded cells of a solution by PySat, cadical with incremental cuts.

    prove_unique: go on to the proof that there is no other; None if there is one.
    """
    solvers: Any = import_module("pysat.solvers")
    with solvers.Solver(name="cadical153") as solver:
        for shaded, first, second in clauses(board):
            sign = 1 if shaded else -1
            solver.add_clause([sign * (first + 1), sign * (second + 1)])
        found = _next_of_pysat(board, solver)
        if found is None or not prove_unique:
            return found
        solver.add_clause([-(p + 1) if found >> p & 1 else p + 1 for p in board.geometry.places])
        return found if _next_of_pysat(board, solver) is None else None


def _next_of_pysat(board: Board, solver: Any) -> int | None:
    while solver.solve():
        model: list[int] = solver.get_model()
        found = sum(1 << literal - 1 for literal in model if literal > 0) & board.geometry.full
        broken = cuts(board, found)
        if not broken:
            return found
        for around in broken:
            solver.add_clause([-(place + 1) for place in around])
    return None
