"""How fast state spaces are enumerated, and how much memory this takes.

The boards are MovIX. Packed and plain enumeration must find the same number of states.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter

import click
import numpy as np

from aima_search.analysis import analyse
from aima_search.analysis.enumeration import enumerate_objects
from aima_search.analysis.packed_space import PackedSpace, enumerate_packed
from benchmarks.measure import cpu_seconds, growth_exponent, in_fresh_process, most_bytes
from benchmarks.runner import Rows, heading, state_claim
from puzzles import MovIX

LEAST_SPEEDUP = 15
MOST_GIBIBYTES = 4.0
MOST_GROWTH = 1.15
_NO_LIMIT = 10**9

BOARDS = {
    130_665: "6x6,4:4L1/1SH3/2M1L1/6/M5/1V4",
    1_085_238: "6x6,5:3H1L/3MS1/6/3M1L/1M1M2/2V1L1",
    10_131_660: "7x7,5:5ML/2V4/1H3L1/4L2/2S4/7/7",
}
"""MovIX boards, by the number of states in their state spaces."""

_, MILLION, TEN_MILLION = BOARDS


def measure_speed(repeats: int = 3) -> None:
    """Compare the enumeration of a million packed states with that of Python objects."""
    heading(f"enumeration of {MILLION:,} states, packed against plain")
    problem = MovIX(BOARDS[MILLION])
    packed = min(cpu_seconds(partial(_enumerate, problem))[0] for _ in range(repeats))
    plain, space = cpu_seconds(partial(enumerate_objects, problem, _NO_LIMIT))
    if not len(space) == len(_enumerate(problem)) == MILLION:
        raise click.ClickException("packed and plain enumeration found different numbers of states")
    rows = Rows("form", "CPU seconds", "states a second")
    for form, seconds in (("plain", plain), ("packed", packed)):
        rows.add(form, f"{seconds:.2f}", f"{MILLION / seconds:,.0f}")
    claim = "packed over plain enumeration, states a second of CPU time"
    state_claim(claim, plain / packed, least=LEAST_SPEEDUP, unit=" times")


def measure_growth(repeats: int = 3, boards: int = len(BOARDS)) -> None:
    """Measure how the time of packed enumeration grows with the size of the space."""
    heading("packed enumeration of spaces of several sizes")
    columns = ["states:10", "actions:11", "CPU seconds", "us a state", "ns an action"]
    rows = Rows("board:34", *columns)
    edges, times = [], []
    for board in list(BOARDS.values())[:boards]:
        problem = MovIX(board)
        runs = [cpu_seconds(partial(_enumerate, problem)) for _ in range(repeats)]
        space, seconds = runs[0][1], min(run[0] for run in runs)
        actions = int(np.asarray(space.degree).sum(dtype="int64"))
        edges.append(actions)
        times.append(seconds)
        counts = (f"{len(space):,}", f"{actions:,}", f"{seconds:.3f}")
        each = (f"{1e6 * seconds / len(space):.2f}", f"{1e9 * seconds / actions:.0f}")
        rows.add(problem.format(), *counts, *each)
    exponent = growth_exponent(edges, times)
    state_claim("growth exponent of CPU time in the number of actions", exponent, most=MOST_GROWTH)


def measure_memory() -> None:
    """Measure the peak memory of a space of ten million states."""
    heading(f"memory of a space of {TEN_MILLION:,} states, each in a fresh process")
    rows = Rows("what:18", "states:10", "seconds", "peak GiB")
    for what, is_whole in (("enumeration", False), ("the whole analysis", True)):
        states, seconds, gibibytes = in_fresh_process(_peak, is_whole)
        rows.add(what, f"{states:,}", f"{seconds:.1f}", f"{gibibytes:.2f}")
        claim = f"peak memory of {what} of {states:,} states"
        state_claim(claim, gibibytes, most=MOST_GIBIBYTES, unit=" GiB")


def _peak(is_whole: bool) -> tuple[int, float, float]:
    """Enumerate the largest space in this process; return its states, seconds and peak GiB.

    is_whole: True for the whole analysis, with edges, distances to the goals, and parts.
    """
    start, problem = perf_counter(), MovIX(BOARDS[TEN_MILLION])
    states = analyse(problem, _NO_LIMIT).states if is_whole else len(_enumerate(problem))
    return states, perf_counter() - start, most_bytes(children=False) / 2**30


def _enumerate(problem: MovIX) -> PackedSpace:
    form = problem.packed()
    if form is None:
        raise click.ClickException(f"{problem.format()} has no packed version")
    return enumerate_packed(problem, form, _NO_LIMIT)


CASES = {
    "speed": measure_speed,
    "growth": measure_growth,
    "memory": measure_memory,
}
