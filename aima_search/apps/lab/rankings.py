"""The heuristics of each algorithm, best first: by the boards solved, then by the measure.

If the algorithm promises optimal solutions, heuristics whose solutions cost more than the best
known solution come last.
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

    means: of the measure, over the boards that all of them solved. costly: the heuristics whose
    solutions cost more than the best known, although the algorithm promises optimal solutions;
    empty if that is true of all. pairs: the best compared with each other heuristic, in order.
    """

    order: Sequence[Configuration]
    means: Mapping[Configuration, float | None]
    costly: Sequence[Configuration]
    pairs: Sequence[Pair]

    @property
    def best(self) -> Configuration:
        """The first heuristic."""
        return self.order[0]

    @property
    def rivals(self) -> list[Pair]:
        """The pairs of the best with heuristics that are neither costly nor the same."""
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
                means={config: results.mean_of(config, measure, common) for config in order},
                costly=[config for config in costly if order[0] not in costly],
                pairs=_pairs_of_first(order, pairs),
            )
        )
    return found


def _pairs_of_first(order: Sequence[Configuration], pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs of the first configuration with each other, in order."""
    known = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    found = [known[frozenset((order[0], config))] for config in order[1:]]
    return [pair if pair.first == order[0] else pair.reversed() for pair in found]
