"""Output on the terminal: tables, pictures, JSON, numbers, and the progress of long commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
import rich.console
from rich.cells import cell_len

from aima_search import display
from aima_search.algorithms.steps import Step
from aima_search.base.interchange import json_value, short_number
from aima_search.catalog.heuristics import TableProgressScope
from aima_search.cli.supervisor import note
from aima_search.display.scene import Scene, picture_of
from aima_search.display.tables import WIDE, Column, Table, fitted, format_value, rich_table
from aima_search.model.contract import Self
from aima_search.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.status import Status


_MOST_OF_ID = 500  # the largest number of characters of an id to show
_NARROW = 12  # a column of at most this width is never wrapped
_WIDTH = 100  # the width of tables of names in characters, if the output is not a terminal


class Console(rich.console.Console):
    """A terminal of the package ``rich`` that raises an error if the output is closed."""

    def __init__(self, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(highlight=False, emoji=False, width=width, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError. Without this method, ``rich`` would end the program."""
        raise BrokenPipeError("the program that reads the output has ended")


def print_picture(scene: Scene) -> None:
    """Print a picture: with colours on a terminal, in ASCII if the output cannot show Unicode."""
    if not sys.stdout.isatty():
        click.echo(display.render_text(scene, unicode=has_unicode()))
        return
    Console().print(display.rich_text(scene, unicode=has_unicode()), soft_wrap=True)


def headline(name: str, problem: Puzzle) -> str:
    """Return the line above a board: its name and its id; a long id is shortened."""
    text = problem.format()
    shown = text if len(text) <= _MOST_OF_ID else f"{text[:_MOST_OF_ID]} ..."
    return f"{name}: {shown}"


def print_state(problem: object, state: Any, action: Any = None) -> None:
    """Print the picture of a state; if the problem has no pictures, print the state."""
    scene = picture_of(problem, state, action)
    if scene is None:
        click.echo(str(state))
    else:
        print_picture(scene)


def has_unicode() -> bool:
    """Return True if standard output can show box-drawing characters."""
    try:
        "┏━█■∘▏░".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def print_table(table: Table) -> None:
    """Print a table; leave out columns that do not fit into the terminal."""
    console = _console(WIDE)
    console.print(rich_table(fitted(table, console.width)))


def print_rows(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int = 0) -> None:
    """Print a table; the second column is at least ``width`` characters wide."""
    drawn = rich_table(Table("", [*map(Column, columns)], rows))
    drawn.columns[1].min_width = width or None
    for column, *texts in zip(drawn.columns, columns, *rows, strict=True):
        longest = max(map(cell_len, texts))
        if column is drawn.columns[0] or longest <= _NARROW:
            # rich measures the texts of other columns, which is slow
            column.width = max(longest, column.min_width or 0)
    if all(column.width for column in drawn.columns[:-1]):  # rich draws padding slowly, too
        drawn.padding = (0, 0, 0, 0)
        for column in drawn.columns[:-1]:
            column.width = (column.width or 0) + 2
    _console(_WIDTH).print(drawn)


def _console(width: int) -> Console:
    console = Console()
    return console if console.is_terminal else Console(width=width)


def print_json(value: Any) -> None:
    """Print ``value`` as JSON; objects that are not JSON values, such as actions, become texts."""
    click.echo(json.dumps(value, indent=2, default=json_value, allow_nan=False))


def print_lines(lines: Sequence[str]) -> None:
    """Print each of ``lines`` as plain text."""
    for line in lines:
        click.echo(line)


number = partial(format_value, "number")


def fact(value: bool | None) -> str:
    """Return "yes" for True, "no" for False, and "?" for None (not known)."""
    return {True: "yes", False: "no", None: "?"}[value]


_PATIENCE = 2.0  # seconds until the status line is first shown
_INTERVAL = 0.2  # seconds between two updates of the status line


class Progress:
    """Shows a status line on standard error if a ``with`` block takes long.

    To show the progress of a search, pass the method ``on_step`` to the search. While a heuristic
    is prepared, the status line shows the progress of this preparation.
    """

    def __init__(self, task: str = "") -> None:
        self._task = task
        self._started = perf_counter()
        self._next = self._started + _INTERVAL
        self._status: Status | None = None

    def __enter__(self) -> Self:
        self._watching = TableProgressScope(lambda preparation: self.report(str(preparation)))
        self._watching.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._watching.__exit__(*error)
        self.hide()

    def begin(self, task: str) -> None:
        """Begin a task; ``task`` is its name in the status line."""
        self._task = task
        note(task)

    def on_step(self, step: Step) -> None:
        """Show the progress of a search, unless the last update was less than 0.2 s ago."""
        if not self._is_time():
            return
        note(step.expanded)
        f = "" if step.f is None else f", f = {short_number(step.f)}"
        counts = f"{step.expanded:,} expanded, {step.frontier:,} in the frontier{f}"
        self._show(f"{self._task}: {counts}")

    def report(self, text: str) -> None:
        """Show ``text`` in the status line, unless the last update was less than 0.2 s ago."""
        if self._is_time():
            self._show(text)

    @contextmanager
    def while_silent(self, text: str) -> Iterator[None]:
        """Show ``text`` and the elapsed time during a ``with`` block that reports no progress."""
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

    def _is_time(self) -> bool:
        now = perf_counter()
        if now < self._next:
            return False
        self._next = now + _INTERVAL
        return True

    def _show(self, text: str) -> None:
        if perf_counter() - self._started < _PATIENCE:
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


def make_bar(more: str = "") -> Bar:
    """Return a progress bar; the text ``more`` is to the right of the bar."""
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
