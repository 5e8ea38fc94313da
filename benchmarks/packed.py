"""How fast the packed engine is next to the object engine, and how much memory a state takes.

Both engines search the same boards with the same heuristics up to the same number of expansions,
and solve the same boards at the same cost. MovIX's boards are drawn by fixed seeds, and so are the
15-puzzles, among all boards that can be solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

from aima_search.algorithms.engines import ENGINES, OBJECTS, PACKED
from aima_search.algorithms.packed.steps import BatchStep
from aima_search.base.limits import Limits
from aima_search.runs.search import Search, solve
from benchmarks.measure import cpu_seconds, in_fresh_process, interleaved, resident_bytes
from benchmarks.packed_auto import measure_auto
from benchmarks.packed_races import RACES, Race, random_tiles
from benchmarks.report import heading, make_table, print_table, state_claim

KEY_BYTES = 8
MOST_STATE_BYTES = 50
LEAST_MOVES = 50
MOST_SECONDS = 15
FAR = ((100_000, 8), (100_000, 8), (100_000, 8), (1_000_000, 10))
"""How many expansions each race goes, and how many times the object engine's speed it claims."""
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
    """Measure speed and memory, and state the claims about them."""
    sections = (
        partial(_measure_speed, repeats),
        partial(measure_auto, repeats),
        _measure_memory,
        _measure_fifteen,
    )
    for name, section in zip(SECTIONS, sections, strict=True):
        if name in (chosen or SECTIONS):
            section()


def _measure_speed(repeats: int) -> None:
    heading("A*, CPU seconds of both engines for the same number of expansions")
    columns = ["board", "heuristic", "expansions", *ENGINES, "times", "expansions a second"]
    table = make_table(columns, numeric=columns[2:])
    speedups = []
    for race, (expansions, _) in zip(RACES, FAR, strict=True):
        times = interleaved(race.runs(expansions), repeats)
        least = {engine: min(seconds) for engine, seconds in times.items()}
        speedups.append(least[OBJECTS] / least[PACKED])
        table.add_row(
            race.name,
            race.what,
            f"{expansions:,}",
            *(f"{least[engine]:.3f}" for engine in ENGINES),
            f"{speedups[-1]:.1f}",
            f"{expansions / least[PACKED]:,.0f}",
        )
    print_table(table)
    for race, (_, least_speedup), speedup in zip(RACES, FAR, speedups, strict=True):
        claim = f"packed over objects, {race.name}, {race.what}"
        state_claim(claim, speedup, least=least_speedup, unit=" times")


def _measure_memory() -> None:
    heading("resident memory of a packed search, each in a fresh process")
    columns = ["board", "heuristic", "states", "bytes a state beyond its key"]
    table = make_table(columns, numeric=columns[2:])
    worst = 0.0
    for number, race in enumerate(RACES):
        states, taken = in_fresh_process(memory_of, number)
        each = taken / states - KEY_BYTES
        worst = max(worst, each)
        table.add_row(race.name, race.what, f"{states:,}", f"{each:.1f}")
    print_table(table)
    state_claim("bytes a state beyond its key, at most", worst, most=MOST_STATE_BYTES, unit=" B")


def memory_of(number: int) -> tuple[int, int]:
    """Return how many states a race's packed search reaches, and the memory it takes for them."""
    race = RACES[number]
    for _ in _steps(race, 1_000):  # imports and tables built once are not counted for the states
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
    problem = random_tiles(SOLVED)
    seconds, result = cpu_seconds(partial(solve, problem, engine=PACKED))
    columns = ["board", "moves", "expanded", "CPU seconds"]
    table = make_table(columns, numeric=columns[1:])
    board = " ".join(map(str, problem.initial))
    table.add_row(board, str(result.cost), f"{result.expanded:,}", f"{seconds:.1f}")
    print_table(table)
    state_claim("moves of its shortest solution", result.cost, least=LEAST_MOVES)
    state_claim("CPU seconds to find and prove it", seconds, most=MOST_SECONDS, unit=" s")
