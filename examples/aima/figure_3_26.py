"""AIMA, figure 3.26: nodes generated and b* on 8-puzzles, by the length of their solution.

python examples/aima/figure_3_26.py [BOARDS [DEEPEST]]: the book's table has 100 boards, up to 28.
"""

import sys
from statistics import mean

from aima_search import solve
from puzzles import Tiles

SEARCHES = {"breadth-first": None, "misplaced": "misplaced", "Manhattan": "manhattan"}
BOOK = {  # nodes generated, and b*, of the three
    6: (128, 24, 19, 2.01, 1.42, 1.34),
    8: (368, 48, 31, 1.91, 1.40, 1.30),
    10: (1033, 116, 48, 1.85, 1.43, 1.27),
    12: (2672, 279, 84, 1.80, 1.45, 1.28),
    14: (6783, 678, 174, 1.77, 1.47, 1.31),
    16: (17270, 1683, 364, 1.74, 1.48, 1.32),
    18: (41558, 4102, 751, 1.72, 1.49, 1.34),
    20: (91493, 9905, 1318, 1.69, 1.50, 1.34),
    22: (175921, 22955, 2548, 1.66, 1.50, 1.34),
    24: (290082, 53039, 5733, 1.62, 1.50, 1.36),
    26: (395355, 110372, 10080, 1.58, 1.50, 1.35),
    28: (463234, 202565, 22055, 1.53, 1.49, 1.36),
}
given = [int(text) for text in sys.argv[1:]]
boards, deepest = given + [20, 16][len(given) :]

print(f"{boards} boards a depth: nodes generated, and b*; the book's in parentheses")
print("  d" + "".join(f"{name:>24}{'b*':>14}" for name in SEARCHES))
for depth, book in BOOK.items():
    if depth <= deepest:
        puzzles = [Tiles.generate(seed, depth=depth, goal="first") for seed in range(boards)]
        line = f"{depth:3}"
        for place, heuristic in enumerate(SEARCHES.values()):
            algorithm, ties = ("astar", "fifo") if heuristic else ("breadth-first", None)
            results = [solve(one, algorithm, heuristic, tie_break=ties) for one in puzzles]
            nodes = mean(result.generated for result in results)
            factor = mean(result.branching_factor for result in results)
            line += f"{nodes:12,.0f} ({book[place]:9,}){factor:7.2f} ({book[place + 3]:.2f})"
        print(line)
