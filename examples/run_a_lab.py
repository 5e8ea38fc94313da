"""Run an experiment: which heuristic is best, and is the difference more than chance?"""

from pathlib import Path

from aima_search import lab

GRID = """
name = "small boards"
puzzle = "movix"
algorithms = ["astar", "uniform-cost"]
heuristics = ["conflicts", "assignment"]

[limits]
nodes = 20_000

[[instances]]
size = [4, 5]
line = [3, 4]
pieces = "S1L1V1H1"
min-cost = 2
count = 4
seed = 1
"""

if __name__ == "__main__":
    grid = lab.parse_grid(GRID, folder=Path())
    progress = lab.run_grid(grid, "small.sqlite", jobs=2)
    print(f"{progress.finished} runs: {dict(progress.outcomes)}")
    print(lab.load("small.sqlite").verdict())
