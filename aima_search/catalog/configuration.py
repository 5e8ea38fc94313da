"""The configuration of a search: an algorithm with options, a heuristic, a tie-break, an engine.

An algorithm with options is a text such as ``annealing(schedule=20, 0.005, 100, seed=1)``. Here,
``schedule`` is "20, 0.005, 100".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from aima_search.algorithms.frontier import find_tie_break
from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.options import write_value
from aima_search.base.errors import InputError
from aima_search.catalog.expressions import NAME, split_list
from aima_search.compiled.engines import OBJECTS, find_engine


@dataclass(frozen=True)
class Configuration:
    """How to search: the names of algorithm, heuristic, tie-break and engine, and the options.

    options: pairs of texts (name, value) that were given to the algorithm. engine: a name from the
    module ``compiled.engines``. Configurations with equal names and options are equal. ``entry`` is
    the registered algorithm, and ``values`` are the values of the options.
    """

    algorithm: str
    heuristic: str | None = None
    tie_break: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    engine: str = OBJECTS

    @classmethod
    def of(cls, entry: Algorithm, values: Mapping[str, Any], **parts: Any) -> Configuration:
        """Return a configuration with the algorithm ``entry`` and the options ``values``."""
        made = cls.__new__(cls)  # faster than a constructor that sets frozen fields one by one
        texts = options_as_texts(values) if values else ()
        parts.update(algorithm=entry.name, options=texts, entry=entry, values=dict(values))
        vars(made).update(parts)
        return made

    @cached_property
    def entry(self) -> Algorithm:
        """The registered algorithm that the configuration names."""
        return ALGORITHMS.get(self.algorithm)

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values of the algorithm's options, as a dict by name."""
        return self.entry.read_options(dict(self.options))

    def with_parts(self, **parts: Any) -> Configuration:
        """Return a copy in which some parts, such as the heuristic, have new values."""
        made = replace(self, **parts)
        vars(made).update(entry=self.entry, values=self.values)
        return made

    def with_texts(self, texts: Mapping[str, object]) -> Configuration:
        """Return a copy with more options; ``texts`` maps option names to texts or numbers."""
        return self.joined(self.entry.read_options(texts))

    def joined(self, others: Mapping[str, Any]) -> Configuration:
        """Return a copy with more options; raise InputError if an option would get two values."""
        for name in self.values.keys() & others.keys():
            if self.values[name] != others[name]:
                raise InputError(
                    f"algorithm {self.method!r}: found {name}={write_value(self.values[name])}"
                    f" and {name}={write_value(others[name])}, expected only one value"
                )
        parts = {"heuristic": self.heuristic, "tie_break": self.tie_break, "engine": self.engine}
        return self.of(self.entry, {**self.values, **others}, **parts)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def method(self) -> str:
        """The algorithm with its given options, as a text that ``parse_algorithm`` can read."""
        return write_algorithm(self.algorithm, dict(self.options))

    @property
    def plain_options(self) -> dict[str, Any]:
        """The options, as a dict from names to values that a table can show."""
        return {name: write_value(value) for name, value in self.values.items()}

    @property
    def without_heuristic(self) -> Configuration:
        """A copy in which ``heuristic`` is None, for comparisons of heuristics."""
        return self.with_parts(heuristic=None)

    def label(self, *, with_ties: bool = False) -> str:
        """Return the configuration as one line of text; ``with_ties`` adds the tie-break."""
        parts = (self.method, self.heuristic, self.tie_break if with_ties else None)
        return ", ".join(part for part in parts if part)


def options_as_texts(options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the options as a sorted tuple of pairs (name, value); the values become texts."""
    return tuple([(name, str(write_value(value))) for name, value in sorted(options.items())])


def algorithms_of(texts: Iterable[str]) -> list[Configuration]:
    """Parse the algorithms of a comparison, such as ``weighted-astar(weight=2)``.

    Raise InputError if a text contains a seed, because all compared algorithms get the same seed.
    """
    found = {text: parse_algorithm(text) for text in texts}
    for text, configuration in found.items():
        if "seed" in configuration.values:
            raise InputError(
                f"algorithm {text!r}: remove the seed, because all compared algorithms get the same"
                " seed"
            )
    return list(found.values())


def configurations_of(
    algorithms: Iterable[Configuration],
    heuristics: Sequence[str],
    tie_breaks: Sequence[str | None],
    engine: str = OBJECTS,
) -> Iterator[Configuration]:
    """Yield a configuration for every combination of algorithm, heuristic and tie-break.

    Only informed algorithms are combined with the heuristics, and only best-first algorithms with
    the tie-breaks. Raise UnknownName for an unknown engine or tie-break.
    """
    find_engine(engine)
    for tie in tie_breaks:
        if tie is not None:
            find_tie_break(tie)
    found = [
        algorithm.with_parts(heuristic=heuristic, tie_break=tie, engine=engine)
        for algorithm in algorithms
        for heuristic in (heuristics if algorithm.entry.informed else [None])
        for tie in (tie_breaks if algorithm.entry.best_first else [None])
    ]
    return iter(dict.fromkeys(found))


_SPEC = re.compile(rf"\s*({NAME})\s*\((.*)\)\s*", re.ASCII | re.DOTALL)
_SIGNS = re.compile(r"[(),=]")
_OPTION = re.compile(rf"({NAME})\s*=(.*)", re.ASCII | re.DOTALL)


def parse_algorithm(text: str | Configuration, **others: Any) -> Configuration:
    """Return the configuration that a text such as ``weighted-astar(weight=2)`` describes.

    text: the text, or a configuration that is already parsed. others: further options of the
    algorithm. Raise UnknownName for an unknown name, InputError for a wrong value.
    """
    configuration = text if isinstance(text, Configuration) else _parsed(text)
    if not others:
        return configuration
    configuration.entry.check_options(others)
    return configuration.joined(others)


def _parsed(text: str) -> Configuration:
    if callable(text):
        raise InputError(
            f"algorithm {text!r}: expected a name, such as 'astar'; pass a heuristic as heuristic=h"
        )
    if not (isinstance(text, str) and _SIGNS.search(text)):
        return Configuration.of(ALGORITHMS.get(text), {})
    match = _SPEC.fullmatch(text)
    texts: dict[str, str] = {}
    name = ""
    for part in split_list(match[2]) if match else ():
        option = _OPTION.fullmatch(part)
        if option is not None:
            name = option[1]
            if name in texts:
                raise InputError(f"algorithm {text!r}: found {name} twice, expected it once")
            texts[name] = option[2].strip()
        elif name and "=" not in part:
            texts[name] += f", {part}"
        else:
            texts = {}
            break
    if match is None or not texts:
        raise InputError(
            f"algorithm {text!r}: expected a name, or a name with options such as"
            " weighted-astar(weight=2)"
        )
    algorithm = ALGORITHMS.get(match[1])
    try:
        return Configuration.of(algorithm, algorithm.read_options(texts))
    except InputError as error:
        raise InputError(f"algorithm {text!r}: {error}") from None


def write_algorithm(name: str, options: Mapping[str, Any]) -> str:
    """Return the text of an algorithm with options, such as ``beam(k=4, walk=10)``."""
    given = ", ".join(f"{option}={text}" for option, text in options.items())
    return f"{name}({given})" if given else name
