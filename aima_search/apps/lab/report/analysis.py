"""All that is found in the results of a grid, computed once; words, tables and plots show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.lab.report.axes import AxisFinding, Combination, axis_findings, combinations
from aima_search.apps.lab.report.factors import Contrast, contrasts
from aima_search.apps.lab.report.faults import FaultyRuns, faults_of
from aima_search.apps.lab.report.local import LocalFindings, local_findings
from aima_search.apps.lab.report.measures import measure_of
from aima_search.apps.lab.report.pairs import Pair, compare_methods, compare_pairs, compare_two
from aima_search.apps.lab.report.rankings import Ranking, costs_above_best, rankings
from aima_search.apps.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import Measure


@dataclass(frozen=True)
class Analysis:
    """What the results of a grid say by one measure.

    faults: what should not have happened. pairs: every two heuristics of an algorithm. rankings:
    the heuristics of each algorithm, best first. methods: searches with one heuristic, group by
    group. blind: each blind search against the best informed search. axes: by name; contrasts: the
    tests of the paired axes; combinations: all axes together. expensive: for each configuration the
    ratios of its costs above the best known costs, and how many boards it solved. notable: pairs of
    configurations worth a plot.
    """

    results: GridResults
    measure: Measure
    faults: Sequence[FaultyRuns]
    pairs: Sequence[Pair]
    rankings: Sequence[Ranking]
    methods: Sequence[Sequence[Pair]]
    blind: Sequence[Pair]
    axes: Mapping[str, AxisFinding]
    contrasts: Sequence[Contrast]
    combinations: Sequence[Combination]
    local: LocalFindings
    expensive: Mapping[Configuration, tuple[list[float], int]]
    notable: Sequence[tuple[Configuration, Configuration]]


def analyse(results: GridResults, measure: Measure) -> Analysis:
    """Return all that is found in the results, compared by a measure."""
    pairs = compare_pairs(results, measure)
    informed = results.ranked(measure, [how for how in results.compared if how.heuristic])
    tested = contrasts(results, measure)
    return Analysis(
        results=results,
        measure=measure,
        faults=faults_of(results),
        pairs=pairs,
        rankings=rankings(results, measure, pairs, compare_pairs(results, measure_of("seconds"))),
        methods=compare_methods(results, measure),
        blind=_blind(results, measure, informed),
        axes=axis_findings(results, measure, tested),
        contrasts=tested,
        combinations=combinations(results, measure),
        local=local_findings(results),
        expensive={how: costs_above_best(results, how) for how in results.compared},
        notable=_notable(results, measure, informed, pairs),
    )


def _blind(results: GridResults, measure: Measure, informed: Sequence[Configuration]) -> list[Pair]:
    blind = [
        how
        for how in results.facts
        if not how.heuristic and not ALGORITHMS.get(how.algorithm).local
    ]
    return [compare_two(results, measure, how, informed[0]) for how in blind if informed]


def _notable(
    results: GridResults,
    measure: Measure,
    informed: Sequence[Configuration],
    pairs: Sequence[Pair],
) -> list[tuple[Configuration, Configuration]]:
    """Return the best configuration with the next that differs, and with the best blind search."""
    if not informed:
        return []
    best = informed[0]
    differing = {
        how
        for pair in pairs
        if pair.instances and not pair.is_same
        for how in (pair.first, pair.second)
        if best in (pair.first, pair.second)
    }
    rivals = [how for how in informed[1:] if how in differing]
    blind = results.ranked(measure, [how for how in results.compared if not how.heuristic])
    both = [(best, other) for other in [*rivals[:1], *blind[:1]]]
    return [pair for pair in both if results.solved_by_all(pair)]
