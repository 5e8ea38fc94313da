"""Made-up results for the tests: a function, not a search, gives the results in the store."""

from functools import cache
from pathlib import Path

from aima_search.apps.lab import load, parse_grid
from aima_search.apps.lab.store import Store
from aima_search.runs.record import RunOutcome

GRID = """
name = "made up"
puzzle = "movix"
algorithms = ["astar", "breadth-first"]
heuristics = ["zero", "conflicts", "manhattan"]
[[instances]]
size = [4, 5]
line = 3
walls = [0, 1]
count = {count}
"""


@cache
def grid_of(text, folder):
    """Return a grid; the boards of a grid are generated only once."""
    return parse_grid(text, folder)


def made_up(path, result_of, count=2, text=GRID):
    """Return the results of a grid; the outcome of a run is ``result_of(board number, run)``.

    If ``result_of`` returns None, the run stays missing.
    """
    text = text.format(count=count)
    grid = grid_of(text, path if "files" in text else Path())
    numbers = {instance.id: number for number, instance in enumerate(grid.instances, 1)}
    with Store(path / "made-up.sqlite") as store:
        name = store.add_grid(grid)
        store.sign_in('{"aima-search": "0.0"}')
        for run in store.claim(name, grid.runs):
            result = result_of(numbers[run.instance], run)
            if result is not None:
                store.finish(run.key, result)
    return load(path / "made-up.sqlite")


def solved(expanded, cost=4.0, seconds=0.01):
    """Return the outcome of a search that found a solution with this number of expansions."""
    return RunOutcome(
        "solved",
        values={
            "cost": cost,
            "depth": 4,
            "expanded": expanded,
            "expanded_below_cost": expanded - 1,
            "generated": 3 * expanded,
            "reopened": 0,
            "refined": 0,
            "max_frontier": expanded,
            "branching_factor": 2.0,
            "seconds": seconds,
            "used_memory": 10_000,
            "wall_seconds": seconds,
        },
    )
