"""Functions from a user's own files, ``path/file.py:name``, with the neighbours they import."""

from __future__ import annotations

import builtins
import importlib.util
import inspect
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any, NoReturn

from aima_search.base.errors import InputError, UnknownName
from aima_search.base.files import no_file
from aima_search.base.registry import PluginError, all_or_nothing
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.files import (
    ENDING,
    LEFT_OUT,
    is_neighbour,
    neighbour,
    place_in,
    script_of,
    with_neighbours,
)

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
    """Take these texts for the files at these paths, whatever lies there or not.

    So a process on another machine runs the texts that were read on the first machine.
    """
    _provided.clear()
    _provided.update({str(Path(path)): text.encode() for path, text in texts.items()})


_provided: dict[str, bytes] = {}


class EndOfRegistering(BaseException):
    """Ends the import of a script at the point where the script goes on to run a grid."""


_registering: list[str] = []


def register_from(texts: Mapping[str, str]) -> None:
    """Import scripts by their content (path to text), to have what they register.

    A script is read up to the point where it runs a grid. The neighbours that it imports are
    among the texts.
    """
    contents = {path: text.encode() for path, text in texts.items()}
    for path in contents:
        _registering.append(path)
        try:
            _import_text(path, contents)
        finally:
            _registering.remove(path)


def end_registering() -> None:
    """End the import of a script that is read for its registrations, if there is such an import."""
    if _registering:
        raise EndOfRegistering


def _load_file(path: Path) -> ModuleType:
    read = _provided.get if str(path) in _provided else _read
    texts = with_neighbours(str(path), read, is_neighbour)
    if not texts:
        raise InputError(f"heuristic file {str(path)!r}: {no_file(path)}")
    with all_or_nothing():
        return _import_text(str(path), texts)


def _read(path: str) -> bytes | None:
    """Return the content at a path, None if there is no file."""
    return Path(path).read_bytes() if Path(path).is_file() else None


class _TextLoader(SourceFileLoader):
    """Imports a module from the content that a file had when it was read."""

    def __init__(self, name: str, path: str, content: bytes) -> None:
        super().__init__(name, path)
        self._content = content

    def path_stats(self, path: str) -> NoReturn:
        """There is no compiled form: it could belong to another content."""
        raise OSError(f"{path!r} was read before")

    def get_data(self, path: str) -> bytes:
        """Return the text."""
        return self._content


def _import_text(path: str, texts: Mapping[str, bytes]) -> ModuleType:
    """Import the content of a file, with its neighbours; again if a file has changed."""
    from hashlib import sha256  # slow to import, and few searches need it

    file = Path(path).resolve()
    own = sorted(with_neighbours(path, texts.get).items())
    name = f"{PREFIX}{sha256(repr((str(file), own)).encode()).hexdigest()[:16]}_{file.stem}"
    if name in sys.modules:  # or half of it, if a neighbour asks
        return sys.modules[name]
    loader = _TextLoader(name, str(file), _script(file, texts[path]))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)

    def find(name: str, *context: Any, **more: Any) -> Any:
        """Import as Python does, but a neighbour from its text."""
        near = neighbour(path, name)
        level = more.get("level", context[3] if len(context) > 3 else 0)
        if level or near == path or near not in texts or not is_neighbour(near):
            return builtins.__import__(name, *context, **more)
        return _import_text(near, texts)

    vars(module)["__builtins__"] = {**vars(builtins), "__import__": find}
    sys.modules[name] = module  # for dataclasses and pickling in the file
    try:
        loader.exec_module(module)
    except EndOfRegistering:
        pass
    except BaseException as error:  # a half of the module, kept, would be taken for the whole
        del sys.modules[name]
        is_its_own = isinstance(error, Exception | SystemExit)
        if not is_its_own or isinstance(error, PluginError):  # Ctrl-C; it names a neighbour
            raise
        place = place_in_user_file(error) or file.name
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
    return module


def place_in_user_file(error: BaseException) -> str | None:
    """Return "file.py, line N" of the innermost loaded file that the error passed through."""
    found = None
    for frame, line in passed_through(error):
        if frame.f_globals.get("__name__", "").startswith(PREFIX):
            found = place_at(frame.f_code.co_filename, line)
    return found


def passed_through(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames that an error passed through, with their lines, the innermost last.

    A StopIteration, of a ``next(...)`` that finds nothing, leaves a generator as another error.
    """
    yield from walk_tb(error.__traceback__)
    if isinstance(error.__cause__, StopIteration):
        yield from walk_tb(error.__cause__.__traceback__)


def place_at(path: str, line: int, name: str = "") -> str:
    """Return "file.py, line N", or the cell of a notebook that was loaded; name: of the file."""
    return place_in(name or Path(path).name, line, _scripts.get(path, ""))


def left_out_of(path: str) -> list[int]:
    """Return how many lines of a notebook that was loaded are left out; [] for other files."""
    script = _scripts.get(str(Path(path).resolve()))
    return [] if script is None else [script.count(LEFT_OUT)]


_scripts: dict[str, str] = {}
"""The scripts of notebooks by their paths."""


def _script(file: Path, content: bytes) -> bytes:
    """Return the script of a notebook, which is remembered; any other file as it is."""
    if file.suffix != ENDING:
        return content
    try:
        _scripts[str(file)] = str(script_of(file.name, content))
    except InputError as error:
        raise PluginError(f"{file.name}: {error}") from None
    return _scripts[str(file)].encode("utf-8", "replace")
