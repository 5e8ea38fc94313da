"""How a kept process settles in: within reach, its pipes its own, its memory bounded."""

from __future__ import annotations

import os
import signal
import sys

_DATA_SLACK = 512 * 2**20  # bytes beyond the memory limit, where allocation itself fails


def stay_within_reach() -> None:
    """Take care that this process ends with who started it, whatever a search is doing."""
    if hasattr(os, "fork"):
        from aima_search.lab.workers.keeper import become_kept

        become_kept()
    else:
        import threading

        import psutil

        def end_with(parent: psutil.Process) -> None:
            parent.wait()
            os.kill(os.getpid(), signal.SIGTERM)

        parent = psutil.Process(os.getppid())
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def take_standard_streams() -> tuple[int, int]:
    """Return descriptors of the input and the output; what a heuristic prints goes nowhere."""
    requests, answers = os.dup(0), os.dup(1)
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        nowhere = os.open(os.devnull, mode)
        os.dup2(nowhere, stream)
        os.close(nowhere)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for good
    return requests, answers


def bound_memory(limit: int | None) -> None:
    """Let allocation fail well above the limit, where it comes faster than it can be watched."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if limit is None else limit + _DATA_SLACK
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
