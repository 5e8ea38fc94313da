"""A *configuration*: one way to search, by the names of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aima_search.algorithms.frontier import find_tie_break
from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.options import write_value


@dataclass(frozen=True)
class Configuration:
    """Names of the algorithm, the heuristic (None: blind), the tie-break (None: it has none).

    options: those that the algorithm was given, as texts by their names.
    """

    algorithm: str
    heuristic: str | None = None
    tie_break: str | None = None
    options: tuple[tuple[str, str], ...] = ()

    @property
    def method(self) -> str:
        """The algorithm with what it was given.

        >>> Configuration("weighted-astar", options=(("weight", "3"),)).method
        'weighted-astar (weight 3)'
        """
        given = "; ".join(f"{name} {text}" for name, text in self.options)
        return f"{self.algorithm} ({given})" if given else self.algorithm

    def label(self, *, with_ties: bool = False) -> str:
        """Return it on one line, with the tie-break on request.

        >>> Configuration("astar", "manhattan", "fifo").label()
        'astar, manhattan'
        """
        parts = (self.method, self.heuristic, self.tie_break if with_ties else None)
        return ", ".join(part for part in parts if part)


def options_as_texts(options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the values of options as texts, by their names, as ``Configuration`` has them."""
    return tuple((name, str(write_value(value))) for name, value in options.items())


def has_several_ties(configurations: Iterable[Configuration]) -> bool:
    """Tell whether the tie-break has to be named to tell configurations apart."""
    return len({how.tie_break for how in configurations if how.tie_break}) > 1


def configurations_of(
    algorithms: Iterable[str], heuristics: Sequence[str], tie_breaks: Sequence[str | None]
) -> Iterator[Configuration]:
    """Yield every configuration once: informed algorithms with every heuristic, and so on.

    Unknown names of algorithms and tie-breaks raise UnknownName before the first.
    """
    for tie in tie_breaks:
        if tie is not None:
            find_tie_break(tie)
    chosen = [ALGORITHMS.get(name) for name in algorithms]
    return iter(dict.fromkeys(_of(chosen, heuristics, tie_breaks)))


def _of(
    algorithms: Iterable[Algorithm], heuristics: Sequence[str], tie_breaks: Sequence[str | None]
) -> Iterator[Configuration]:
    for algorithm in algorithms:
        for heuristic in heuristics if algorithm.informed else [None]:
            for tie in tie_breaks if algorithm.best_first else [None]:
                yield Configuration(algorithm.name, heuristic, tie)
