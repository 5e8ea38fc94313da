"""Runs, outcomes and records: the rows of tables, of result files and of the results database.

A *run* describes one search, so that you can repeat it. A *record* is a run with its *outcome*.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from hashlib import sha256
from io import StringIO
from typing import IO, TYPE_CHECKING, Any

from aima_search.base.extras import require
from aima_search.base.interchange import csv_cell
from aima_search.base.limits import LIMITS, Limits
from aima_search.catalog.configuration import Configuration, options_as_texts
from aima_search.compiled.engines import OBJECTS
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import SOLVED
from aima_search.textbook.utilities import multimap

if TYPE_CHECKING:
    import pandas

_COLUMNS = {name: f"limit_{name}" for name in LIMITS}
_NEWER = {*_COLUMNS.values()} - {"limit_seconds", "limit_nodes", "limit_memory"}
"""The columns of limits that were added later; without such a limit, a run's key is unchanged."""


@dataclass(frozen=True)
class RunSpec:
    """The description of one search: board, algorithm, heuristic, options, limits and seed.

    board: the name of the board in tables.
    instance: the text of the board for ``parse``, or "" if the problem is not a puzzle.
    board_options: the options for ``parse``, as a dict from names to texts.
    options: the algorithm's options. They contain "seed" only if searches with different seeds
        count as different configurations.
    seed: the seed of the random numbers, or None if the algorithm uses no random numbers.
    repetition: the number of the repetition, counted from 1.
    heuristic_files: a hash of the heuristic's files, "" if it has no files.
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
        cls, configuration: Configuration, limits: Limits, *, seed: int | None = None, **about: Any
    ) -> RunSpec:
        """Return a run with this configuration and limits. ``about``: other fields, such as board.

        ``seed`` is used if the algorithm uses random numbers and its options contain no seed.
        """
        options = configuration.plain_options
        seed = options.pop("seed", seed)
        return cls(
            algorithm=configuration.algorithm,
            heuristic=configuration.heuristic,
            tie_break=configuration.tie_break,
            options=options,
            engine=configuration.engine,
            limits=limits,
            seed=seed if configuration.entry.takes_seed else None,
            **about,
        )

    @cached_property
    def key(self) -> str:
        """A hash of all fields except the board's name. Runs with equal hashes are the same run."""
        identity = {
            name: value
            for name, value in flat_row(self.as_dict()).items()
            if name != "board" and (value is not None or name not in _NEWER)
        }
        for name, value in self.limits.given().items():
            if LIMITS[name].option.type is float:
                identity[_COLUMNS[name]] = float(value)  # 10 and 10.0 are the same limit
        return sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:32]

    @cached_property
    def configuration(self) -> Configuration:
        """The configuration of the search, without the seed."""
        options = options_as_texts(self.options)
        return Configuration(self.algorithm, self.heuristic, self.tie_break, options, self.engine)

    @property
    def arguments(self) -> dict[str, Any]:
        """The algorithm's options and the seed, as a dict from names to values."""
        return self.configuration.values | ({} if self.seed is None else {"seed": self.seed})

    def as_dict(self) -> dict[str, Any]:
        """Return the run as a dict; its keys are the columns of a table of runs."""
        limits = {column: getattr(self.limits, name) for name, column in _COLUMNS.items()}
        known = {**vars(self), **limits}
        values = {name: known[name] for name in columns_of_runs()}
        engine = {} if self.engine == OBJECTS else {"engine": self.engine}
        options = {name: value for name, value in self.options.items() if name != "seed"}
        return {**values, "options": {**options, **engine}}

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> RunSpec:
        """Return the run that a row describes; ``as_dict`` and ``flat_row`` make such rows."""
        values = {name: row[name] for name in columns_of_runs()}
        for name in ("board_options", "options"):
            values[name] = json.loads(values[name])
        limits = Limits(**{name: values.pop(column) for name, column in _COLUMNS.items()})
        return cls(**values, limits=limits, engine=values["options"].pop("engine", OBJECTS))


def flat_row(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values as one row of a table; the dicts of options become JSON texts."""
    options = ("board_options", "options")
    return {**values, **{name: json.dumps(dict(values[name]), sort_keys=True) for name in options}}


@cache
def columns_of_runs() -> Mapping[str, str]:
    """Return the columns of a table of runs, with their types, such as "int | None"."""
    columns = {one.name: str(one.type) for one in fields(RunSpec)}
    del columns["limits"], columns["engine"]
    kinds = {name: LIMITS[name].option.type.__name__ for name in LIMITS}
    return columns | {column: f"{kinds[name]} | None" for name, column in _COLUMNS.items()}


CURVES = ("curve", "bounds")
"""The fields of an outcome that are lists of points; see ``SearchResult``."""


@dataclass(frozen=True)
class RunOutcome:
    """The outcome of a run: its status (one of OUTCOMES), a message, and the measures.

    For ``curve``, ``bounds`` and ``optimal_if``, see ``SearchResult``.
    """

    status: str
    message: str = ""
    values: Mapping[str, float | None] = field(default_factory=dict, hash=False)
    solution: str = ""
    curve: Sequence[tuple[int, float]] = field(default=(), hash=False)
    bounds: Sequence[tuple[int, float]] = field(default=(), hash=False)
    optimal_if: str | None = None

    def __getattr__(self, name: str) -> float | None:
        """Return the value of the measure with this name, or None if the value is not known."""
        if name not in MEASURES:
            raise AttributeError(name)
        return self.values.get(name)


@dataclass(frozen=True)
class RunRecord:
    """A run with its outcome.

    The record also has all attributes of the run and of the outcome, such as ``algorithm`` and
    ``message``, and all measures, such as ``expanded``.

    ``proved_optimal``: True if this run proved that its cost is optimal. ``optimal``: True if the
    cost is optimal, False if it is not, None if this is unknown. ``extra``: more values from a file
    or a results database.
    """

    run: RunSpec
    outcome: RunOutcome
    proved_optimal: bool = False
    optimal: bool | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)

    def __getattr__(self, name: str) -> Any:
        if name in MEASURES:
            return self.outcome.values.get(name)
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.run if hasattr(self.run, name) else self.outcome, name)

    @property
    def solved(self) -> bool:
        """True if a solution was found."""
        return self.outcome.status == SOLVED

    def as_dict(self) -> dict[str, Any]:
        """Return the record as a dictionary of values that JSON can represent."""
        return {
            **self.run.as_dict(),
            "status": self.status,
            **{name: self.outcome.values.get(name) for name in MEASURES},
            "proved_optimal": self.proved_optimal,
            "optimal": self.optimal,
            "message": self.message,
        }


@dataclass(frozen=True, repr=False)
class Results(Sequence[RunRecord]):
    """An immutable sequence of records, which can be grouped by board and by configuration."""

    rows: tuple[RunRecord, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: Any) -> Any:
        return self.rows[place]

    @property
    def boards(self) -> Sequence[str]:
        """The names of the boards, in the order of their first records."""
        return list(dict.fromkeys(row.board for row in self.rows))

    @property
    def configurations(self) -> list[Configuration]:
        """The configurations that occur in the records, each once."""
        return list(dict.fromkeys(row.configuration for row in self.rows))

    def label(self, configuration: Configuration) -> str:
        """Return a configuration's name, with its tie-break if ``has_ties`` is True."""
        return configuration.label(with_ties=self.has_ties)

    @cached_property
    def has_ties(self) -> bool:
        """True if the records have different tie-breaks."""
        return len({c.tie_break for c in self.configurations if c.tie_break}) > 1

    def by_configuration(self) -> dict[Configuration, list[RunRecord]]:
        """Return a dict from each configuration to the list of its records."""
        return multimap((row.configuration, row) for row in self.rows)

    @cached_property
    def best_costs(self) -> dict[str, float]:
        """A dict from each solved board to the lowest cost of its solutions."""
        best: dict[str, float] = {}
        for row in self.rows:
            if row.solved and row.cost is not None:
                best[row.board] = min(best.get(row.board, row.cost), row.cost)
        return best

    def curved(self) -> Iterable[RunRecord]:
        """Return the records that have a curve of costs or values."""
        return [row for row in self.rows if row.outcome.curve]

    def total(self, name: str) -> float:
        """Return the sum of the measure ``name``; a record without a value counts as 0."""
        return sum(row.outcome.values.get(name) or 0 for row in self.rows)

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the records as dictionaries of values for JSON."""
        return [row.as_dict() for row in self.rows]

    def exported(self) -> Iterator[dict[str, Any]]:
        """Yield each record as a flat dictionary, one row of a table."""
        return map(flat_row, self.as_dicts())

    def as_csv(self) -> str:
        """Return the records as CSV, with the names of the columns in the first line."""
        text = StringIO()
        write_csv(text, self.exported())
        return text.getvalue()

    def dataframe(self) -> pandas.DataFrame:
        """Return the records as a pandas DataFrame. This needs the extra ``data``."""
        return require("pandas", "data").DataFrame(self.exported())


def write_csv(file: IO[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows to ``file`` as CSV, with the names of the columns in the first line."""
    writer = csv.writer(file, lineterminator="\n")
    for number, row in enumerate(rows):
        if number == 0:
            writer.writerow(map(csv_cell, row))
        writer.writerow(map(csv_cell, row.values()))
