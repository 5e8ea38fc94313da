"""The keeper: a process between a child and its parent that ends all descendants of the child.

The child may be inside a call that cannot be interrupted, and may have started processes in other
sessions. The keeper waits until the child ends or the parent ends. The parent's end of the pipe is
closed then, even if the parent was killed. Then the keeper ends the child and all its descendants.
"""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress

from aima_search.processes.process_tree import adopt_orphans, die_with_parent, end_descendants


def start_keeper() -> None:
    """Continue in a new process with its own session; the old process becomes its keeper."""
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
    # as the first process of a namespace of its own it does not see its keeper
    die_with_parent(0 if os.getpid() == 1 else keeper)


def _watch(worker: int, wake: int) -> None:
    """Wait for the end of the worker or of the parent; never returns."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # only the worker may close the answers
    status = _wait(worker, wake)
    with suppress(OSError):
        os.killpg(worker, signal.SIGKILL)
    end_descendants()
    _end_like(status)


def _wait(worker: int, wake: int) -> int:
    """Return the exit status of the worker. Kill the worker if the parent is gone."""
    poll = select.poll()
    poll.register(0, 0)  # wait for the hang-up only; nothing is read
    poll.register(wake, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == wake:
                os.read(wake, 4096)
            else:
                os.kill(worker, signal.SIGKILL)
                return os.waitpid(worker, 0)[1]
        while True:  # every child, adopted orphans included
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 0
            if child == worker:
                return status
            if not child:
                break


def _end_like(status: int) -> None:
    """End with the status of the worker, so that the parent sees it."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    raise SystemExit(os.waitstatus_to_exitcode(status))
