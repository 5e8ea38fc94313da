"""A course notebook on local search for Sudoku, with its own functions; then the same, faster."""

from random import Random

from aima_search import solve
from puzzles import Sudoku, SudokuLocal
from puzzles.sudoku.notebook import (
    cost_function,
    init_state,
    is_solution,
    print_state,
    return_neib_states,
)

fixed = {"A1": 1, "A4": 4, "B2": 4, "C3": 4, "D1": 4, "D4": 3}
small = {"rows": "ABCD", "cols": "1234"}

# Steepest descent from random fillings, as the notebook does it.
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

# The notebook's dicts are boards here: the same neighbourhood, evaluated by difference.
problem = SudokuLocal(fixed)
result = solve(problem, "random-restart-hill-climbing", seed=1)
print(result.status, problem.grid(result.node.state))
print("solutions in all:", Sudoku(fixed).count())
