"""List the minimal solutions of a Hitori board: every shaded cell is necessary."""

from puzzles import Hitori

problem = Hitori("7 5 6 1\n3 7 4 7\n5 6 2 4\n2 1 6 6")
every = list(problem.solutions())
minimal = sorted(problem.solutions(minimal=True), key=lambda state: state.shaded.bit_count())
print(problem)
print(f"{len(every)} solutions, {len(minimal)} of them minimal:")
for state in minimal:
    assert problem.goal_test(state)
    print(state.shaded.bit_count(), "cells shaded", problem.grid(state))

fewest = minimal[0]
print("The solution with the fewest shaded cells:")
print(problem.scene(fewest))

# A solution that is not minimal has a shaded cell that could stay white:
spare = next(state for state in every if state not in minimal)
cells = problem.board.geometry.cells_of(spare.shaded)
removable = [
    cell
    for cell in cells
    if problem.board.is_solution(spare.shaded & ~problem.board.geometry.mask([cell]))
]
print("Not minimal:", problem.grid(spare), "where", *removable, "could stay white")
