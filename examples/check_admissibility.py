"""Is a heuristic admissible? A proof, or the smallest state at which it is too high."""

from aima_search import check_heuristic
from puzzles import MovIX

problem = MovIX.level("2-tiny")
for name in ("assignment", "manhattan"):
    report = check_heuristic(problem, name)
    print(f"{name}: {report}\n")

example = check_heuristic(problem, "manhattan").counterexamples["admissible"]
print(f"manhattan says {example.h:g}, and the goal is {example.h_star:g} away:")
print(problem.scene(example.state))
