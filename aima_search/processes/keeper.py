"""The keeper of a child: a process between the child and its parent that leaves nothing behind.

The child may be inside a call that nothing interrupts. It may have started processes, in sessions
of their own too. The keeper waits for the end of the child or of the parent; the parent's end of
the pipe is closed then, however the parent was killed. The keeper then ends the child and all that
descends from it.
"""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress

from aima_search.processes.group import adopt_orphans, die_with_parent, end_descendants


def become_kept() -> None:
    """Go on in a new process with a session of its own; the old process becomes its keeper."""
    adopt_orphans()
    wake, waken = os.pipe()
    os.set_blocking(waken, False)
    before = signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(waken, warn_on_full_buffer=False)
    keeper = os.getpid()
    worker = os.fork()
    if worker:
        _keep(worker, wake)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, before)
    os.close(wake)
    os.close(waken)
    os.setsid()
    # as the first process of a namespace of its own it does not see its keeper
    die_with_parent(0 if os.getpid() == 1 else keeper)


def _keep(worker: int, wake: int) -> None:
    """Wait for the end of the worker or of the parent; never returns."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the end of the answers is the worker's to tell
    status = _wait(worker, wake)
    with suppress(OSError):
        os.killpg(worker, signal.SIGKILL)
    end_descendants()
    _end_like(status)


def _wait(worker: int, wake: int) -> int:
    """Return the status with which the worker ended; it is killed if the parent is gone."""
    poll = select.poll()
    poll.register(0, 0)  # nothing is read here: only the hang-up is waited for
    poll.register(wake, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == wake:
                os.read(wake, 4096)
            else:
                os.kill(worker, signal.SIGKILL)
                return os.waitpid(worker, 0)[1]
        while True:  # of the children, orphans that were adopted too
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 0
            if child == worker:
                return status
            if not child:
                break


def _end_like(status: int) -> None:
    """End as the worker did, so that the parent sees how the worker ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        _leave_no_core()
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    raise SystemExit(os.waitstatus_to_exitcode(status))


def _leave_no_core() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
