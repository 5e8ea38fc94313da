"""Standard output as it may be: closed, a pipe whose reader has gone, ASCII only, a full disk."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from aima_search.base.errors import MissingCompanion, UnknownName
from aima_search.base.files import writing
from aima_search.base.registry import announced_commands


class ReaderGone(Exception):
    """Whoever read our output has closed it, as ``| head -1`` does."""


class Commands(click.Group):
    """A group that imports a command when it is called for, an installed companion's too.

    Its caller handles a reader who has gone; click alone would exit with 1.
    """

    def __init__(self, *, commands: Mapping[str, str], **settings: Any) -> None:
        """Take the core's commands by name, as "module:function" of ``aima_search.cli``."""
        super().__init__(**settings)
        self._own = {name: f"aima_search.cli.{place}" for name, place in commands.items()}

    def _places(self) -> dict[str, str]:
        """Return "module:function" of every command, by its name; the core's names are its own."""
        return {**announced_commands(), **self._own}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of what is installed, in alphabetical order."""
        return sorted(n for n, place in self._places().items() if " " not in n and _is_there(place))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command by its name; an UnknownName says which command is near."""
        place = self._own.get(name) or self._places().get(name)
        if place is None:
            if ctx.resilient_parsing:  # a shell asks how the line may go on
                return None
            raise UnknownName("command", name, self.list_commands(ctx))
        if not _is_there(place):
            raise MissingCompanion(name, place.partition(":")[0].rpartition(".")[0])
        command: click.Command = load_place(place)
        return command

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Read the command line; --help prints here."""
        with _reader_gone():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _reader_gone():
            return super().invoke(ctx)


def load_place(place: str) -> Any:
    """Import and return what "module:name" names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _is_there(place: str) -> bool:
    """Tell whether the package of "package.module:function" is installed."""
    try:
        return find_spec(place.partition(":")[0].rpartition(".")[0] or place) is not None
    except ImportError:  # a package around it is missing
        return False


@contextmanager
def _reader_gone() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


def prepare_streams() -> None:
    """Open closed streams onto nothing; let ASCII streams escape all other characters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def all_written() -> Iterator[None]:
    """Write out at the end what waits to be written, while an error can still be reported."""
    with writing("standard output"):  # every other file names itself
        try:
            yield
        finally:
            with _reader_gone():
                sys.stdout.flush()


def drop_output() -> None:
    """Lead standard output to nothing, so that the interpreter finds nothing to complain about."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
