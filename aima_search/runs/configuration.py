"""A *configuration*: one way to search, by the names of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from aima_search.algorithms.engines import OBJECTS, find_engine
from aima_search.algorithms.frontier import find_tie_break, tie_break_of
from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.options import write_value
from aima_search.base.errors import InputError
from aima_search.catalog.algorithms import parse_algorithm, write_algorithm


@dataclass(frozen=True)
class Configuration:
    """Names of the algorithm, the heuristic (None: blind), the tie-break (None: not used).

    options: the algorithm's options that were given, as texts by their names. engine: what carries
    the search out, see ``algorithms.engines``.
    """

    algorithm: str
    heuristic: str | None = None
    tie_break: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    engine: str = OBJECTS

    @property
    def method(self) -> str:
        """The algorithm with what it was given, as it can be asked for again.

        >>> Configuration("weighted-astar", options=(("weight", "3"),)).method
        'weighted-astar(weight=3)'
        """
        return write_algorithm(self.algorithm, dict(self.options))

    @property
    def arguments(self) -> dict[str, Any]:
        """The values that the options' texts stand for."""
        return ALGORITHMS.get(self.algorithm).read_options(dict(self.options))

    @property
    def plain_options(self) -> dict[str, Any]:
        """The options as a run keeps them: numbers, and texts of other values."""
        return {name: write_value(value) for name, value in self.arguments.items()}

    @property
    def without_heuristic(self) -> Configuration:
        """The part that configurations share if they differ in their heuristic only."""
        return replace(self, heuristic=None)

    def label(self, *, with_ties: bool = False) -> str:
        """Return the configuration on one line, with the tie-break on request.

        >>> Configuration("astar", "manhattan", "fifo").label()
        'astar, manhattan'
        """
        parts = (self.method, self.heuristic, self.tie_break if with_ties else None)
        return ", ".join(part for part in parts if part)


def options_as_texts(options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the values of options as texts, by their names, as ``Configuration`` has them.

    They are in the order of the names, so that equal options make equal configurations.
    """
    return tuple((name, str(write_value(value))) for name, value in sorted(options.items()))


def has_several_ties(configurations: Iterable[Configuration]) -> bool:
    """Tell whether the tie-break has to be named to tell configurations apart."""
    return len({how.tie_break for how in configurations if how.tie_break}) > 1


Chosen: TypeAlias = tuple[Algorithm, dict[str, Any]]
"""An algorithm with the values of the options that it is given."""


def algorithms_of(texts: Iterable[str]) -> list[Chosen]:
    """Return algorithms that are named with options or without, ``weighted-astar(weight=2)``.

    A seed is refused among the options: all that are compared have the same seed.
    """
    chosen = [(text, *parse_algorithm(text)) for text in texts]
    for text, _, options in chosen:
        if "seed" in options:
            raise InputError(
                f"algorithm {text!r}: expected no seed here, for one is given to all that draw"
                " numbers"
            )
    return [(algorithm, options) for _, algorithm, options in chosen]


def default_tie_break(of: object, engine: str) -> str | None:
    """Return the tie-break of a problem, or of its class, that is used by default."""
    return tie_break_of(of) if engine == OBJECTS else None


def configurations_of(
    algorithms: Iterable[Chosen],
    heuristics: Sequence[str],
    tie_breaks: Sequence[str | None],
    engine: str = OBJECTS,
) -> Iterator[Configuration]:
    """Yield every configuration once: informed algorithms with every heuristic, and so on.

    Unknown names of engines and tie-breaks raise UnknownName before the first.
    """
    find_engine(engine)
    for tie in tie_breaks:
        if tie is not None:
            find_tie_break(tie)
    return iter(dict.fromkeys(_of(algorithms, heuristics, tie_breaks, engine)))


def _of(
    algorithms: Iterable[Chosen],
    heuristics: Sequence[str],
    tie_breaks: Sequence[str | None],
    engine: str,
) -> Iterator[Configuration]:
    for algorithm, options in algorithms:
        texts = options_as_texts(options)
        for heuristic in heuristics if algorithm.informed else [None]:
            for tie in tie_breaks if algorithm.best_first else [None]:
                yield Configuration(algorithm.name, heuristic, tie, texts, engine)
