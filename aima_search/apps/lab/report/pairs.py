"""Two searches side by side: a paired test, the size of the effect, Holm's correction.

Every two heuristics of an algorithm are compared, and every two algorithms with a heuristic. The
values are compared as ratios (differences of logarithms), over the instances that both
solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, log
from typing import Any, TypeVar

from aima_search.apps.lab.report.measures import measure_of
from aima_search.apps.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import holm, signed_rank

_Test = TypeVar("_Test", bound=Any)


@dataclass(frozen=True)
class Pair:
    """Two configurations on the same boards.

    instances: how many both solved. ratio: geometric mean of first / second; clock: the same ratio
    of seconds. better, worse: on how many instances the first needed less, or more. only_first,
    only_second: how many instances only this one solved. p, effect: of the test; it counts a board
    once, with its mean over its options and paired axes. ``adjusted`` is p with Holm's correction.
    """

    first: Configuration
    second: Configuration
    instances: int
    ratio: float | None
    better: int
    worse: int
    only_first: int
    only_second: int
    effect: float
    p: float
    clock: float | None = None
    adjusted: float = 1.0

    @property
    def is_same(self) -> bool:
        """Whether the two did the same on all boards that both solved."""
        return self.instances > 0 and self.better == self.worse == 0

    def reversed(self) -> Pair:
        """Return the same comparison seen from the second."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            ratio=None if self.ratio is None else 1 / self.ratio,
            better=self.worse,
            worse=self.better,
            only_first=self.only_second,
            only_second=self.only_first,
            effect=-self.effect,
            clock=None if self.clock is None else 1 / self.clock,
        )


def compare_pairs(results: GridResults, measure: Measure) -> list[Pair]:
    """Return every pair of heuristics of one algorithm and tie-break, p corrected for all."""
    pairs = [
        compare_two(results, measure, first, second)
        for first, second in combinations(results.facts, 2)
        if first.heuristic
        and second.heuristic
        and first.without_heuristic == second.without_heuristic
    ]
    return corrected(pairs)


def compare_methods(results: GridResults, measure: Measure) -> list[list[Pair]]:
    """Return each search against the grid's first search with the same heuristic, by groups.

    A group in which no algorithm has options is left out.
    """
    groups: dict[tuple[str, str | None], list[Configuration]] = {}
    for how in results.compared:
        if how.heuristic:
            groups.setdefault((how.heuristic, how.tie_break), []).append(how)
    chosen = [group for group in groups.values() if any(how.options for how in group)]
    pairs = [compare_two(results, measure, how, group[0]) for group in chosen for how in group[1:]]
    by_first: dict[Configuration, list[Pair]] = {}
    for pair in corrected(pairs):
        by_first.setdefault(pair.second, []).append(pair)
    return list(by_first.values())


def corrected(tests: Sequence[_Test]) -> list[_Test]:
    """Return tests, each with its ``p`` corrected for the number of tests as ``adjusted``."""
    adjusted = holm([one.p for one in tests])
    return [replace(one, adjusted=p) for one, p in zip(tests, adjusted, strict=True)]


def compare_two(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> Pair:
    """Return the comparison of two configurations, p not corrected."""
    ratios = log_ratios(results, measure, first, second)
    differences = [log_ratio for _, log_ratio in ratios]
    solved = [
        {instance for instance, trial in results.trials[how].items() if trial.is_solved}
        for how in (first, second)
    ]
    clock = [ratio for _, ratio in log_ratios(results, measure_of("seconds"), first, second)]
    p, effect = signed_rank(block_means(results, ratios))
    return Pair(
        first,
        second,
        instances=len(differences),
        ratio=exp(sum(differences) / len(differences)) if differences else None,
        better=sum(difference < 0 for difference in differences),
        worse=sum(difference > 0 for difference in differences),
        only_first=len(solved[0] - solved[1]),
        only_second=len(solved[1] - solved[0]),
        effect=effect,
        p=p,
        clock=exp(sum(clock) / len(clock)) if clock else None,
    )


def log_ratios(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> list[tuple[str, float]]:
    """Return (instance, log of first / second) if both solved it and the measure is known."""
    found = []
    for instance in results.solved_by_all((first, second)):
        one, other = (
            results.trials[how][instance].measures[measure.name] for how in (first, second)
        )
        if one is not None and other is not None:
            found.append((instance, log(measure.floored(one) / measure.floored(other))))
    return found


def block_means(results: GridResults, values: Sequence[tuple[str, float]]) -> list[float]:
    """Return the mean of the values of each board over all its options in the grid.

    A test counts a board once: the same board with other options is not an independent board.
    """
    blocks: dict[str, list[float]] = {}
    for instance, value in values:
        blocks.setdefault(results.blocks[instance], []).append(value)
    return [round(sum(own) / len(own), 12) for own in blocks.values()]
