"""Local search for Sudoku with the functions of a course notebook, then a faster search."""

from random import Random

from sudoku_course.functions import (
    cost_function,
    init_state,
    is_solution,
    print_state,
    return_neib_states,
)

from aima_search import solve
from puzzles import Sudoku, SudokuLocal

fixed = {"A1": 1, "A4": 4, "B2": 4, "C3": 4, "D1": 4, "D4": 3}
small = {"rows": "ABCD", "cols": "1234"}

# Steepest descent from random fillings, as in the notebook.
rng = Random(1)
for attempt in range(1, 100):
    state = init_state(fixed, **small, seed=rng)
    cost = cost_function(state)
    while cost > 0:
        best = min(return_neib_states(state, fixed), key=cost_function)
        if cost_function(best) >= cost:
            break
        state, cost = best, cost_function(best)
    print(f"attempt {attempt} ends with cost {cost:g}")
    if is_solution(state):
        break
print_state(state, **small)

# SudokuLocal accepts the notebook's dict. It has the same neighbours, but computes only how the
# cost changes.
problem = SudokuLocal(fixed)
result = solve(problem, "random-restart-hill-climbing", seed=1)
print(result.status, problem.grid(result.node.state))
print("number of solutions:", Sudoku(fixed).count())
