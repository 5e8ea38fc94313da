"""Progress on standard error: a line after two seconds, a bar that counts."""

from __future__ import annotations

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
from aima_search.runs.comparison_views import row_line
from aima_search.runs.record import Record

if TYPE_CHECKING:
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


class RowReporter(Progress):
    """Tells each row of a comparison that takes long, in a line, when its run has ended."""

    def __init__(self) -> None:
        super().__init__()
        self._untold: list[Record] = []

    def add(self, record: Record) -> None:
        """Tell a row, after the rows before it that came too soon to be told."""
        note(record)
        self._untold.append(record)
        if self._is_late():
            self.hide()
            for one in self._untold:
                click.echo(row_line(one), err=True)
            self._untold.clear()
