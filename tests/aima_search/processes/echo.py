"""A child process that does what its requests say."""

import ctypes
import os
import subprocess
import sys
import time
from contextlib import suppress

from aima_search.processes.messages import ParentConnection

prepared = []


def prepare(fact):
    prepared.append(fact)
    return {"known": fact}


def main(greeting="", ends=False, raises=False):
    parent = ParentConnection()
    if ends:
        os._exit(0)
    if raises:
        raise RuntimeError("no")
    parent.greet(said=greeting)
    while (request := parent.next()) is not None:
        what, _, more = request.decode().partition(" ")
        answer = DEEDS.get(what, lambda more: more)(more)
        parent.answer(str(answer).encode())


def _hold(more):
    held = []
    while True:
        held.append(b"x" * 10**7)
        time.sleep(0.002)


def _hold_in_a_fork(more):
    if not os.fork():
        _hold(more)
    time.sleep(600)


def _hold_without_main_thread(more):
    """Hold memory in a thread that goes on after the main thread has ended."""
    from threading import Thread

    Thread(target=_hold, args=(more,), daemon=True).start()
    exit_thread = {"x86_64": 60, "aarch64": 93}[os.uname().machine]
    ctypes.CDLL(None).syscall(exit_thread, 0)


def _hold_later(more):
    from threading import Thread

    Thread(target=_hold, args=(more,), daemon=True).start()
    return "held later"


def _start(more):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    return "started"


def _fork(more):
    os.fork()
    return "forked"


def _write_junk(more):
    for number in range(3, 20):
        with suppress(OSError):
            os.write(number, b"no message at all")
    return "junk"


def _flood(more):
    from threading import Thread

    from aima_search.processes.messages import write_frame

    def write(number):
        with suppress(OSError):
            while True:
                write_frame(number, b"x" * 900)

    for number in range(3, 20):
        Thread(target=write, args=(number,), daemon=True).start()
    return "flooded"


DEEDS = {
    "sleep": lambda more: time.sleep(600),
    "stop-reading": lambda more: time.sleep(600),
    "hold": _hold,
    "hold-in-a-fork": _hold_in_a_fork,
    "hold-later": _hold_later,
    "hold-without-main-thread": _hold_without_main_thread,
    "write-junk": _write_junk,
    "flood": _flood,
    "exit": lambda more: os._exit(int(more)),
    "kill": lambda more: os.kill(os.getpid(), 9),
    "prepared": lambda more: prepared[0],
    "start-in-a-session-of-its-own": _start,
    "fork": _fork,
}
