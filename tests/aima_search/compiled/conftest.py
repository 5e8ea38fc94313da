"""The tests of this folder share the machine code that they compile."""

import os

import pytest

from aima_search.base import cache as cached


@pytest.fixture(autouse=True)
def shared_code(tmp_path_factory, monkeypatch):
    """Keep machine code in a folder of this run of pytest, for all of its processes."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    monkeypatch.setenv(cached.VARIABLE, str(base / "machine-code"))


@pytest.fixture
def at_once(monkeypatch):
    """Let machine code go on from the first step on."""
    pytest.importorskip("numba")
    for name in ("_LOADED", "_CACHED", "_NEW"):
        monkeypatch.setattr(f"aima_search.compiled.engines.{name}", 0)
