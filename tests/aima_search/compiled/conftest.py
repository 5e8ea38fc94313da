"""The tests in this folder share the machine code that they compile."""

import os

import pytest

from aima_search.base import cache as cached


@pytest.fixture(autouse=True)
def shared_code(tmp_path_factory, monkeypatch):
    """Cache machine code in a folder that all processes of this run of pytest share."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    monkeypatch.setenv(cached.VARIABLE, str(base / "machine-code"))


@pytest.fixture
def at_once(monkeypatch):
    """Let searches continue in machine code from the first step."""
    pytest.importorskip("numba")
    for name in ("_LOADED", "_CACHED", "_NEW"):
        monkeypatch.setattr(f"aima_search.compiled.engines.{name}", 0)
