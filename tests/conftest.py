"""Settings of every test: examples take the time they take, registrations do not outlive it."""

import pytest
from hypothesis import settings

from aima_search.catalog import PUZZLES, heuristic_names, heuristics_for

settings.register_profile("aima-search", deadline=None)
settings.load_profile("aima-search")


@pytest.fixture(autouse=True)
def registries():
    """Whatever a test registers is forgotten after it."""
    heuristic_names("*")  # loads the plug-ins
    registered = [PUZZLES, *(heuristics_for(puzzle) for puzzle in ("*", *PUZZLES))]
    before = [dict(registry._entries) for registry in registered]
    yield
    for registry, entries in zip(registered, before, strict=True):
        registry._entries.clear()
        registry._entries.update(entries)
