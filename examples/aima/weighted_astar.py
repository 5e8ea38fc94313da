"""AIMA 3.5.4: weighted A* on a grid: it expands fewer nodes, but its path may cost more.

python examples/aima/weighted_astar.py [SIDE]: number of rows and columns [100]. If matplotlib is
installed, the script writes a plot to weights.png.
"""

import sys
from importlib.util import find_spec

from aima_search import solve
from puzzles import Paths

WEIGHTS = (1, 1.1, 1.25, 1.5, 2, 3, 5)
side = [*map(int, sys.argv[1:]), 100][0]

grid = Paths.generate(3, size=side, walls=30)
best = solve(grid)
rows = []
print(f"{side} x {side} cells, 30 % walls, 8 neighbours; A* expands {best.expanded:,}")
print("weight     cost     above optimal  expanded  % of A*")
for weight in WEIGHTS:
    result = solve(grid, "weighted-astar", "octile", weight=weight)
    rows.append((result.expanded, result.cost))
    over, share = result.cost / best.cost - 1, result.expanded / best.expanded
    print(f"{weight:6g}{result.cost:9.2f}{over:18.1%}{result.expanded:10,}{share:9.1%}")
    assert result.cost <= weight * best.cost + 1e-9, "the cost is above its bound"
greedy = solve(grid, "greedy", "octile")
print(f"greedy{greedy.cost:9.2f}{greedy.cost / best.cost - 1:18.1%}{greedy.expanded:10,}")
if find_spec("matplotlib"):
    from matplotlib.figure import Figure

    figure = Figure()
    plot = figure.subplots()
    plot.plot(*zip(*rows, strict=True), "o-")
    for weight, place in zip(WEIGHTS, rows, strict=True):
        plot.annotate(f"{weight:g}", place)
    plot.set(xlabel="nodes expanded", ylabel="cost")
    figure.savefig("weights.png")
