"""How fast the packed engine is beside the object engine, and what a state takes of memory.

Both engines search the same boards with the same heuristics up to the same number of expansions,
and solve the same boards at the same cost. MovIX's boards are drawn by fixed seeds, and so are the
15-puzzles, among all boards that can be solved.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Any, NamedTuple

import click

from aima_search.algorithms.engines import AUTO, ENGINES, OBJECTS, PACKED
from aima_search.algorithms.packed.steps import BatchStep
from aima_search.limits import Limits
from aima_search.runs.search import Search
from aima_search.runs.solve import solve
from aima_search.textbook.grids import GridProblem
from aima_search.textbook.tiles import NPuzzle
from benchmarks.measure import cpu_seconds, in_fresh_process, interleaved, resident_bytes
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles import MovIX

KEY_BYTES = 8
MOST_STATE_BYTES = 50
LEAST_MOVES = 50
MOST_SECONDS = 15
LONG = 0.1
MOST_OF_AUTO = 1.1
HOPELESS = "grid, straight lines"


class Race(NamedTuple):
    """A board, a heuristic (None: the board's own) and how far both engines go."""

    name: str
    make: Callable[[], Any]
    heuristic: str | None
    expansions: int
    least_speedup: float | None
    algorithm: str = "astar"


def random_fifteen(seed: int) -> NPuzzle:
    """Return the first board of a seed that can be solved, with the Manhattan distance."""
    rng, tiles = random.Random(seed), list(range(16))
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


RACES = (
    Race("MovIX 8 x 8", large_movix, "zero", 100_000, 8),
    Race("MovIX 8 x 8", large_movix, "conflicts", 100_000, 8),
    Race("MovIX 8 x 8", large_movix, "partial-alignment", 100_000, 8),
    Race("15-puzzle", partial(random_fifteen, 3), None, 1_000_000, 10),
)
OTHERS = (  # where less is gained, or nothing, which "auto" has to find out
    Race("grid 600 x 600", large_grid, None, 100_000, None, "uniform-cost"),
    Race(HOPELESS, large_grid, None, 100_000, None),
)
EXPANSIONS = (100, 1_000, 3_000, 10_000, 30_000, 100_000)
SECTIONS = ("speed", "auto", "memory", "fifteen")
SOLVED = 10
"""The seed of a 15-puzzle that the packed engine solves in seconds."""


def main(arguments: list[str]) -> None:
    """Run the benchmark."""
    measure(arguments, prog_name="python -m benchmarks packed")


@click.command(help=__doc__)
@click.option("--repeats", default=3, show_default=True, help="Of every race; the least counts.")
@click.option("--section", "chosen", type=click.Choice(SECTIONS), multiple=True, help="[all]")
def measure(repeats: int, chosen: tuple[str, ...]) -> None:
    """Measure speed and memory, and state what is claimed of them."""
    sections = (
        partial(_measure_speed, repeats),
        partial(_measure_choice, repeats),
        _measure_memory,
        _measure_fifteen,
    )
    for name, section in zip(SECTIONS, sections, strict=True):
        if name in (chosen or SECTIONS):
            section()


def _runs(race: Race, expansions: int) -> dict[str, Callable[[], object]]:
    """Return what searches so far with each engine; both count exactly so many expansions."""
    problem, limits = race.make(), Limits(nodes=expansions)

    def run(engine: str) -> None:
        result = solve(problem, race.algorithm, race.heuristic, limits, engine=engine)
        if result.expanded != expansions:
            raise click.ClickException(f"{race.name}: {result.expanded:,} expansions, by {engine}")

    return {engine: partial(run, engine) for engine in ENGINES}


def _measure_speed(repeats: int) -> None:
    heading("A*, CPU seconds of both engines for the same number of expansions")
    columns = ["board", "heuristic", "expansions", *ENGINES, "times", "expansions a second"]
    table = make_table(columns, numeric=columns[2:])
    speedups = {}
    for race in RACES:
        times = interleaved(_runs(race, race.expansions), repeats)
        least = {engine: min(seconds) for engine, seconds in times.items()}
        speedups[race] = least[OBJECTS] / least[PACKED]
        table.add_row(
            race.name,
            _what(race),
            f"{race.expansions:,}",
            *(f"{least[engine]:.3f}" for engine in ENGINES),
            f"{speedups[race]:.1f}",
            f"{race.expansions / least[PACKED]:,.0f}",
        )
    print_table(table)
    for race, speedup in speedups.items():
        claim = f"packed over objects, {race.name}, {race.heuristic or 'manhattan'}"
        state_claim(claim, speedup, least=race.least_speedup, unit=" times")


def _measure_choice(repeats: int) -> None:
    heading("where it begins to pay, and what auto makes of it, CPU seconds by expansions")
    columns = ["board", "heuristic", "expansions", *ENGINES, "auto over the better"]
    table = make_table(columns, numeric=columns[2:])
    long_ones = []
    for race in (*RACES, *OTHERS):
        for expansions in EXPANSIONS:
            runs = _runs(race, expansions)
            if race.name == HOPELESS:
                del runs[PACKED]  # a batch for each state: it would take minutes
            times = interleaved(runs, repeats)
            least = {PACKED: inf} | {engine: min(seconds) for engine, seconds in times.items()}
            better = min(least[OBJECTS], least[PACKED])
            ratio = least[AUTO] / better
            if better >= LONG:
                long_ones.append(ratio)
            seconds = [f"{least[engine]:.3f}" if least[engine] < inf else "-" for engine in ENGINES]
            table.add_row(race.name, _what(race), f"{expansions:,}", *seconds, f"{ratio:.2f}")
    print_table(table)
    claim = f"auto over the better engine, where that takes {LONG:g} s, at most"
    state_claim(claim, max(long_ones, default=None), most=MOST_OF_AUTO, unit=" times")


def _what(race: Race) -> str:
    if race.algorithm != "astar":
        return race.algorithm
    return race.heuristic or ("manhattan" if race in RACES else "its own h")


def _measure_memory() -> None:
    heading("resident memory of a packed search, each in a fresh process")
    columns = ["board", "heuristic", "states", "bytes a state beyond its key"]
    table = make_table(columns, numeric=columns[2:])
    worst = 0.0
    for number, race in enumerate(RACES):
        states, taken = in_fresh_process(memory_of, number)
        each = taken / states - KEY_BYTES
        worst = max(worst, each)
        table.add_row(race.name, _what(race), f"{states:,}", f"{each:.1f}")
    print_table(table)
    state_claim("bytes a state beyond its key, at most", worst, most=MOST_STATE_BYTES, unit=" B")


def memory_of(number: int) -> tuple[int, int]:
    """Return how many states a race's packed search reaches, and the memory it takes for them."""
    race = RACES[number]
    for _ in _steps(race, 1_000):  # what is imported and built once is not the states'
        pass
    before = resident_bytes()
    peak = reached = 0
    for step in _steps(race, 1_000_000):
        peak, reached = max(peak, resident_bytes()), step.reached
    return reached, peak - before


def _steps(race: Race, expansions: int) -> Iterator[BatchStep]:
    limits = Limits(nodes=expansions)
    for step in Search(race.make(), "astar", race.heuristic, limits, engine=PACKED):
        assert isinstance(step, BatchStep)
        yield step


def _measure_fifteen() -> None:
    heading("a random 15-puzzle, solved with the Manhattan distance by the packed engine")
    problem = random_fifteen(SOLVED)
    seconds, result = cpu_seconds(partial(solve, problem, engine=PACKED))
    columns = ["board", "moves", "expanded", "CPU seconds"]
    table = make_table(columns, numeric=columns[1:])
    board = " ".join(map(str, problem.initial))
    table.add_row(board, str(result.cost), f"{result.expanded:,}", f"{seconds:.1f}")
    print_table(table)
    state_claim("moves of its shortest solution", result.cost, least=LEAST_MOVES)
    state_claim("CPU seconds to find and prove it", seconds, most=MOST_SECONDS, unit=" s")
