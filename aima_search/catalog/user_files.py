"""Users' own files: their functions, ``path/file.py:name``, and what they register; notebooks.

A file comes with its neighbours, the files next to it that it imports.
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from symtable import symtable
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any, NoReturn, TypeVar

from aima_search.base.errors import InputError, UnknownName
from aima_search.base.files import no_file, text_at
from aima_search.base.plugins import PluginError, is_announced
from aima_search.base.registry import Registry, all_or_nothing
from aima_search.catalog.expressions import FileReference, references_of
from aima_search.model.heuristic import ANY, heuristics_for
from aima_search.model.puzzle import PUZZLES

PREFIX = "_file_"  # of the names of modules loaded from files


def load_function(reference: FileReference) -> Any:
    """Return the function that ``path/file.py:name`` refers to."""
    path = Path(reference.path)
    read = _provided.get if str(path) in _provided else _read
    texts = with_neighbours(str(path), read, is_neighbour)
    if not texts:
        raise InputError(f"heuristic file {str(path)!r}: {no_file(path)}")
    with all_or_nothing():
        module = _import_text(str(path), texts)
    known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
    function = getattr(module, reference.function, None)
    if not callable(function):
        raise UnknownName(f"function of {reference.path}", reference.function, known)
    return function


def check_defines(reference: FileReference, text: str) -> None:
    """Raise UnknownName for a function that the text of a file does not define; it is not run."""
    try:
        names = symtable(text, reference.path, "exec").get_identifiers()
    except SyntaxError:  # whoever runs it tells of it
        return
    if reference.function not in names and "__getattr__" not in names and "import *" not in text:
        raise UnknownName(f"function of {reference.path}", reference.function, names)


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


# Entries that a script registers, and the files from which another process can register them.
#
# Plug-ins announce themselves, so that every process finds them. A puzzle or a heuristic that a
# script registers is known in that process only, until another process reads the script's file.


def files_needed(puzzle: str, heuristic: str | None = None) -> list[str]:
    """Return the files that register a puzzle, and the names in a heuristic, if no plug-in does.

    InputError if there is no file, as for an entry registered in a notebook.
    """
    entries: list[tuple[Registry[Any], str]] = [(PUZZLES, puzzle)]
    own = heuristics_for(puzzle)
    for part in references_of(heuristic) if heuristic else []:
        if not isinstance(part, FileReference):
            name = part if isinstance(part, str) else part.name
            entries.append((own if name in own else heuristics_for(ANY), name))
    files: list[str] = []
    for registry, name in entries:
        origin = registry.origin(name)
        if not _is_of_script(origin) or origin in files:
            continue
        if not Path(origin).is_file():
            raise InputError(
                f"{registry.kind} {name!r} is registered in a notebook or an interactive session,"
                " which the processes of a lab cannot read: expected a file, such as mine.py: move"
                " the registration there and import that file"
            )
        files.append(origin)
    return files


def texts_of_scripts(puzzle: str) -> Mapping[str, str]:
    """Return the texts, by their paths, of all files that register something for a puzzle.

    The files that these import from their folders are among them. A heuristic may be made of any
    others, so these are all files except those of plug-ins.
    """
    registries = [heuristics_for(ANY), heuristics_for(puzzle)]
    origins = [PUZZLES.origin(puzzle)]
    origins += [registry.origin(name) for registry in registries for name in registry]
    own = [origin for origin in dict.fromkeys(origins) if _is_of_script(origin)]
    texts: dict[str, str] = {}
    for origin in own:
        texts |= with_neighbours(origin, text_at, is_neighbour)
    return texts


def _is_of_script(origin: str) -> bool:
    return bool(origin) and not is_announced(origin)


# A notebook (.ipynb) as a script: its code cells in order, without what only a notebook can run.
#
# Before each cell stands a line that names it, so that a line of the script is found in its cell.


ENDING = ".ipynb"
LEFT_OUT = "left out: "
"""Begins the comment that stands for a line that only a notebook can run."""

EXPLORE = "explore"
"""The tag of cells that are for a reader to try, and are left out of the script."""

_DAMAGED = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
_CELL = "# code cell "
_OWN = "def display(*values, **options): pass\n"  # a notebook's own function, on one line
_BODY_RUNS = re.compile(r"%%(time|timeit|capture|prun|python3?|writefile\s+\S+\.py)\b")
_MAGIC = re.compile(r"(\s*)([%!?]|[\w., ]+=\s*[%!]|.*\w\?\??\s*$)")


def script_of(path: str, content: str | bytes) -> str | bytes:
    """Return the script of a notebook; any other file as it is. InputError if it is damaged."""
    if not path.endswith(ENDING):
        return content
    try:
        cells = list(_code_cells(json.loads(content)))
    except _DAMAGED:
        raise InputError("it is no notebook of format 4: save it anew") from None
    numbered = enumerate(map(_without_magic, cells), 1)
    return _OWN + "\n".join(f"{_CELL}{number}\n{text}" for number, text in numbered) + "\n"


def code_of(content: bytes) -> str:
    """Return the code cells of a notebook as they are, "" if it is damaged; nothing is parsed."""
    try:
        return "\n".join(_code_cells(json.loads(content)))
    except _DAMAGED:
        return ""


def place_in(name: str, line: int, script: str) -> str:
    """Return "file.py, line N" of a line of a script; of a notebook's script with the cell."""
    if name.endswith(ENDING):
        before = script.splitlines()[: line - 1]
        for at in range(len(before), 0, -1):
            if before[at - 1].startswith(_CELL):
                return f"{name}, cell {before[at - 1][len(_CELL) :]}, line {line - at}"
    return f"{name}, line {line}"


def _code_cells(notebook: Any) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            tags = cell.get("metadata", {}).get("tags", ())
            yield f"%%{EXPLORE}\n{source}" if EXPLORE in tags else source


def _without_magic(text: str) -> str:
    """Return a cell with comments for the lines that are not Python, each line in its place."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if first == f"%%{EXPLORE}":
        return "\n".join(f"# {line}" for line in lines)
    if first.startswith("%%"):
        if not _BODY_RUNS.match(first):
            return "\n".join(f"# {LEFT_OUT}{line}" for line in lines)
        lines[lines.index(first)] = f"# {LEFT_OUT}{first}"
        text = "\n".join(lines)
    if _is_python(text):
        return text
    return "\n".join(map(_plain_line, lines))


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _plain_line(line: str) -> str:
    found = _MAGIC.match(line)
    return line if found is None else f"{found[1]}pass  # {LEFT_OUT}{line.strip()}"


# The files next to a user's file that the file imports: ``from helper import distance``.
#
# A file is a neighbour if Python itself finds no other module of its name: no file of a user
# stands in for an installed module. Only ``heuristics.py`` does, as it would if the user's file
# were run: many call their own helper so. Files of the same folder are neighbours, not packages.


_Text = TypeVar("_Text", str, bytes)

OWN_HELPER = "heuristics"
"""A package next to this package; a file next to a user's file may stand for its name."""


def with_neighbours(
    path: str,
    read: Callable[[str], _Text | None],
    is_one: Callable[[str], bool] = lambda path: True,
) -> dict[str, _Text]:
    """Return the texts of a file, of the neighbours that it imports, and so on, by their paths.

    read: gives the text at a path, None if there is no file. is_one: ``is_neighbour``, if nobody
    knows yet which files are neighbours.
    """
    found: dict[str, _Text] = {}
    waiting = [path]
    while waiting:
        path = waiting.pop()
        text = None if path in found else read(path)
        if text is not None:
            found[path] = text
            near = (neighbour(path, name) for name in _imported(path, text))
            waiting += [
                one for one in near if one != path and read(one) is not None and is_one(one)
            ]
    return found


def neighbour(path: str, name: str) -> str:
    """Return the path of the file that is a module of this name next to a file."""
    return str(Path(path).with_name(f"{name}.py"))


def is_neighbour(path: str) -> bool:
    """Return True if Python finds no other module of the name of this file, or only ours."""
    name = Path(path).stem
    if name == OWN_HELPER:
        return True
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # as of __main__
        return False
    return spec is None or Path(spec.origin or "").resolve() == Path(path).resolve()


def _imported(path: str, text: str | bytes) -> Iterator[str]:
    """Yield the names of modules outside of packages that a text imports."""
    tree = ast.Module([], [])
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # reported when run
        tree = ast.parse(script_of(path, text))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        else:
            continue
        yield from (name for name in names if "." not in name)
