"""How the CPU time and the memory of A* grow with the number of expansions.

Searches too long to finish are cut after a number of expansions, from 10^3 to 10^6.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from sys import getsizeof
from typing import Any, NamedTuple

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import Steps
from benchmarks.instances import Instance, endless_plane, fifteen_puzzle
from benchmarks.measure import growth_exponent, in_fresh_process, interleaved, resident_bytes
from benchmarks.report import heading, make_table, print_table, state_claim

MOST_GROWTH = 1.15
MOST_BYTES = 350
_FAMILIES: tuple[Callable[[], Instance], ...] = (fifteen_puzzle, endless_plane)


class Kept(NamedTuple):
    """What a search keeps in memory: nodes, resident bytes of all of it, bytes of the states."""

    nodes: int
    resident: int
    states: int


def measure_growth(sizes: Sequence[int], repeats: int) -> None:
    """Print the CPU time of the first expansions of long searches, for each number of them."""
    heading("growth of the CPU time of astar_search")
    columns = ["problem", *(f"{size:,}" for size in sizes), "exponent"]
    table = make_table(columns, numeric=columns[1:])
    exponents = []
    for make in _FAMILIES:
        instance = make()
        runs = {str(size): partial(_searches, instance, size, _rounds(size)) for size in sizes}
        measured = interleaved(runs, repeats)
        times = [min(measured[str(size)]) / _rounds(size) for size in sizes]
        exponents.append(growth_exponent(sizes, times))
        table.add_row(instance.name, *(f"{time:.4g} s" for time in times), f"{exponents[-1]:.3f}")
    print_table(table)
    claim = f"growth exponent of CPU time over {sizes[0]:,} to {sizes[-1]:,} expansions"
    state_claim(claim, max(exponents), most=MOST_GROWTH)


def measure_memory(sizes: Sequence[int]) -> None:
    """Print the resident memory of long searches, each in a process of its own, for each node."""
    heading("memory of astar_search: growth of the resident size of a fresh process")
    columns = ["problem", "expanded", "nodes kept", "MiB", "bytes a node", "state", "beyond it"]
    table = make_table(columns, numeric=columns[1:])
    most = 0.0
    for family, make in enumerate(_FAMILIES):
        name = make().name
        for size in sizes:
            kept = in_fresh_process(memory_kept, family, size)
            each, state = kept.resident / kept.nodes, kept.states / kept.nodes
            most = max(most, each - state)
            counts = (f"{size:,}", f"{kept.nodes:,}", f"{kept.resident / 2**20:,.0f}")
            numbers = (f"{number:.0f}" for number in (each, state, each - state))
            table.add_row(name, *counts, *numbers)
    print_table(table)
    state_claim("memory per kept node beyond its state", most, most=MOST_BYTES, unit=" bytes")


def memory_kept(family: int, size: int) -> Kept:
    """Expand ``size`` nodes of one of the families, and see what is kept."""
    instance = _FAMILIES[family]()
    before = resident_bytes()
    steps = _search(instance, size)
    resident = resident_bytes() - before
    reached = _reached(steps)
    return Kept(len(reached), resident, sum(map(state_bytes, reached)))


def state_bytes(state: tuple[int, ...]) -> int:
    """Return the size of a state: the tuple, and the numbers that Python does not share."""
    own = [number for number in state if not -5 <= number <= 256]
    return sum(-(-getsizeof(part) // 16) * 16 for part in (state, *own))


def _rounds(size: int) -> int:
    """Return how often to search in one go: as long for few expansions as for 30,000."""
    return max(30_000 // size, 1)


def _searches(instance: Instance, size: int, rounds: int) -> None:
    """Search again and again; what a search kept is freed before the next one."""
    for _ in range(rounds):
        _search(instance, size)


def _search(instance: Instance, size: int) -> Steps:
    """Expand ``size`` nodes without a pause; the search is returned as it stands."""
    steps = astar_steps(instance.problem, instance.of_node)
    deque(islice(steps, size + 1), maxlen=0)  # a step comes before its expansion
    return steps


def _reached(steps: Any) -> list[Any]:
    """Return the states that a suspended search keeps, from its frame."""
    return list(steps.gi_frame.f_locals["reached"])
