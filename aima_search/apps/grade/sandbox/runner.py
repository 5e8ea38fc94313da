"""The process of a submission from inside: confined first, then it runs what the student wrote.

Whatever is patched in here stays here: the grader believes nothing but plain values.
"""

from __future__ import annotations

import os
import pickle
from importlib import import_module
from typing import Any

from aima_search.apps.grade.sandbox import kernel, values
from aima_search.apps.grade.sandbox.confinement import Confinement, confine
from aima_search.apps.grade.sandbox.probes import probe
from aima_search.processes.parent import Parent


def main(**settings: Any) -> None:
    """Answer questions until the grader asks no more; settings: the fields of a Confinement."""
    confinement = Confinement(**settings)
    keeper = os.getpid()  # this process, until a fork of it goes on
    if confinement.holds:
        kernel.unshare()
    grader = Grader(Parent())
    _import_what_is_needed()
    from aima_search.apps.grade.sandbox.student import Student

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
            content = values.encode_answer(self._number, answer)
        except (TypeError, ValueError, RecursionError):
            words = f"what cannot be an answer: {values.in_words(answer)}"
            content = values.encode_answer(self._number, values.Fault(values.RAISED, words))
        self._parent.answer(content)

    def call(self, name: str, *arguments: Any) -> Any:
        """Ask the grader something before answering it."""
        self._parent.answer(values.encode_call(self._number, name, arguments))
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
