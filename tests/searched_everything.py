"""The results of every algorithm and every heuristic on every puzzle, equal on every Python.

``python searched_everything.py NAME ...`` prints them as JSON, while the modules with these names
cannot be imported, as in a browser.
"""

import json
import sys
from pathlib import Path

NODES = 400
HARDER = {  # boards and settings that need a search, not only deductions
    "hitori": ("05x05-easy", {"formulation": "naive"}),
    "sudoku": ("09x09-4-search", {"propagation": "none"}),
}


def found(puzzle, algorithm, heuristic):
    """Return status, cost and counts, or the name of the error."""
    from aima_search import Limits, solve
    from aima_search.algorithms.names import ALGORITHMS
    from aima_search.base.errors import NotApplicable
    from aima_search.model.puzzle import PUZZLES

    chosen = PUZZLES.get(puzzle)
    level, settings = HARDER.get(puzzle, (next(iter(chosen.levels())), {}))
    problem = chosen.parse(chosen.levels()[level], **settings)
    options = {"seed": 1} if ALGORITHMS.get(algorithm).takes_seed else {}
    try:
        result = solve(problem, algorithm, heuristic, Limits(nodes=NODES), **options)
    except NotApplicable as error:
        return type(error).__name__
    return [result.status, result.cost, result.expanded, result.generated, result.max_frontier]


def everything():
    """Return the results on first levels, within 400 expansions, by "puzzle algorithm heuristic".

    Perfect distances and heuristics generated from the problem are left out, because their tables
    depend on numpy.
    """
    from aima_search.algorithms.names import ALGORITHMS
    from aima_search.catalog.heuristics import heuristic_names
    from aima_search.model.puzzle import PUZZLES

    configurations = [
        (puzzle, algorithm, PUZZLES.get(puzzle).default_heuristic)
        for puzzle in PUZZLES
        for algorithm in ALGORITHMS
    ] + [
        (puzzle, "astar", heuristic)
        for puzzle in PUZZLES
        for heuristic in heuristic_names(puzzle)
        if heuristic not in ("perfect", *PUZZLES.get(puzzle).made_heuristics)
    ]
    return {" ".join(each): found(*each) for each in configurations}


if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(sys.argv[1:]))  # None: the import fails
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.stdout.write(json.dumps(everything()))
