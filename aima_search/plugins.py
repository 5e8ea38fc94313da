"""Finds the packages that bring puzzles and heuristics, and loads functions from files.

A plug-in announces a module as an entry point of the group ``aima_search.puzzles`` or
``aima_search.heuristics``; importing the module registers what it brings. The packages
``puzzles`` and ``heuristics`` are always loaded, also from a checkout that is not installed.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from aima_search.errors import BoardError, SearchError, UnknownName

GROUPS = {"aima_search.puzzles": "puzzles", "aima_search.heuristics": "heuristics"}

_PREFIX = "_file_"  # of the names of modules loaded from files


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


def load_function(reference: str) -> Any:
    """Return the function that ``path/file.py:name`` refers to."""
    path, _, name = reference.rpartition(":")
    module = _load_file(Path(path))
    known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
    function = getattr(module, name, None)
    if not callable(function):
        raise UnknownName(f"function of {path}", name, known)
    return function


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BoardError(f"heuristic file {str(path)!r}: there is no such file")
    return _import_file(path.resolve(), path.stat().st_mtime_ns)


@cache
def _import_file(path: Path, modified: int) -> ModuleType:
    """Import a file by its path; imported again when it has been ``modified``."""
    name = f"{_PREFIX}{abs(hash(path)):x}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # for dataclasses and pickling in the file
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        place = place_in_user_file(error) or path.name
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
    return module


def place_in_user_file(error: BaseException) -> str | None:
    """Return "file.py, line N" of the innermost loaded file that the error passed through."""
    found, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith(_PREFIX):
            path = Path(trace.tb_frame.f_code.co_filename)
            found = f"{path.name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return found
