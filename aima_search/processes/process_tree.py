"""Finds and kills the descendants of a process, even after their parent process has died.

A child may be in a call that cannot be interrupted, and it may have started processes in other
sessions. Therefore the parent starts only a *keeper* process. The keeper starts the child, and
waits until the child ends, or until the pipe to the parent closes because the parent has died. Then
it kills the child and all its descendants.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from glob import glob
from pathlib import Path
from typing import Any

_LISTS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()  # on most Linuxes
_ROUNDS = 1000  # repeat, because processes may start new processes while they are being killed
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # constants of prctl(2)


def descendants(process: int) -> list[int]:
    """Return the process ids of the children of a process, of their children, and so on."""
    if not _LISTS_CHILDREN:
        import psutil

        try:
            return [child.pid for child in psutil.Process(process).children(recursive=True)]
        except psutil.Error:
            return []
    found: list[int] = []
    waiting = [process]
    while waiting:
        for path in glob(f"/proc/{waiting.pop()}/task/*/children"):
            with suppress(OSError):  # the thread has just ended
                texts = Path(path).read_text("ascii").split()
                children = [child for child in map(int, texts) if child not in found]
                found += children
                waiting += children
    return found


def kill_descendants(process: int) -> bool:
    """Kill all descendants of a process; return True if there were any."""
    found = descendants(process)
    for process in found:
        with suppress(OSError):
            os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))
    return bool(found)


def end_descendants() -> None:
    """Kill all descendants of this process, and wait until they have ended."""
    for _ in range(_ROUNDS):
        if not kill_descendants(os.getpid()):
            break
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def adopt_orphans() -> None:
    """Make this process the parent of its descendants whose own parent has died (Linux)."""
    call_library("prctl", _SET_SUBREAPER, 1, 0, 0, 0)


def die_with_parent(parent: int) -> None:
    """Ask the system to kill this process when its parent ends for any reason (Linux).

    parent: the expected process id of the parent. If this process already has another parent, it
    ends at once.
    """
    if hasattr(signal, "SIGKILL"):
        call_library("prctl", _SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def how_ended(code: int | None) -> str:
    """Return in words how a process ended; ``code`` is None if the process is still running."""
    if code is None:
        return "it closed its output, but is still running"
    with suppress(ValueError):
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
    return f"exit status {code}"


def call_library(function: str, *arguments: Any) -> int:
    """Return the result of a function of the C library, or -1 on systems other than Linux."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            return int(getattr(ctypes.CDLL(None, use_errno=True), function)(*arguments))
    return -1


def start_keeper() -> None:
    """Fork this process. The child continues, and this process becomes the *keeper* of the child.

    When the child ends, or the keeper's parent ends, the keeper kills its descendants and exits.
    """
    adopt_orphans()
    wake, waken = os.pipe()
    os.set_blocking(waken, False)
    before = signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(waken, warn_on_full_buffer=False)
    keeper = os.getpid()
    worker = os.fork()
    if worker:
        _watch(worker, wake)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, before)
    os.close(wake)
    os.close(waken)
    os.setsid()
    # in a process namespace of its own, this process has id 1 and sees its keeper as process 0
    die_with_parent(0 if os.getpid() == 1 else keeper)


def _watch(worker: int, wake: int) -> None:
    """Wait until the worker or the parent process ends; then kill all descendants, and exit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # only the worker keeps the pipe for answers open
    status = _wait(worker, wake)
    with suppress(OSError):
        os.killpg(worker, signal.SIGKILL)
    end_descendants()
    if os.WIFSIGNALED(status):  # end in the same way, so that the parent gets the same status
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    raise SystemExit(os.waitstatus_to_exitcode(status))


def _wait(worker: int, wake: int) -> int:
    poll = select.poll()
    poll.register(0, 0)  # only wait until the pipe to the parent is closed; read nothing
    poll.register(wake, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == wake:
                os.read(wake, 4096)
            else:
                os.kill(worker, signal.SIGKILL)
                return os.waitpid(worker, 0)[1]
        while True:  # wait for all children that have ended, including adopted orphans
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 0
            if child == worker:
                return status
            if not child:
                break
