"""Observers of a search: a monitor of the limits, and recorders of values and solutions."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Any

from aima_search.algorithms.steps import Step, StepGenerator
from aima_search.base.errors import InputError, NotApplicable
from aima_search.base.extras import need
from aima_search.base.limits import LIMITS, LimitReached, Limits, check_limits, format_size
from aima_search.catalog.heuristics import TableProgress, TableProgressScope
from aima_search.model.contract import Action, Answer, State
from aima_search.model.problem import Node
from aima_search.processes.memory import resident_bytes
from aima_search.runs.outcomes import MEMORY_LIMIT, TIME_LIMIT

_COUNTED = ("expanded", "generated", "reopened", "refined")
_NO_LIMITS = Limits()
_MEMORY_INTERVAL = 0.02  # seconds between two checks of the memory
_THINNING = 16  # the next point is recorded after 1/16 more iterations than so far


class LimitMonitor:
    """Counts the steps of a search and checks its limits. The constructor starts the clock."""

    def __init__(self, limits: Limits | None = None, *, keep_f: bool = False) -> None:
        if limits is None:
            limits = _NO_LIMITS
        elif not isinstance(limits, Limits):
            raise InputError(
                f"limits {limits!r}: expected Limits(seconds=..., nodes=..., memory=...)"
            )
        self.limits = limits
        self._counted = [
            (limit.counts, most, limit.status)
            for name, limit in (() if limits is _NO_LIMITS else LIMITS.items())
            if limit.counts and (most := getattr(limits, name)) is not None
        ]
        self.step: Step | None = None
        self.max_frontier = 0
        self.f_counts: dict[Any, int] = {}  # numbers of steps by f value, if ``keep_f`` is set
        self._keep_f = keep_f
        self.memory_at_start = self.peak_memory = resident_bytes()
        if self.memory_at_start is None and self.limits.bytes is not None:
            need("a memory limit", "psutil")
        self.prepared: float | None = None  # seconds; None if there is no heuristic
        self._seconds = 0.0
        self._start = perf_counter()
        seconds = self.limits.seconds
        self.end = inf if seconds is None else self._start + seconds
        self._next_check = min(self._start + _MEMORY_INTERVAL, self.end)

    def prepare(self, make: Callable[[], Answer]) -> Answer:
        """Return ``make()``, and count its time as time for preparing the heuristic."""
        start = perf_counter()
        try:
            with TableProgressScope(self._refuse_large_table):
                return make()
        finally:
            self.prepared = (self.prepared or 0) + perf_counter() - start

    def _refuse_large_table(self, preparation: TableProgress) -> None:
        most, size = self.limits.bytes, resident_bytes()
        is_small = preparation.done or not preparation.needs  # or already begun
        if is_small or most is None or size is None or size + preparation.needs <= most:
            return
        raise NotApplicable(
            f"building {preparation.what} of {preparation.entries:,} entries takes"
            f" {format_size(preparation.needs)} of memory, but the limit leaves only"
            f" {format_size(max(most - size, 0))}: raise the limit, or use smaller patterns"
        )

    def stop(self) -> None:
        """Stop the clock that measures the time of the search."""
        self._seconds = perf_counter() - self._start - (self.prepared or 0)

    def counts(self) -> dict[str, Any]:
        """Return the counts of the search so far, by their names in SearchResult."""
        step, peak, before = self.step, self.peak_memory, self.memory_at_start
        return {
            **{name: getattr(step, name, 0) for name in _COUNTED},
            "max_frontier": max(self.max_frontier, getattr(step, "max_frontier", 0)),
            "seconds": self._seconds,
            "prepared": self.prepared,
            "peak_memory": peak,
            "used_memory": None if peak is None or before is None else peak - before,
        }

    def watch(
        self, steps: StepGenerator[State, Action, Answer], note: Callable[[Step], object] | None
    ) -> StepGenerator[State, Action, Answer]:
        """Pass each step of a search to ``note``, check the limits, and then yield the step.

        Raise LimitReached if this search, or a search that called this search, has reached a limit.
        """
        max_frontier, counted = self.max_frontier, self._counted
        clock, due, keep_f = perf_counter, self._next_check, self._keep_f
        if self.limits.memory is not None:
            self._check_memory()
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                if self.step is not None:  # the last expansion may have enlarged the frontier
                    self.max_frontier = max(self.max_frontier, self.step.frontier)
                self._check_memory(limited=False)
                return stop.value
            self.step = step
            if note is not None:
                note(step)
            if step.frontier > max_frontier:
                self.max_frontier = max_frontier = step.frontier
            for number, most, status in counted:
                if getattr(step, number) >= most:
                    raise LimitReached(status, self)
            if clock() > due:
                check_limits()
                due = self._next_check
            if keep_f:
                f = step.f
                self.f_counts[f] = self.f_counts.get(f, 0) + 1
            yield step

    def check_limits(self) -> None:
        """Raise LimitReached if the time limit or the memory limit is reached."""
        now = perf_counter()
        if now > self.end:
            raise LimitReached(TIME_LIMIT, self)
        if now > self._next_check:
            self._check_memory()
            self._next_check = min(perf_counter() + _MEMORY_INTERVAL, self.end)

    def make_room(self, size: int) -> None:
        """Raise LimitReached if ``size`` more bytes of memory would exceed a limit."""
        self.check_limits()
        self._check_memory(more=size)

    def expanded_below(self, cost: float) -> int:
        """Return the number of expansions of nodes with f < ``cost``."""
        of_slices = getattr(self.step, "expanded_below", None)
        if of_slices is not None:
            return int(of_slices(cost))
        return sum(number for f, number in self.f_counts.items() if f < cost)

    def _check_memory(self, limited: bool = True, more: int = 0) -> None:
        size = resident_bytes()
        if size is None or self.peak_memory is None:
            return
        self.peak_memory = max(self.peak_memory, size)
        if limited and self.limits.bytes is not None and size + more > self.limits.bytes:
            raise LimitReached(MEMORY_LIMIT, self)


class CurveRecorder:
    """Records the best value of a local search, and the current value at some iterations."""

    def __init__(self) -> None:
        self.best: float | None = None
        self.points: list[tuple[int, float]] = []
        self._next = 0

    def note(self, step: Step) -> None:
        """Record the value of the current state of a local search."""
        if step.f is None:
            return
        value, iterations = step.f or 0, step.expanded  # ``or 0`` replaces -0.0
        self.best = value if self.best is None else max(self.best, value)
        if iterations >= self._next:
            self.points.append((iterations, value))
            self._next = iterations + 1 + iterations // _THINNING

    def end(self, iterations: int, value: float) -> None:
        """Record the value at the end of the search."""
        self.best = value if self.best is None else max(self.best, value)
        self.points = [point for point in self.points if point[0] < iterations]
        self.points.append((iterations, value))


class SolutionRecorder:
    """Records the solutions of a search that continues after its first solution.

    ``check`` is called with each solution. ``points`` has pairs (expansions, cost), and ``bounds``
    has pairs (expansions, lower bound).
    """

    def __init__(self, check: Callable[[Node], object]) -> None:
        self.best: Node | None = None
        self._check = check
        self.points: list[tuple[int, float]] = []
        self.bounds: list[tuple[int, float]] = []
        self._bound: float | None = None
        self._next = 0

    def note(self, step: Step) -> None:
        """Record the solution and the lower bound of a step, if they have changed."""
        self.note_solution(step.found, step.expanded)
        self._next = step.expanded + 1
        self.note_bound(step.expanded, step.lower_bound)

    def note_solution(self, found: object, expanded: int | None = None) -> None:
        """Record a solution if it is new; ``expanded`` is the number of expansions so far."""
        if isinstance(found, Node) and found is not self.best:
            self._check(found)
            self.best = found
            self.points.append((self._next if expanded is None else expanded, found.path_cost))

    def note_bound(self, expanded: int, bound: float | None) -> None:
        """Record a lower bound; drop some earlier bounds, so that the list stays short."""
        if bound is None or bound == self._bound:
            return
        self._bound = bound
        if self.bounds:
            before_last, _ = self.bounds[max(len(self.bounds) - 2, 0)]
            if expanded - before_last <= expanded // _THINNING:
                self.bounds.pop()
        self.bounds.append((expanded, bound))
