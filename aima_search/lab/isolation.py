"""A worker process seen from outside: one run at a time, with limits that it cannot escape.

The search keeps its limits by itself as long as its heuristic returns; where it does not, or
where memory grows between two looks, the process is killed and the next run gets a new one.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import IO, Any

from aima_search.lab.task import Task, ending_from_line
from aima_search.limits import format_size
from aima_search.runs import outcomes
from aima_search.runs.record import Ending

_GRACE = 1.0  # seconds beyond the time limit, and a tenth of it, until a worker is killed
_LOOK_EVERY = 0.02  # seconds between two looks at a worker's memory
_MEMORY_MARGIN = 1.1  # of the memory limit, so that the search has a chance to end by itself
_GROWTH = 64 * 2**20  # bytes kept after a run, beyond which a worker is replaced
_START_PATIENCE = 120.0  # seconds for a worker to start
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from aima_search.lab.worker import main; main()"
)


class Worker:
    """Serves runs one after the other in a process of its own; not to be shared by threads."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._meter: Any = None
        self._size_at_start = 0
        self._closed = False

    def execute(self, task: Task) -> Ending:
        """Do a run and return what came of it, whatever that is."""
        try:
            self._ensure_started()
        except OSError as error:
            return Ending(outcomes.WORKER_DIED, f"no worker could be started: {error}")
        started = perf_counter()
        ending = self._ask(task, started)
        if self._is_spent(ending):
            self._kill()
        return replace(ending, values={**ending.values, "wall_seconds": perf_counter() - started})

    def close(self) -> None:
        """End the process; a run in flight in another thread ends as one whose worker died."""
        self._closed = True
        self._kill()

    def _ensure_started(self) -> None:
        import psutil

        if self._closed:
            raise OSError("the worker is closed")
        if self._process is not None and self._process.poll() is None:
            return
        path = [os.path.abspath(entry) for entry in sys.path]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, json.dumps(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            start_new_session=os.name == "posix",
        )
        self._answers = queue.SimpleQueue()
        assert self._process.stdout is not None
        reading = (self._process.stdout, self._answers)
        threading.Thread(target=_read, args=reading, daemon=True).start()
        try:
            is_ready = self._answers.get(timeout=_START_PATIENCE) is not None
            self._meter = psutil.Process(self._process.pid).memory_info if is_ready else None
            self._size_at_start = self._meter().rss if is_ready else 0
        except (queue.Empty, psutil.Error):
            is_ready = False
        if not is_ready:
            self._kill()
            raise OSError("it ended, or said nothing, while it imported the package")

    def _ask(self, task: Task, started: float) -> Ending:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(task.as_line() + "\n")
            self._process.stdin.flush()
        except OSError:
            return self._death()
        seconds, memory = task.run.limit_seconds, task.run.limit_memory
        end = float("inf") if seconds is None else started + 1.1 * seconds + _GRACE
        while True:
            try:
                answer = self._answers.get(timeout=_LOOK_EVERY)
            except queue.Empty:
                if perf_counter() > end:
                    return self._stop(
                        outcomes.TIME_LIMIT, f"after {perf_counter() - started:.1f} s"
                    )
                size = self._size()
                if memory is not None and size > _MEMORY_MARGIN * memory:
                    return self._stop(outcomes.MEMORY_LIMIT, f"at {format_size(size)}")
                continue
            return self._death() if answer is None else ending_from_line(answer)

    def _stop(self, status: str, where: str) -> Ending:
        self._kill()
        return Ending(status, f"stopped from outside {where}: the search did not end by itself")

    def _size(self) -> int:
        import psutil

        try:
            return int(self._meter().rss)
        except psutil.Error:  # it has just ended; its answers say so next
            return 0

    def _death(self) -> Ending:
        assert self._process is not None
        code = self._process.wait()
        how = f"exit status {code}"
        if code < 0:
            with suppress(ValueError):
                how = f"signal {signal.Signals(-code).name}"
        return Ending(outcomes.WORKER_DIED, f"the process of the search ended: {how}")

    def _is_spent(self, ending: Ending) -> bool:
        """Tell whether the process might not be as good as a new one for the next run."""
        if ending.status in (*outcomes.UNEXPECTED, outcomes.MEMORY_LIMIT):
            return True
        used = ending.values.get("used_memory") or 0
        return used > _GROWTH or self._size() > self._size_at_start + _GROWTH

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        try:
            if os.name == "posix":  # what a heuristic has started ends with it
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        except OSError:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _read(pipe: IO[str], answers: queue.SimpleQueue[str | None]) -> None:
    """Pass on what a worker says, and None when it has ended."""
    with suppress(ValueError, OSError):  # closed when the worker was killed
        for line in pipe:
            answers.put(line)
    answers.put(None)
