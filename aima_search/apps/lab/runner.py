"""Runs an experiment: does every missing run and stores its outcome."""

from __future__ import annotations

import json
import os
import queue
import threading
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from aima_search.apps.lab.grid import Grid, read_grid
from aima_search.apps.lab.store import Store
from aima_search.apps.lab.worker import RunTask, RunWorker, task_of
from aima_search.base.errors import SearchError, UnknownName
from aima_search.base.extras import PROCESSES, need, versions
from aima_search.base.limits import check_jobs
from aima_search.catalog.user_files import end_registering
from aima_search.processes.pools import ClusterPool, LocalPool, Pool
from aima_search.runs.attempt import describe
from aima_search.runs.outcomes import OUTCOMES, WORKER_DIED
from aima_search.runs.record import RunOutcome, RunSpec

_HEARTBEAT = 5.0  # seconds between two heartbeats
_COUNT_PAUSE = 20  # after a count of all outcomes, wait this multiple of the count's time
_AHEAD = 4  # runs claimed per worker
_MAX_LOSSES = 3  # a run that is lost this often with its machine is not repeated

Answer: TypeAlias = RunOutcome | SearchError | None
"""The outcome of a run, an error that stops the lab, or None if the run was lost."""
OnProgress = Callable[["ExperimentProgress"], object]


@dataclass
class ExperimentProgress:
    """The progress of an experiment.

    ``total`` is the number of runs, and ``stored_before`` is the number of runs that had an outcome
    at the start. ``outcomes`` has the number of runs with each outcome. ``waiting`` is the reason
    why no run can be done now, or "".
    """

    total: int
    stored_before: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    last: tuple[RunSpec, RunOutcome] | None = None
    waiting: str = ""

    @property
    def finished(self) -> int:
        """The number of runs that have an outcome."""
        return sum(self.outcomes.values())


def run_grid(
    grid: Grid | str | Path,
    store: str | Path,
    jobs: int | None = None,
    scheduler: str | None = None,
    on_progress: OnProgress = lambda progress: None,
    *,
    retry: Collection[str] = (),
) -> ExperimentProgress:
    """Do the missing runs of an experiment and return the outcomes of all runs.

    If you press Ctrl-C, the finished runs stay in the file.

    Parameters
    ----------
    grid
        The experiment (a ``Grid``), or its TOML file.
    store
        The file of the results.
    jobs
        The number of worker processes; by default, one for each processor.
    scheduler
        The address of a Dask scheduler, such as "tcp://host:port", or "local" for a Dask cluster on
        this machine.
    on_progress
        A function that is called after each run, and every few seconds.
    retry
        Stored runs are repeated if they have one of these outcomes, such as "worker-died".
    """
    end_registering()
    need("the lab", "psutil", PROCESSES)
    for outcome in retry:
        if outcome not in OUTCOMES:
            raise UnknownName("outcome", outcome, OUTCOMES)
    grid = grid if isinstance(grid, Grid) else read_grid(grid)
    jobs = check_jobs(jobs or os.cpu_count() or 1)
    with closing(_pool(jobs, scheduler)) as pool, Store(store) as opened:
        return _GridRunner(opened, pool, grid, on_progress, retry).work()


def _pool(jobs: int, scheduler: str | None) -> Pool[RunTask, RunOutcome]:
    if scheduler is None:

        def failed(task: RunTask, error: Exception) -> RunOutcome:
            return RunOutcome(WORKER_DIED, f"error in the lab itself: {describe(error)}")

        return LocalPool(jobs, RunWorker, failed)
    return ClusterPool(scheduler, jobs, execute)


_of_thread = threading.local()


def execute(task: RunTask) -> RunOutcome | None:
    """Do a run in this thread's worker process. Return None if a signal from outside ends it."""
    if not hasattr(_of_thread, "worker"):
        _of_thread.worker = RunWorker()
    worker: RunWorker = _of_thread.worker
    return worker.execute(task)


class _GridRunner:
    def __init__(
        self,
        store: Store,
        pool: Pool[RunTask, RunOutcome],
        grid: Grid,
        report: OnProgress,
        retry: Collection[str],
    ) -> None:
        self._store, self._pool, self._report = store, pool, report
        self._plan, self._grid = grid, store.add_grid(grid)
        store.forget(self._grid, retry)
        store.sign_in(json.dumps(versions()))
        self._results: queue.SimpleQueue[tuple[RunTask, Answer]] = queue.SimpleQueue()
        self._in_flight: set[str] = set()
        self._losses: Counter[str] = Counter()
        self._next_beat = self._next_count = 0.0
        self._progress = ExperimentProgress(grid.runs)

    def work(self) -> ExperimentProgress:
        """Do missing runs until all runs are finished. Other processes may do some of the runs."""
        self._beat()
        self._progress.stored_before = self._progress.finished
        while True:
            self._hand_out()
            if not self._in_flight and self._progress.finished == self._progress.total:
                return self._progress
            self._take_outcome()
            if perf_counter() > self._next_beat:
                self._beat()

    def _hand_out(self) -> None:
        capacity = self._pool.capacity
        wanted = _AHEAD * capacity - len(self._in_flight)
        is_left = self._progress.finished + len(self._in_flight) < self._progress.total
        if 2 * wanted >= _AHEAD * capacity and is_left:  # claim several runs per transaction
            for run in self._store.claim(self._grid, wanted):
                if run.key not in self._in_flight:  # after a pause, a lab may claim a run twice
                    self._in_flight.add(run.key)
                    self._pool.submit(task_of(run, self._plan), self._done)

    def _done(self, task: RunTask, answer: Answer) -> None:
        self._results.put((task, answer))

    def _take_outcome(self) -> None:
        try:
            task, answer = self._results.get(timeout=1.0 if self._in_flight else 0.2)
        except queue.Empty:
            if not self._in_flight:  # other labs have claimed all the missing runs
                self._beat()
            return
        if isinstance(answer, SearchError):
            raise answer
        run = task.run
        if answer is None:
            self._losses[run.key] += 1
            if self._losses[run.key] < _MAX_LOSSES:
                self._pool.submit(task, self._done)
                return
            answer = RunOutcome(WORKER_DIED, f"lost {_MAX_LOSSES} times with its machine")
        self._in_flight.remove(run.key)
        if self._store.finish(run.key, answer):
            self._progress.outcomes[answer.status] += 1
            self._progress.last = (run, answer)
            self._report(self._progress)

    def _beat(self) -> None:
        self._next_beat = perf_counter() + _HEARTBEAT
        self._store.beat()
        self._store.release_dead_claims()
        started = perf_counter()
        if started > self._next_count:
            counts = self._store.counts(self._grid)
            self._progress.outcomes = Counter({name: n for name, n in counts.items() if name})
            self._next_count = perf_counter() + _COUNT_PAUSE * (perf_counter() - started)
        self._progress.waiting = self._pool.trouble if self._in_flight else ""
        self._report(self._progress)
