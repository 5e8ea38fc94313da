"""Consumers of steps: a monitor counts and watches the limits; others note values and solutions."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import perf_counter
from types import FrameType
from typing import Any

from aima_search.algorithms.steps import Step, StepsTo
from aima_search.base.errors import InputError, NotApplicable
from aima_search.base.extras import need
from aima_search.base.limits import LIMITS, LimitReached, Limits, check_limits, format_size
from aima_search.catalog.heuristics import Preparation, watching
from aima_search.catalog.user_files import PREFIX
from aima_search.model.contract import Action, Answer, State
from aima_search.model.problem import Node
from aima_search.processes.clock import longest
from aima_search.processes.memory import resident_bytes
from aima_search.runs.outcomes import MEMORY_LIMIT, TIME_LIMIT

_MEMORY_INTERVAL = 0.02  # seconds between two checks of the memory
_NEAR = 16  # a point is kept if a sixteenth of all iterations has passed since the last point
_NO_LIMITS = Limits()


class Monitor:
    """Watches one search; the clock starts when the monitor is made."""

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
            for name, limit in LIMITS.items()
            if limit.counts and (most := getattr(limits, name)) is not None
        ]
        self.step: Step | None = None
        self.max_frontier = 0
        self.f_counts: dict[Any, int] = {}  # how many steps had an f, if wanted
        self._keep_f = keep_f
        self.memory_at_start = self.peak_memory = resident_bytes()
        if self.memory_at_start is None and self.limits.bytes is not None:
            need("a limit on memory", "psutil")
        self.prepared: float | None = None  # seconds; None for a search without a heuristic
        self._seconds = 0.0
        self._start = perf_counter()
        seconds = self.limits.seconds
        self.end = inf if seconds is None else self._start + seconds
        self._next_check = min(self._start + _MEMORY_INTERVAL, self.end)

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Count the time inside as the preparation of the heuristic, also if it fails there."""
        start = perf_counter()
        try:
            with watching(self._refuse_what_is_too_large):
                yield
        finally:
            self.prepared = (self.prepared or 0) + perf_counter() - start

    def _refuse_what_is_too_large(self, preparation: Preparation) -> None:
        """Refuse a table that will not fit, before it is begun."""
        most, size = self.limits.bytes, resident_bytes()
        is_small = preparation.done or not preparation.needs  # or under way already
        if is_small or most is None or size is None or size + preparation.needs <= most:
            return
        raise NotApplicable(
            f"{preparation.what} of {preparation.entries:,} entries takes"
            f" {format_size(preparation.needs)} while it is made, and the limit on memory leaves"
            f" {format_size(max(most - size, 0))}: raise the limit, or take smaller patterns"
        )

    def stop(self) -> None:
        """Stop the clock."""
        self._seconds = perf_counter() - self._start - (self.prepared or 0)

    def counts(self) -> dict[str, Any]:
        """Return what the search took, by the names of SearchResult."""
        step, peak, before = self.step, self.peak_memory, self.memory_at_start
        counted = ("expanded", "generated", "reopened", "refined")
        return {
            **{name: getattr(step, name, 0) for name in counted},
            "max_frontier": max(self.max_frontier, getattr(step, "max_frontier", 0)),
            "seconds": self._seconds,
            "prepared": self.prepared,
            "peak_memory": peak,
            "used_memory": None if peak is None or before is None else peak - before,
        }

    def watch(
        self,
        steps: StepsTo[State, Action, Answer],
        note: Callable[[Step], object] | None = None,
    ) -> StepsTo[State, Action, Answer]:
        """Pass the steps on, and ``note`` each before anybody sees it.

        Raise LimitReached if a limit ends the search, or one around it.
        """
        max_frontier, counted = self.max_frontier, self._counted
        clock, due, keep_f = perf_counter, self._next_check, self._keep_f
        if self.limits.memory is not None:
            self._check_memory()
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                if self.step is not None:  # and what waits after the last expansion
                    self.max_frontier = max(self.max_frontier, self.step.frontier)
                self._check_memory(limited=False)
                answer: Answer = stop.value
                return answer
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
        """Raise LimitReached if the time or the memory is used up, between two steps too."""
        now = perf_counter()
        if now > self.end:
            raise LimitReached(TIME_LIMIT, self)
        if now > self._next_check:
            self._check_memory()
            self._next_check = min(perf_counter() + _MEMORY_INTERVAL, self.end)

    def make_room(self, size: int) -> None:
        """Look at the limits before a search takes so many bytes."""
        self.check_limits()
        self._check_memory(more=size)

    def expanded_below(self, cost: float) -> int:
        """Return the number of expansions with f below ``cost``."""
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
    """Notes the steps of a local search, and remembers the best value.

    points: (iterations, value), thinned, the first at 0 and the last at the end.
    """

    def __init__(self) -> None:
        self.best: float | None = None
        self.points: list[tuple[int, float]] = []
        self._next = 0

    def note(self, step: Step) -> None:
        """Note the value at a step."""
        if step.f is None:
            return
        value, iterations = step.f or 0, step.expanded  # and not -0.0
        self._see(value)
        if iterations >= self._next:
            self.points.append((iterations, value))
            self._next = iterations + 1 + iterations // _NEAR

    def end(self, iterations: int, value: float) -> None:
        """Note the value at the end; thinning never drops this value."""
        self._see(value)
        self.points = [point for point in self.points if point[0] < iterations]
        self.points.append((iterations, value))

    def _see(self, value: float) -> None:
        if self.best is None or value > self.best:
            self.best = value


class Solutions:
    """The solutions of a search that goes on after its first solution.

    check: is called with each before anybody sees it. points: (expansions, cost) of each. bounds:
    (expansions, lower bound), thinned, with the last of the bounds.
    """

    def __init__(self, check: Callable[[Node], object]) -> None:
        self.best: Node | None = None
        self._check = check
        self.points: list[tuple[int, float]] = []
        self.bounds: list[tuple[int, float]] = []
        self._bound: float | None = None
        self._next = 0

    def note(self, step: Step) -> None:
        """Note what is new at a step."""
        self.note_solution(step.found, step.expanded)
        self._next = step.expanded + 1
        self.note_bound(step.expanded, step.lower_bound)

    def note_solution(self, found: object, expanded: int | None = None) -> None:
        """Note a solution if it is new; expanded: by default after the last step."""
        if isinstance(found, Node) and found is not self.best:
            self._check(found)
            self.best = found
            self.points.append((self._next if expanded is None else expanded, found.path_cost))

    def note_bound(self, expanded: int, bound: float | None) -> None:
        """Note a lower bound; it takes the place of the bound that was proved shortly before."""
        if bound is None or bound == self._bound:
            return
        self._bound, kept = bound, self.bounds
        if kept and expanded - kept[-2 if len(kept) > 1 else -1][0] <= expanded // _NEAR:
            kept.pop()
        kept.append((expanded, bound))


# Ends what takes too long wherever it is: between two steps, or in the middle of one.
#
# A search checks the time at every step. If the process allows alarms, as the command line does, an
# alarm also rings at the end of the time. It raises LimitReached in whatever is running: reading a
# board, building a heuristic, a call of the heuristic, an expansion. The alarm rings again if the
# exception is swallowed. A library call sets no alarms: they belong to the program.


_PATIENCE = 0.05  # seconds after the end: a search that looks at the clock ends by itself
_MORE, _OUTSIDE = 1.05, 0.12  # times the limit, and seconds: an end from outside has to be said too
_AGAIN = 0.05  # seconds between two alarms
_FOR_IMPORTS = 1.0  # seconds of patience with an import: an import is not interrupted
_LONGEST = 1e8  # seconds; a timer takes no infinite time

_kept: list[Deadline] = []
_are_kept = False


on_change: Callable[[tuple[float, float] | None], None] = lambda ends: None  # noqa: E731
"""Called with two times, whenever they change; None: without an end.

From then on this process may be ended from outside if nothing interrupts it. The first time moves
on while the process waits for a processor, but not beyond the second.
"""


class Deadline:
    """A block that takes so many seconds at most; inner ones never extend outer ones.

    Raises LimitReached inside the block, if alarms are allowed, and does nothing elsewhere.
    seconds: None for no limit. owner: of the limit, by default the deadline itself. rings, ends,
    cap: when the alarm rings, when patience ends, and when it does though the process waited.
    """

    def __init__(self, seconds: float | None, owner: object = None) -> None:
        self._seconds, self.owner = seconds, owner or self
        self.rings = self.ends = self.cap = inf

    def __enter__(self) -> Deadline:
        if _are_kept and self._seconds is not None and self._seconds < _LONGEST:
            start = perf_counter()
            self.rings = start + self._seconds + _PATIENCE
            self.ends = start + self._seconds * _MORE + _OUTSIDE
            self.cap = start + longest(self._seconds)
            _kept.append(self)
            _set_alarm()
        return self

    def __exit__(self, *_: object) -> None:
        if self in _kept:
            _kept.remove(self)
            _set_alarm()


def keep_deadlines() -> None:
    """Let alarms ring in this process from now on.

    They cannot on Windows, in the browser, and if the caller is not in the main thread.
    """
    global _are_kept
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        _kept.clear()
        signal.signal(signal.SIGALRM, _ring)
        _are_kept = True


def drop_deadlines() -> None:
    """Let no alarm ring any more."""
    global _are_kept
    if _are_kept:
        _are_kept = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def are_deadlines_kept() -> bool:
    """Tell whether alarms ring in this process."""
    return _are_kept


def _first() -> Deadline | None:
    return min(_kept, key=lambda one: one.rings, default=None)


def _set_alarm() -> None:
    first = _first()
    left = 0 if first is None else max(first.rings - perf_counter(), 1e-6)
    signal.setitimer(signal.ITIMER_REAL, left, _AGAIN)
    on_change((min(d.ends for d in _kept), min(d.cap for d in _kept)) if _kept else None)


def _ring(number: int, frame: FrameType | None) -> None:
    first = _first()
    late = -1.0 if first is None else perf_counter() - first.rings
    if first and (late >= _FOR_IMPORTS or (late >= 0 and not _is_importing(frame))):
        raise LimitReached(TIME_LIMIT, first.owner)


def _is_importing(frame: FrameType | None) -> bool:
    """Tell whether a module is half imported, so that nobody could use it later.

    A user's file does not count: nobody else uses it.
    """
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(PREFIX):
            return False
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
