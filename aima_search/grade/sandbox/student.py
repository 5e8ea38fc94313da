"""What a submission is asked for, by the names of commands, and what became of asking it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from aima_search.catalog.references import FileReference
from aima_search.catalog.user_files import load_function
from aima_search.errors import InputError, UnknownName
from aima_search.grade.sandbox.values import (
    IMPORT,
    MEMORY,
    NOT_FOUND,
    RAISED,
    Fault,
    in_words,
    plain_number,
)
from aima_search.heuristic import as_factory
from aima_search.plugins import PluginError
from aima_search.problem import Heuristic, Node
from aima_search.puzzle import PUZZLES


class StateNode(Node):
    """A state to be estimated, without the path that led to it: a graded h is one of states."""

    __slots__ = ()

    def __init__(self, state: Any) -> None:
        self.state = state

    @property
    def parent(self) -> None:  # type: ignore[override]
        """None, as at the start of a search."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"node.{name}: a graded heuristic is a function of node.state, and nothing else of"
            " the node is there"
        )

    @property
    def action(self) -> Any:  # type: ignore[override]
        """Raise: it is not there."""
        return self.__getattr__("action")

    @property
    def depth(self) -> Any:  # type: ignore[override]
        """Raise: it is not there."""
        return self.__getattr__("depth")

    @property
    def path_cost(self) -> Any:  # type: ignore[override]
        """Raise: it is not there."""
        return self.__getattr__("path_cost")


class Student:
    """Runs what is in the folder of a submission; each command is a method."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._reference = FileReference("", "")
        self._h: Heuristic = lambda node: 0
        self._at = -1
        sys.path.append(folder)  # last: a module of the student's never stands in for another
        self._commands: dict[str, Callable[..., Any]] = {
            "load": self.load,
            "board": self.board,
            "estimate": self.estimate,
        }

    def answer(self, command: str, arguments: Sequence[Any]) -> Any:
        """Do a command and return what came of it, a Fault where it failed."""
        self._at = -1
        try:
            return self._commands[command](*arguments)
        except MemoryError:
            return Fault(MEMORY, "the allocation of memory failed")
        except UnknownName as error:
            return Fault(NOT_FOUND, str(error)) if command == "load" else self._raised(error)
        except PluginError as error:
            cause = error.__cause__ or error
            kind = MEMORY if isinstance(cause, MemoryError) else IMPORT
            return Fault(kind, _told(cause), self._place(cause))
        except BaseException as error:  # noqa: BLE001, RUF100  # sys.exit() too
            return self._raised(error)

    def load(self, file: str, name: str) -> None:
        """Import a file of the folder and look a name up in it."""
        path = os.path.join(self._folder, file)
        self._reference = FileReference(path, name)
        try:
            load_function(self._reference)
        except UnknownName as error:
            raise UnknownName(f"name in {file}", name, error.known) from None
        except InputError:
            raise UnknownName("file", file, os.listdir(self._folder)) from None

    def board(self, puzzle: str, instance: str, options: dict[str, str]) -> None:
        """Build the heuristic for a board."""
        chosen = PUZZLES.get(puzzle)
        problem = chosen.parse(instance, **chosen.read_options(options))
        self._h = as_factory(load_function(self._reference))(problem)
        if not callable(self._h):
            given = in_words(self._h)
            raise TypeError(f"{self._reference.function} gave {given}: expected h(node)")

    def estimate(self, states: Sequence[Any]) -> list[Any]:
        """Return the estimates of states, in their order."""
        h, found = self._h, []
        for at, state in enumerate(states):
            self._at = at
            found.append(plain_number(h(StateNode(state))))
        return found

    def _raised(self, error: BaseException) -> Fault:
        return Fault(RAISED, _told(error), self._place(error), self._at)

    def _place(self, error: BaseException) -> str:
        """Return "file.py, line N" of the innermost line of the student's, "" where there is none.

        A syntax error tells its place itself.
        """
        if isinstance(error, SyntaxError) and str(error.filename).startswith(self._folder):
            return f"{os.path.basename(str(error.filename))}, line {error.lineno}"
        found, trace = "", error.__traceback__
        while trace is not None:
            file = trace.tb_frame.f_code.co_filename
            if file.startswith(self._folder):
                found = f"{os.path.relpath(file, self._folder)}, line {trace.tb_lineno}"
            trace = trace.tb_next
        return found


def _told(error: BaseException) -> str:
    name = type(error).__name__
    try:
        if isinstance(error, SyntaxError):
            return f"{name}: {error.msg}"
        return " ".join(f"{name}: {error}".split())
    except BaseException:  # noqa: BLE001, RUF100  # a class whose text fails
        return f"{name}, which cannot say what it is about"
