"""Searches with one heuristic side by side, where options of their algorithms are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aima_search.lab.report.measures import measure_of
from aima_search.lab.report.pairs import Pair, compare_two, mean_ratio
from aima_search.lab.report.results import GridResults
from aima_search.lab.report.words import clock_words, how_sure, times
from aima_search.runs.configuration import Configuration, has_several_ties
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import holm

_SECONDS = measure_of("seconds")


def method_words(results: GridResults, measure: Measure) -> list[str]:
    """Return what each search takes beside the grid's first one with the same heuristic.

    Nothing is said of algorithms without options, each of which is told of by itself.
    """
    chosen = side_by_side(results)
    pairs = [compare_two(results, measure, how, group[0]) for group in chosen for how in group[1:]]
    adjusted = holm([pair.p for pair in pairs])
    sure = [replace(pair, adjusted=p) for pair, p in zip(pairs, adjusted, strict=True)]
    return [_words(results, measure, group, sure) for group in chosen]


def side_by_side(results: GridResults) -> list[list[Configuration]]:
    """Return the groups of searches that differ in their algorithms, one of which has options."""
    groups: dict[tuple[str, str | None], list[Configuration]] = {}
    for how in results.compared:
        if how.heuristic:
            groups.setdefault((how.heuristic, how.tie_break), []).append(how)
    return [
        group for group in groups.values() if len(group) > 1 and any(how.options for how in group)
    ]


def _words(
    results: GridResults, measure: Measure, group: Sequence[Configuration], pairs: Sequence[Pair]
) -> str:
    first, others = group[0], group[1:]
    told = [
        _beside(results, pair) for pair in pairs if pair.second == first and pair.first in others
    ]
    several = has_several_ties(results.facts)
    ties = f" and ties broken {first.tie_break}" if several and first.tie_break else ""
    return (
        f"Searches with {first.heuristic}{ties} beside {first.method}, in {measure.title}, on the"
        f" boards that both solved: {'; '.join(told)}."
    )


def _beside(results: GridResults, pair: Pair) -> str:
    how = pair.first
    solved = f"{results.solved_count(how)} of {len(results.instances)} solved"
    if pair.ratio is None:
        return f"{how.method} not comparable ({solved})"
    told = ", ".join([solved, *_costs(results, how)])
    if pair.better == pair.worse == 0:
        return f"{how.method} exactly as much on each ({told})"
    clock = clock_words(pair.ratio, mean_ratio(results, _SECONDS, how, pair.second))
    return f"{how.method} {times(pair.ratio)}{clock} ({told}); {how_sure(pair)}"


def dearer(results: GridResults, how: Configuration) -> tuple[list[float], int]:
    """Return the ratios of the costs above the best known ones, and how many boards were solved."""
    trials = [trial for trial in results.trials[how].values() if trial.is_solved]
    ratios = [trial.measures["cost_ratio"] or 1 for trial in trials]
    return [ratio for ratio in ratios if ratio > 1], len(ratios)


def _costs(results: GridResults, how: Configuration) -> Iterator[str]:
    above, of = dearer(results, how)
    if not above:
        yield "never dearer than the best known"
    else:
        yield f"dearer than the best known on {len(above)} of {of}"
        yield f"by {max(above) - 1:.0%} at most"
