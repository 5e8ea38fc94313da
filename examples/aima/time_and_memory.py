"""AIMA 3.4 and 3.5: algorithms that save memory but need more time, on the same 8-puzzles.

python examples/aima/time_and_memory.py [BOARDS [DEPTH]]: number of boards [10], and length of
their solutions [14].
"""

import sys
from statistics import mean

from aima_search import solve
from puzzles import Tiles

SEARCHES = (
    ("breadth-first", None),
    ("iterative-deepening", None),
    ("bidirectional", None),
    ("astar", "manhattan"),
    ("ida-star", "manhattan"),
    ("recursive-best-first", "manhattan"),
)
given = [int(text) for text in sys.argv[1:]]
boards, depth = given + [10, 14][len(given) :]

puzzles = [Tiles.generate(seed, depth=depth) for seed in range(boards)]
print(f"averages over {boards} 8-puzzles with solutions of {depth} moves")
print(f"{'':34}generated  largest frontier")
for algorithm, heuristic in SEARCHES:
    results = [solve(puzzle, algorithm, heuristic, engine="objects") for puzzle in puzzles]
    assert {result.cost for result in results} == {depth}
    generated = mean(result.generated for result in results)
    frontier = mean(result.max_frontier for result in results)
    print(f"{algorithm:22}{heuristic or '':12}{generated:9,.0f}{frontier:18,.0f}")

print("\nThe overhead of iterative deepening on a tree with 10 children per node, to depth 5:")
once = sum(10**level for level in range(1, 6))
again = sum((5 - level + 1) * 10**level for level in range(1, 6))
print(f"breadth-first {once:,}, iterative deepening {again:,} (the book: 111,110 and 123,450)")
