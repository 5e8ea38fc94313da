"""All that is found in the results of a grid, computed once; words, tables and plots show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp
from statistics import fmean
from textwrap import shorten

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.lab.axes import AxisFinding, Combination, axis_combinations, axis_findings
from aima_search.apps.lab.comparisons import (
    Contrast,
    Pair,
    compare_methods,
    compare_pairs,
    compare_two,
    contrasts,
    log_ratios,
)
from aima_search.apps.lab.local import LocalFindings, local_findings
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.outcomes import NO_SOLUTION, UNEXPECTED
from aima_search.runs.record import Record


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
        combinations=axis_combinations(results, measure),
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


# Faults: runs that should not have ended as they did; they stand first in every report.


_MESSAGE = 300  # characters


@dataclass(frozen=True)
class FaultyRuns:
    """A kind of fault of a configuration: the number of its runs, and a run as an example."""

    kind: str
    configuration: Configuration
    runs: int
    instance: str
    message: str


def faults_of(results: GridResults) -> list[FaultyRuns]:
    """Return the faults of a grid's runs, kind by kind."""
    return [*_unexpected(results), *_not_optimal(results), *_contradictions(results)]


def _unexpected(results: GridResults) -> Iterator[FaultyRuns]:
    """Runs that ended in an outcome that tells of a fault."""
    for outcome in UNEXPECTED:
        faults = [row for row in results.rows if row.status == outcome]
        yield from _grouped(outcome, [(row, row.message) for row in faults])


def _not_optimal(results: GridResults) -> Iterator[FaultyRuns]:
    """Solutions that cost more than another run's, of a search that promises the cheapest."""
    faults = []
    for row in results.rows:
        best = results.best_costs.get(row.board)
        if row.solved and best is not None and row.cost is not None and row.cost > best:
            how = row.configuration
            facts = results.facts[how]
            if facts["optimal"]:
                why = "declared admissible" if how.heuristic else "an optimal algorithm"
                faults.append((row, f"{why}, but the cost is {row.cost:g}, not {best:g}"))
    yield from _grouped("not-optimal", faults)


def _contradictions(results: GridResults) -> Iterator[FaultyRuns]:
    """Proofs of no solution, though another run has found a solution."""
    faults = [
        (row, f"solved by another configuration at cost {results.best_costs[row.board]:g}")
        for row in results.rows
        if row.status == NO_SOLUTION and row.board in results.best_costs
    ]
    yield from _grouped("contradiction", faults)


def _grouped(kind: str, faults: list[tuple[Record, str]]) -> Iterator[FaultyRuns]:
    """Yield a fault for each configuration: the fault on the first instance as the example."""
    groups: dict[Configuration, list[tuple[Record, str]]] = {}
    for row, message in faults:
        groups.setdefault(row.configuration, []).append((row, message))
    for how, group in groups.items():
        row, message = min(group, key=lambda fault: (len(fault[0].board), fault[0].run.key))
        yield FaultyRuns(kind, how, len(group), row.board, shorten(message, _MESSAGE))


# The heuristics of an algorithm in order: by coverage, then by what they took, and at what price.
#
# The order counts boards and nodes; the clock, the costs of the solutions and the preparation of
# the
# heuristics stand next to it.


_FEW = 3  # boards; nothing is said of a part of the grid with fewer
_NOTABLE = 0.01  # seconds; a shorter preparation is not weighed against the time that it saves


@dataclass(frozen=True)
class Loss:
    """A part of the grid where a rival needs less; ratio: what the rival takes of the best."""

    axis: str
    value: Axis
    ratio: float


@dataclass(frozen=True)
class Payoff:
    """The gain of a heuristic's preparation, done once, over a rival with less preparation.

    preparation: seconds that it takes longer. saved: seconds a board, in the mean over the
    ``boards`` that both solved. pays_from: from so many boards on it is faster; None: never.
    """

    configuration: Configuration
    rival: Configuration
    preparation: float
    saved: float
    boards: int

    @property
    def pays_from(self) -> int | None:
        """The least number of boards for which the preparation pays; None: it never pays."""
        return ceil(self.preparation / self.saved) if self.saved > 0 else None


@dataclass(frozen=True)
class Ranking:
    """The heuristics of one algorithm and tie-break, best first.

    common: how many boards all of them solved. solved: boards of each, means: of the measure over
    the common boards. pairs: the best against each rival; clock: against the fastest by seconds,
    None if the best is the fastest. fastest: by the clock, None without common boards. losses: the
    parts of the grid where the rival who wins most often needs less than the best, clearest first.
    prepared: seconds of each in the mean, as far as they are known.
    """

    order: Sequence[Configuration]
    common: int
    solved: Mapping[Configuration, int]
    means: Mapping[Configuration, float | None]
    pairs: Sequence[Pair]
    fastest: Configuration | None
    clock: Pair | None
    losses: Sequence[Loss]
    prepared: Mapping[Configuration, float]
    payoffs: Sequence[Payoff]

    @property
    def best(self) -> Configuration:
        """The first of them."""
        return self.order[0]


def rankings(
    results: GridResults, measure: Measure, pairs: Sequence[Pair], clock: Sequence[Pair]
) -> list[Ranking]:
    """Return a ranking for each algorithm; ``clock``: the same pairs, compared by seconds."""
    groups: dict[Configuration, list[Configuration]] = {}
    for how in results.compared:
        if how.heuristic:
            groups.setdefault(how.without_heuristic, []).append(how)
    return [_ranking(results, measure, group, pairs, clock) for group in groups.values()]


def _ranking(
    results: GridResults,
    measure: Measure,
    group: Sequence[Configuration],
    pairs: Sequence[Pair],
    clock: Sequence[Pair],
) -> Ranking:
    order, common = results.ranked(measure, group), results.solved_by_all(group)
    best, seconds = order[0], measure_of("seconds")
    own = _own_pairs(best, order, pairs)
    by_clock = {how: results.mean_of(how, seconds, common) or 0 for how in group}
    fastest = min(group, key=by_clock.__getitem__) if common else None
    alone = {
        how: results.mean_of(how, MEASURES["prepared"], results.solved_by_all([how]))
        for how in group
    }
    return Ranking(
        order=order,
        common=len(common),
        solved={how: results.solved_count(how) for how in order},
        means={how: results.mean_of(how, measure, common) for how in order},
        pairs=own,
        fastest=fastest,
        clock=next((p for p in _own_pairs(best, order, clock) if p.second == fastest), None),
        losses=_losses(results, measure, own),
        prepared={how: mean for how, mean in alone.items() if mean is not None},
        payoffs=list(_payoffs(results, group)),
    )


def _own_pairs(
    best: Configuration, group: Sequence[Configuration], pairs: Sequence[Pair]
) -> list[Pair]:
    """Return the pairs of the best with the others of its group, seen from the best."""
    own = [pair if pair.first == best else pair.reversed() for pair in pairs]
    return [pair for pair in own if pair.first == best and pair.second in group]


def _losses(results: GridResults, measure: Measure, own: Sequence[Pair]) -> list[Loss]:
    worst = max(own, key=lambda pair: pair.worse, default=None)
    if worst is None or not worst.worse:
        return []
    ratios = dict(log_ratios(results, measure, worst.first, worst.second))
    losses = []
    for axis, values in results.axes.items():
        for value in values:
            here = [r for i, r in ratios.items() if results.instances[i].get(axis) == value]
            if len(here) >= _FEW and sum(here) > 1e-9:
                losses.append(Loss(axis, value, exp(-sum(here) / len(here))))
    return sorted(losses, key=lambda loss: loss.ratio)


def _payoffs(results: GridResults, group: Sequence[Configuration]) -> Iterator[Payoff]:
    """Yield what notable preparation saves next to the fastest rival that prepares less.

    Preparation is the longest of all runs: later ones may have found the work of the first kept.
    """
    prepared = {
        how: max((run.ending.values.get("prepared") or 0 for run in runs), default=0)
        for how, runs in results.by_configuration().items()
    }
    for how in group:
        rivals = [
            _payoff(results, how, rival, prepared[how] - prepared[rival])
            for rival in group
            if prepared[how] - prepared[rival] >= _NOTABLE
        ]
        yield from sorted((one for one in rivals if one.boards), key=lambda one: one.saved)[:1]


def _payoff(
    results: GridResults, how: Configuration, rival: Configuration, preparation: float
) -> Payoff:
    boards = results.solved_by_all((how, rival))
    took = [
        [results.trials[one][board].measures["seconds"] or 0 for board in boards]
        for one in (rival, how)
    ]
    saved = fmean(a - b for a, b in zip(*took, strict=True)) if boards else 0.0
    return Payoff(how, rival, preparation, saved, len(boards))


def costs_above_best(results: GridResults, how: Configuration) -> tuple[list[float], int]:
    """Return the ratios of the costs above the best known costs, and the count of boards solved."""
    trials = [trial for trial in results.trials[how].values() if trial.is_solved]
    ratios = [trial.measures["cost_ratio"] or 1 for trial in trials]
    return [ratio for ratio in ratios if ratio > 1], len(ratios)
