"""Six formulations of one puzzle: the more an action decides, the fewer nodes are expanded."""

from aima_search import Limits, solve
from puzzles import Hitori

board = Hitori.level("05x05-hard").numbers
for formulation in ("naive", "shade-else-fix", "corner-order", "cascade-once", "cascade", "deduce"):
    problem = Hitori(board, formulation)
    result = solve(problem, heuristic="edge-cover", limits=Limits(nodes=100_000))
    print(f"{formulation:14} {result.status}, cost {result.cost}, {result.expanded:6,} expanded")

print(problem)
print(problem.scene(result.node.state))
print("how a person would solve it:", *list(problem.explain())[:3], "...", sep="\n  ")
