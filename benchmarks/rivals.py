"""Our A* side by side with two others: aima3's, and the minimal one without nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any

import click

from aima_search import astar_search
from aima_search.informed import astar_steps
from aima_search.steps import run_to_end
from benchmarks.instances import Instance, eight_puzzle_levels, eight_puzzles, walled_grids
from benchmarks.measure import interleaved
from benchmarks.minimal import Found, minimal_astar
from benchmarks.report import heading, make_table, print_table, state_claim

RATIO_AT_DEPTH = {26: 20, 30: 80}
MOST_OVER_MINIMAL = 1.6
LONG = 2  # CPU seconds


def measure_against_peer(depths: Iterable[int], boards: int, seed: int, repeats: int) -> None:
    """Print the CPU time of both A* on the same 8-puzzle boards, in total for each depth."""
    peer = _peer()
    heading("astar_search against aima3's on 8-puzzles, Manhattan distance, default tie-breaking")
    columns = ["depth", "boards", "seconds", "aima3's seconds", "ratio", "least", "greatest"]
    table = make_table(columns, numeric=columns)
    levels, ratios = eight_puzzle_levels(), {}
    drawn = {depth: eight_puzzles(depth, boards, levels, seed) for depth in depths}
    levels.clear()  # the collector need not look at them while the clock runs
    for depth, instances in drawn.items():
        times = [_times(instance, peer, repeats, median) for instance in instances]
        ours, theirs = (sum(column) for column in zip(*times, strict=True))
        each = [other / own for own, other in times]
        ratios[depth] = theirs / ours
        numbers = (f"{number:.1f}" for number in (ratios[depth], min(each), max(each)))
        table.add_row(str(depth), str(len(times)), f"{ours:.3f}", f"{theirs:.2f}", *numbers)
    print_table(table)
    for depth, least in RATIO_AT_DEPTH.items():
        if depth in ratios:
            claim = f"total CPU time of aima3 over ours at depth {depth}"
            state_claim(claim, ratios[depth], least=least, unit=" times")


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
        times = [_times(instance, _minimal, 3 * repeats, min) for instance in family]
        ours, theirs = (1e6 * sum(column) for column in zip(*times, strict=True))
        expanded = sum(map(_expansions, family))
        theirs_expanded = sum(_minimal(instance).expanded for instance in family)
        each, theirs_each = ours / expanded, theirs / theirs_expanded
        ratios.append(each / theirs_each)
        counts = (str(len(family)), f"{expanded:,}", f"{theirs_expanded:,}")
        numbers = (f"{number:.2f}" for number in (each, theirs_each, ratios[-1]))
        table.add_row(family[0].name, *counts, *numbers)
    print_table(table)
    claim = "CPU time per expansion over the minimal A*'s, the worst of the problems"
    state_claim(claim, max(ratios), most=MOST_OVER_MINIMAL, unit=" times")


def _times(
    instance: Instance,
    rival: Callable[[Instance], object],
    repeats: int,
    typical: Callable[[Sequence[float]], float],
) -> tuple[float, float]:
    """Return the CPU seconds of ours and of the rival's on one board, ``typical`` of the rounds.

    A rival that takes long runs once; with the median, ours is not favoured by running often.
    """
    ours: Callable[[], object] = partial(_ours, instance)
    its: Callable[[], object] = partial(rival, instance)
    times = interleaved({"ours": ours, "rival": its}, 1)
    rounds = {"ours": ours} if times["rival"][0] > LONG else {"ours": ours, "rival": its}
    for name, more in interleaved(rounds, repeats - 1).items():
        times[name] += more
    return typical(times["ours"]), typical(times["rival"])


def _ours(instance: Instance) -> None:
    node = astar_search(instance.problem, instance.of_node)
    _check(instance, None if node is None else node.path_cost)


def _expansions(instance: Instance) -> int:
    step, _ = run_to_end(astar_steps(instance.problem, instance.of_node))
    return step.expanded if step else 0


def _minimal(instance: Instance) -> Found:
    problem = instance.problem
    found = minimal_astar(problem.initial, problem.successors, problem.goal_test, instance.of_state)
    _check(instance, None if found.path is None else len(found.path) - 1)
    return found


def _peer() -> Callable[[Instance], None]:
    """Return aima3's A*; its problem has the very functions of a state that ours has."""
    try:
        search: Any = import_module("aima3.search")
    except ImportError as error:
        raise click.ClickException(
            f"the peer is missing ({error}): pip install 'aima-search[bench]',"
            " or choose another --section"
        ) from None

    class PeerProblem(search.Problem):  # type: ignore[misc]
        def __init__(self, problem: Any) -> None:
            super().__init__(problem.initial, problem.goal)
            self.actions, self.result = problem.actions, problem.result

    def run(instance: Instance) -> None:
        node = search.astar_search(PeerProblem(instance.problem), instance.of_node)
        _check(instance, None if node is None else node.path_cost)

    return run


def _check(instance: Instance, cost: float | None) -> None:
    """Stop the benchmark at an answer that is wrong: its time would mean nothing."""
    if cost is None or instance.optimum not in (None, cost):
        raise AssertionError(f"{instance.name}: cost {cost}, expected {instance.optimum}")
