"""A comparison: the rows of several searches on several boards, shown as tables and plots."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Any

from aima_search.interchange import csv_row
from aima_search.runs.configuration import (
    Configuration,
    has_several_ties,
)
from aima_search.runs.measures import Measure, measure_of
from aima_search.runs.record import Record
from aima_search.runs.versions import versions

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

_PLOTTED = ("expanded", "seconds", "prepared")


@dataclass(frozen=True)
class Summary:
    """One configuration over all boards.

    common: how many boards every configuration solved. The means are geometric, over these;
    less than a measure's floor counts as that.
    """

    configuration: Configuration
    solved: int
    boards: int
    common: int
    expanded: int
    seconds: float
    prepared: float
    mean_expanded: float | None
    mean_seconds: float | None


@dataclass(frozen=True, repr=False)
class Comparison:
    """The rows of a comparison, board by board; ``interrupted`` when Ctrl-C ended it early.

    has_seeds: seeds were chosen row by row, so that they are a part of the configuration.
    It prints as tables, a notebook shows them; ``dataframe`` and ``plot`` go on from there.
    """

    rows: tuple[Record, ...]
    interrupted: bool = False
    has_seeds: bool = False

    @property
    def boards(self) -> list[str]:
        """The names of the boards, in order."""
        return list(dict.fromkeys(row.board for row in self.rows))

    @cached_property
    def has_ties(self) -> bool:
        """Whether several tie-breaks are compared."""
        return has_several_ties(row.configuration for row in self.rows)

    def label(self, how: Configuration) -> str:
        """Return a configuration's name: the tie-break only where there are several."""
        return how.label(with_ties=self.has_ties)

    def configuration_of(self, row: Record) -> Configuration:
        """Return how a row was searched, with its seed where seeds were chosen."""
        how, seed = row.configuration, row.run.seed
        if not self.has_seeds or seed is None:
            return how
        return replace(how, options=(*how.options, ("seed", str(seed))))

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries of plain values."""
        return [row.as_dict() for row in self.rows]

    def as_rows(self) -> list[dict[str, Any]]:
        """Return the rows as flat dictionaries, with the versions they were made with."""
        made_with = "; ".join(f"{name} {version}" for name, version in versions().items())
        return [{**row.as_row(), "versions": made_with} for row in self.rows]

    def as_csv(self) -> str:
        """Return the rows as CSV, with the names of the fields in the first line."""
        rows = self.as_rows()
        text = StringIO()
        writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(csv_row, rows))
        return text.getvalue()

    def summaries(self) -> list[Summary]:
        """Return the totals and geometric means of every configuration."""
        common = self.common_boards
        return [_summary(key, rows, common) for key, rows in self.by_configuration().items()]

    def by_configuration(self) -> dict[Configuration, list[Record]]:
        """Return the rows of every configuration, in order."""
        groups: dict[Configuration, list[Record]] = {}
        for row in self.rows:
            groups.setdefault(row.configuration, []).append(row)
        return groups

    @property
    def common_boards(self) -> set[str]:
        """The names of the boards that every configuration solved."""
        common = set(self.boards)
        for rows in self.by_configuration().values():
            common &= {row.board for row in rows if row.solved}
        return common

    def dataframe(self) -> pandas.DataFrame:
        """Return the rows as a pandas DataFrame (extra ``data``)."""
        from aima_search.display.dataframe import make_dataframe

        return make_dataframe(self.as_rows())

    def is_told(self, measure: Measure) -> bool:
        """Tell whether the rows have enough of a measure to be shown."""
        return measure.is_told_by(row.ending.values.get(measure.name) for row in self.rows)

    def plotted(self) -> list[str]:
        """Return the measures that are plotted if nothing else is asked for."""
        return [name for name in _PLOTTED if self.is_told(measure_of(name))]

    def plot(self, measures: str | Sequence[str] | None = None) -> Figure:
        """Return a matplotlib figure of one or more numeric fields of the rows (extra ``plot``).

        measures: expanded, seconds and, if it takes time, the preparation of the heuristics, if
        none are given. A panel a measure, a line a configuration, logarithmic: a point for each
        board, and the geometric mean over the boards that every configuration solved.
        """
        from aima_search.display.comparison_plot import plot_comparison

        if measures is None:
            measures = self.plotted()
        return plot_comparison(self, [measures] if isinstance(measures, str) else measures)

    def __str__(self) -> str:
        from aima_search.display.comparison import comparison_text

        return comparison_text(self)

    def __repr__(self) -> str:
        boards = f"{len(self.boards)} boards" if len(self.boards) != 1 else self.boards[0]
        return f"<Comparison: {len(self.rows)} rows, {boards}>"

    def _repr_html_(self) -> str:
        from aima_search.display.comparison import comparison_html

        return comparison_html(self)


def _summary(configuration: Configuration, rows: list[Record], common: set[str]) -> Summary:
    shared = [row for row in rows if row.board in common]
    return Summary(
        configuration,
        solved=sum(row.solved for row in rows),
        boards=len(rows),
        common=len(common),
        expanded=sum(int(row.expanded or 0) for row in rows),
        seconds=sum(row.seconds or 0 for row in rows),
        prepared=sum(row.prepared or 0 for row in rows),
        mean_expanded=measure_of("expanded").mean(row.expanded or 0 for row in shared),
        mean_seconds=measure_of("seconds").mean(row.seconds or 0 for row in shared),
    )
