"""Results: records of runs side by side, of any source: ``compare``, ``batch`` or a lab.

Vocabulary: a *trial* is what a configuration did on a board, its repetitions taken together:
solved if all of them are, medians of what they took.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from math import isfinite
from typing import IO, TYPE_CHECKING, Any, overload

from aima_search.base.extras import require
from aima_search.base.interchange import csv_row
from aima_search.catalog.configuration import Configuration, has_several_ties
from aima_search.runs.measures import MEASURES, Measure, measure_of
from aima_search.runs.outcomes import NO_SOLUTION
from aima_search.runs.record import Record
from aima_search.runs.statistics import middle

if TYPE_CHECKING:
    import pandas


_PLOTTED = ("expanded", "seconds", "prepared")


@dataclass(frozen=True)
class Trial:
    """One configuration on one board: its runs, and measures by name, None if not known."""

    runs: tuple[Record, ...]
    measures: Mapping[str, float | None]

    @classmethod
    def of(cls, runs: Sequence[Record]) -> Trial:
        """Return the repetitions on a board taken together."""
        values = [run.ending.values for run in runs]
        medians = {name: middle([_finite(one.get(name)) for one in values]) for name in MEASURES}
        return cls(tuple(runs), medians)

    @property
    def is_solved(self) -> bool:
        """Whether every repetition found a solution."""
        return all(run.solved for run in self.runs)


@dataclass(frozen=True)
class Summary:
    """One configuration over all boards, in the mean of its ``runs`` on each.

    common: how many boards every configuration solved. The means are geometric, over these.
    """

    configuration: Configuration
    runs: int
    solved: float
    boards: int
    common: int
    expanded: int
    seconds: float
    prepared: float
    mean_expanded: float | None
    mean_seconds: float | None


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
    def boards(self) -> list[str]:
        """The names of the boards, in order."""
        return list(dict.fromkeys(row.board for row in self.rows))

    @property
    def configurations(self) -> list[Configuration]:
        """The configurations, in order."""
        return list(dict.fromkeys(row.configuration for row in self.rows))

    def configuration_of(self, row: Record) -> Configuration:
        """Return how a record was searched, with all that distinguishes it from the others."""
        return row.configuration

    def label(self, how: Configuration) -> str:
        """Return a configuration's name: the tie-break only if there are several."""
        return how.label(with_ties=self.has_ties)

    @cached_property
    def has_ties(self) -> bool:
        """Whether several tie-breaks are compared."""
        return has_several_ties(self.configurations)

    def by_configuration(self) -> dict[Configuration, list[Record]]:
        """Return the records of every configuration, in order."""
        groups: dict[Configuration, list[Record]] = {how: [] for how in self.configurations}
        for row in self.rows:
            groups[row.configuration].append(row)
        return groups

    @cached_property
    def trials(self) -> dict[Configuration, dict[str, Trial]]:
        """Every configuration's trials by board."""
        trials: dict[Configuration, dict[str, Trial]] = {}
        for how, rows in self.by_configuration().items():
            by_board: dict[str, list[Record]] = {}
            for row in rows:
                by_board.setdefault(row.board, []).append(row)
            trials[how] = {board: Trial.of(runs) for board, runs in by_board.items()}
        return trials

    @cached_property
    def best_costs(self) -> dict[str, float]:
        """The least cost found on each board that was solved."""
        best: dict[str, float] = {}
        for row in self.rows:
            if row.solved and row.cost is not None:
                best[row.board] = min(best.get(row.board, row.cost), row.cost)
        return best

    @property
    def without_solution(self) -> set[str]:
        """The boards that a run proved to have no solution, and that no run solved."""
        return {row.board for row in self.rows if row.status == NO_SOLUTION} - set(self.best_costs)

    def solved_by_all(self, configurations: Iterable[Configuration] | None = None) -> list[str]:
        """Return the boards that each of the configurations, by default of all, solved."""
        chosen = self.configurations if configurations is None else configurations
        trials = [self.trials[how] for how in chosen]
        return [
            board
            for board in self.boards
            if trials and all(board in own and own[board].is_solved for own in trials)
        ]

    def solved_count(self, how: Configuration) -> int:
        """Return how many boards a configuration solved."""
        return sum(trial.is_solved for trial in self.trials[how].values())

    @property
    def compared(self) -> list[Configuration]:
        """The configurations that are compared: all that solved anything."""
        return [how for how in self.configurations if self.solved_count(how)]

    def is_told(self, measure: Measure) -> bool:
        """Tell whether the records have enough of a measure to be shown."""
        return measure.is_told_by(row.ending.values.get(measure.name) for row in self.rows)

    def curved(self) -> Iterable[Record]:
        """Return the records that have a curve."""
        return [row for row in self.rows if row.ending.curve]

    def total(self, name: str, how: Configuration | None = None) -> float:
        """Return the sum of a measure, as far as it is known, of all or of a configuration."""
        rows = self.rows if how is None else self.by_configuration()[how]
        return sum(row.ending.values.get(name) or 0 for row in rows)

    def mean_of(
        self, how: Configuration, measure: Measure, boards: Iterable[str], average: str = "mean"
    ) -> float | None:
        """Return an average of a measure over boards that a configuration solved.

        average: see ``Measure.mean``. None if no value is known, or if the values are not worth
        showing.
        """
        trials = self.trials[how]
        values = [trials[board].measures[measure.name] for board in boards]
        return measure.mean(values, average) if measure.is_told_by(values) else None

    def summaries(self) -> list[Summary]:
        """Return the totals and geometric means of every configuration."""
        common = self.solved_by_all()
        means = measure_of("expanded"), measure_of("seconds")
        summaries = []
        for how, rows in self.by_configuration().items():
            runs = max((row.run.repetition for row in rows), default=1)
            solved = sum(row.solved for row in rows)
            summary = Summary(
                how,
                runs,
                solved=solved if runs == 1 else solved / runs,
                boards=len(rows) if runs == 1 else len({row.board for row in rows}),
                common=len(common),
                expanded=int(self.total("expanded", how) / runs),
                seconds=self.total("seconds", how) / runs,
                prepared=self.total("prepared", how) / runs,
                mean_expanded=self.mean_of(how, means[0], common),
                mean_seconds=self.mean_of(how, means[1], common),
            )
            summaries.append(summary)
        return summaries

    def plotted(self) -> list[str]:
        """Return the measures that are plotted if nothing else is asked for."""
        values = [row.ending.values for row in self.rows]
        return [
            name
            for name in _PLOTTED
            if self.is_told(measure_of(name)) and any(one.get(name) for one in values)
        ]

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the records as dictionaries of plain values."""
        return [row.as_dict() for row in self.rows]

    def as_rows(self) -> list[dict[str, Any]]:
        """Return the records as flat dictionaries, for tables."""
        return [row.as_row() for row in self.rows]

    def as_csv(self) -> str:
        """Return the records as CSV, with the names of the columns in the first line."""
        text = StringIO()
        self.write_csv(text)
        return text.getvalue()

    def write_csv(self, file: IO[str]) -> None:
        """Write the records as ``as_csv`` does."""
        write_csv(self.as_rows(), file)

    def dataframe(self) -> pandas.DataFrame:
        """Return the records as a pandas DataFrame (extra ``data``)."""
        return require("pandas", "data").DataFrame(self.as_rows())


def write_csv(rows: Iterable[Mapping[str, Any]], file: IO[str]) -> None:
    """Write rows as CSV; the names of the first row's columns are in the first line."""
    writer = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(file, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(csv_row(row))


def _finite(value: float | None) -> float | None:
    """Return a number, None for infinity; a whole number may be beyond the floating-point ones."""
    return value if value is not None and (type(value) is int or isfinite(value)) else None
