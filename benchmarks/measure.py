"""Measures the CPU time of rivals in turn, the growth of times, and the memory of new processes."""

from __future__ import annotations

import gc
import multiprocessing
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log
from statistics import geometric_mean as mean_of_some
from time import process_time
from typing import Any, TypeVar

from aima_search.algorithms.steps import RareGarbageCollection
from benchmarks.runner import Rows

LONG = 2  # CPU seconds of a run that is not repeated

_Value = TypeVar("_Value")


def cpu_seconds(run: Callable[[], _Value]) -> tuple[float, _Value]:
    """Call ``run`` once; return the CPU seconds of this process that it took, and its result.

    Garbage of earlier runs is collected before the clock starts; the time to collect the garbage of
    this run is part of the result.
    """
    gc.collect()
    start = process_time()
    value = run()
    return process_time() - start, value


def interleaved(
    runs: Mapping[str, Callable[[], object]], repeats: int = 3
) -> dict[str, list[float]]:
    """Run the rivals in turn, in ``repeats`` rounds; return the CPU seconds of each run.

    If the machine slows down for a while, all rivals become slower. A slow rival runs only once.
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
    """Return each rival's least CPU seconds, divided by ``each``, the number of tasks in a run."""
    return {name: min(times) / each for name, times in interleaved(runs, repeats).items()}


def race(
    runs: Mapping[str, Callable[[], object]],
    repeats: int,
    unit: str = "CPU seconds",
    each: float = 1,
) -> dict[str, float]:
    """Print and return the least CPU time of each rival; a second has ``each`` units."""
    times = {name: seconds * each for name, seconds in least(runs, repeats).items()}
    rows = Rows("run:44", f"{unit}:12")
    for name, time in times.items():
        rows.add(name, f"{time:.3f}")
    return times


def exhaust(steps: Iterable[object]) -> None:
    """Do all steps with the rare garbage collections of ``solve``."""
    with RareGarbageCollection():
        deque(steps, maxlen=0)


def geometric_mean(values: Sequence[float]) -> float | None:
    """Return the geometric mean of positive values, or None without values."""
    return mean_of_some(values) if values else None


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
    """Call a module's function in a new Python process, and return its result."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=spawn) as pool:
        return pool.submit(function, *arguments).result()


def cpu_used(*, children: bool) -> float:
    """Return the CPU seconds of this process, or of its child processes that have ended."""
    used = _usage(children)
    return used.ru_utime + used.ru_stime


def most_bytes(*, children: bool) -> int:
    """Return the peak resident bytes of this process, or the largest peak of a child process."""
    return _usage(children).ru_maxrss * 1024  # Linux counts it in KiB


def _usage(children: bool) -> Any:
    import resource  # only Unix has this module

    return resource.getrusage(resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF)


def seconds_of_children(run: Callable[[], _Value]) -> tuple[float, _Value]:
    """Call ``run`` once; return the CPU seconds of the processes that it starts, and its result."""
    before = cpu_used(children=True)
    value = run()
    return cpu_used(children=True) - before, value


def process_seconds(*arguments: str, **variables: str) -> float:
    """Return the CPU seconds of a new Python process with these arguments, including its start.

    variables: environment variables to set.
    """
    command, environment = [sys.executable, *arguments], {**os.environ, **variables}
    return seconds_of_children(
        lambda: subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    )[0]
