"""The analysis of an experiment, computed once and used by verdict, tables and plots."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten

import numpy as np

from aima_search.apps.lab import comparisons, local
from aima_search.apps.lab.factors import factors
from aima_search.apps.lab.results import COST_RATIO, GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.measures import Measure
from aima_search.runs.outcomes import NO_SOLUTION, UNEXPECTED
from aima_search.runs.statistics import corrected

_LONGEST = 300  # characters of a message that are kept


class Analysis:
    """The analysis of an experiment by one measure.

    pairs: comparisons of two heuristics of the same algorithm. methods: comparisons of algorithms.
    rankings: the heuristics of each algorithm, best first. main_ranking: the first ranking or None.
    blind: the blind searches, best first; searches that found expensive solutions come last.
    best: the best search in ``main_ranking``, or the best blind search if there is no ranking.
    factors: the effect of each varied option. contrasts: comparisons of two values of an option.
    local_contrasts: for each option, such comparisons of the success rates of local searches.
    expensive: for each configuration, its cost ratios above 1, and the number of solved boards.
    (The cost ratio of a solution is cost / best known cost of the board.)
    """

    def __init__(self, results: GridResults, measure: Measure) -> None:
        """Analyse the results of an experiment."""
        self.results, self.measure = results, measure
        self.faults = faults_of(results)
        self.pairs = comparisons.compare_pairs(results, measure)
        self.methods = comparisons.compare_methods(results, measure)
        self.expensive: dict[Configuration, tuple[list[float], int]] = {}
        for config in results.compared:
            ratios = results.values(config, COST_RATIO)[results.solved[config]]
            self.expensive[config] = ratios[ratios > 1].tolist(), len(ratios)
        blind = [config for config in results.compared if not config.heuristic]
        blind = results.ranked(measure, blind)
        self.blind = sorted(blind, key=lambda config: bool(self.expensive[config][0]))
        self.rankings = [*comparisons.rankings(results, measure, self.pairs, self.expensive)]
        self.main_ranking = self.rankings[0] if self.rankings else None
        informed = self.main_ranking.order[:1] if self.main_ranking else []
        self.best = next(iter([*informed, *self.blind]), None)
        self.factors = factors(results, measure)
        self.contrasts = [one for axis in self.factors.values() for one in axis.contrasts]
        contrasts = {axis: local.local_contrasts(results, axis) for axis in results.paired}
        self.local_contrasts = corrected(contrasts)
        self.local_rates = local.local_rates(results)
        self.local_pairs = local.compare_local(results)

    @property
    def best_with_blind(self) -> comparisons.PairComparison | None:
        """The comparison of the best blind search with the best informed search, if both exist."""
        best = (*self.blind[:1], self.best)
        return next((pair for pair in self.methods if (pair.first, pair.second) == best), None)

    @property
    def notable(self) -> list[tuple[Configuration, Configuration]]:
        """Pairs of searches to plot: (best, other heuristic) and (best, blind search)."""
        if self.main_ranking is None:
            return []
        rivals = sorted(self.main_ranking.rivals, key=lambda pair: not pair.is_shown)
        others = [*(pair.second for pair in rivals[:1]), *self.blind[:1]]
        pairs = [(self.main_ranking.best, config) for config in others]
        return [pair for pair in pairs if self.results.common(pair).any()]


@dataclass(frozen=True)
class FaultyRuns:
    """A fault of a configuration, with an example and the number of faulty runs."""

    kind: str
    configuration: Configuration
    runs: int
    instance: str
    message: str


def faults_of(results: GridResults) -> list[FaultyRuns]:
    """Return the runs with wrong or suspicious outcomes, as faults to report."""
    best, kinds = results.least_costs, (*UNEXPECTED, "not-optimal", "contradiction")
    faults = []
    for config, facts in results.facts.items():
        runs = {kind: results.has_status(config, kind) for kind in UNEXPECTED}
        if facts["optimal"]:
            costs = np.where(results.has_solved(config), results.measured(config, "cost"), np.nan)
            runs["not-optimal"] = costs > best[:, None]
        runs["contradiction"] = results.has_status(config, NO_SOLUTION) & ~np.isnan(best)[:, None]
        for kind, is_faulty in runs.items():
            if places := np.flatnonzero(is_faulty.any(axis=1)).tolist():
                board = min(places, key=lambda place: len(results.boards[place]))
                message = shorten(_message_of(results, config, board, kind), _LONGEST)
                example = results.boards[board]
                faults.append(FaultyRuns(kind, config, int(is_faulty.sum()), example, message))
    return sorted(faults, key=lambda fault: kinds.index(fault.kind))


def _message_of(results: GridResults, config: Configuration, board: int, kind: str) -> str:
    if kind == "contradiction":
        return f"solved by another configuration at cost {results.least_costs[board]:g}"
    if kind == "not-optimal":
        why = "declared admissible" if config.heuristic else "an optimal algorithm"
        cost = np.fmax.reduce(results.measured(config, "cost")[board])
        return f"{why}, but found the cost {cost:g}, expected {results.least_costs[board]:g}"
    return results.message(config, board, kind)
