"""Searches of microseconds side by side with aima3's, on the very same problems."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from aima_search import Problem
from aima_search.algorithms.climbing import hill_climbing
from aima_search.algorithms.online import and_or_graph_search
from aima_search.textbook.peaks import PeakFindingProblem
from benchmarks.measure import interleaved
from benchmarks.report import heading, make_table, print_table, state_claim
from benchmarks.rivals import aima3

LEAST = 1.0
_ROUNDS = 1_000
_GRID = [[0, 5, 10, 8], [-3, 7, 9, 999], [1, 2, 5, 11], [0, 1, 3, 4]]


class ErraticVacuum(Problem):
    """The textbook's two squares: an action may clean both squares, or soil a clean square."""

    def actions(self, state: tuple[str, bool, bool]) -> list[str]:
        """Return all three actions."""
        return ["Suck", "Right", "Left"]

    def result(self, state: tuple[str, bool, bool], action: str) -> list[tuple[str, bool, bool]]:
        """Return where an action may lead; True is dirt."""
        place, left, right = state
        if action != "Suck":
            return [("R" if action == "Right" else "L", left, right)]
        if place == "L":
            return [(place, False, right), (place, not left, False)]
        return [(place, left, False), (place, False, not right)]

    def goal_test(self, state: tuple[str, bool, bool]) -> bool:
        """Tell whether both squares are clean."""
        return not (state[1] or state[2])


def measure_tiny_runs(repeats: int) -> None:
    """Print the CPU time of single runs of both, microseconds."""
    theirs = aima3()
    heading("runs of microseconds against aima3's, the same problems")
    peaks = PeakFindingProblem((0, 0), _GRID)
    vacuum = ErraticVacuum(("L", True, True))
    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "hill climbing on 4 x 4 heights": _pair(hill_climbing, theirs.hill_climbing, peaks),
        "and-or search, erratic vacuum": _pair(
            and_or_graph_search, theirs.and_or_graph_search, vacuum
        ),
    }
    table = make_table(
        ["run", "aima3 us", "ours us", "ratio"], numeric=["aima3 us", "ours us", "ratio"]
    )
    ratios = {}
    for name, (ours, peer) in pairs.items():
        runs = {"aima3": partial(_again, peer), "ours": partial(_again, ours)}
        times = interleaved(runs, 15 * repeats)  # of 20 ms: a busy machine has few quiet ones
        least = {rival: min(seconds) / _ROUNDS * 1e6 for rival, seconds in times.items()}
        ratios[name] = least["aima3"] / least["ours"]
        table.add_row(name, f"{least['aima3']:.1f}", f"{least['ours']:.1f}", f"{ratios[name]:.2f}")
    print_table(table)
    for name, ratio in ratios.items():
        state_claim(f"{name}: CPU time of aima3 over ours", ratio, least=LEAST, unit=" times")


def _pair(
    ours: Callable[[Any], object], peer: Callable[[Any], object], problem: Any
) -> tuple[Callable[[], object], Callable[[], object]]:
    return partial(ours, problem), partial(peer, problem)


def _again(run: Callable[[], object]) -> None:
    for _ in range(_ROUNDS):
        run()
