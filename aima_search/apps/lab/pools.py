"""Pools, which do the runs: a *pool* takes runs and gives futures of their results.

Two kinds: processes of this machine, here, and a Dask cluster, in ``cluster``.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeAlias

from aima_search.apps.lab.task import Task
from aima_search.apps.lab.workers.worker import Worker
from aima_search.base.errors import SearchError
from aima_search.runs.batch import describe
from aima_search.runs.outcomes import WORKER_DIED
from aima_search.runs.record import Ending

Answer: TypeAlias = Ending | SearchError | None
"""The ending of a run; an error if the pool can do no run at all; None if the run was lost."""
Done: TypeAlias = Callable[[Task, Answer], None]
"""Called with the answer to a task, from any thread."""


class Pool(Protocol):
    """Does runs; ``capacity`` is how many at the same time."""

    @property
    def capacity(self) -> int:
        """How many runs are done at the same time, now."""

    @property
    def trouble(self) -> str:
        """Why the pool can do nothing now, "" if it can."""

    def submit(self, task: Task, done: Done) -> None:
        """Do a run at some time, and then call ``done``."""

    def close(self) -> None:
        """Stop at once, whatever is running."""


class LocalPool:
    """Worker processes of this machine, each watched by a thread."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers = [Worker() for _ in range(jobs)]
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="lab")

    @property
    def capacity(self) -> int:
        """The number of workers."""
        return self._jobs

    @property
    def trouble(self) -> str:
        """Nothing: there are workers whenever they are wanted."""
        return ""

    def submit(self, task: Task, done: Done) -> None:
        """Do a run as soon as a worker is free."""
        self._threads.submit(self._execute, task, done)

    def _execute(self, task: Task, done: Done) -> None:
        worker = self._free.get()
        answer: Answer
        try:
            answer = worker.execute(task)
        except Exception as error:  # of the laboratory itself: without an answer no run would end
            worker.close()
            worker = Worker()
            self._workers.append(worker)
            answer = Ending(WORKER_DIED, f"the laboratory failed: {describe(error)}")
        self._free.put(worker)
        done(task, answer)

    def close(self) -> None:
        """Kill the workers."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()
        self._threads.shutdown()
