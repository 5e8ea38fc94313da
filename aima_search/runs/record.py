"""A run and what came of it, as plain values: a row of every table, file and store.

A *run* is one search, described by all that makes it repeatable. Its *ending* is what came of
it. A *record* is both. ``compare`` keeps records in memory, ``batch`` in CSV, the laboratory in
SQLite.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from aima_search.algorithms.engines import OBJECTS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.limits import Limits
from aima_search.runs.configuration import Configuration, options_as_texts
from aima_search.runs.measures import MEASURES, Number
from aima_search.runs.outcomes import SOLVED


@dataclass(frozen=True)
class Run:
    """One search to be done.

    board: the name under which it is shown. instance: the text that ``parse`` reads back, "" for
    a stranger's problem. board_options: what else the puzzle was given, by name, as text.
    options: the algorithm's options without the seed; in a table of runs an engine other than
    "objects" is among them. seed: None if the algorithm draws no numbers.
    limits: None if unbounded; seconds, expansions, bytes. repetition: counted from 1.
    heuristic_files: a hash of the files that the heuristic is made of, "" without files.
    """

    puzzle: str
    board: str
    instance: str
    algorithm: str
    heuristic: str | None = None
    tie_break: str | None = None
    board_options: Mapping[str, str] = field(default_factory=dict, hash=False)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    limit_seconds: float | None = None
    limit_nodes: int | None = None
    limit_memory: int | None = None
    seed: int | None = None
    repetition: int = 1
    puzzle_version: int = 1
    heuristic_files: str = ""
    engine: str = OBJECTS

    @classmethod
    def of(
        cls, how: Configuration, limits: Limits, *, seed: int | None = None, **about: Any
    ) -> Run:
        """Return the run of a configuration; about: the puzzle, the board, what else is known.

        seed: for an algorithm that draws numbers, if no seed is among its options.
        """
        options = how.plain_options
        own = options.pop("seed", seed)
        return cls(
            algorithm=how.algorithm,
            heuristic=how.heuristic,
            tie_break=how.tie_break,
            options=options,
            engine=how.engine,
            limit_seconds=limits.seconds,
            limit_nodes=limits.nodes,
            limit_memory=limits.bytes,
            seed=own if ALGORITHMS.get(how.algorithm).takes_seed else None,
            **about,
        )

    @cached_property
    def key(self) -> str:
        """A hash of everything that decides what the run does: all but the board's name."""
        identity = {name: value for name, value in self.as_row().items() if name != "board"}
        if self.limit_seconds is not None:
            identity["limit_seconds"] = float(self.limit_seconds)  # 10 and 10.0 are one limit
        return sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:32]

    @cached_property
    def configuration(self) -> Configuration:
        """The configuration, without the seed."""
        options = options_as_texts(self.options)
        return Configuration(self.algorithm, self.heuristic, self.tie_break, options, self.engine)

    @property
    def arguments(self) -> dict[str, Any]:
        """The values of the algorithm's options, and the seed, by their names."""
        seed = {} if self.seed is None else {"seed": self.seed}
        return {**self.configuration.arguments, **seed}

    @property
    def limits(self) -> Limits:
        """The limits of the search."""
        return Limits(self.limit_seconds, self.limit_nodes, self.limit_memory)

    def as_dict(self) -> dict[str, Any]:
        """Return the columns of a table of runs, with their values."""
        values = {name: getattr(self, name) for name in columns_of_runs()}
        if self.engine != OBJECTS:
            values["options"] = {**self.options, "engine": self.engine}
        return values

    def as_row(self) -> dict[str, Any]:
        """Return the columns as values that a table can hold: options are JSON text."""
        values = self.as_dict()
        for name in ("board_options", "options"):
            values[name] = json.dumps(dict(values[name]), sort_keys=True) if values[name] else "{}"
        return values

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Run:
        """Return the run of a row that ``as_row`` has made."""
        values = {name: row[name] for name in columns_of_runs()}
        for name in ("board_options", "options"):
            values[name] = json.loads(values[name])
        return cls(**values, engine=values["options"].pop("engine", OBJECTS))


@cache
def columns_of_runs() -> Mapping[str, str]:
    """Return the columns of a table of runs with the types of their values, as annotated."""
    return {field.name: str(field.type) for field in fields(Run) if field.name != "engine"}


@dataclass(frozen=True)
class Ending:
    """What came of a run: its status, one of OUTCOMES, what is to be said, its measures.

    curve: see ``Found``.
    """

    status: str
    message: str = ""
    values: Mapping[str, Number | None] = field(default_factory=dict, hash=False)
    solution: str = ""
    curve: Sequence[tuple[int, Number]] = field(default=(), hash=False)

    def __getattr__(self, name: str) -> Number | None:
        """Return a measure by its name; None if it is not known of this run."""
        if name.startswith("_") or name not in MEASURES:
            raise AttributeError(name)
        return self.values.get(name)


@dataclass(frozen=True)
class Record:
    """A run with its ending; every measure is an attribute, such as ``expanded``.

    proved_optimal: the configuration guarantees an optimal cost on this board. optimal: the cost
    equals the board's optimum; None if no run has proved one. kept: what else a store keeps.
    """

    run: Run
    ending: Ending
    proved_optimal: bool = False
    optimal: bool | None = None
    kept: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)

    def __getattr__(self, name: str) -> Number | None:
        if name.startswith("_"):
            raise AttributeError(name)
        value: Number | None = getattr(self.ending, name)
        return value

    @property
    def board(self) -> str:
        """The name of the board."""
        return self.run.board

    @property
    def configuration(self) -> Configuration:
        """How it was searched."""
        return self.run.configuration

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return self.run.algorithm

    @property
    def heuristic(self) -> str | None:
        """The name of the heuristic, None for a blind search."""
        return self.run.heuristic

    @property
    def tie_break(self) -> str | None:
        """How ties were broken, None for an algorithm without a tie-break."""
        return self.run.tie_break

    @property
    def status(self) -> str:
        """How it ended, one of OUTCOMES."""
        return self.ending.status

    @property
    def message(self) -> str:
        """What went wrong, or which engine "auto" chose, "" if there is nothing to say."""
        return self.ending.message

    @property
    def solved(self) -> bool:
        """Whether a solution was found."""
        return self.status == SOLVED

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain values that JSON can hold."""
        return {**self.run.as_dict(), **self._came_of_it()}

    def as_row(self) -> dict[str, Any]:
        """Return all of it as values that a table can hold: options are JSON text."""
        return {**self.run.as_row(), **self._came_of_it()}

    def _came_of_it(self) -> dict[str, Any]:
        return {
            "status": self.status,
            **{name: self.ending.values.get(name) for name in MEASURES},
            "proved_optimal": self.proved_optimal,
            "optimal": self.optimal,
            "message": self.message,
        }
