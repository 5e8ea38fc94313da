"""AIMA, figures 3.17 and 3.18: greedy and A* search from Arad to Bucharest, node by node."""

from aima_search import Search
from puzzles import Routes

BOOK = {
    "greedy": (450, [("Arad", 366), ("Sibiu", 253), ("Fagaras", 176)]),
    "astar": (
        418,
        [("Arad", 366), ("Sibiu", 393), ("Rimnicu", 413), ("Fagaras", 415), ("Pitesti", 417)],
    ),
}

for algorithm, (cost, nodes) in BOOK.items():
    search = Search(Routes("romania:Arad>Bucharest"), algorithm, "table")
    expanded = [(step.node.state, step.f) for step in search]
    result = search.result()
    print(f"{algorithm}: cost {result.cost} (the book: {cost})")
    print("  expanded", ", ".join(f"{place} {f:g}" for place, f in expanded))
    print("  the book", ", ".join(f"{place} {f}" for place, f in nodes))
