"""Progress on standard error: a status line (after two seconds) or a progress bar."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

import rich.console

from aima_search.algorithms.steps import Step
from aima_search.catalog.heuristics import watching
from aima_search.cli.supervisor import note
from aima_search.model.contract import Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.status import Status

_PATIENCE = 2.0  # seconds until the status line is first shown
_INTERVAL = 0.2  # seconds between two updates of the status line


class Console(rich.console.Console):
    """A terminal of the package rich, without highlighting; a closed output raises an error."""

    def __init__(self, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(highlight=False, emoji=False, width=width, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Raise the error again, because rich would exit with 1."""
        raise BrokenPipeError("the program that reads the output has ended")


class Progress:
    """In a ``with`` block that takes long, shows a status line on standard error.

    Pass ``on_step`` to a search. The preparation of heuristics in the block is shown, too.
    """

    def __init__(self, task: str = "") -> None:
        self._task = task
        self._started = perf_counter()
        self._next = self._started + _INTERVAL
        self._status: Status | None = None

    def __enter__(self) -> Self:
        self._watching = watching(lambda preparation: self.report(str(preparation)))
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

    def begin(self, task: str) -> None:
        """Begin a task; its name ``task`` appears in the status line and in the final report."""
        self._task = task
        note(task)

    def on_step(self, step: Step) -> None:
        """Show the progress of a search, unless the last update was less than 0.2 s ago."""
        if not self._is_time():
            return
        note(step.expanded)
        counts = f"{step.expanded:,} expanded, {step.frontier:,} in the frontier{_f(step)}"
        self._show(f"{self._task}: {counts}")

    def report(self, text: str) -> None:
        """Show ``text`` in the status line, unless the last update was less than 0.2 s ago."""
        if self._is_time():
            self._show(text)

    @contextmanager
    def while_silent(self, text: str) -> Iterator[None]:
        """In a ``with`` block that reports no progress, show ``text`` and the elapsed time."""
        done = Event()

        def keep_reporting() -> None:
            while not done.wait(_INTERVAL):
                self.report(text)

        thread = Thread(target=keep_reporting, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            self.hide()

    def is_late(self) -> bool:
        """Return True if the block has taken so long that its progress is shown."""
        return perf_counter() - self._started >= _PATIENCE

    def _is_time(self) -> bool:
        now = perf_counter()
        if now < self._next:
            return False
        self._next = now + _INTERVAL
        return True

    def _show(self, text: str) -> None:
        if not self.is_late():
            return
        text = f"{text}, {perf_counter() - self._started:.0f} s"
        if self._status is None:
            self._status = Console(stderr=True).status(text)
            self._status.start()
        self._status.update(text)

    def hide(self) -> None:
        """Remove the status line until the next update."""
        if self._status is not None:
            self._status.stop()
            self._status = None


def _f(step: Step) -> str:
    try:
        return "" if step.f is None else f", f = {float(step.f):g}"
    except (TypeError, ValueError, OverflowError):
        return ""


def make_bar(more: str = "") -> Bar:
    """Return a progress bar; more: a text to the right of the bar."""
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
