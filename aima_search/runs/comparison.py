"""A comparison: the rows of several searches on several boards, shown as tables and plots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from aima_search.base.extras import versions
from aima_search.runs.configuration import Configuration
from aima_search.runs.record import Record
from aima_search.runs.results import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class Comparison(Results):
    """The rows of a comparison, board by board; ``interrupted`` when Ctrl-C ended it early.

    has_seeds: seeds were chosen row by row, so that they are a part of the configuration.
    It prints as tables, a notebook shows them; ``dataframe`` and ``plot`` go on from there.
    """

    interrupted: bool = False
    has_seeds: bool = False

    def configuration_of(self, row: Record) -> Configuration:
        """Return how a row was searched, with its seed if seeds were chosen."""
        how, seed = row.configuration, row.run.seed
        if not self.has_seeds or seed is None:
            return how
        return replace(how, options=(*how.options, ("seed", str(seed))))

    def as_rows(self) -> list[dict[str, Any]]:
        """Return the rows as flat dictionaries, with the versions they were made with."""
        made_with = "; ".join(f"{name} {version}" for name, version in versions().items())
        return [{**row, "versions": made_with} for row in super().as_rows()]

    def plot(self, measures: str | Sequence[str] | None = None) -> Figure:
        """Return a matplotlib figure of one or more numeric fields of the rows (extra ``plot``).

        measures: expanded, seconds and, if it takes time, the preparation of the heuristics, if
        none are given. A panel a measure, a line a configuration, logarithmic: a point for each
        board, and the geometric mean over the boards that every configuration solved.
        """
        from aima_search.runs.comparison_plot import plot_comparison

        if measures is None:
            measures = self.plotted()
        return plot_comparison(self, [measures] if isinstance(measures, str) else measures)

    def __str__(self) -> str:
        from aima_search.runs.comparison_tables import comparison_text

        return comparison_text(self)

    def __repr__(self) -> str:
        boards = f"{len(self.boards)} boards" if len(self.boards) != 1 else self.boards[0]
        return f"<Comparison: {len(self.rows)} rows, {boards}>"

    def _repr_html_(self) -> str:
        from aima_search.runs.comparison_tables import comparison_html

        return comparison_html(self)
