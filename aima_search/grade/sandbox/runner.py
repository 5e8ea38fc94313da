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
from aima_search.grade.sandbox.student import Student
from aima_search.lab.workers.frames import read_frame, write_frame
from aima_search.lab.workers.keeper import become_kept
from aima_search.lab.workers.settling import take_standard_streams


def main(settings: str) -> None:
    """Answer questions on standard output as they come on standard input, until it ends."""
    cell = Cell(**json.loads(settings))
    unshared = kernel.unshare()
    become_kept()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's to handle
    requests, answers = take_standard_streams()
    _import_what_is_needed()
    protections = confine(cell, unshared)
    own = os.getpid()
    student = Student(cell.folder)
    write_frame(answers, json.dumps({"protections": protections}).encode())
    while (request := read_frame(requests)) is not None:
        number, command, arguments = pickle.loads(request)  # from the grader, which is trusted
        answer = student.answer(command, arguments)
        if os.getpid() != own:  # the code has forked: this is nobody's process
            os.kill(os.getpid(), signal.SIGKILL)
        write_frame(answers, _encoded(number, answer))


def _encoded(number: int, answer: Any) -> bytes:
    try:
        return values.encode_answer(number, answer)
    except (TypeError, ValueError, RecursionError):
        words = f"what cannot be an answer: {values.in_words(answer)}"
        return values.encode_answer(number, values.Fault(values.RAISED, words))


def _import_what_is_needed() -> None:
    """Import the puzzles with all that students use, now, while every file can be read."""
    from aima_search.plugins import load_plugins

    load_plugins()
    for module in ("checks.heuristic", "runs.solve", "search"):
        import_module(f"aima_search.{module}")
