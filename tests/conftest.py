"""Settings of every test: examples take the time they take, registrations do not outlive it.

Hypothesis tries the same examples on every run, so that a clone passes or fails for everybody:
a few of them, and more with ``--hypothesis-profile gate``; ``explore`` tries others.

A test marked ``gate("why")``, or one that opens a browser, is left out unless ``-m`` says
otherwise: ``.ci/run`` runs it.
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
    """Keep nothing in the user's cache folder, and compile what many processes import, once.

    If Python is set to write no bytecode, every process would compile all of it, and pytest would
    rewrite the asserts of all tests anew in each.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    gc.disable()  # until all tests are collected: nothing of them is garbage
    sys.dont_write_bytecode = False
    os.environ["AIMA_SEARCH_CACHE"] = "off"
    if hasattr(config, "workerinput"):  # a process of pytest-xdist: the first one has done it
        return
    for package in ("aima_search", "puzzles", "heuristics", "benchmarks", "tests"):
        compileall.compile_dir(ROOT / package, quiet=2, rx=re.compile(r"\btest_\w+\.py$"))


def pytest_sessionstart(session):
    """Import all tests from the last one on in the second process of pytest-xdist.

    The processes collect the same files at the same time. If both began with the first one,
    both would rewrite the asserts of every file; so each reads from the cache what the other wrote.
    """
    config = session.config
    if config.args_source is not config.ArgsSource.TESTPATHS:
        return
    if getattr(config, "workerinput", {}).get("workerid") == "gw1":
        for path in sorted((ROOT / "tests").rglob("test_*.py"), reverse=True):
            with suppress(Exception, pytest.skip.Exception):  # the collection tells of it
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests that open a browser before pytest deselects marked tests."""
    for item in items:
        if {"chromium", "pyodide"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gate("a browser"))
            item.add_marker(pytest.mark.browser)


def pytest_collection_finish():
    """Leave the thousands of tests out of every collection of garbage: they are here to stay."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="module")
def small_heap():
    """For what collects garbage before it measures: what is there already is left out."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def registries():
    """Whatever a test registers is forgotten after it."""
    heuristic_names("*")  # loads the plug-ins
    registered = [PUZZLES, *(heuristics_for(puzzle) for puzzle in ("*", *PUZZLES))]
    kept = [part for one in registered for part in (one._entries, one._origins)]
    kept.append(heuristic._registries)
    before = [dict(part) for part in kept]
    yield
    for part, entries in zip(kept, before, strict=True):
        part.clear()
        part.update(entries)
