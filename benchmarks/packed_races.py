"""The boards that the packed engine is measured on, by fixed seeds, and a search on a board."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import click

from aima_search.algorithms.engines import ENGINES
from aima_search.base.limits import Limits
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve
from aima_search.textbook.grids import GridProblem
from aima_search.textbook.tiles import NPuzzle
from puzzles import MovIX


class Race(NamedTuple):
    """A board, and the algorithm and heuristic (None: the board's own) that search it."""

    name: str
    what: str
    make: Callable[[], Any]
    heuristic: str | None = None
    algorithm: str = "astar"

    def runs(self, expansions: int | None) -> dict[str, Callable[[], SearchResult]]:
        """Return the searches of one board with each engine, to the end or exactly so far."""
        problem, limits = self.make(), Limits(nodes=expansions)

        def run(engine: str) -> SearchResult:
            result = solve(problem, self.algorithm, self.heuristic, limits, engine=engine)
            if expansions not in (None, result.expanded):
                found = f"{result.expanded:,} expansions, by {engine}"
                raise click.ClickException(f"{self.name}, {self.what}: {found}")
            return result

        return {engine: partial(run, engine) for engine in ENGINES}


def random_tiles(seed: int, size: int = 4) -> NPuzzle:
    """Return the first board of a seed that can be solved, with the Manhattan distance."""
    rng, tiles = random.Random(seed), list(range(size * size))
    while True:
        rng.shuffle(tiles)
        problem = NPuzzle(tiles, heuristic="manhattan")
        if problem.check_solvability(problem.initial):
            return problem


def large_movix() -> MovIX:
    """Return a board that blind search does not solve within the expansions."""
    return MovIX.generate(1, size=8, line=7, pieces="S2L3V1H1", walls=6)


def large_grid(size: int = 600) -> GridProblem:
    """Return a grid with a fifth of its cells walled, by a fixed seed."""
    rng, far = random.Random(1), (size - 1, size - 1)
    walls = {(rng.randrange(size), rng.randrange(size)) for _ in range(size * size // 5)}
    return GridProblem((0, 0), far, size, size, walls - {(0, 0), far})


def race_of_movix(heuristic: str, algorithm: str = "astar") -> Race:
    """Return a search of the large board of MovIX."""
    what = heuristic if algorithm == "astar" else f"{algorithm}, {heuristic}"
    return Race("MovIX 8 x 8", what, large_movix, heuristic, algorithm)


MANHATTAN = Race("15-puzzle", "manhattan", partial(random_tiles, 3))
RACES = (
    race_of_movix("zero"),
    race_of_movix("conflicts"),
    race_of_movix("partial-alignment"),
    MANHATTAN,
)
