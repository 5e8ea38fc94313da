"""Searches with the engine "auto", next to the better of the two engines that it chooses from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from statistics import quantiles
from typing import NamedTuple

from aima_search.algorithms.engines import AUTO, ENGINES, OBJECTS, PACKED
from aima_search.algorithms.packed.steps import BatchStep
from aima_search.runs.search import Search
from benchmarks.measure import interleaved
from benchmarks.packed_races import (
    MANHATTAN,
    RACES,
    Race,
    large_grid,
    large_movix,
    race_of_movix,
    random_tiles,
)
from benchmarks.report import heading, make_table, print_table, state_claim

LONG = 0.1
MOST = 1.1
ROUNDS = 3
"""Times the repeats of other sections: the compared times differ by hundredths."""

COUNTS = (100, 1_000, 3_000, 10_000, 30_000, 100_000)
END = (None,)
UPHILL = Race("15-puzzle", "weighted-astar", MANHATTAN.make, None, "weighted-astar")
"""Its batches are narrow for long, and wide in the end: it changes over late."""
HOPELESS = Race("grid, straight lines", "its own h", large_grid)
"""A batch for each state: the packed engine would take minutes."""
CHOICES: tuple[tuple[Race, tuple[int | None, ...]], ...] = (
    *((race, COUNTS) for race in RACES),
    (race_of_movix("combined"), COUNTS[2:5]),
    (race_of_movix("combined", "weighted-astar"), COUNTS[2:5]),
    (race_of_movix("manhattan", "greedy"), COUNTS[2:5]),
    (Race("MovIX 8 x 8", "breadth-first", large_movix, None, "breadth-first"), COUNTS[2:]),
    (UPHILL, (*COUNTS[3:], 300_000)),
    (Race("15-puzzle", "greedy", MANHATTAN.make, None, "greedy"), END),
    (Race("15-puzzle", "breadth-first", MANHATTAN.make, None, "breadth-first"), (300_000,)),
    (Race("8-puzzle", "uniform-cost", partial(random_tiles, 2, 3), None, "uniform-cost"), END),
    (Race("8-puzzle", "breadth-first", partial(random_tiles, 2, 3), None, "breadth-first"), END),
    (Race("grid 600 x 600", "uniform-cost", large_grid, None, "uniform-cost"), COUNTS),
    (HOPELESS, COUNTS),
)


class Measured(NamedTuple):
    """The least CPU seconds of each engine, and of "auto" over the better one, round by round."""

    least: Mapping[str, float]
    ratios: list[float]

    @property
    def better(self) -> float:
        """The seconds of the better engine."""
        return min(self.least[OBJECTS], self.least[PACKED])

    @property
    def ratio(self) -> float:
        """How many times longer "auto" takes."""
        return self.least[AUTO] / self.better


def measure_auto(repeats: int) -> None:
    """Measure, and state the claims."""
    heading("what auto makes of it, CPU seconds by expansions")
    columns = ["board", "search", "expansions", *ENGINES, "over the better", "half of the rounds"]
    table = make_table(columns, numeric=columns[2:])

    def measured(race: Race, expansions: int | None) -> Measured:
        found = _measured(race, expansions, repeats)
        low, _, high = quantiles(found.ratios)
        table.add_row(
            race.name,
            race.what,
            "to the end" if expansions is None else f"{expansions:,}",
            *(_seconds(found.least[engine]) for engine in ENGINES),
            f"{found.ratio:.2f}",
            f"{low:.2f} to {high:.2f}",
        )
        return found

    found = [measured(race, expansions) for race, counts in CHOICES for expansions in counts]
    at_change = measured(UPHILL, change_over_of(UPHILL) + 1)
    print_table(table)
    claim = f"auto over the better engine, if that takes {LONG:g} s, at most"
    long_ones = [one.ratio for one in found if one.better >= LONG]
    state_claim(claim, max(long_ones, default=None), most=MOST, unit=" times")
    claim = "the same, if a search ends right after a late change-over"
    state_claim(claim, at_change.ratio, most=MOST, unit=" times")


def change_over_of(race: Race) -> int:
    """Return how many states objects expand before arrays go on."""
    search = Search(race.make(), race.algorithm, race.heuristic, engine=AUTO)
    return next(step.expanded for step in search if isinstance(step, BatchStep))


def _measured(race: Race, expansions: int | None, repeats: int) -> Measured:
    """Measure all engines once, and in rounds those that may be the better engine."""
    runs: dict[str, Callable[[], object]] = {**race.runs(expansions)}
    if race == HOPELESS:
        del runs[PACKED]
    once = interleaved(runs, 1)
    best = min(min(once[engine]) for engine in once if engine != AUTO)
    rivals = {engine: run for engine, run in runs.items() if min(once[engine]) < 2 * best}
    rounds = interleaved(rivals | {AUTO: runs[AUTO]}, ROUNDS * repeats)
    least = {engine: min(rounds.get(engine, []) + once.get(engine, [inf])) for engine in ENGINES}
    better = min(OBJECTS, PACKED, key=lambda engine: least[engine])
    pairs = zip(rounds[AUTO], rounds[better], strict=True)
    return Measured(least, [auto / other for auto, other in pairs])


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < inf else "-"
