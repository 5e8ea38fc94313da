"""The main module of a submission's process. It confines the process and runs the student's code.

The code may change everything in this process. But the grader accepts only plain values from it.
Forbidden modules are not in the memory of the process, and their files cannot be read.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import EACCES, EDQUOT, ENOSPC
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import RLock
from traceback import walk_tb
from typing import Any
from zipimport import zipimporter

from aima_search.apps.grade import confinement, protocol
from aima_search.apps.grade.adapters import ADAPTERS, AnswerFileReader, HeuristicAdapter
from aima_search.apps.grade.guards import ImportGuard, StubFinder, WriteGuard, is_among
from aima_search.apps.grade.similarity import sketch_of
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.plugins import PluginError, load_plugins
from aima_search.base.registry import LEFT_OUT
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.notebooks import ENDING, EXPLORE
from aima_search.catalog.user_files import is_assigned, load_function, notebook_notes, place_at
from aima_search.processes.memory import set_soft_limit
from aima_search.processes.messages import ParentConnection

_HEURISTIC, _ANSWER = "heuristic", "answer"  # kinds of parts
_SOLUTIONS = "aima_search.apps.grade.masters"  # never readable
_PICTURES = ("aima_search.display.text", "aima_search.display.images")  # for str(problem)
_rights: dict[str, int] = {}  # set by ``prepare``


def prepare(kind: str, forbidden: Sequence[str], wanted: Sequence[str]) -> None:
    """Import the modules that this kind of part needs, and the modules in ``wanted``.

    If a heuristic must not use searches, the puzzles import stubs instead of searches.
    """
    for limit in ("RLIMIT_CPU", "RLIMIT_DATA"):  # of the grader's process
        set_soft_limit(limit, None)
    if kind == _HEURISTIC:
        sys.meta_path.insert(0, StubFinder(forbidden))  # before Python's own finders
        LEFT_OUT.update(set(forbidden) - {"puzzles"})
        load_plugins()
        HeuristicAdapter.puzzles = import_module("aima_search.model.puzzle").PUZZLES
        for module in _PICTURES:
            import_module(module)
    else:  # the bundled heuristics import the puzzles
        LEFT_OUT.update(forbidden, ["heuristics"] if "puzzles" in forbidden else [])
    for module in () if kind == _ANSWER else wanted:
        if not is_among(module, forbidden):
            with suppress(ImportError):  # not installed, or it imports a forbidden module
                import_module(module)
    _rights.update(confinement.rights_to_read([*forbidden, _SOLUTIONS]))
    if hasattr(os, "getuid") and os.getuid() == 0:  # not on Windows
        keep_folders_reachable()


def keep_folders_reachable() -> None:
    """Open each folder of the import path if only some users may enter it, and keep it open.

    Later, this process is no longer root, but it can still import modules from open folders.
    """
    entries = {*sys.path, *(path for m in list(sys.modules.values()) for path in _paths_of(m))}
    roots = {
        entry for entry in entries if os.path.isdir(entry) and not confinement.may_enter(entry)
    }
    tops = [
        root for root in roots if not any(root.startswith(f"{other}{os.sep}") for other in roots)
    ]
    for top in tops:
        new = f"/proc/self/fd/{os.open(top, os.O_RDONLY | os.O_DIRECTORY)}"
        sys.path[:] = [_moved(entry, top, new) for entry in sys.path]
        for module in list(sys.modules.values()):
            if paths := _paths_of(module):
                with suppress(AttributeError, TypeError):
                    module.__path__ = [_moved(path, top, new) for path in paths]
    sys.path_importer_cache.clear()


def _paths_of(module: object) -> list[str]:
    paths = getattr(module, "__path__", None)
    return [path for path in paths if isinstance(path, str)] if paths is not None else []


def _moved(path: str, top: str, new: str) -> str:
    is_below = path == top or path.startswith(f"{top}{os.sep}")
    return new + path[len(top) :] if is_below else path


def main(limits: dict[str, Any], kind: str, forbidden: Sequence[str]) -> None:
    """Answer the grader's requests. ``limits`` has the fields of ``ConfinementLimits``."""
    bounds = confinement.ConfinementLimits(**limits)
    keeper = os.getpid()  # the channel forks: the child continues, this process waits
    if bounds.is_on:
        confinement.unshare(*confinement.OWN_PROCESSES_NETWORK_MEMORY)
    grader = GraderChannel()
    if not _rights:  # not forked from a prepared fork server
        prepare(kind, forbidden, ())
    protections = {}
    homes = ("HOME", "USERPROFILE", "TMPDIR")  # libraries write settings and temporary files there
    os.environ.update(dict.fromkeys(homes, bounds.folder))
    if bounds.is_on:
        confinement.confine(bounds, _rights)
        protections = confinement.probe(bounds, keeper)
    student = SubmissionRunner(bounds.folder, kind, forbidden, grader.caller)
    grader.parent.greet(protections=protections)
    while (request := grader.next()) is not None:
        grader.answer(*student.answer(*request))


class GraderChannel:
    """The connection from a submission's process to the grader."""

    def __init__(self) -> None:
        self.parent = ParentConnection()
        self._number = self._calls = 0
        self._lock = RLock()  # several threads of the code may call

    def next(self, call: int | None = None) -> tuple[str, Any] | None:
        """Return the grader's next request as (command, arguments), or None at the end.

        If ``call`` is given, return the grader's reply to this call instead of a request.
        """
        while (message := self.parent.next()) is not None:
            self._number, replied, command, arguments = pickle.loads(message)
            if replied == call:
                return command, arguments
        return None

    def answer(self, kind: str, value: Any) -> None:
        """Send the answer to the request that was read last."""
        try:
            content = protocol.encode(self._number, kind, value)
        except (TypeError, ValueError, RecursionError):
            words = f"the code returned {protocol.describe_value(value)}, which cannot be sent"
            content = protocol.encode(self._number, protocol.RAISED, words)
        with self._lock:
            self.parent.answer(content)
            self._number = 0

    def caller(self) -> Callable[..., Any]:
        """Return a function that sends requests to the grader during the current command."""
        return partial(self._call, self._number)

    def _call(self, number: int, name: str, *arguments: Any) -> Any:
        with self._lock:
            if number != self._number:  # in a thread, or in a problem that was kept
                raise RuntimeError("the code used the problem after returning its answer")
            call = self._calls = self._calls + 1
            content = protocol.encode(self._number, protocol.CALL, [name, call, *arguments])
            self.parent.answer(content)
            answer = self.next(call)
        if answer is None:
            raise SystemExit
        return answer[1]


class SubmissionRunner:
    """Runs the code of a submission. ``caller``: see ``GraderChannel``."""

    def __init__(
        self, folder: str, kind: str, forbidden: Sequence[str], caller: Callable[[], Any]
    ) -> None:
        self._folder, self._kind, self._forbidden, self._caller = folder, kind, forbidden, caller
        self._guard, self._imports = WriteGuard(folder), ImportGuard(folder, forbidden)
        self._adapter: Any = None
        sys.path_hooks[:] = [hook for hook in sys.path_hooks if hook is not zipimporter]
        sys.path.append(folder)  # at the end, so that a student's module replaces no other module
        for name in [name for name in sys.modules if is_among(name, forbidden)]:
            if kind != _HEURISTIC or name in forbidden:  # the puzzle's rules still import these
                del sys.modules[name]

    def answer(self, command: str, arguments: Sequence[Any]) -> tuple[str, Any]:
        """Execute a command of the grader. Return the answer as a pair (kind, value)."""
        place = ""
        try:
            commands: dict[str, Callable[..., Any]] = {
                "load": self._load,
                "sketch": self._sketch,
                "confirm": lambda: None,
            }
            do = commands.get(command) or getattr(self._adapter, command)
            kind, value = protocol.VALUE, do(*arguments)
        except MemoryError:
            kind, value = protocol.MEMORY_LIMIT, "the code needs more memory than allowed"
        except BaseException as error:  # sys.exit() too
            kind, value, place = self._fault(error, is_ours=command in ("load", "answer"))
        if self._imports.found:
            return protocol.IMPORT_FAILED, self._imports.found
        if self._guard.found:
            kind, value = protocol.WROTE_OUTSIDE, f"the code tried to change {self._guard.found!r}"
        return kind, f"{place}: {value}" if place else value

    def _fault(self, error: BaseException, *, is_ours: bool) -> tuple[str, str, str]:
        if isinstance(error, UnknownName) and is_ours:
            return protocol.NOT_FOUND, str(error), ""
        if not isinstance(error, PluginError):
            is_full = isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT)
            kind = protocol.MEMORY_LIMIT if is_full else protocol.RAISED
            return kind, _in_words(error), self._place_in_submission(error)
        cause = error.__cause__ or error
        kind = protocol.MEMORY_LIMIT if isinstance(cause, MemoryError) else protocol.IMPORT_FAILED
        return kind, _in_words(cause), self._place_in_submission(cause)

    def _load(self, file: str, name: str) -> list[str]:
        path = os.path.join(self._folder, file)
        sys.argv = [os.path.basename(file)]
        if os.path.dirname(file):  # the code finds the modules and data files next to it
            sys.path.append(os.path.dirname(path))
            os.chdir(os.path.dirname(path))
        if self._kind == _ANSWER:
            self._adapter = AnswerFileReader(path)
            return []
        try:
            function = load_function(FileReference(path, name))
        except UnknownName as error:
            raise UnknownName(f"name in {file}", name, error.known) from None
        except InputError:
            raise UnknownName("file", file, os.listdir(self._folder)) from None
        finally:
            if file.endswith(ENDING):  # these errors have ended their cells; other cells have run
                self._imports.found = self._guard.found = ""
        self._adapter = ADAPTERS[self._kind](function, self._caller)
        return notebook_notes(path)

    def _sketch(self) -> tuple[int, ...]:
        top = Path(self._folder)
        paths = (path for path in top.rglob("*") if path.is_file())
        return sketch_of({str(path.relative_to(top)): path.read_bytes() for path in paths})

    def _place_in_submission(self, error: BaseException) -> str:
        lines = [(frame.f_code.co_filename, at) for frame, at in walk_tb(error.__traceback__)]
        if isinstance(error, SyntaxError):
            lines.append((str(error.filename), error.lineno or 0))
        own = [(file, at) for file, at in lines if file.startswith(self._folder)]
        if not own:
            return ""
        file, at = own[-1]
        return place_at(file, at, os.path.relpath(file, self._folder))


def _in_words(error: BaseException) -> str:
    name = type(error).__name__
    if isinstance(error, PluginError):
        return str(error)
    try:
        if isinstance(error, SyntaxError):
            return f"{name}: {error.msg} (this is Python {sys.version[:4]})"
        is_call = isinstance(error, OSError) and error.errno == EACCES and error.filename is None
        uses = "sockets, asyncio, multiprocessing, shared memory or files mapped by mmap"
        reason = f": a submission must not use {uses}" if is_call else ""
        return " ".join(f"{name}: {error}{reason or _advice(error)}".split())
    except BaseException:  # str(error) runs the student's code, which may raise
        return f"{name}, whose message cannot be shown"


def _advice(error: BaseException) -> str:
    if isinstance(error, NameError) and is_assigned(str(error.name)):
        cell = f"a cell with the tag {EXPLORE}"
        return f": if {cell} assigns {error.name}, move the assignment to another cell"
    module = getattr(error, "obj", None)  # of an AttributeError
    name = error.name if isinstance(error, ImportError) else getattr(module, "__name__", "")
    name = str(name).partition(".")[0]
    file = os.path.realpath(f"{name}.py")
    is_other = name in sys.modules and getattr(sys.modules[name], "__file__", "") != file
    if not is_other or not os.path.exists(file):
        return ""
    return f": rename your file {name}.py, because Python has another module with this name"
