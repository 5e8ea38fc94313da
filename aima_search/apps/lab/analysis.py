"""All that is found in the results of a grid, computed once; words, tables and plots show it.

Faults stand first: runs that should not have ended as they did. The heuristics of an algorithm are
ranked by coverage, then by what they took; of an algorithm that promises cheapest solutions those
come first whose solutions never cost more than the best known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, exp
from operator import itemgetter
from textwrap import shorten

import numpy as np

from aima_search.apps.lab.comparisons import (
    AxisFinding,
    Contrast,
    Pair,
    along,
    compare_methods,
    compare_pairs,
    contrasts,
    log_ratios,
)
from aima_search.apps.lab.local import (
    LocalContrast,
    LocalPair,
    LocalRate,
    compare_local,
    local_contrasts,
    local_rates,
)
from aima_search.apps.lab.results import COST_RATIO, GridResults, Mask, measure_of
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.outcomes import NO_SOLUTION, UNEXPECTED

_MESSAGE = 300  # characters of a fault
_FEW = 3  # boards; nothing is said of a part of the grid with fewer
_NOTABLE = 0.01  # seconds; a shorter preparation is not weighed against the time that it saves


@dataclass(frozen=True)
class Analysis:
    """What the results of a grid say by one measure.

    faults: what should not have happened. pairs: every two heuristics of an algorithm. rankings:
    the heuristics of each algorithm, best first. methods: searches next to another search, group by
    group. axes: by name; local_contrasts: of local searches, by paired axis. expensive: for each
    configuration the ratios of its costs above the best known costs, and how many boards it solved.
    notable: pairs of configurations worth a plot.
    """

    results: GridResults
    measure: Measure
    faults: Sequence[FaultyRuns]
    pairs: Sequence[Pair]
    rankings: Sequence[Ranking]
    methods: Sequence[Sequence[Pair]]
    axes: Mapping[str, AxisFinding]
    local_contrasts: Mapping[str, Sequence[LocalContrast]]
    local_rates: Sequence[tuple[Sequence[str], Sequence[LocalRate]]]
    local_pairs: Sequence[LocalPair]
    expensive: Mapping[Configuration, tuple[list[float], int]]
    notable: Sequence[tuple[Configuration, Configuration]]

    @property
    def contrasts(self) -> list[Contrast]:
        """The tests of all paired axes."""
        return [one for axis in self.axes.values() for one in axis.contrasts]


def analyse(results: GridResults, measure: Measure) -> Analysis:
    """Return all that is found in the results, compared by a measure."""
    pairs = compare_pairs(results, measure)
    informed, blind = (
        results.ranked(measure, [how for how in results.compared if bool(how.heuristic) == wanted])
        for wanted in (True, False)
    )
    tested = contrasts(results, measure)
    expensive = {}
    for how in results.compared:
        ratios = results.values(how, COST_RATIO)[results.solved[how]]
        expensive[how] = ratios[ratios > 1].tolist(), len(ratios)
    best = informed[0] if informed else None
    differing = {
        how
        for pair in pairs
        if best in (pair.first, pair.second) and pair.boards and not pair.is_same
        for how in (pair.first, pair.second)
    }
    rivals = [*[how for how in informed[1:] if how in differing][:1], *blind[:1]]
    return Analysis(
        results=results,
        measure=measure,
        faults=faults_of(results),
        pairs=pairs,
        rankings=rankings(results, measure, pairs, expensive),
        methods=compare_methods(results, measure, best),
        axes={axis: along(results, measure, axis, tested) for axis in results.axes},
        local_contrasts={
            axis: local_contrasts(results, axis) for axis in results.axes if results.is_paired(axis)
        },
        local_rates=local_rates(results),
        local_pairs=compare_local(results),
        expensive=expensive,
        notable=[(best, how) for how in rivals if best and results.common((best, how)).any()],
    )


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
    best, every = results.least_costs, results.facts
    faults: list[FaultyRuns] = []

    def add(kind: str, how: Configuration, runs: Mask, said: str = "") -> None:
        """Add a fault if there are such runs; its example is the board with the shortest name."""
        places: list[int] = np.flatnonzero(runs.any(axis=1)).tolist()
        if places:
            board = min(places, key=lambda place: len(results.boards[place]))
            cost = np.fmax.reduce(results.measured(how, "cost")[board])
            said = said.format(cost, best[board]) or results.message(how, board, kind)
            name, text = results.boards[board], shorten(said, _MESSAGE)
            faults.append(FaultyRuns(kind, how, int(runs.sum()), name, text))

    for kind, how in product(UNEXPECTED, every):
        add(kind, how, results.has_status(how, kind))
    for how, facts in every.items():
        costs = np.where(results.has_solved(how), results.measured(how, "cost"), np.nan)
        if facts["optimal"]:
            why = "declared admissible" if how.heuristic else "an optimal algorithm"
            text = f"{why}, but the cost is {{:g}}, not {{:g}}"
            add("not-optimal", how, costs > best[:, None], text)
    for how in every:
        runs = results.has_status(how, NO_SOLUTION) & ~np.isnan(best)[:, None]
        add("contradiction", how, runs, "solved by another configuration at cost {1:g}")
    return faults


@dataclass(frozen=True)
class Payoff:
    """The gain of a heuristic's preparation, done once, over a rival with less preparation.

    preparation: seconds that it takes longer, by the medians of the boards. saved: seconds a board,
    the median over the ``boards`` that both solved; low, high: the quartiles.
    """

    configuration: Configuration
    rival: Configuration
    preparation: float
    saved: float
    low: float
    high: float
    boards: int

    def pays_from(self, saved: float) -> int | None:
        """Return from how many boards on it pays to save so much a board; None: it never pays."""
        return ceil(self.preparation / saved) if saved > 0 else None


@dataclass(frozen=True)
class Ranking:
    """The heuristics of one algorithm and tie-break, best first.

    common: how many boards all of them solved; means: of the measure over these. costly: those
    whose solutions cost more than the best known, though the algorithm promises cheapest solutions;
    the best is not among them, if it can be helped. pairs: the best against each rival; clock:
    against the rival that is the fastest by seconds, None without common boards. losses: the parts
    of the grid, by axis and value, where the rival who wins most often needs less than the best,
    and how much of that, clearest first. payoffs: of preparation that takes notable time.
    """

    order: Sequence[Configuration]
    common: int
    means: Mapping[Configuration, float | None]
    costly: Sequence[Configuration]
    pairs: Sequence[Pair]
    clock: Pair | None
    losses: Sequence[tuple[str, Axis, float]]
    payoffs: Sequence[Payoff]

    @property
    def best(self) -> Configuration:
        """The first of them."""
        return self.order[0]


def rankings(
    results: GridResults,
    measure: Measure,
    pairs: Sequence[Pair],
    expensive: Mapping[Configuration, tuple[list[float], int]],
) -> list[Ranking]:
    """Return a ranking for each algorithm."""
    groups: dict[Configuration, list[Configuration]] = {}
    for how in results.compared:
        if how.heuristic:
            groups.setdefault(how.without_heuristic, []).append(how)
    clock = compare_pairs(results, measure_of("seconds")) if groups else []
    found = []
    for group in groups.values():
        costly = [how for how in group if expensive[how][0] and how.chosen.algorithm.optimal]
        order = sorted(results.ranked(measure, group), key=lambda how: how in costly)
        best, common = order[0], results.common(group)
        own = _own_pairs(best, order, pairs)
        timed = [pair for pair in _own_pairs(best, order, clock) if pair.ratio is not None]
        found.append(
            Ranking(
                order=order,
                common=int(common.sum()),
                means={how: results.mean_of(how, measure, common) for how in order},
                costly=costly,
                pairs=own,
                clock=max(timed, key=lambda pair: pair.ratio or 0, default=None),
                losses=_losses(results, measure, own),
                payoffs=list(_payoffs(results, group)),
            )
        )
    return found


def _own_pairs(
    best: Configuration, group: Sequence[Configuration], pairs: Sequence[Pair]
) -> list[Pair]:
    """Return the pairs of the best with the others of its group, seen from the best."""
    own = [pair if pair.first == best else pair.reversed() for pair in pairs]
    return [pair for pair in own if pair.first == best and pair.second in group]


def _losses(
    results: GridResults, measure: Measure, own: Sequence[Pair]
) -> list[tuple[str, Axis, float]]:
    worst = max(own, key=lambda pair: pair.more, default=None)
    if worst is None or not worst.more:
        return []
    everywhere = slice(None)
    logs = log_ratios(results, measure, (worst.first, everywhere), (worst.second, everywhere))
    losses = []
    for axis, values in results.axes.items():
        for value in values:
            here = logs[results.at({axis: value}) & ~np.isnan(logs)]
            if len(here) >= _FEW and here.sum() > 1e-9:
                losses.append((axis, value, exp(-here.mean())))
    return sorted(losses, key=itemgetter(2))


def _payoffs(results: GridResults, group: Sequence[Configuration]) -> Iterator[Payoff]:
    """Yield what notable preparation saves next to the fastest rival that prepares less."""
    for how in group:
        payoffs = [_payoff(results, how, rival) for rival in group if rival != how]
        notable = [one for one in payoffs if one and one.preparation >= _NOTABLE]
        yield from sorted(notable, key=lambda one: one.saved)[:1]


def _payoff(results: GridResults, how: Configuration, rival: Configuration) -> Payoff | None:
    both = results.common((how, rival))
    prepared, seconds = (
        np.stack([results.values(one, MEASURES[name])[both] for one in (how, rival)])
        for name in ("prepared", "seconds")
    )
    if not both.any() or np.isnan([prepared, seconds]).any():
        return None
    low, middle, high = np.quantile(seconds[1] - seconds[0], (0.25, 0.5, 0.75)).tolist()
    longer = np.median(prepared, axis=1)
    return Payoff(how, rival, float(longer[0] - longer[1]), middle, low, high, int(both.sum()))
