"""Progress on standard error: a line after two seconds, a bar that counts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

import click
import rich.console

from aima_search.algorithms.steps import Step
from aima_search.catalog.heuristics import watching
from aima_search.cli.supervisor import note
from aima_search.display.tables import narrowed, rich_table
from aima_search.runs.compare import Comparison
from aima_search.runs.comparison_views import board_table, row_line
from aima_search.runs.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.progress import Progress as Bar
    from rich.status import Status
    from typing_extensions import Self


# Rich's console as the command line uses it.


class Console(rich.console.Console):
    """A console that colours nothing on its own; its caller handles a reader who has gone."""

    def __init__(self, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(highlight=False, emoji=False, width=width, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Raise again what was raised; rich alone would exit with 1."""
        raise BrokenPipeError("the reader of the output has gone")


_PATIENCE = 2.0  # seconds without a word
_INTERVAL = 0.2  # seconds between two words


class Progress:
    """Shows what is being done once it takes long; use as a context manager.

    ``on_step`` belongs to a search: it says how far the search is. Preparations say it themselves.
    """

    def __init__(self, doing: str = "") -> None:
        self._doing = doing
        self._started = perf_counter()
        self._next = self._started + _INTERVAL
        self._status: Status | None = None

    def __enter__(self) -> Self:
        self._watching = watching(lambda preparation: self.tell(str(preparation)))
        self._watching.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._watching.__exit__(kind, error, at)
        self.hide()

    def now(self, doing: str) -> None:
        """Say what is being done from now on."""
        self._doing = doing
        note(doing)

    def on_step(self, step: Step) -> None:
        """Say how far a search is, if it is time to."""
        if not self._is_time():
            return
        note(step.expanded)
        counts = f"{step.expanded:,} expanded, {step.frontier:,} waiting{_f(step)}"
        self._show(f"{self._doing}: {counts}")

    def tell(self, text: str) -> None:
        """Say how far the work is, if it is time to."""
        if self._is_time():
            self._show(text)

    @contextmanager
    def while_silent(self, text: str) -> Iterator[None]:
        """Say what is being done, from time to time, while a block says nothing itself.

        Afterwards the line is gone, so that the outcome can be printed.
        """
        done = Event()

        def keep_telling() -> None:
            while not done.wait(_INTERVAL):
                self.tell(text)

        thread = Thread(target=keep_telling, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            self.hide()

    def _is_late(self) -> bool:
        """Tell whether the work has taken long enough to say something."""
        return perf_counter() - self._started >= _PATIENCE

    def _is_time(self) -> bool:
        now = perf_counter()
        if now < self._next:
            return False
        self._next = now + _INTERVAL
        return True

    def _show(self, text: str) -> None:
        if not self._is_late():
            return
        text = f"{text}, {perf_counter() - self._started:.0f} s"
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status(text)
            self._status.start()
        self._status.update(text)

    def hide(self) -> None:
        """Take the line away until there is more to say."""
        if self._status is not None:
            self._status.stop()
            self._status = None


def _f(step: Step) -> str:
    """Return the f of a step in words, "" if f is not a number with few characters."""
    try:
        return "" if step.f is None else f", f = {float(step.f):g}"
    except (TypeError, ValueError, OverflowError):
        return ""


def make_bar(more: str = "") -> Bar:
    """Return a bar that counts tasks to their totals; ``more``: a text after each task."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn(more),
        console=Console(stderr=True),
    )


# The rows of a comparison, shown as soon as they are known, before the finished table.
#
# On a terminal the rows grow into a table that is taken away at the end. Elsewhere, if the
# comparison takes long, each row is a line on standard error: standard output has the finished
# table alone.


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
