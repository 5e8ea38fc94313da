"""The descendants of a process: find them, end them, and end with the parent."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

_LISTS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()  # Linux, mostly
_ROUNDS = 1000  # in case processes start others while they are being killed
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # of prctl(2)


def descendants(process: int) -> list[int]:
    """Return the children of a process, their children, and so on."""
    if not _LISTS_CHILDREN:
        import psutil

        try:
            return [child.pid for child in psutil.Process(process).children(recursive=True)]
        except psutil.Error:
            return []
    found: list[int] = []
    waiting = [process]
    while waiting:
        own = f"/proc/{waiting.pop()}/task"
        with suppress(OSError):  # the process has just ended
            for thread in os.listdir(own):
                texts = Path(own, thread, "children").read_text("ascii").split()
                children = [child for child in map(int, texts) if child not in found]
                found += children
                waiting += children
    return found


def kill_descendants(process: int) -> bool:
    """Kill the descendants of a process; return True if there were any."""
    found = descendants(process)
    for process in found:
        with suppress(OSError):
            os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))
    return bool(found)


def end_descendants() -> None:
    """Kill the descendants of this process, adopted orphans included, and wait for their end."""
    for _ in range(_ROUNDS):
        if not kill_descendants(os.getpid()):
            break
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def adopt_orphans() -> None:
    """Make orphaned descendants of this process its own children (Linux)."""
    _prctl(_SET_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Have the system kill this process when its parent ends for any reason (Linux).

    parent: the process id of the parent, in case it has already ended.
    """
    if hasattr(signal, "SIGKILL"):
        _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def how_ended(code: int | None) -> str:
    """Describe an exit status in words: negative for a signal, None for a running process."""
    if code is None:
        return "it closed its output"
    with suppress(ValueError):
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
    return f"exit status {code}"


def _prctl(option: int, value: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
