"""Check whether a heuristic is admissible: get a proof or the smallest counterexample."""

from aima_search import check_heuristic
from puzzles import MovIX

problem = MovIX.level("2-tiny")
for name in ("assignment", "manhattan"):
    report = check_heuristic(problem, name)
    print(f"{name}: {report}\n")

example = check_heuristic(problem, "manhattan").counterexamples["admissible"]
print(f"manhattan: h = {example.h:g}, but the cost to a goal is {example.h_star:g}:")
print(problem.scene(example.state))
