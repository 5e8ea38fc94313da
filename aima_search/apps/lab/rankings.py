"""The heuristics of each algorithm, best first: by the boards solved, then by what they took.

Of an algorithm that promises cheapest solutions those come first whose solutions never cost more
than the best known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aima_search.apps.lab.comparisons import Pair
from aima_search.apps.lab.results import GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.measures import Measure


@dataclass(frozen=True)
class Ranking:
    """The heuristics of one algorithm and tie-break, best first.

    common: how many boards all of them solved; means: of the measure over these. costly: those
    whose solutions cost more than the best known, though the algorithm promises cheapest solutions;
    the best is not among them, if it can be helped. pairs: the best against each rival, best rival
    first.
    """

    order: Sequence[Configuration]
    common: int
    means: Mapping[Configuration, float | None]
    costly: Sequence[Configuration]
    pairs: Sequence[Pair]

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
    for config in results.compared:
        if config.heuristic:
            groups.setdefault(config.without_heuristic, []).append(config)
    found = []
    for group in groups.values():
        costly = [config for config in group if expensive[config][0] and config.entry.optimal]
        order = sorted(results.ranked(measure, group), key=lambda config: config in costly)
        common = results.common(group)
        found.append(
            Ranking(
                order=order,
                common=int(common.sum()),
                means={config: results.mean_of(config, measure, common) for config in order},
                costly=[config for config in costly if order[0] not in costly],
                pairs=_own_pairs(order, pairs),
            )
        )
    return found


def _own_pairs(order: Sequence[Configuration], pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs of the first with each other configuration, in order."""
    found = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    own = [found[frozenset((order[0], config))] for config in order[1:]]
    return [pair if pair.first == order[0] else pair.reversed() for pair in own]
