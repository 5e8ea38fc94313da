"""Pools of workers, which execute tasks in parallel on this machine or on a Dask cluster."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from aima_search.base.errors import SearchError
from aima_search.base.extras import require

TaskT = TypeVar("TaskT")
AnswerT = TypeVar("AnswerT")
_Done: TypeAlias = Callable[[TaskT, AnswerT | SearchError | None], None]
_T = TypeVar("_T", contravariant=True)
_A = TypeVar("_A", covariant=True)


class Worker(Protocol[_T, _A]):
    """Executes one task at a time, for example in a child process."""

    def execute(self, task: _T, /) -> _A | None:
        """Return the answer to a task, or None if the worker has stopped."""

    def close(self) -> None:
        """Stop at once. The result of a running task is lost."""


class LocalPool(Generic[TaskT, AnswerT]):
    """A pool of ``capacity`` workers on this machine. Each worker has its own thread."""

    trouble = ""  # local workers are always available

    def __init__(
        self,
        jobs: int,
        make: Callable[[], Worker[TaskT, AnswerT]],
        failed: Callable[[TaskT, Exception], AnswerT],
    ) -> None:
        """Create the workers. If a task fails, its answer is ``failed(task, error)``."""
        self.capacity, self._make, self._failed = jobs, make, failed
        self._workers = [make() for _ in range(jobs)]
        self._free: queue.SimpleQueue[Worker[TaskT, AnswerT]] = queue.SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="pool")

    def submit(self, task: TaskT, done: _Done[TaskT, AnswerT]) -> None:
        """Execute a task as soon as a worker is free, then call ``done``."""
        self._threads.submit(self._execute, task, done)

    def _execute(self, task: TaskT, done: _Done[TaskT, AnswerT]) -> None:
        worker = self._free.get()
        answer: AnswerT | SearchError | None
        try:
            answer = worker.execute(task)
        except Exception as error:  # the worker failed, but the task needs an answer
            worker.close()
            worker = self._make()
            self._workers.append(worker)
            answer = self._failed(task, error)
        self._free.put(worker)
        done(task, answer)

    def close(self) -> None:
        """Stop at once; running tasks are lost."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()
        self._threads.shutdown()


_CONNECT_TIMEOUT = 20  # seconds to wait for the scheduler
_CLOSE_TIMEOUT = 5  # seconds
_LOGGERS = ("distributed", "distributed.client")


class ClusterPool(Generic[TaskT, AnswerT]):
    """The workers of a Dask cluster, which call ``execute(task)``.

    The pool needs the extra ``distributed``. If a worker is lost, another worker repeats its tasks.
    If several workers are lost while they execute the same task, the task fails.
    """

    def __init__(
        self, scheduler: str, jobs: int, execute: Callable[[TaskT], AnswerT | None]
    ) -> None:
        """Connect to a scheduler; the name "local" means a new scheduler with ``jobs`` workers."""
        distributed = require("distributed", "distributed")
        self._execute = execute
        self._address, self._cluster = scheduler, None
        if scheduler == "local":
            self._cluster = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            )
            self._address = self._cluster.scheduler_address
        self._levels = {name: logging.getLogger(name).level for name in _LOGGERS}
        for name in _LOGGERS:  # no log messages, because errors raise exceptions
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client: Any = distributed.Client(self._address, timeout=_CONNECT_TIMEOUT)
        except (OSError, ValueError) as error:
            raise SearchError(f"Dask scheduler {scheduler!r}: {error}") from error

    @property
    def capacity(self) -> int:
        """The number of threads of all workers, or 1 if there are no workers."""
        return max(self._threads(), 1)

    @property
    def trouble(self) -> str:
        """A message for the user if the cluster has no workers, otherwise ""."""
        if self._threads():
            return ""
        return f"the cluster has no workers: start workers (dask worker {self._address}), or wait"

    def _threads(self) -> int:
        try:
            return int(sum(self._client.nthreads().values()))
        except (OSError, RuntimeError, TimeoutError) as error:
            raise SearchError(
                f"lost the connection to the Dask scheduler {self._address}"
                f" ({type(error).__name__}): start the scheduler again, then repeat the command to"
                " continue"
            ) from None

    def submit(self, task: TaskT, done: _Done[TaskT, AnswerT]) -> None:
        """Execute a task on a worker; if the worker is lost, repeat the task on another worker."""
        try:
            future = self._client.submit(self._execute, task, pure=False)
        except (OSError, RuntimeError) as error:
            done(task, SearchError(f"the cluster does not accept tasks: {error}"))
            return
        future.add_done_callback(lambda finished: _report(finished, task, done))

    def close(self) -> None:
        """Cancel the running tasks. If this pool started the cluster, end the cluster."""
        with suppress(OSError, RuntimeError, TimeoutError):
            self._client.close(timeout=_CLOSE_TIMEOUT)
        if self._cluster is not None:
            self._cluster.close()
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)


Pool: TypeAlias = LocalPool[TaskT, AnswerT] | ClusterPool[TaskT, AnswerT]
"""Executes tasks, and calls ``done(task, answer)`` for each task, from any thread.

The answer is None if the task was lost, and a SearchError if the pool cannot execute any task.
``capacity``: the number of tasks that can run at the same time. ``trouble``: the reason why the
pool cannot work now, or "".
"""


def _report(future: Any, task: TaskT, done: Callable[[TaskT, Any], None]) -> None:
    from distributed.scheduler import KilledWorker

    if future.status == "finished":
        done(task, future.result())
        return
    error = future.exception() if future.status == "error" else None
    if error is None or isinstance(error, KilledWorker):
        done(task, None)
        return
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, ModuleNotFoundError):
        text += " (install the same packages on the workers as on this machine)"
    done(task, SearchError(f"the cluster cannot execute tasks: {text}"))
