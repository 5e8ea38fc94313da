"""Settings of every test: examples have no deadline, registrations end with the test.

Hypothesis tries the same few examples in every run, so that a checkout passes or fails everywhere.
The option ``--hypothesis-profile gate`` tries more examples, ``explore`` tries random examples.

Tests that are marked ``gate("why")`` or open a browser are left out unless ``-m`` selects them;
``.ci/run`` runs them.
"""

import compileall
import gc
import os
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from aima_search.catalog.heuristics import heuristic_names
from aima_search.model import heuristic
from aima_search.model.heuristic import heuristics_for
from aima_search.model.puzzle import PUZZLES

ROOT = Path(__file__).parents[1]
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", patient)
settings.register_profile("gate", patient, derandomize=True, max_examples=25)
settings.register_profile("few", patient, derandomize=True, max_examples=10)
settings.load_profile("few")


def pytest_configure(config):
    """Make a cache folder for this run, and compile once what many processes import.

    All processes of the run share the machine code in this folder, so numba compiles it only once.
    If Python is set to write no bytecode, every process would compile all files again, and pytest
    would rewrite the asserts of all tests in every process.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
    gc.disable()  # until all tests are collected, because none of them are garbage
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for the processes that tests start
    if hasattr(config, "workerinput"):  # a process of pytest-xdist: the main process has done it
        return
    folder = TemporaryDirectory(prefix="aima-search-tests-", ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    os.environ["AIMA_SEARCH_CACHE"] = folder.name
    for package in ("aima_search", "puzzles", "heuristics", "benchmarks", "tests"):
        compileall.compile_dir(ROOT / package, quiet=2, rx=re.compile(r"\btest_\w+\.py$"))


def pytest_sessionstart(session):
    """In the second process of pytest-xdist, import all test files, beginning with the last.

    Both processes collect the same files at the same time. If both began with the first file, both
    would rewrite the asserts of every file. In this way, each uses the files the other has cached.
    """
    config = session.config
    if config.args_source is not config.ArgsSource.TESTPATHS:
        return
    if getattr(config, "workerinput", {}).get("workerid") == "gw1":
        for path in sorted((ROOT / "tests").rglob("test_*.py"), reverse=True):
            with suppress(Exception, pytest.skip.Exception):  # the collection reports errors
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests that open a browser before pytest deselects marked tests."""
    for item in items:
        if {"chromium", "pyodide"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gate("a browser"))
            item.add_marker(pytest.mark.browser)


def pytest_collection_finish():
    """Leave the collected tests out of all garbage collections, because they are never freed.

    Collect more seldom than the command line does, because tests cache large objects, and leave
    little garbage.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="module")
def small_heap():
    """Leave existing objects out of garbage collections, so that tests which collect are fast."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def registries():
    """Remove what a test has registered after the test."""
    heuristic_names("*")  # loads the plug-ins
    registered = [PUZZLES, *(heuristics_for(puzzle) for puzzle in ("*", *PUZZLES))]
    kept = [part for one in registered for part in (one._entries, one._origins)]
    kept.append(heuristic._registries)
    before = [dict(part) for part in kept]
    yield
    for part, entries in zip(kept, before, strict=True):
        part.clear()
        part.update(entries)
