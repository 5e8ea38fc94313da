"""Fixtures that run the command line in this process, like ``aima-search ARGUMENTS``."""

import gc
import io
import sys
from typing import NamedTuple

import pytest

from aima_search.base import cache
from aima_search.catalog.heuristics import forget_shared
from aima_search.cli import main


class Finished(NamedTuple):
    """The exit status and the output of a call of the command line."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch, capsys):
    """Return a function that runs the command line with arguments and standard input.

    Hypothesis adds a callback to the garbage collection. If the alarm of a time limit rings in this
    callback, no code can catch the exception. So the callback is removed meanwhile.
    """

    def run_once(*arguments, stdin=""):
        monkeypatch.setattr(sys, "argv", ["aima-search", *map(str, arguments)])
        source = io.StringIO(stdin) if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", source)
        status, callbacks = 0, gc.callbacks[:]
        gc.callbacks.clear()
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
        finally:
            gc.callbacks[:] = callbacks
        return Finished(status, *capsys.readouterr())

    return run_once


@pytest.fixture
def cache_folder(tmp_path, monkeypatch):
    """Return an empty cache folder, in which the test caches every table."""
    forget_shared()
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    monkeypatch.setattr(cache, "WORTH_CACHING", 0)
    return tmp_path


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a user's Python file and returns a reference, FILE:NAME."""

    def reference(text, name="my_h"):
        (tmp_path / "my.py").write_text(text)
        return f"{tmp_path / 'my.py'}:{name}"

    return reference
