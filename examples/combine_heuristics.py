"""Combine heuristics in an expression; its parts decide whether it is admissible."""

import heuristics
from aima_search import solve
from puzzles import MovIX

problem = MovIX.level("1-first")
for expression in (
    "conflicts",
    "max(conflicts, partial-alignment)",
    "max(conflicts, assignment)",
    "2 * assignment",
    "0.5 * assignment + 0.5 * manhattan-line",
):
    result = solve(problem, heuristic=expression)
    admissible = heuristics.info("movix", expression).admissible
    print(f"{expression:40} cost {result.cost}, {result.expanded:5} expanded, {admissible=}")
