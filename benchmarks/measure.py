"""Measuring: CPU time of rivals side by side, how it grows, memory in a process of its own."""

from __future__ import annotations

import gc
import multiprocessing
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log
from time import process_time
from typing import Any, TypeVar

from aima_search.algorithms.steps import RareGarbageCollection
from benchmarks.runner import Rows

LONG = 2  # CPU seconds

_Value = TypeVar("_Value")


def cpu_seconds(run: Callable[[], _Value]) -> tuple[float, _Value]:
    """Run once; return the CPU seconds of this process that it took, and what it returned.

    Garbage of earlier runs is collected before the clock starts; the work that the run itself makes
    for the collector is part of its time.
    """
    gc.collect()
    start = process_time()
    value = run()
    return process_time() - start, value


def interleaved(
    runs: Mapping[str, Callable[[], object]], repeats: int = 3
) -> dict[str, list[float]]:
    """Run the rivals in turn, ``repeats`` rounds; return the CPU seconds of each.

    A machine that slows down for a while slows down all of them. A rival that takes long runs once.
    """
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            if not times[name] or times[name][0] <= LONG:
                times[name].append(cpu_seconds(run)[0])
    return times


def least(
    runs: Mapping[str, Callable[[], object]], repeats: int = 3, each: int = 1
) -> dict[str, float]:
    """Return the least CPU seconds of each rival for one of the ``each`` things that it does."""
    return {name: min(times) / each for name, times in interleaved(runs, repeats).items()}


def race(
    runs: Mapping[str, Callable[[], object]],
    repeats: int,
    unit: str = "CPU seconds",
    each: float = 1,
) -> dict[str, float]:
    """Print and return the least CPU time of each rival; a unit is the ``each``-th of a second."""
    times = {name: seconds * each for name, seconds in least(runs, repeats).items()}
    rows = Rows("run:44", f"{unit}:12")
    for name, time in times.items():
        rows.add(name, f"{time:.3f}")
    return times


def exhaust(steps: Iterable[object]) -> None:
    """Pull everything while Python's collector is patient, as it is in ``solve``."""
    with RareGarbageCollection():
        deque(steps, maxlen=0)


def growth_exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Return k of the best fit ``time = c * size ** k``, by least squares on logarithms.

    >>> round(growth_exponent([10, 100, 1000], [5, 500, 50_000]), 6)
    2.0
    """
    if len(set(sizes)) < 2:
        raise ValueError(f"sizes {list(sizes)}: expected two different ones or more")
    x, y = [log(size) for size in sizes], [log(time) for time in times]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return slope / sum((a - mean_x) ** 2 for a in x)


def in_fresh_process(function: Callable[..., _Value], *arguments: Any) -> _Value:
    """Return what a module's function returns when called in a new interpreter."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=spawn) as pool:
        return pool.submit(function, *arguments).result()


def cpu_used(*, children: bool) -> float:
    """Return the CPU seconds of this process, or of the children that it has waited for."""
    used = _usage(children)
    return used.ru_utime + used.ru_stime


def most_bytes(*, children: bool) -> int:
    """Return the most resident memory of this process, or of a child, so far."""
    return _usage(children).ru_maxrss * 1024  # Linux counts it in KiB


def _usage(children: bool) -> Any:
    import resource  # which only Unix has

    return resource.getrusage(resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF)


def seconds_of_children(run: Callable[[], _Value]) -> tuple[float, _Value]:
    """Run once; return the CPU seconds of the processes that it starts, and what it returned."""
    before = cpu_used(children=True)
    value = run()
    return cpu_used(children=True) - before, value


def process_seconds(*arguments: str) -> float:
    """Return the CPU seconds of a new Python with these arguments, its start included."""
    command = [sys.executable, *arguments]
    return seconds_of_children(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    )[0]
