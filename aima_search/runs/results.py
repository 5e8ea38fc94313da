"""Results: records of runs side by side, of any source: ``compare``, ``batch`` or a lab."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from typing import IO, TYPE_CHECKING, Any, overload

from aima_search.base.extras import require
from aima_search.base.interchange import csv_row
from aima_search.catalog.configuration import Configuration, has_several_ties
from aima_search.runs.record import Record

if TYPE_CHECKING:
    import pandas


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
    def best_costs(self) -> dict[str, float]:
        """The least cost found on each board that was solved."""
        best: dict[str, float] = {}
        for row in self.rows:
            if row.solved and row.cost is not None:
                best[row.board] = min(best.get(row.board, row.cost), row.cost)
        return best

    def curved(self) -> Iterable[Record]:
        """Return the records that have a curve."""
        return [row for row in self.rows if row.ending.curve]

    def total(self, name: str) -> float:
        """Return the sum of a measure, as far as it is known."""
        return sum(row.ending.values.get(name) or 0 for row in self.rows)

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
