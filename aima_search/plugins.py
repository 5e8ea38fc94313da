"""Finds the packages that bring puzzles and heuristics.

A plug-in announces a module as an entry point of the group ``aima_search.puzzles`` or
``aima_search.heuristics``; importing the module registers what it brings. The packages
``puzzles`` and ``heuristics`` are always loaded, also from a checkout that is not installed.
"""

from __future__ import annotations

import importlib
from functools import cache

from aima_search.errors import SearchError

GROUPS = {"aima_search.puzzles": "puzzles", "aima_search.heuristics": "heuristics"}


class PluginError(SearchError, ImportError):
    """A plug-in that could not be imported."""


@cache
def load_plugins() -> None:
    """Import every plug-in once; one that fails to import is an error, not a silence."""
    from importlib.metadata import entry_points  # slow to import, and not needed for a search

    for group, fallback in GROUPS.items():
        modules = {point.value.partition(":")[0] for point in entry_points(group=group)}
        for module in sorted(modules | {fallback}):
            try:
                importlib.import_module(module)
            except Exception as error:
                raise PluginError(
                    f"plug-in {module!r} (entry point of {group}) failed to import:"
                    f" {type(error).__name__}: {error}"
                ) from error
