"""A command's limit on time: what was found until then is printed, and the exit status is 3."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from aima_search.base.plugins import load_plugins
from aima_search.cli.process.exits import LIMIT_REACHED
from aima_search.cli.process.supervisor import note
from aima_search.runs.deadline import Deadline
from aima_search.runs.monitor import LimitReached

_F = TypeVar("_F", bound=Callable[..., Any])
_START_UP = 5.0  # seconds beyond the limit of a command, as nothing may be compiled yet


class Kept:
    """Whether a block was ended by its limit: ``status`` is that limit then, else None."""

    status: str | None = None

    def exit_status(self, otherwise: int) -> int:
        """Return the exit status of the command."""
        return otherwise if self.status is None else LIMIT_REACHED

    def tell(self, what: str) -> None:
        """Say on standard error that, and in what, the limit was reached."""
        if self.status is not None:
            click.echo(f"aima-search: {self.status} in {what}", err=True)


@contextmanager
def within(seconds: float | None) -> Iterator[Kept]:
    """Run a block for so many seconds at most; None: without a limit."""
    kept = Kept()
    try:
        with Deadline(seconds):
            yield kept
    except LimitReached as reached:
        kept.status = reached.args[0]


def start_up(seconds: float | None) -> None:
    """Import the plug-ins: the import may take 5 s more than the command, and counts apart.

    seconds: the limit of the command, None for no limit.
    """
    note("the import of plug-ins")
    try:
        with Deadline(None if seconds is None else seconds + _START_UP):
            load_plugins()
    except LimitReached as reached:
        *frames, _ = traceback.extract_tb(reached.__traceback__)  # the last is the alarm itself
        place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        click.echo(f"aima-search: {reached.args[0]} in the import of plug-ins: {place}", err=True)
        sys.exit(LIMIT_REACHED)


class Seconds(click.FloatRange):
    """A number of seconds on the command line."""

    name = "number"


def seconds_option(function: _F) -> _F:
    """Add --seconds to a command that has no other limits."""
    return click.option("--seconds", type=Seconds(min=0), help="Limit on time.")(function)
