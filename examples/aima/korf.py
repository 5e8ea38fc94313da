"""Korf's hundred 15-puzzles (1985): solve the easiest boards by A* with linear conflicts.

python examples/aima/korf.py [BOARDS [NODES]]: number of boards [10], and largest number of
expansions for each board [300000].
"""

import sys

from aima_search import Limits, solve
from aima_search.catalog.boards import make_problem
from puzzles import Tiles

given = [int(text) for text in sys.argv[1:]]
boards, nodes = given + [10, 300_000][len(given) :]

lines = [line for line in Tiles.collections()["korf"].splitlines() if line[0] != "#"]
costs = {number: int(line.split("#")[1]) for number, line in enumerate(lines, 1)}
print("board      published   found     expanded   seconds")
for number in sorted(costs, key=costs.get)[:boards]:
    problem = make_problem("tiles", f"korf:{number}")
    result = solve(problem, "astar", "linear-conflict-last-moves", Limits(nodes=nodes))
    found = result.cost if result.solved else result.status
    print(f"korf:{number:<6}{costs[number]:9}{found:>12}{result.expanded:9,}{result.seconds:10.2f}")
    assert found in (costs[number], "node-limit")
