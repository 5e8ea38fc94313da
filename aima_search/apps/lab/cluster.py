"""Runs on a Dask cluster (extra ``distributed``): each is still a search in a process of its own.

A thread of a Dask worker watches one such process. If a Dask worker is lost, another worker does
its runs again; only a run that keeps losing workers is given up.
"""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from typing import Any

from aima_search.apps.lab.pools import Done
from aima_search.apps.lab.task import Task
from aima_search.apps.lab.workers.worker import Worker
from aima_search.base.errors import SearchError
from aima_search.base.extras import require
from aima_search.runs.record import Ending

_CONNECT_TIMEOUT = 20  # seconds
_CLOSE_TIMEOUT = 5
_LOGGERS = ("distributed", "distributed.client")
_of_thread = threading.local()


class ClusterPool:
    """The workers of a Dask cluster; files that heuristics are in travel with the runs."""

    def __init__(self, scheduler: str, jobs: int) -> None:
        """Connect to ``scheduler``, or start one with ``jobs`` workers if it is "local"."""
        distributed = require("distributed", "distributed")
        self._cluster: Any = None
        if scheduler == "local":
            self._cluster = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            )
        own = None if self._cluster is None else self._cluster.scheduler_address
        self._address = address = own or scheduler
        self._levels = {name: logging.getLogger(name).level for name in _LOGGERS}
        for name in _LOGGERS:  # faults are reported here, in a line
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client: Any = distributed.Client(address, timeout=_CONNECT_TIMEOUT)
        except (OSError, ValueError) as error:
            raise SearchError(f"Dask scheduler {scheduler!r}: {error}") from error

    @property
    def capacity(self) -> int:
        """The number of threads of all present workers, at least one."""
        return max(self._threads(), 1)

    @property
    def trouble(self) -> str:
        """What to do if the cluster has no workers, "" if it has workers."""
        if self._threads():
            return ""
        return f"the cluster has no workers: start some (dask worker {self._address}), or wait"

    def _threads(self) -> int:
        try:
            return int(sum(self._client.nthreads().values()))
        except (OSError, RuntimeError, TimeoutError) as error:
            raise SearchError(
                f"the Dask scheduler {self._address} is gone ({type(error).__name__}): start it"
                " again, and the same command goes on"
            ) from None

    def submit(self, task: Task, done: Done) -> None:
        """Do a run on any worker, and on another worker if the first is lost."""
        try:
            future = self._client.submit(execute, task, pure=False)
        except (OSError, RuntimeError) as error:
            done(task, SearchError(f"the cluster takes no runs: {error}"))
            return
        future.add_done_callback(lambda finished: _tell(finished, task, done))

    def close(self) -> None:
        """Forget what is running and leave the cluster; end a cluster that was started here."""
        with suppress(OSError, RuntimeError, TimeoutError):
            self._client.close(timeout=_CLOSE_TIMEOUT)
        if self._cluster is not None:
            self._cluster.close()
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)


def execute(task: Task) -> Ending | None:
    """Do a run in a process that belongs to this thread of a Dask worker; None: it was ended."""
    if not hasattr(_of_thread, "worker"):
        _of_thread.worker = Worker()
    worker: Worker = _of_thread.worker
    return worker.execute(task)


def _tell(future: Any, task: Task, done: Done) -> None:
    from distributed.scheduler import KilledWorker

    if future.status == "finished":
        done(task, future.result())
        return
    error = future.exception() if future.status == "error" else None
    if error is None or isinstance(error, KilledWorker):
        done(task, None)
    else:
        hint = ""
        if isinstance(error, ModuleNotFoundError):
            hint = " (its workers need the same packages as this lab: install them there)"
        text = f"{type(error).__name__}: {error}"
        done(task, SearchError(f"the cluster cannot do runs: {text}{hint}"))
