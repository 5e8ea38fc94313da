"""Functions from a user's own files: ``path/file.py:name``."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from aima_search.catalog.references import FileReference
from aima_search.errors import BoardError, UnknownName
from aima_search.plugins import PluginError

_PREFIX = "_file_"  # of the names of modules loaded from files


def load_function(reference: FileReference) -> Any:
    """Return the function that ``path/file.py:name`` refers to."""
    module = _load_file(Path(reference.path))
    known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
    function = getattr(module, reference.function, None)
    if not callable(function):
        raise UnknownName(f"function of {reference.path}", reference.function, known)
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
