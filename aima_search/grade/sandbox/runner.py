"""The process of a submission from inside: confined first, then it runs what the student wrote.

Whatever is patched in here stays here: the grader believes nothing but plain values.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
from importlib import import_module
from typing import Any

from aima_search.grade.sandbox import kernel, values
from aima_search.grade.sandbox.confinement import Cell, confine
from aima_search.lab.workers.frames import read_frame, write_frame
from aima_search.lab.workers.keeper import become_kept
from aima_search.lab.workers.settling import take_standard_streams


def main(settings: str) -> None:
    """Answer questions on standard output as they come on standard input, until it ends."""
    cell = Cell(**json.loads(settings))
    unshared = kernel.unshare()
    become_kept()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's to handle
    line = Line(*take_standard_streams())
    _import_what_is_needed()
    from aima_search.grade.sandbox.student import Student

    protections = confine(cell, unshared)
    student = Student(cell.folder, line.call)
    line.greet(protections)
    while (question := line.next()) is not None:
        command, arguments = question
        line.answer(student.answer(command, arguments))


class Line:
    """The pipe to the grader, which is trusted; what it asks is numbered."""

    def __init__(self, requests: int, answers: int) -> None:
        self._requests, self._answers = requests, answers
        self._number = 0
        self._own = os.getpid()

    def greet(self, protections: dict[str, bool]) -> None:
        """Say that questions can come."""
        write_frame(self._answers, json.dumps({"protections": protections}).encode())

    def next(self) -> tuple[str, Any] | None:
        """Return the next question, None at the end."""
        request = read_frame(self._requests)
        if request is None:
            return None
        self._number, command, arguments = pickle.loads(request)
        return command, arguments

    def answer(self, answer: Any) -> None:
        """Answer the question."""
        if os.getpid() != self._own:  # the code has forked: this is nobody's process
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            content = values.encode_answer(self._number, answer)
        except (TypeError, ValueError, RecursionError):
            words = f"what cannot be an answer: {values.in_words(answer)}"
            content = values.encode_answer(self._number, values.Fault(values.RAISED, words))
        write_frame(self._answers, content)

    def call(self, name: str, *arguments: Any) -> Any:
        """Ask the grader something before answering it."""
        write_frame(self._answers, values.encode_call(self._number, name, arguments))
        answer = self.next()
        if answer is None:
            raise SystemExit
        return answer[1]


def _import_what_is_needed() -> None:
    """Import the puzzles with all that students use, now, while every file can be read."""
    from aima_search.plugins import load_plugins

    load_plugins()
    for module in ("checks.heuristic", "runs.solve", "search"):
        import_module(f"aima_search.{module}")
