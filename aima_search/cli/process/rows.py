"""The rows of a comparison, shown as soon as they are known, before the finished table.

On a terminal the rows grow into a table that is taken away at the end. Elsewhere, if the comparison
takes long, each row is a line on standard error: standard output has the finished table alone.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from aima_search.cli.process.progress import Progress
from aima_search.cli.process.supervisor import note
from aima_search.display.terminal import narrowed, rich_table
from aima_search.runs.comparison import Comparison
from aima_search.runs.comparison_tables import board_table, row_line
from aima_search.runs.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

_FRAME = 8  # lines of a terminal that a table's title, head and the status line may need
_PER_SECOND = 5


class Rows(Progress):
    """Shows every row when its run has ended, and below them what is being done."""

    def __init__(self) -> None:
        super().__init__()
        self._records: list[Record] = []
        self._told = 0  # how many rows were written as lines
        self._text = ""
        self._live: Live | None = None
        self._is_drawn = sys.stdout.isatty() or sys.stderr.isatty()

    def add(self, record: Record) -> None:
        """Show a row."""
        note(record)
        self._records.append(record)
        self._text = ""
        if self._is_drawn:
            self._begin()
        elif self._is_late():
            for record in self._records[self._told :]:
                click.echo(row_line(record), err=True)
            self._told = len(self._records)

    def _show(self, text: str) -> None:
        self._text = text
        if self._is_drawn:
            self._begin()

    def _begin(self) -> None:
        if self._live is None:
            from rich.live import Live

            from aima_search.cli.process.consoles import Console

            self._live = Live(
                console=Console(stderr=not sys.stdout.isatty()),
                get_renderable=self._picture,
                refresh_per_second=_PER_SECOND,
                transient=True,
            )
            self._live.start(refresh=True)

    def _picture(self) -> RenderableType:
        """Return the newest rows of the board at work, as many as the terminal has room for."""
        from rich.console import Group
        from rich.spinner import Spinner

        status = [Spinner("dots", self._text)] if self._text else []
        if self._live is None or not self._records:
            return Group(*status)
        size = self._live.console.size
        board = self._records[-1].board
        rows = [record for record in self._records if record.board == board]
        newest = Comparison(tuple(rows[-max(size.height - _FRAME, 1) :]))
        return Group(rich_table(narrowed(board_table(newest, board), size.width)), *status)

    def hide(self) -> None:
        """Take the table away."""
        if self._live is not None:
            self._live.stop()
            self._live = None
