"""Every two heuristics side by side: a paired test, the size of the effect, Holm's correction.

The values are compared as ratios (differences of logarithms), over the instances that both
solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, log

from aima_search.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import holm, signed_rank


@dataclass(frozen=True)
class Pair:
    """Two configurations that differ in their heuristic only.

    instances: that both solved. ratio: geometric mean of first / second. better, worse: on how
    many of the instances the first needed less, or more. only_first, only_second: instances that
    one of them alone solved. p, effect: of the test, which counts a board once, with its mean
    over its options and paired axes; ``adjusted`` is p with Holm's correction.
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
    adjusted: float = 1.0

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
    adjusted = holm([pair.p for pair in pairs])
    return [replace(pair, adjusted=p) for pair, p in zip(pairs, adjusted, strict=True)]


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
    )


def log_ratios(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> list[tuple[str, float]]:
    """Return (instance, log of first / second) where both solved it and the measure is known."""
    found = []
    for instance in results.solved_by_all((first, second)):
        one, other = (
            results.trials[how][instance].measures[measure.name] for how in (first, second)
        )
        if one is not None and other is not None:
            ratio = max(one, measure.floor) / max(other, measure.floor)
            found.append((instance, log(ratio)))
    return found


def mean_ratio(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> float | None:
    """Return the geometric mean of first / second over the boards that both solved."""
    ratios = [ratio for _, ratio in log_ratios(results, measure, first, second)]
    return exp(sum(ratios) / len(ratios)) if ratios else None


def block_means(results: GridResults, values: Sequence[tuple[str, float]]) -> list[float]:
    """Return the mean of the values of each board, in whatever options it stands in the grid.

    A test counts a board once: the same one in other options tells nothing independent of it.
    """
    blocks: dict[str, list[float]] = {}
    for instance, value in values:
        blocks.setdefault(results.blocks[instance], []).append(value)
    return [round(sum(own) / len(own), 12) for own in blocks.values()]
