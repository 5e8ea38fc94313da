"""The connection of a child process to its parent: requests come in, and answers go out."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from aima_search.processes.frames import read_frame, write_frame
from aima_search.processes.process_tree import start_keeper


class RequestChannel:
    """Reads requests of the parent process from standard input, writes answers to standard output.

    All other output of this process is discarded. A fork of this process cannot answer.
    """

    def __init__(self) -> None:
        """Take over the standard streams, ignore Ctrl-C, and end when the parent ends."""
        _end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._requests, self._answers = _take_standard_streams()
        self._own = os.getpid()

    def greet(self, **facts: Any) -> None:
        """Tell the parent process that this process is ready, and send ``facts`` to it."""
        write_frame(self._answers, json.dumps(facts).encode())

    def forget(self) -> None:
        """Close the parent's channel in a forked process, which has a channel of its own."""
        os.close(self._requests)
        os.close(self._answers)

    def next(self) -> bytes | None:
        """Return the next request, or None if the parent has closed the channel."""
        return read_frame(self._requests)

    def answer(self, content: bytes) -> None:
        """Send the answer to the last request; in a fork of this process, kill the fork instead."""
        if os.getpid() != self._own:
            os.kill(os.getpid(), signal.SIGKILL)
        write_frame(self._answers, content)


def _end_with_parent() -> None:
    if hasattr(os, "fork"):
        start_keeper()
    else:
        import threading

        import psutil

        def end_with(parent: psutil.Process) -> None:
            parent.wait()
            os.kill(os.getpid(), signal.SIGTERM)

        parent = psutil.Process(os.getppid())
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def _take_standard_streams() -> tuple[int, int]:
    """Return copies of standard input and output; from now on, discard everything printed."""
    requests, answers = os.dup(0), os.dup(1)
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        nowhere = os.open(os.devnull, mode)
        os.dup2(nowhere, stream)
        os.close(nowhere)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # never closed
    return requests, answers
