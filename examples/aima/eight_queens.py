"""AIMA 4.1: local search on eight queens, with one queen in each column.

python examples/aima/eight_queens.py [STARTS]: number of random starts [1000].
"""

import sys
from statistics import mean

from aima_search import solve
from aima_search.runs.statistics import wilson
from puzzles import QueensLocal

SEARCHES = {  # algorithm, options; in the book: share solved, steps if solved, steps if not
    "hill climbing": ("hill-climbing", {}, "14 %, 4, 3"),
    "with 100 sideways moves": ("hill-climbing", {"sideways": 100}, "94 %, 21, 64"),
    "annealing at 0.5": ("annealing", {"schedule": lambda t: 0.5 if t < 2_000 else 0}, "-"),
    "genetic, 20 boards": ("genetic", {"n": 20, "pmut": 0.3, "ngen": 200}, "-"),
}
RESTARTS = {0: "7 climbs, 22 steps", 100: "1.06 climbs, 25 steps"}
starts = [*map(int, sys.argv[1:]), 1000][0]


def steps(run):
    """Return the number of moves of a run: the last expansion finds no better neighbour."""
    return run.expanded - 1


boards = [QueensLocal.generate(seed) for seed in range(starts)]
print(f"{starts} starts; each board has {len(boards[0].actions(boards[0].initial))} neighbours")
print(f"{'':26}{'solved (95 % interval)':32}steps: success, failure   in the book")
for name, (algorithm, options, book) in SEARCHES.items():
    runs = [
        solve(board, algorithm, seed=f"search {seed}", **options)
        for seed, board in enumerate(boards)
    ]
    solved = sum(run.solved for run in runs)
    low, high = wilson(solved, starts)
    counts = [[steps(run) for run in runs if run.solved == found] for found in (True, False)]
    shown = "".join(f"{mean(one):10.1f}" if one else f"{'-':>10}" for one in counts)
    share = f"{solved / starts:6.1%} ({low:.1%} to {high:.1%})"
    print(f"{name:26}{share:30}{shown}         {book}")
for sideways, book in RESTARTS.items():
    climbs, moves = [], []
    for start in range(starts // 4):
        runs = []
        while not (runs and runs[-1].solved):
            seed = f"climb {start} {len(runs)}"
            board = QueensLocal.generate(seed)
            runs.append(solve(board, "hill-climbing", sideways=sideways, seed=seed))
        climbs.append(len(runs))
        moves.append(sum(map(steps, runs)))
    title = f"restarts, {sideways} sideways moves"
    print(f"{title:36}{mean(climbs):.2f} climbs, {mean(moves):.1f} steps   ({book})")
