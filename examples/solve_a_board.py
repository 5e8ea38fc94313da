"""Solve a MovIX board, and print the solution and the statistics of the search."""

from aima_search import Limits, solve
from puzzles import MovIX

problem = MovIX(
    [
        "M_M___",
        "__L___",
        "___H__",
        "MMV__S",
        "______",
        "V___HM",
    ],
    line=5,
)
result = solve(problem, heuristic="assignment", limits=Limits(seconds=10, memory="1GiB"))
for action, state in zip(result.actions, result.states[1:], strict=True):
    print(problem.scene(state, action))
print(result)
