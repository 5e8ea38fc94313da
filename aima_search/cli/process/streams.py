"""Standard output as it may be: closed, a pipe whose reader has gone, ASCII only, a full disk."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click


class ReaderGone(Exception):
    """Whoever read our output has closed it, as ``| head -1`` does."""


class Commands(click.Group):
    """A group that leaves a reader who has gone to its caller; click alone would exit with 1."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Read the command line; --help prints here."""
        with _reader_gone():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _reader_gone():
            return super().invoke(ctx)


@contextmanager
def _reader_gone() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


def prepare_streams() -> None:
    """Open what is closed, onto nothing, and let what is ASCII only show all else in ASCII."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def all_written() -> Iterator[None]:
    """Write out at the end what waits to be written, while an error can still be told."""
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
