"""Submissions that use memory and disk: how far and how long do they exceed the limit?"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from aima_search.apps import grade
from aima_search.processes.memory import size_of_files
from tests.attacks.grade import course
from tests.attacks.outcome import Attack

_LIMIT = 256  # MiB
_BEYOND = 1.1 * _LIMIT * 2**20
_LONGEST = 0.2  # seconds during which a submission may exceed this
_EVERY = 0.003  # seconds between two measurements
_TAKES = {
    "one process, at once": "kept = b'x' * 2**30",
    "one process, slowly": "kept = [bytearray(2**20) + wait(0.01) for n in range(600)]",
    "forks, at once": "forks(6, lambda: bytearray(b'x') * (200 * 2**20))",
    "forks, slowly": "forks(4, lambda: [b'x' * 2**20 + wait(0.01) for n in range(200)])",
    "forks of forks": "forks(2, lambda: forks(2, lambda: b'x' * (200 * 2**20)))",
    "threads": "threads(5, lambda: b'x' * (100 * 2**20))",
    "files": "[open(f'{n}', 'wb').write(b'x' * 15 * 2**20) for n in range(90)]",
    "files of forks": "forks(6, lambda: [open(f'{os.getpid()}{n}', 'wb').write(b'x' * 15 * 2**20)"
    " for n in range(50)])",
    "small files": "[open(f'{n}', 'w').close() for n in range(10**5)]",
    "removed files": "[removed(n) for n in range(50)]",
    "files without a name": "[write(os.open('.', os.O_RDWR | os.O_TMPFILE)) for n in range(50)]",
    "memory files": "[write(os.memfd_create('x')) for n in range(50)]",
    "shared memory": "mmap.mmap(-1, 2**30).write(b'x' * 2**29)",
    "pipes": "forks(7, lambda: [fill(*os.pipe()) for n in range(25)])",
}
_HELP = """
import mmap, os, threading, time
kept = []
def wait(seconds): time.sleep(seconds); return b''
def forks(count, do):
    for n in range(count):
        if not os.fork(): kept.append(do()); time.sleep(100)
def threads(count, do):
    for n in range(count): threading.Thread(target=lambda: kept.append(do()), daemon=True).start()
def write(file): kept.append(os.fdopen(file, 'wb')); os.write(file, b'x' * 15 * 2**20)
def removed(n):
    file = os.open(f'{n}', os.O_RDWR | os.O_CREAT); os.remove(f'{n}'); write(file)
def fill(out, into):
    os.set_blocking(into, False)
    while True:
        try: os.write(into, b'x' * 2**16)
        except OSError: return kept.append((out, into))
def own(node):
    kept.append(TAKE)
    time.sleep(100)
"""


def attack_memory(folder: Path) -> Attack:
    """Grade each submission, and measure from outside the memory and files that it uses."""
    attack = Attack(f"memory and disk beyond {_BEYOND / 2**20:.0f} MiB for {_LONGEST} s at most")
    asked = grade.parse_assignment(course("heuristic", seconds=3, memory=_LIMIT), folder)
    file = folder / "own.py"
    for name, take in _TAKES.items():
        file.write_text(_HELP.replace("TAKE", take), "utf-8")
        attack.tried += 1
        with _sizes(folder) as sizes:
            [score] = grade.run(asked, [file])
        beyond = [when for when, size in sizes if size > _BEYOND]
        passed = beyond[-1] - beyond[0] if beyond else 0.0
        if passed > _LONGEST or score.points:
            attack.broken.append(f"{name}: beyond it for {passed:.2f} s, {score.outcome}")
    return attack


@contextmanager
def _sizes(folder: Path) -> Iterator[list[tuple[float, int]]]:
    """Yield a list that records the bytes used by this process's descendants and in a folder."""
    found: list[tuple[float, int]] = []
    ended = threading.Event()
    before, tempfile.tempdir = tempfile.tempdir, str(folder / "temporary")
    os.makedirs(tempfile.tempdir, exist_ok=True)
    for path in (folder, tempfile.tempdir):
        os.chmod(path, 0o777)

    def look() -> None:
        while not ended.is_set():
            held = sum(map(_held, psutil.Process().children(recursive=True)))
            found.append((time.perf_counter(), held + size_of_files(str(tempfile.tempdir), 2**40)))
            time.sleep(_EVERY)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield found
    finally:
        ended.set()
        thread.join()
        tempfile.tempdir = before


def _held(process: psutil.Process) -> int:
    """Return the bytes of a process: its share of memory, and open files without a name."""
    here, size = Path("/proc", str(process.pid)), 0
    with suppress(OSError, psutil.Error, ValueError, IndexError):
        size += process.memory_full_info().pss
        for descriptor in os.scandir(here / "fd"):
            with suppress(OSError):
                status = os.stat(descriptor.path)
                size += status.st_blocks * 512 if status.st_nlink == 0 else 0
    return size
