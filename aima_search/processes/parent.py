"""A child seen from inside: the process that started it asks, and the child answers."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from aima_search.processes.frames import read_frame, write_frame


class Parent:
    """The process that has started this process: it asks on standard input.

    It is answered on standard output. All else that is printed goes nowhere. A fork of this process
    never answers.
    """

    def __init__(self) -> None:
        """Settle in: this process ends with its parent, and leaves Ctrl-C to it."""
        _end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._requests, self._answers = _take_standard_streams()
        self._own = os.getpid()

    def greet(self, **facts: Any) -> None:
        """Say that requests can come, with facts that the parent may want to know."""
        write_frame(self._answers, json.dumps(facts).encode())

    def forget(self) -> None:
        """Be no longer the process that is asked: a fork has a parent of its own."""
        os.close(self._requests)
        os.close(self._answers)

    def next(self) -> bytes | None:
        """Return the next request, None at the end."""
        return read_frame(self._requests)

    def answer(self, content: bytes) -> None:
        """Answer the request; a fork of this process ends here."""
        if os.getpid() != self._own:
            os.kill(os.getpid(), signal.SIGKILL)
        write_frame(self._answers, content)


def _end_with_parent() -> None:
    """Take care that this process ends with the process that started it, whatever it is doing."""
    if hasattr(os, "fork"):
        from aima_search.processes.keeper import become_kept

        become_kept()
    else:
        import threading

        import psutil

        def end_with(parent: psutil.Process) -> None:
            parent.wait()
            os.kill(os.getpid(), signal.SIGTERM)

        parent = psutil.Process(os.getppid())
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def _take_standard_streams() -> tuple[int, int]:
    """Return descriptors of the input and the output; what is printed from now on goes nowhere."""
    requests, answers = os.dup(0), os.dup(1)
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        nowhere = os.open(os.devnull, mode)
        os.dup2(nowhere, stream)
        os.close(nowhere)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for good
    return requests, answers
