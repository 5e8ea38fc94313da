"""Imports the user's files, which define functions or register puzzles and heuristics.

Every process knows the puzzles and heuristics of a plug-in. A puzzle or heuristic that a script
registers is known only in the processes that run or import the script.

A *neighbour* of a file is another file in the same folder that the file imports, as in ``from
helper import distance``. User files never replace installed modules. The only exceptions are
OWN_HELPERS, because these are common names for a helper, or for a folder of helpers.
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from symtable import symtable
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any, NoReturn, TypeVar
from zlib import crc32

from aima_search.base.errors import InputError, UnknownName
from aima_search.base.files import no_file, text_at
from aima_search.base.interchange import counted
from aima_search.base.plugins import PluginError, PluginWarning, is_announced
from aima_search.base.registry import INSTALLATION, Registry, all_or_nothing
from aima_search.catalog import notebooks
from aima_search.catalog.expressions import FileReference, references_of
from aima_search.model.heuristic import ANY, heuristics_for
from aima_search.model.puzzle import PUZZLES

PREFIX = "_file_"  # the prefix of the names of modules that are loaded from user files


def load_function(reference: FileReference) -> Any:
    """Import a user's file and return the function for a reference ``path/file.py:name``."""
    path = Path(reference.path)
    read = _provided.get if str(path) in _provided else _read
    texts = with_neighbours(str(path), read, is_neighbour)
    if not texts:
        raise InputError(f"heuristic file {str(path)!r}: {no_file(path)}")
    with all_or_nothing():
        module = _import_text(str(path), texts)
    function = getattr(module, reference.function, None)
    if not callable(function):
        raise _missing_function(reference, module)
    return function


def _missing_function(reference: FileReference, module: ModuleType) -> PluginError | UnknownName:
    file, functions = Path(reference.path).resolve(), inspect.getmembers(module, inspect.isfunction)
    known = [name for name, _ in functions if name not in notebooks.PREDEFINED]
    definition = rf"(?m)^\s*(def\s+)?{reference.function}\b"
    for error in _errors.get(str(file), ()):  # the definition may be in a cell with an error
        if not known or re.search(definition, _scripts[str(file)]):
            return _plugin_error(file, error)
    return UnknownName(f"function in {reference.path}", reference.function, known)


def check_defines(reference: FileReference, text: str) -> None:
    """Raise UnknownName if the code ``text`` does not define the function. The code is not run."""
    try:
        names = symtable(text, reference.path, "exec").get_identifiers()
    except SyntaxError:  # reported later, when the file is run
        return
    if reference.function not in names and "__getattr__" not in names and "import *" not in text:
        raise UnknownName(f"function in {reference.path}", reference.function, names)


def provide_texts(texts: Mapping[str, str]) -> None:
    """Use ``texts``, a dict from paths to contents, in place of the files at these paths."""
    _provided.clear()
    _provided.update({str(Path(path)): text.encode() for path, text in texts.items()})


_provided: dict[str, bytes] = {}


class NotebookWarning(PluginWarning):
    """A cell of a notebook raised an exception; the other cells still run."""


class EndOfRegistering(BaseException):
    """Raised when a user's script starts an experiment: the import of the script ends there."""


_registering: list[str] = []


def register_from(texts: Mapping[str, str]) -> None:
    """Import scripts that register puzzles or heuristics.

    texts: the scripts and the modules that they import, as a dict from paths to contents. If a
    script contains an experiment, the import ends before the experiment starts.
    """
    contents = {path: text.encode() for path, text in texts.items()}
    for path in contents:
        _registering.append(path)
        try:
            _import_text(path, contents)
        finally:
            _registering.remove(path)


def end_registering() -> None:
    """If ``register_from`` imports this script, end the import; otherwise, do nothing."""
    if _registering:
        raise EndOfRegistering


def _read(path: str) -> bytes | None:
    return Path(path).read_bytes() if Path(path).is_file() else None


class _TextLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, content: bytes) -> None:
        super().__init__(name, path)
        self._content = content

    def path_stats(self, path: str) -> NoReturn:
        raise OSError(path)  # so Python uses no cached bytecode, which may be of an older text

    def get_data(self, path: str) -> bytes:
        return self._content


def _import_text(path: str, texts: Mapping[str, bytes]) -> ModuleType:
    from hashlib import sha256  # slow to import

    file = Path(path).resolve()
    own, helpers = sorted(with_neighbours(path, texts.get).items()), _HelperFolder.parent_of(path)
    key = repr((str(file), own, helpers)).encode()
    name = f"{PREFIX}{sha256(key).hexdigest()[:16]}_{file.stem}"
    if name in sys.modules:  # perhaps only half imported, if a neighbour imports this file
        return sys.modules[name]
    script = _script(file, texts[path])
    loader = _TextLoader(name, str(file), script)
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    written = {found.decode() for found in notebooks.WRITTEN.findall(script)}
    _replace_import(path, texts, module, written, helpers)
    sys.modules[name] = module  # dataclasses and pickle need this
    try:
        if file.suffix == notebooks.ENDING:
            _errors[str(file)] = _run_cells(_scripts[str(file)], module)
        else:
            loader.exec_module(module)
    except EndOfRegistering:
        pass
    except BaseException as error:  # remove the half-imported module
        del sys.modules[name]
        if not isinstance(error, Exception | SystemExit) or isinstance(error, PluginError):
            raise  # Ctrl-C, or an error whose message already names a neighbour
        raise _plugin_error(file, error) from error
    with suppress(NotebookWarning):  # a cell may turn all warnings into errors
        for note in _errors_in_words(file):
            warnings.warn(note, NotebookWarning, stacklevel=2)
    return module


def _replace_import(
    path: str, texts: Mapping[str, bytes], module: ModuleType, written: set[str], helpers: str
) -> None:
    """Let ``module`` import files in the folder of ``path`` from the dict ``texts``.

    written: the names of modules from ``%%writefile`` cells. Importing them returns ``module``.
    helpers: the package that contains the helpers, or "".
    """
    folders = {folder.name for folder in _helper_folders(path)}

    def find(name: str, *context: Any, **more: Any) -> Any:
        level = more.get("level", context[3] if len(context) > 3 else 0)
        if not level and (top := name.partition(".")[0]) in folders:
            found = builtins.__import__(f"{helpers}.{name}", *context, **more)
            names = more.get("fromlist", context[2] if len(context) > 2 else ())
            return found if names else sys.modules[f"{helpers}.{top}"]
        near = neighbour(path, name)
        if level or near == path or near not in texts or not is_neighbour(near):
            if name in written and not level:
                return module
            return builtins.__import__(name, *context, **more)
        return _import_text(near, texts)

    vars(module)["__builtins__"] = {**vars(builtins), "__import__": find}


class _HelperFolder(SourceFileLoader):
    """Imports a user's own module ``heuristics`` or ``puzzles`` instead of ours."""

    path_stats = _TextLoader.path_stats

    @classmethod
    def parent_of(cls, path: str) -> str:
        """Return a package name for the helper files beside a file; "" if there are no helpers."""
        if not (helpers := helpers_beside(path)):
            return ""
        parent = f"{PREFIX}{crc32(repr(helpers).encode()):x}"
        if parent not in sys.modules:
            sys.modules[parent] = ModuleType(parent)
            sys.modules[parent].__path__ = [str(Path(path).resolve().parent)]
            if cls not in sys.meta_path:
                sys.meta_path.insert(0, cls)
        return parent

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name.startswith(PREFIX) else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = cls(name, spec.loader.path)
        return spec

    def exec_module(self, module: ModuleType) -> None:
        parent = module.__name__.partition(".")[0]
        (folder,) = sys.modules[parent].__path__
        _replace_import(f"{folder}/helper.py", {}, module, set(), parent)
        super().exec_module(module)


def _run_cells(script: str, module: ModuleType) -> list[BaseException]:
    """Run a notebook's cells in ``module``; return all errors outside of ``explore`` cells."""
    errors: list[BaseException] = []
    for code, is_explore in notebooks.parts_of(script):
        try:
            _TextLoader(module.__name__, str(module.__file__), code.encode()).exec_module(module)
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:
            errors += [] if is_explore else [error]
    return errors


def _plugin_error(file: Path, error: BaseException) -> PluginError:
    if isinstance(error, PluginError):
        return error
    place, text = place_in_user_file(error) or file.name, str(error)
    if isinstance(error, SyntaxError) and error.filename == str(file):
        place, text = place_at(str(file), error.lineno or 1), error.msg
    found = PluginError(f"{place}: {type(error).__name__}: {text}")
    found.__cause__ = error
    return found


def _errors_in_words(file: Path) -> Iterator[str]:
    for error in _errors.get(str(file), ()):
        skipped = "the cell" if isinstance(error, SyntaxError) else "the rest of the cell"
        yield f"{_plugin_error(file, error)} ({skipped} was skipped)"


def place_in_user_file(error: BaseException) -> str | None:
    """Return "FILE, line N" for an error in a user's file. Return None for any other error."""
    found = None
    for frame, line in frames_of(error):
        if frame.f_globals.get("__name__", "").startswith(PREFIX):
            found = place_at(frame.f_code.co_filename, line)
    return found


def frames_of(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Yield (frame, line) for each call in an error's traceback, the outermost call first.

    If the error's cause is a StopIteration, the calls in the cause's traceback follow.
    """
    yield from walk_tb(error.__traceback__)
    if isinstance(error.__cause__, StopIteration):
        yield from walk_tb(error.__cause__.__traceback__)


def place_at(path: str, line: int, name: str = "") -> str:
    """Return "FILE, line N" for a line of a user's file; for a notebook, add the cell's number."""
    return notebooks.place_in(name or Path(path).name, line, _scripts.get(path, ""))


def notebook_notes(path: str) -> list[str]:
    """Return notes about skipped lines and cells of a notebook. Return [] for any other file."""
    file = Path(path).resolve()
    script = _scripts.get(str(file), "")
    lines = script.count(notebooks.LEFT_OUT) - script.count(f"{notebooks.LEFT_OUT}%%writefile")
    notes = [f"{counted(lines, 'line')} with % or ! left out"] if lines else []
    return [*notes, *_errors_in_words(file)]


def is_assigned(name: str) -> bool:
    """Return True if a notebook assigns ``name``, even in a line that is commented out."""
    assignment = re.compile(rf"(?m)^(?:# +)?{re.escape(name)}\b[^=(\n]*=[^=]")
    return any(map(assignment.search, _scripts.values()))


_scripts: dict[str, str] = {}  # the scripts made from notebooks, by the notebooks' paths

_errors: dict[str, list[BaseException]] = {}  # the errors of cells, by the notebooks' paths


def _script(file: Path, content: bytes) -> bytes:
    if file.suffix != notebooks.ENDING:
        return content
    try:
        _scripts[str(file)] = str(notebooks.script_of(file.name, content))
    except InputError as error:
        raise PluginError(f"{file.name}: {error}") from None
    return _scripts[str(file)].encode("utf-8", "replace")


def files_needed(puzzle: str, heuristic: str | None = None) -> list[str]:
    """Return the user's files that define ``puzzle`` and the heuristics named in ``heuristic``.

    Raise InputError if a notebook or an interactive session defines the puzzle or a heuristic.
    """
    entries: list[tuple[Registry[Any], str]] = [(PUZZLES, puzzle)]
    own = heuristics_for(puzzle)
    for part in references_of(heuristic) if heuristic else []:
        if not isinstance(part, FileReference):
            name = part if isinstance(part, str) else part.name
            entries.append((own if name in own else heuristics_for(ANY), name))
    files: dict[str, None] = {}
    for registry, name in entries:
        origin = registry.origin(name)
        if _is_of_script(origin) and not Path(origin).is_file():
            raise InputError(
                f"{registry.kind} {name!r} is registered in a notebook or an interactive session,"
                " but other processes cannot read this session: move the registration to a file,"
                " such as mine.py, and import this file"
            )
        if _is_of_script(origin):
            files[origin] = None
    return list(files)


def texts_of_scripts(puzzle: str) -> Mapping[str, str]:
    """Return the scripts that register ``puzzle`` or its heuristics, as a dict from paths to texts.

    Modules that a script imports from its folder are included; plug-ins are not included. The
    scripts of all the heuristics are needed, because a heuristic may use any other heuristic.
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


_Text = TypeVar("_Text", str, bytes)

OWN_HELPERS = ("heuristics", "puzzles")  # installed modules that a neighbour may replace


def with_neighbours(
    path: str,
    read: Callable[[str], _Text | None],
    is_wanted: Callable[[str], bool] = lambda path: True,
) -> dict[str, _Text]:
    """Return the file at ``path`` and the files that it imports, as a dict from paths to texts.

    The files that these files import are included, too, and so on. Files in other folders are left
    out. read: a function that returns the text at a path, or None if there is no file. is_wanted: a
    function such as ``is_neighbour``; a file for which it returns False is left out.
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
                file for file in near if file != path and read(file) is not None and is_wanted(file)
            ]
    return found


def helpers_beside(path: str | Path) -> dict[str, str]:
    """Return the helper files in folders beside a user's file, as a dict from path to text."""
    files = (file for folder in _helper_folders(path) for file in sorted(folder.rglob("*.py")))
    return {str(file): file.read_text("utf-8", "replace") for file in files if file.is_file()}


def _helper_folders(path: str | Path) -> list[Path]:
    folder = Path(path).resolve().parent
    found = [folder / name for name in OWN_HELPERS if folder != INSTALLATION]
    return [helpers for helpers in found if (helpers / "__init__.py").is_file()]


def neighbour(path: str, name: str) -> str:
    """Return the path that the module ``name`` would have in the folder of the file ``path``."""
    return str(Path(path).with_name(f"{name}.py"))


def is_neighbour(path: str) -> bool:
    """Return True if ``import`` loads this file, not an installed module with the same name."""
    name = Path(path).stem
    if name in OWN_HELPERS:
        return True
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # for example, for __main__
        return False
    return spec is None or Path(spec.origin or "").resolve() == Path(path).resolve()


def _imported(path: str, text: str | bytes) -> Iterator[str]:
    tree = ast.Module([], [])
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # reported when run
        tree = ast.parse(notebooks.script_of(path, text))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        else:
            continue
        yield from (name for name in names if "." not in name)
