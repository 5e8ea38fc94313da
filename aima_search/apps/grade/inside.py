"""The process of a submission from inside: confined first, then it runs what the student wrote.

Whatever is patched in here stays here: the grader believes nothing but plain values.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path
from sysconfig import get_paths
from types import FrameType
from typing import Any

from aima_search.apps.grade import wire
from aima_search.apps.grade.confinement import Confinement, confine, probe, unshare
from aima_search.apps.grade.sides import AlgorithmSide, AnswerSide, HeuristicSide, ProblemSide
from aima_search.apps.grade.wire import IMPORT, MEMORY, NOT_FOUND, RAISED, WROTE, Fault
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.registry import PluginError
from aima_search.catalog import user_files
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.files import ENDING, OWN_HELPER, place_in, script_of
from aima_search.catalog.user_files import left_out_of, load_function, place_at
from aima_search.model.heuristic import forget_heuristics
from aima_search.processes.parent import Parent


def main(**settings: Any) -> None:
    """Answer questions until the grader asks no more; settings: the fields of a Confinement."""
    confinement = Confinement(**settings)
    keeper = os.getpid()  # this process, until a fork of it goes on
    if confinement.holds:
        unshare()
    grader = Grader(Parent())
    _import_what_is_needed()

    protections = {}
    if confinement.holds:
        confine(confinement)
        protections = probe(confinement, keeper)
    student = Student(confinement.folder, grader.call)
    grader.greet(protections)
    while (question := grader.next()) is not None:
        command, arguments = question
        grader.answer(student.answer(command, arguments))


class Grader:
    """The grader as this process sees it: trusted; its questions are numbered."""

    def __init__(self, parent: Parent) -> None:
        self._parent = parent
        self._number = 0

    def greet(self, protections: dict[str, bool]) -> None:
        """Say that questions can come."""
        self._parent.greet(protections=protections)

    def next(self) -> tuple[str, Any] | None:
        """Return the next question, None at the end."""
        request = self._parent.next()
        if request is None:
            return None
        self._number, command, arguments = pickle.loads(request)
        return command, arguments

    def answer(self, answer: Any) -> None:
        """Answer the question."""
        try:
            content = wire.encode_answer(self._number, answer)
        except (TypeError, ValueError, RecursionError):
            words = f"what cannot be an answer: {wire.in_words(answer)}"
            content = wire.encode_answer(self._number, wire.Fault(wire.RAISED, words))
        self._parent.answer(content)

    def call(self, name: str, *arguments: Any) -> Any:
        """Ask the grader something before answering it."""
        self._parent.answer(wire.encode_call(self._number, name, arguments))
        answer = self.next()
        if answer is None:
            raise SystemExit
        return answer[1]


def _import_what_is_needed() -> None:
    """Import the puzzles with all that students use, now, while every file can be read."""
    from aima_search.base.registry import load_plugins

    load_plugins()
    for module in ("checks.heuristic", "runs.search", "search"):
        import_module(f"aima_search.{module}")


# Questions to a submission, by the names of commands, and its answers.


class Student:
    """Runs what is in the folder of a submission; ``call`` asks the grader something."""

    def __init__(self, folder: str, call: Callable[..., Any]) -> None:
        self._folder = folder
        self._call = call
        self._guard, self._imports = Guard(folder), ImportGuard(folder)
        self._commands: dict[str, Callable[..., Any]] = {"load": self._load}
        self._side: Any = None
        sys.path.append(folder)  # last: a student's module never takes the place of another module

    def answer(self, command: str, arguments: Sequence[Any]) -> Any:
        """Do a command and return what came of it, a Fault if it failed."""
        answer = self._done(command, arguments)
        if self._imports.found:
            return Fault(IMPORT, self._imports.found)
        if not self._guard.found:
            return answer
        place = answer.place if isinstance(answer, Fault) else ""
        return Fault(WROTE, f"it tried to change {self._guard.found!r}", place)

    def _done(self, command: str, arguments: Sequence[Any]) -> Any:
        try:
            return self._commands[command](*arguments)
        except MemoryError:
            return Fault(MEMORY, "the allocation of memory failed")
        except UnknownName as error:
            is_ours = command in ("load", "answer")
            return Fault(NOT_FOUND, str(error)) if is_ours else self._raised(error)
        except PluginError as error:
            cause = error.__cause__ or error
            kind = MEMORY if isinstance(cause, MemoryError) else IMPORT
            return Fault(kind, _told(cause), self._place(cause))
        except BaseException as error:  # sys.exit() too
            return self._raised(error)

    def _load(self, kind: str, file: str, name: str, forbidden: Sequence[str]) -> list[int]:
        """Import a file of the folder, and look up the wanted name in it.

        Return how many lines of a notebook were left out, [] for another file.
        """
        found = forbidden_import(self._folder, forbidden)
        if found:
            raise PluginError(found)
        self._imports.forbid(forbidden)
        path = os.path.join(self._folder, file)
        if os.path.dirname(file):
            sys.path.append(os.path.dirname(path))
        self._side = AnswerSide(path) if kind == "answer" else self._code(kind, path, name)
        self._commands |= self._side.commands()
        return left_out_of(path)

    def _code(self, kind: str, path: str, name: str) -> Any:
        file = os.path.relpath(path, self._folder)
        try:
            given = load_function(FileReference(path, name))
        except UnknownName as error:
            raise UnknownName(f"name in {file}", name, error.known) from None
        except InputError:
            raise UnknownName("file", file, os.listdir(self._folder)) from None
        sides = {"heuristic": HeuristicSide, "problem": ProblemSide, "algorithm": AlgorithmSide}
        return sides[kind](given, self._call)

    def _raised(self, error: BaseException) -> Fault:
        at = getattr(self._side, "at", -1)
        return Fault(RAISED, _told(error), self._place(error), at)

    def _place(self, error: BaseException) -> str:
        """Return "file.py, line N" of the innermost line in a student's file, or "".

        A syntax error tells its place itself.
        """
        if isinstance(error, SyntaxError) and str(error.filename).startswith(self._folder):
            return self._at(str(error.filename), error.lineno or 0)
        found, trace = "", error.__traceback__
        while trace is not None:
            file = trace.tb_frame.f_code.co_filename
            if file.startswith(self._folder):
                found = self._at(file, trace.tb_lineno)
            trace = trace.tb_next
        return found

    def _at(self, file: str, line: int) -> str:
        return place_at(file, line, os.path.relpath(file, self._folder))


def _told(error: BaseException) -> str:
    name = type(error).__name__
    if isinstance(error, PluginError):
        return str(error)
    try:
        if isinstance(error, SyntaxError):
            return f"{name}: {error.msg}"
        return " ".join(f"{name}: {error}".split())
    except BaseException:  # a class whose text fails
        return f"{name}, which cannot say what it is about"


# Notices, in a submission's process, an attempt to change a file that is not its own.
#
# A change by Python itself is stopped here and reported with its line; a change past Python is
# stopped by the system, if the system can.


_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {  # the events of Python's own calls, and how many of their arguments are paths
    "os.remove": 1,
    "os.rmdir": 1,
    "os.mkdir": 1,
    "os.chmod": 1,
    "os.truncate": 1,
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
}
_ANYBODYS = ("/dev/null",)


class Outside(PermissionError):
    """A file that is not the submission's own was to be changed."""


class Guard:
    """Watches all files outside a folder; ``found``: the first path that code tried to change."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder)
        self.found = ""
        sys.addaudithook(self._see)

    def _see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _TO_WRITE:
                self._check(path)
        elif event in _CHANGES:
            for path in arguments[: _CHANGES[event]]:
                self._check(path)

    def _check(self, path: Any) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return
        name = os.fsdecode(path)
        if name in _ANYBODYS or f"{os.path.realpath(name)}{os.sep}".startswith(
            f"{self._folder}{os.sep}"
        ):
            return
        self.found = self.found or name
        raise Outside(f"{name!r} is to be changed: expected changes in the current folder only")


# Keeps forbidden modules from a submission: in its text, and while it runs.
#
# The text is looked at before anything is run. While the code runs, an import of a module is
# refused,
# however it was put together, and heuristics that were registered by such a module are taken
# away.
# Code that looks for the module in the memory of its process is not kept from it.


def forbidden_import(folder: str, forbidden: Sequence[str]) -> str:
    """Return the first import that is not allowed, with its place; "" if all are allowed."""
    files = sorted(one for one in Path(folder).rglob("*") if one.suffix in (".py", ENDING))
    for path in files if forbidden else ():
        tree, script = ast.Module([], []), ""
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # Python reports it
            content = script_of(path.name, path.read_bytes())
            tree = ast.parse(content)
            script = content if isinstance(content, str) else ""
        for line, module in _named(tree):
            is_own = module.partition(".")[0] == OWN_HELPER and _is_next_to(path, module)
            if not is_own and _is_among(module, forbidden):
                return f"{place_in(path.name, line, script)}: {module} is not to be used here"
    return ""


def _is_next_to(path: Path, module: str) -> bool:
    """Tell whether a module is a file of the submission next to the file that imports it."""
    there = path.with_name(f"{module.partition('.')[0]}.py")
    return there != path and there.is_file()


def _named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lines and modules of imports; a text that names a module may become an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _is_among(module: str, forbidden: Sequence[str]) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in forbidden)


_LOADER, _SITE = (user_files.__file__, "find"), f"{os.sep}site-packages{os.sep}"
_OWN_PACKAGE = __name__.partition(".")[0]
_FOR_OTHERS = tuple(get_paths()[name] + os.sep for name in ("stdlib", "platstdlib"))


class Refused(ImportError):
    """A submission's code imports a module that it may not import."""


class ImportGuard(MetaPathFinder):
    """Refuses imports by a submission's code; ``found``: the first import, with its place."""

    def __init__(self, folder: str) -> None:
        self._own = (os.path.realpath(folder) + os.sep, "<")  # where its code is: "<string>" too
        self._forbidden: Sequence[str] = ()
        self.found = ""

    def forbid(self, modules: Sequence[str]) -> None:
        """Refuse modules from now on, and take away the heuristics that they have registered."""
        if not modules:
            return
        self._forbidden = modules
        there = [name for name in sys.modules if _is_among(name, modules)]
        packages = {name.partition(".")[0] for name in forget_heuristics(there)} - {_OWN_PACKAGE}
        for name in there:
            if name.partition(".")[0] in packages:
                del sys.modules[name]
        as_usual, by_name = builtins.__import__, importlib.import_module

        def guarded(name: str, *context: Any, **more: Any) -> Any:
            importer, _, names, level = (*context, *(None,) * 4)[:4]
            names, level = more.get("fromlist", names), more.get("level", level)
            package = str((more.get("globals", importer) or {}).get("__package__"))
            wanted = f"{package}.{name}" if level else name
            self._look_at(wanted, *(f"{wanted}.{one}" for one in names or ()))
            return as_usual(name, *context, **more)

        def import_module(name: str, package: str | None = None) -> Any:
            self._look_at(name)
            return by_name(name, package)

        builtins.__import__ = guarded
        sys.meta_path.insert(0, self)
        importlib.import_module, importlib.__import__ = import_module, guarded

    def find_spec(self, name: str, *context: object) -> None:
        """Refuse a module that is to be loaded, however it was asked for; find nothing."""
        self._look_at(name)

    def _look_at(self, *modules: str) -> None:
        """Raise Refused if a module is forbidden, and a submission's code asks for it."""
        wanted = next((one for one in modules if _is_among(str(one), self._forbidden)), None)
        if wanted is None or (place := self._place()) is None:
            return
        self.found = self.found or f"{place}: {wanted} is not to be used here"
        raise Refused(f"{wanted} is not to be used here")

    def _place(self) -> str | None:
        """Return the line from which an import comes, None if it is not a submission's.

        Python's library imports for others, and so does the loader of a submission's file.
        """
        frame: FrameType | None = sys._getframe(3)
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(self._own) and not file.startswith("<frozen"):
                return place_at(file, frame.f_lineno)
            is_for_others = file.startswith((*_FOR_OTHERS, "<frozen")) and _SITE not in file
            if not is_for_others and (file, frame.f_code.co_name) != _LOADER:
                return None
            frame = frame.f_back
        return None
