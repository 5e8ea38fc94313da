"""Analyse a state space: its size, its depth, and the distance of each state to a goal."""

from aima_search.analysis import analyse, perft
from puzzles import MovIX

problem = MovIX.level("2-tiny")
shape = analyse(problem)
print(f"{shape.states} states, {shape.goals} of them goals")
print(f"{shape.mean_branching:.1f} actions per state, largest depth {len(shape.depths) - 1}")
for cost, states in (shape.distances or {}).items():
    print(f"h* = {cost:g}: {states:4} states {'#' * (states // 4)}")
print("number of sequences of 1, 2, 3, ... moves:", perft(problem, 4))
