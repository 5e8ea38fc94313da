"""A run and what came of it, as plain values: a row of every table, file and store.

A *run* is one search, described by all that makes it repeatable. Its *outcome* is what came of
it. A *record* is both. ``compare`` keeps records in memory, ``batch`` in CSV, the laboratory in
SQLite. *Results* are records side by side, of any source.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from hashlib import sha256
from io import StringIO
from typing import IO, TYPE_CHECKING, Any, overload

from aima_search.base.extras import require
from aima_search.base.interchange import csv_row
from aima_search.base.limits import LIMITS, Limits
from aima_search.catalog.configuration import Configuration, has_several_ties, options_as_texts
from aima_search.compiled.engines import OBJECTS
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import SOLVED

if TYPE_CHECKING:
    import pandas

_COLUMNS = {name: f"limit_{name}" for name in LIMITS}
_NEWER = {*_COLUMNS.values()} - {"limit_seconds", "limit_nodes", "limit_memory"}
"""The columns of limits that are younger than stores: a run without such a limit keeps its key."""


@dataclass(frozen=True)
class Run:
    """One search to be done.

    board: the name under which it is shown. instance: the text that ``parse`` reads back, "" for a
    stranger's problem. board_options: what else the puzzle was given, by name, as text. options:
    the algorithm's options, without the seed unless it tells configurations apart; in a table of
    runs an engine other than "objects" is among them, and no seed. seed: None if the algorithm
    draws no numbers. limits: each is a column of its own. repetition: counted from 1.
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
    limits: Limits = field(default_factory=Limits)
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
            limits=limits,
            seed=own if how.entry.takes_seed else None,
            **about,
        )

    @cached_property
    def key(self) -> str:
        """A hash of everything that decides what the run does: all but the board's name."""
        identity = {
            name: value
            for name, value in self.as_row().items()
            if name != "board" and (value is not None or name not in _NEWER)
        }
        for name, value in self.limits.given().items():
            if LIMITS[name].option.type is float:
                identity[_COLUMNS[name]] = float(value)  # 10 and 10.0 are one limit
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
        return {**self.configuration.values, **seed}

    def as_dict(self) -> dict[str, Any]:
        """Return the columns of a table of runs, with their values."""
        limits = {column: getattr(self.limits, name) for name, column in _COLUMNS.items()}
        values = {
            name: limits[name] if name in limits else getattr(self, name)
            for name in columns_of_runs()
        }
        engine = {} if self.engine == OBJECTS else {"engine": self.engine}
        options = {name: value for name, value in self.options.items() if name != "seed"}
        return {**values, "options": {**options, **engine}}

    def as_row(self) -> dict[str, Any]:
        """Return the columns as values that a table can hold."""
        return _flat(self.as_dict())

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Run:
        """Return the run of a row that ``as_row`` has made."""
        values = {name: row[name] for name in columns_of_runs()}
        for name in ("board_options", "options"):
            values[name] = json.loads(values[name])
        limits = Limits(**{name: values.pop(column) for name, column in _COLUMNS.items()})
        return cls(**values, limits=limits, engine=values["options"].pop("engine", OBJECTS))


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of runs with options as JSON text."""
    options = ("board_options", "options")
    return {**values, **{name: json.dumps(dict(values[name]), sort_keys=True) for name in options}}


@cache
def columns_of_runs() -> Mapping[str, str]:
    """Return the columns of a table of runs with the types of their values, as annotated."""
    columns: dict[str, str] = {}
    for one in fields(Run):
        if one.name == "limits":
            columns |= {
                column: f"{LIMITS[name].option.type.__name__} | None"
                for name, column in _COLUMNS.items()
            }
        elif one.name != "engine":
            columns[one.name] = str(one.type)
    return columns


CURVES = ("curve", "bounds")
"""The parts of an outcome that are points; see ``SearchResult``."""


@dataclass(frozen=True)
class RunOutcome:
    """The outcome of a run: its status, one of OUTCOMES, a message, and the measures.

    curve, bounds, optimal_if: see ``SearchResult``.
    """

    status: str
    message: str = ""
    values: Mapping[str, float | None] = field(default_factory=dict, hash=False)
    solution: str = ""
    curve: Sequence[tuple[int, float]] = field(default=(), hash=False)
    bounds: Sequence[tuple[int, float]] = field(default=(), hash=False)
    optimal_if: str | None = None

    def __getattr__(self, name: str) -> float | None:
        """Return a measure by its name; None if it is not known of this run."""
        if name.startswith("_") or name not in MEASURES:
            raise AttributeError(name)
        return self.values.get(name)


@dataclass(frozen=True)
class Record:
    """A run with its outcome; every measure is an attribute, such as ``expanded``.

    proved_optimal: the run has proved its cost optimal; what that assumes is in ``optimal_if``.
    optimal: the cost equals the board's optimum; None if no run has proved an optimum. kept: what
    else a store keeps.
    """

    run: Run
    outcome: RunOutcome
    proved_optimal: bool = False
    optimal: bool | None = None
    kept: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)

    def __getattr__(self, name: str) -> float | None:
        if name.startswith("_"):
            raise AttributeError(name)
        value: float | None = getattr(self.outcome, name)
        return value

    @property
    def board(self) -> str:
        """The name of the board."""
        return self.run.board

    @property
    def configuration(self) -> Configuration:
        """The configuration of the run."""
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
        """The tie-break, None for an algorithm without a tie-break."""
        return self.run.tie_break

    @property
    def status(self) -> str:
        """The outcome, one of OUTCOMES."""
        return self.outcome.status

    @property
    def message(self) -> str:
        """The fault, or the engine that "auto" chose, "" if there is nothing to say."""
        return self.outcome.message

    @property
    def solved(self) -> bool:
        """Whether a solution was found."""
        return self.status == SOLVED

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain values that JSON can hold."""
        return {
            **self.run.as_dict(),
            "status": self.status,
            **{name: self.outcome.values.get(name) for name in MEASURES},
            "proved_optimal": self.proved_optimal,
            "optimal": self.optimal,
            "message": self.message,
        }

    def as_row(self) -> dict[str, Any]:
        """Return all of it as values that a table can hold: options are JSON text."""
        return _flat(self.as_dict())


@dataclass(frozen=True, repr=False)
class Results(Sequence[Record]):
    """An immutable sequence of records, and the same by board and by configuration."""

    rows: tuple[Record, ...]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Record]: ...
    def __getitem__(self, place: int | slice) -> Record | Sequence[Record]:
        return self.rows[place]

    @property
    def boards(self) -> Sequence[str]:
        """The names of the boards, in order."""
        return list(dict.fromkeys(row.board for row in self.rows))

    @property
    def configurations(self) -> list[Configuration]:
        """The configurations, in order."""
        return list(dict.fromkeys(row.configuration for row in self.rows))

    def label(self, how: Configuration) -> str:
        """Return a configuration's name: the tie-break only if there are several."""
        return how.label(with_ties=self.has_ties)

    @cached_property
    def has_ties(self) -> bool:
        """Whether several tie-breaks are compared."""
        return has_several_ties(self.configurations)

    def by_configuration(self) -> dict[Configuration, list[Record]]:
        """Return the records of every configuration, in order."""
        groups: dict[Configuration, list[Record]] = {}
        for row in self.rows:
            groups.setdefault(row.configuration, []).append(row)
        return groups

    @cached_property
    def best_costs(self) -> dict[str, float]:
        """The least cost found on each board that was solved."""
        best: dict[str, float] = {}
        for row in self.rows:
            if row.solved and row.cost is not None:
                best[row.board] = min(best.get(row.board, row.cost), row.cost)
        return best

    def curved(self) -> Iterable[Record]:
        """Return the records that have a curve."""
        return [row for row in self.rows if row.outcome.curve]

    def total(self, name: str) -> float:
        """Return the sum of a measure, as far as it is known."""
        return sum(row.outcome.values.get(name) or 0 for row in self.rows)

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the records as dictionaries of plain values."""
        return [row.as_dict() for row in self.rows]

    def exported(self) -> Iterator[dict[str, Any]]:
        """Yield the records as flat dictionaries, for tables."""
        return (row.as_row() for row in self.rows)

    def as_csv(self) -> str:
        """Return the records as CSV, with the names of the columns in the first line."""
        text = StringIO()
        self.write_csv(text)
        return text.getvalue()

    def write_csv(self, file: IO[str]) -> None:
        """Write the records as ``as_csv`` does."""
        writer = None
        for row in self.exported():
            if writer is None:
                writer = csv.DictWriter(file, list(row), lineterminator="\n")
                writer.writeheader()
            writer.writerow(csv_row(row))

    def dataframe(self) -> pandas.DataFrame:
        """Return the records as a pandas DataFrame (extra ``data``)."""
        return require("pandas", "data").DataFrame(self.exported())
