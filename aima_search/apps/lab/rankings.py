"""The heuristics of each algorithm, best first: by the boards solved, then by what they took.

Of an algorithm that promises cheapest solutions those come first whose solutions never cost more
than the best known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from operator import itemgetter

import numpy as np

from aima_search.apps.lab.comparisons import EVERYWHERE, Pair, log_ratios
from aima_search.apps.lab.results import GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure

_FEW = 3  # boards; nothing is said of a part of the grid with fewer


@dataclass(frozen=True)
class Ranking:
    """The heuristics of one algorithm and tie-break, best first.

    common: how many boards all of them solved; means: of the measure over these. costly: those
    whose solutions cost more than the best known, though the algorithm promises cheapest solutions;
    the best is not among them, if it can be helped. pairs: the best against each rival, best rival
    first. losses: the parts of the grid, by axis and value, where the rival who wins most often
    needs less than the best, and how much of that, clearest first.
    """

    order: Sequence[Configuration]
    common: int
    means: Mapping[Configuration, float | None]
    costly: Sequence[Configuration]
    pairs: Sequence[Pair]
    losses: Sequence[tuple[str, Axis, float]]

    @property
    def best(self) -> Configuration:
        """The first of them."""
        return self.order[0]

    @property
    def rivals(self) -> list[Pair]:
        """The best against each rival that may be as good: neither costly nor the same."""
        return [pair for pair in self.pairs if not (pair.second in self.costly or pair.is_same)]


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
    found = []
    for group in groups.values():
        costly = [how for how in group if expensive[how][0] and how.chosen.algorithm.optimal]
        order = sorted(results.ranked(measure, group), key=lambda how: how in costly)
        common = results.common(group)
        own = _own_pairs(order, pairs)
        found.append(
            Ranking(
                order=order,
                common=int(common.sum()),
                means={how: results.mean_of(how, measure, common) for how in order},
                costly=[how for how in costly if order[0] not in costly],
                pairs=own,
                losses=_losses(results, measure, own),
            )
        )
    return found


def _own_pairs(order: Sequence[Configuration], pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs of the first with each other configuration, in order."""
    found = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    own = [found[frozenset((order[0], how))] for how in order[1:]]
    return [pair if pair.first == order[0] else pair.reversed() for pair in own]


def _losses(
    results: GridResults, measure: Measure, own: Sequence[Pair]
) -> list[tuple[str, Axis, float]]:
    worst = max(own, key=lambda pair: pair.more, default=None)
    if worst is None or not worst.more:
        return []
    logs = log_ratios(results, measure, (worst.first, EVERYWHERE), (worst.second, EVERYWHERE))
    losses = []
    for axis, values in results.axes.items():
        for value in values:
            here = logs[results.at({axis: value}) & ~np.isnan(logs)]
            if len(here) >= _FEW and here.sum() > 1e-9:
                losses.append((axis, value, exp(-here.mean())))
    return sorted(losses, key=itemgetter(2))
