"""Questions to a submission, by the names of commands, and its answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from aima_search.apps.grade.sandbox.algorithm_side import AlgorithmSide
from aima_search.apps.grade.sandbox.answer_side import AnswerSide
from aima_search.apps.grade.sandbox.guard import Guard
from aima_search.apps.grade.sandbox.heuristic_side import HeuristicSide
from aima_search.apps.grade.sandbox.imports import ImportGuard, forbidden_import
from aima_search.apps.grade.sandbox.problem_side import ProblemSide
from aima_search.apps.grade.sandbox.values import IMPORT, MEMORY, NOT_FOUND, RAISED, WROTE, Fault
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.registry import PluginError
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.user_files import left_out_of, load_function, place_at


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
