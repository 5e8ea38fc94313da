"""Solve a Sudoku by local search: fill the board at random, then repair it."""

from aima_search import solve
from puzzles import SudokuLocal

TEXT = "3.456.9..185..97......78415.2..1..49.49.5......198.67.49..3...7.18745..6.......8."

for neighbourhood in ("boxes", "cells"):
    problem = SudokuLocal(TEXT, neighbourhood=neighbourhood)
    for algorithm in ("hill-climbing", "annealing"):
        result = solve(problem, algorithm, seed=1)
        left = -problem.value(result.node.state)
        print(f"{neighbourhood:6} {algorithm:14} {result.status:10} remaining cost {left:g}")
        if result.solved:
            print(problem.scene(result.node.state))
