"""Functions from a user's own files: ``path/file.py:name``."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from aima_search.catalog.references import FileReference
from aima_search.errors import InputError, UnknownName
from aima_search.plugins import PluginError

PREFIX = "_file_"  # of the names of modules loaded from files


def load_function(reference: FileReference) -> Any:
    """Return the function that ``path/file.py:name`` refers to."""
    module = _load_file(Path(reference.path))
    known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
    function = getattr(module, reference.function, None)
    if not callable(function):
        raise UnknownName(f"function of {reference.path}", reference.function, known)
    return function


def provide(texts: Mapping[str, str]) -> None:
    """Take these texts for the files at these paths, whatever lies there, or nothing.

    It is how a process on another machine runs what was read on the first one.
    """
    _provided.clear()
    _provided.update({str(Path(path)): text for path, text in texts.items()})


_provided: dict[str, str] = {}


def _load_file(path: Path) -> ModuleType:
    text = _provided.get(str(path))
    if text is None:
        if not path.is_file():
            raise InputError(f"heuristic file {str(path)!r}: there is no such file")
        content = path.read_bytes()
    else:
        content = text.encode()
    return _import_text(path.resolve(), content)


class _TextLoader(SourceFileLoader):
    """Imports a module from the content that a file had when it was read."""

    def __init__(self, name: str, path: str, content: bytes) -> None:
        super().__init__(name, path)
        self._content = content

    def path_stats(self, path: str) -> NoReturn:
        """There is no compiled form, which could be of another content."""
        raise OSError(f"{path!r} was read before")

    def get_data(self, path: str) -> bytes:
        """Return the text."""
        return self._content


@cache
def _import_text(path: Path, content: bytes) -> ModuleType:
    """Import the content of a file; imported again when that has changed."""
    from hashlib import sha256  # slow to import, as few searches need to

    name = f"{PREFIX}{sha256(str(path).encode() + content).hexdigest()[:16]}_{path.stem}"
    loader = _TextLoader(name, str(path), content)
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # for dataclasses and pickling in the file
    try:
        loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        place = place_in_user_file(error) or path.name
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
    return module


def place_in_user_file(error: BaseException) -> str | None:
    """Return "file.py, line N" of the innermost loaded file that the error passed through."""
    found, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith(PREFIX):
            path = Path(trace.tb_frame.f_code.co_filename)
            found = f"{path.name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return found
