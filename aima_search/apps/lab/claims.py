"""Whether the laboratory that has claimed a run is still alive."""

from __future__ import annotations

import os
import time

LEASE = 60.0  # seconds after the last heartbeat of a lab elsewhere until its claims are void


def this_process() -> tuple[str, int, float]:
    """Return the host, the number of this process and when it started."""
    import socket

    import psutil

    return socket.gethostname(), os.getpid(), psutil.Process().create_time()


def is_alive(host: str, process: int, started: float, heartbeat: float) -> bool:
    """Tell whether a lab's claims still hold.

    On this machine the process itself is looked for: a process that was asleep is not dead. On
    another machine only the heartbeat counts.
    """
    import socket

    import psutil

    if host != socket.gethostname():
        return time.time() - heartbeat <= LEASE
    try:
        there = psutil.Process(process)
        return abs(there.create_time() - started) < 1 and there.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
