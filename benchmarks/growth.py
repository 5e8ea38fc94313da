"""How the CPU time and the memory of A* grow with the expansions.

The searches are too long to finish: they are stopped after 10^3 to 10^6 expansions.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from sys import getsizeof
from typing import Any

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import Step, Steps
from aima_search.processes.memory import resident_bytes
from benchmarks.instances import Instance, endless_plane, fifteen_puzzle
from benchmarks.measure import exhaust, growth_exponent, in_fresh_process, least
from benchmarks.runner import Rows, heading, state_claim

MOST_GROWTH = 1.15
MOST_BYTES = 350
MOST_PATIENT = 0.8
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
_FAMILIES: tuple[Callable[[], Instance], ...] = (fifteen_puzzle, endless_plane)


def measure_growth(repeats: int = 2, sizes: tuple[int, ...] = SIZES) -> None:
    """Measure the CPU time of the first N expansions of long searches, for each size N."""
    heading("growth of the CPU time of astar_search")
    rows = Rows("problem:14", *(f"{size:,}:10" for size in sizes), "exponent")
    exponents = []
    for make in _FAMILIES:
        instance = make()
        rounds = [max(30_000 // size, 1) for size in sizes]  # so that each size takes about as long
        runs = {
            str(size): partial(_searches, instance, size, often)
            for size, often in zip(sizes, rounds, strict=True)
        }
        measured = least(runs, repeats).values()
        times = [seconds / often for seconds, often in zip(measured, rounds, strict=True)]
        exponents.append(growth_exponent(sizes, times))
        rows.add(instance.name, *(f"{time:.4g} s" for time in times), f"{exponents[-1]:.3f}")
    claim = f"growth exponent of CPU time over {sizes[0]:,} to {sizes[-1]:,} expansions"
    state_claim(claim, max(exponents), most=MOST_GROWTH)


def measure_memory(sizes: tuple[int, ...] = SIZES) -> None:
    """Measure the resident memory per node of long searches, each in its own process."""
    heading("memory of astar_search: growth of the resident size of a fresh process")
    columns = ["expanded:9", "nodes kept", "MiB", "bytes a node", "state", "beyond it"]
    rows = Rows("problem:14", *columns)
    most = 0.0
    for family, make in enumerate(_FAMILIES):
        name = make().name
        for size in sizes[-3:]:
            nodes, resident, states = in_fresh_process(memory_kept, family, size)
            each, state = resident / nodes, states / nodes
            most = max(most, each - state)
            counts = (f"{size:,}", f"{nodes:,}", f"{resident / 2**20:,.0f}")
            numbers = (f"{number:.0f}" for number in (each, state, each - state))
            rows.add(name, *counts, *numbers)
    state_claim("memory per kept node beyond its state", most, most=MOST_BYTES, unit=" bytes")


def measure_collector(size: int = 1_000_000, repeats: int = 2) -> None:
    """Measure the time of Python's garbage collector in long searches, by its settings."""
    heading(f"Python's collector in {size:,} expansions of A*")
    columns = ["looking as often as else", "patient", "switched off"]
    rows = Rows("problem:14", *columns, "patient / else", "off / else")
    for make in _FAMILIES:
        instance = make()
        runs = {
            "else": partial(_search, instance, size, partial(deque, maxlen=0)),
            "patient": partial(_search, instance, size),
            "off": partial(_search, instance, size, _without_collector),
        }
        times = least(runs, repeats)
        patient, off = (times[name] / times["else"] for name in ("patient", "off"))
        seconds = (f"{time:.4g} s" for time in times.values())
        rows.add(instance.name, *seconds, f"{patient:.2f}", f"{off:.2f}")
        claim = f"CPU time with a patient collector at {size:,}, {instance.name}"
        state_claim(claim, patient, most=MOST_PATIENT)


def memory_kept(family: int, size: int) -> tuple[int, int, int]:
    """Expand ``size`` nodes of a problem in _FAMILIES, and return how much the search keeps.

    The numbers are: nodes, resident bytes of the whole search, bytes of the states.
    """
    instance = _FAMILIES[family]()
    before = resident_bytes()
    steps: Any = _search(instance, size)
    resident = resident_bytes() - before
    reached = steps.gi_frame.f_locals["reached"]  # a local variable of the suspended search
    return len(reached), resident, sum(map(state_bytes, reached))


def state_bytes(state: tuple[int, ...]) -> int:
    """Return the bytes of a state: the tuple, and the numbers that Python does not share."""
    own = [number for number in state if not -5 <= number <= 256]
    return sum(-(-getsizeof(part) // 16) * 16 for part in (state, *own))


def _searches(instance: Instance, size: int, rounds: int) -> None:
    """Search ``rounds`` times; the memory of each search is freed before the next search."""
    for _ in range(rounds):
        _search(instance, size)


def _search(
    instance: Instance, size: int, pull: Callable[[Iterator[Step]], object] = exhaust
) -> Steps:
    """Expand ``size`` nodes without a pause, and return the suspended search."""
    steps = astar_steps(instance.problem, instance.of_node)
    pull(islice(steps, size + 1))  # a step is yielded before its expansion
    return steps


def _without_collector(steps: Iterator[Step]) -> None:
    """Do all steps without the garbage collector: no setting of the collector can be faster."""
    gc.disable()
    try:
        deque(steps, maxlen=0)
    finally:
        gc.enable()


CASES = {
    "growth": measure_growth,
    "memory": measure_memory,
    "collector": measure_collector,
}
