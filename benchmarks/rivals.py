"""Our A* side by side with others: aima3's, and a minimal A* without nodes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any, TypeAlias

import click

from aima_search import astar_search
from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import run_to_end
from benchmarks.instances import Instance, eight_puzzle_levels, eight_puzzles, walled_grids
from benchmarks.measure import interleaved
from benchmarks.minimal import Found, minimal_astar
from benchmarks.report import heading, make_table, print_table, state_claim

Rivals: TypeAlias = Mapping[str, Callable[[Instance], object]]
RATIO_AT_DEPTH = {26: 20, 30: 50}
MOST_OVER_MINIMAL = 1.6
LONG = 2  # CPU seconds


def measure_against_peer(depths: Iterable[int], boards: int, seed: int, repeats: int) -> None:
    """Print the CPU time of both A* on the same 8-puzzle boards, in total for each depth.

    aima3 breaks ties by comparing states, and so does ours with ``tie_break="state"``: both
    expand as many boards, far fewer than first in first out.
    """
    peer = Peer(aima3())
    heading("astar_search against aima3's on 8-puzzles, Manhattan distance, totals of CPU seconds")
    columns = ["depth", "boards", "aima3", "expanded", "ours", "expanded", "ratio"]
    columns += ["in its order", "expanded", "ratio"]
    table = make_table(columns, numeric=columns)
    levels = eight_puzzle_levels()
    drawn = {depth: eight_puzzles(depth, boards, levels, seed) for depth in depths}
    levels.clear()  # the collector need not look at them while the clock runs
    rivals: Rivals = {"aima3": peer, "ours": ours, "state": partial(ours, tie_break="state")}
    ratios: dict[int, dict[str, float]] = {}
    for depth, instances in drawn.items():
        times = [cpu_times(instance, rivals, repeats, median) for instance in instances]
        total = {name: sum(each[name] for each in times) for name in rivals}
        expanded = {
            "aima3": sum(peer.expanded[instance] for instance in instances),
            "ours": sum(map(expansions, instances)),
            "state": sum(expansions(instance, "state") for instance in instances),
        }
        ratios[depth] = {name: total["aima3"] / total[name] for name in ("ours", "state")}
        row = [f"{depth}", f"{len(instances)}"]
        for name in rivals:
            row += [f"{total[name]:.3f}", f"{expanded[name]:,}"]
            row += [f"{ratios[depth][name]:.1f}"] if name in ratios[depth] else []
        table.add_row(*row)
    print_table(table)
    for depth, least in RATIO_AT_DEPTH.items():
        for name, order in {"ours": "default tie-breaking", "state": "in its order"}.items():
            if depth in ratios:
                claim = f"total CPU time of aima3 over ours at depth {depth}, {order}"
                state_claim(claim, ratios[depth][name], least=least, unit=" times")


def measure_against_minimal(boards: int, seed: int, repeats: int) -> None:
    """Print the CPU time per expansion of astar_search and of the minimal A*."""
    heading("astar_search against a minimal A*, CPU time per expansion")
    columns = ["problem", "boards", "expanded", "minimal's", "us each", "minimal's us", "ratio"]
    table = make_table(columns, numeric=columns[1:])
    levels = eight_puzzle_levels()
    families = [eight_puzzles(depth, boards, levels, seed) for depth in (20, 26, 30)]
    levels.clear()
    families.append(walled_grids(boards, seed))
    ratios = []
    for family in families:
        rivals: Rivals = {"ours": ours, "minimal": _minimal}
        times = [cpu_times(instance, rivals, 3 * repeats, min) for instance in family]
        expanded = sum(map(expansions, family))
        theirs_expanded = sum(_minimal(instance).expanded for instance in family)
        each = 1e6 * sum(time["ours"] for time in times) / expanded
        theirs_each = 1e6 * sum(time["minimal"] for time in times) / theirs_expanded
        ratios.append(each / theirs_each)
        counts = (str(len(family)), f"{expanded:,}", f"{theirs_expanded:,}")
        numbers = (f"{number:.2f}" for number in (each, theirs_each, ratios[-1]))
        table.add_row(family[0].name, *counts, *numbers)
    print_table(table)
    claim = "CPU time per expansion over the minimal A*'s, the worst of the problems"
    state_claim(claim, max(ratios), most=MOST_OVER_MINIMAL, unit=" times")


def cpu_times(
    instance: Instance,
    rivals: Rivals,
    repeats: int,
    typical: Callable[[Sequence[float]], float],
) -> dict[str, float]:
    """Return the CPU seconds of each rival on one board, ``typical`` of the rounds.

    A rival that takes long runs once; the median favours no rival that runs often.
    """
    runs: dict[str, Callable[[], object]] = {
        name: partial(rival, instance) for name, rival in rivals.items()
    }
    times = interleaved(runs, 1)
    again = {name: run for name, run in runs.items() if times[name][0] <= LONG}
    for name, more in interleaved(again, repeats - 1).items():
        times[name] += more
    return {name: typical(seconds) for name, seconds in times.items()}


def ours(instance: Instance, tie_break: str = "fifo") -> None:
    """Run our A* on an instance and check the cost."""
    node = astar_search(instance.problem, instance.of_node, tie_break=tie_break)
    _check(instance, None if node is None else node.path_cost)


def expansions(instance: Instance, tie_break: str = "fifo") -> int:
    """Return how many states our A* expands."""
    steps = astar_steps(instance.problem, instance.of_node, tie_break=tie_break)
    step, _ = run_to_end(steps)
    return step.expanded if step else 0


def _minimal(instance: Instance) -> Found:
    problem = instance.problem
    found = minimal_astar(problem.initial, problem.successors, problem.goal_test, instance.of_state)
    _check(instance, None if found.path is None else len(found.path) - 1)
    return found


def aima3() -> Any:
    """Return the module of the peer, which has to be installed."""
    try:
        return import_module("aima3.search")
    except ImportError as error:
        raise click.ClickException(
            f"the peer is missing ({error}): {sys.executable} -m pip install --no-deps aima3 (which"
            " asks for an old networkx and for Jupyter, and needs neither), or choose another"
            " --section"
        ) from None


class Peer:
    """The A* of a module; its problem has the same functions of a state as ours."""

    def __init__(self, search: Any) -> None:
        class PeerProblem(search.Problem):
            def __init__(self, problem: Any) -> None:
                super().__init__(problem.initial, problem.goal)
                self._actions, self.result = problem.actions, problem.result
                self.expanded = 0

            def actions(self, state: Any) -> Any:
                self.expanded += 1
                return self._actions(state)

        self._problem, self._astar = PeerProblem, search.astar_search
        self.expanded: dict[Instance, int] = {}

    def __call__(self, instance: Instance) -> None:
        """Run it on an instance, check the cost and note how many states it expanded."""
        problem = self._problem(instance.problem)
        node = self._astar(problem, instance.of_node)
        _check(instance, None if node is None else node.path_cost)
        self.expanded[instance] = problem.expanded


def _check(instance: Instance, cost: float | None) -> None:
    """Stop the benchmark at a wrong answer: its time would mean nothing."""
    if cost is None or instance.optimum not in (None, cost):
        raise AssertionError(f"{instance.name}: cost {cost}, expected {instance.optimum}")
