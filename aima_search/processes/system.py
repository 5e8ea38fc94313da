"""What is asked of the operating system for processes that work for others.

Who descends from a process, and the end of them all; messages between two processes; the memory
that they hold, and a bound on it; the time that they take.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import perf_counter
from zlib import crc32

_LISTS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()  # Linux, mostly
_ROUNDS = 1000  # of ending what is there, while processes go on to start others
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
        with suppress(OSError):  # it has just ended
            for thread in os.listdir(own):
                texts = Path(own, thread, "children").read_text("ascii").split()
                children = [child for child in map(int, texts) if child not in found]
                found += children
                waiting += children
    return found


def kill_descendants(process: int) -> bool:
    """Kill what descends from a process now; tell whether there was anything."""
    found = descendants(process)
    for one in found:
        with suppress(OSError):
            os.kill(one, getattr(signal, "SIGKILL", signal.SIGTERM))
    return bool(found)


def end_descendants() -> None:
    """Kill all that descends from this process, and wait for its end; orphans are its own."""
    for _ in range(_ROUNDS):
        if not kill_descendants(os.getpid()):
            break
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def adopt_orphans() -> None:
    """Let what descends from this process become its child when it loses its parent (Linux)."""
    _prctl(_SET_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Let the system kill this process when its parent ends, however that comes (Linux).

    parent: the number of that process, in case it has ended already.
    """
    if hasattr(signal, "SIGKILL"):
        _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def how_ended(code: int | None) -> str:
    """Return in words what an exit status, negative for a signal, says; None: still there."""
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


# Messages are framed, so that nothing else passes for a message.
#
# A frame is a mark, the length of the content and its checksum, then the content. Whatever somebody
# else writes into the pipe is found out, instead of being taken for an answer.

LONGEST = 64 * 2**20  # bytes of a message
_MARK = b"AIMA"
_HEADER = struct.Struct(">4sII")


class BadFrame(Exception):
    """Bytes came that are not a message, or a message that is too long."""


def write_frame(descriptor: int, content: bytes) -> None:
    """Send a message whole; OSError if nobody reads."""
    frame = memoryview(_HEADER.pack(_MARK, len(content), crc32(content)) + content)
    while frame:
        frame = frame[os.write(descriptor, frame) :]


def read_frame(descriptor: int, longest: int = LONGEST) -> bytes | None:
    """Return the next message, None at the end; BadFrame for anything else."""
    header = _read(descriptor, _HEADER.size)
    if not header:
        return None
    if len(header) < _HEADER.size:
        raise BadFrame(f"{header[:20]!r} and then the end")
    mark, length, checksum = _HEADER.unpack(header)
    if mark != _MARK or length > longest:
        raise BadFrame(f"{header!r}")
    content = _read(descriptor, length)
    if len(content) < length or crc32(content) != checksum:
        raise BadFrame(f"{content[:20]!r}")
    return content


def _read(descriptor: int, length: int) -> bytes:
    """Return so many bytes, fewer only at the end."""
    parts = []
    while length and (part := os.read(descriptor, min(length, 2**20))):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


# Memory that processes hold, and a bound on it.

_STATM = "/proc/self/statm"  # pages: of the program, resident, ...
_LEAST_FILE = 2**15  # bytes that an entry of a folder counts at least: to remove many takes long
_SLACK = 512 * 2**20  # bytes beyond the memory limit, where allocation itself fails


def resident_bytes() -> int | None:
    """Return the resident size of this process, in bytes; None if it cannot be known.

    A look costs microseconds on Linux.
    """
    return _meter()()


@cache
def _meter() -> Callable[[], int | None]:
    """Return what measures this process."""
    try:
        file = os.open(_STATM, os.O_RDONLY)
        page = os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError, ValueError):  # another system than Linux
        if find_spec("psutil") is None:  # in a browser
            return lambda: None
        import psutil

        memory_info = psutil.Process().memory_info
        return lambda: int(memory_info().rss)
    return lambda: int(os.pread(file, 64, 0).split()[1]) * page


if hasattr(os, "register_at_fork"):  # a child measures itself: the open file is its parent's
    os.register_at_fork(after_in_child=_meter.cache_clear)


def memory_of(processes: list[int]) -> int:
    """Return the bytes of memory that processes hold together, what they share counted once."""
    import psutil

    total = 0
    for process in processes:
        with suppress(psutil.Error, OSError):  # it has just ended
            own = psutil.Process(process)
            if len(processes) == 1:
                return int(own.memory_info().rss)
            try:
                total += own.memory_full_info().pss
            except (AttributeError, psutil.AccessDenied):  # not on Linux; another user's
                total += own.memory_info().rss
    return total


def size_of_files(folder: str, most: int) -> int:
    """Return the bytes of the files below a folder on the disk; counting ends beyond ``most``.

    A folder that cannot be looked into, or lies too deep for a path, is beyond ``most``.
    """
    total, waiting = 0, [folder]
    while waiting and total <= most:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    total += _LEAST_FILE
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if total > most:
                        break
        except FileNotFoundError:  # it is gone by now
            pass
        except OSError:
            return most + 1
    return total


def bound_memory(limit: int | None) -> None:
    """Let allocation fail well above the limit, if memory grows faster than it can be watched."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if limit is None else limit + _SLACK
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


# A limit on the time of another process, on a machine that may be busy with others.
#
# A process that waits for a processor cannot answer. The time that it has waited is granted beyond
# its limit, but only up to a cap: whoever set the limit knows how long it takes at the very most.


def longest(seconds: float) -> float:
    """Return how many seconds a process with a limit on time lives at most, however it waits."""
    return 2 * seconds + 5


class Clock:
    """Measures the time of another process while the clock runs, and says when the time is over.

    seconds: the limit, of all the time between ``start`` and ``stop`` together. most: the cap.
    queued: gives the seconds that the process has waited for a processor since it began.
    """

    def __init__(
        self,
        seconds: float = inf,
        most: float | None = None,
        queued: Callable[[], float] = lambda: 0.0,
        now: Callable[[], float] = perf_counter,
    ) -> None:
        self.seconds = seconds
        self._most = longest(seconds) if most is None else most
        self._queued, self._now = queued, now
        self._before = 0.0
        self._started: float | None = None
        self._queued_before = 0.0 if seconds == inf else queued()

    def start(self) -> Clock:
        """Go on."""
        self._started = self._now()
        return self

    def stop(self) -> None:
        """Stand still until the next start."""
        self._before, self._started = self.passed, None

    @property
    def passed(self) -> float:
        """The seconds that the clock has run in all."""
        running = 0.0 if self._started is None else self._now() - self._started
        return self._before + running

    def is_late(self) -> bool:
        """Tell whether the time is over."""
        passed = self.passed
        if passed <= self.seconds:
            return False
        return passed > self._most or passed - self.seconds > self._queued() - self._queued_before


def seconds_in_queue(process: int) -> float:
    """Return how long the main thread of a process has waited for a processor; 0 if not known.

    Its other threads do not count: they may wait for each other.
    """
    with suppress(OSError, IndexError, ValueError):  # it has ended, or another kernel
        return int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[1]) / 1e9
    return 0.0
