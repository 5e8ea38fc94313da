"""Speed of A* compared with other modules and with a minimal A*."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import click

from aima_search import astar_search
from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import run_to_end
from benchmarks.instances import (
    Found,
    Instance,
    eight_puzzle_levels,
    eight_puzzles,
    minimal_astar,
    walled_grid,
)
from benchmarks.measure import interleaved
from benchmarks.runner import Rows, heading, state_claim

Rivals: TypeAlias = Mapping[str, Callable[[Instance], object]]
DEPTHS = (20, 22, 24, 26, 28, 30)
RATIO_AT_DEPTH = {26: 20, 30: 50}
MOST_OVER_MINIMAL = 1.6
MODULES = ("search", "aima.search")
"""The names of the module in the textbook's repository: until 2026, and since then."""

ORDERS = {"fifo": "first in, first out", "state": "comparing states"}


def drawn(boards: int, seed: int, depths: Sequence[int]) -> dict[int, list[Instance]]:
    """Return ``boards`` random 8-puzzles of each depth, by depth."""
    levels = eight_puzzle_levels()
    found = {depth: eight_puzzles(depth, boards, levels, seed) for depth in depths}
    levels.clear()  # so that the garbage collector does not visit them during the measurements
    return found


def measure_against_peer(
    boards: int = 10, seed: int = 1, repeats: int = 3, depths: tuple[int, ...] = DEPTHS
) -> None:
    """Compare our A* with aima3's on the same 8-puzzles: total CPU seconds for each depth.

    aima3 breaks ties by comparing states, as our A* does with ``tie_break="state"``: both expand
    the same number of boards, far fewer than with first in, first out.
    """
    search = aima3()
    heading("astar_search against aima3's on 8-puzzles, Manhattan distance, totals of CPU seconds")
    orders = {"ours": "fifo", "in its order": "state"}
    found = _compared("aima3", search, orders, drawn(boards, seed, depths), repeats)
    ratios = {depth: ratio for depth, ratio, _ in found}
    for depth, bound in RATIO_AT_DEPTH.items():
        for name, order in {"ours": "default tie-breaking", "in its order": "in its order"}.items():
            if depth in ratios:
                claim = f"total CPU time of aima3 over ours at depth {depth}, {order}"
                state_claim(claim, ratios[depth][name], least=bound, unit=" times")


def measure_against_textbook(
    textbook: Path,
    boards: int = 10,
    seed: int = 1,
    repeats: int = 3,
    depths: tuple[int, ...] = DEPTHS,
) -> None:
    """Compare our A* with that of the textbook's module in a folder, with the same tie-break."""
    search = load_search(textbook)
    order = order_of(search)
    heading(f"astar_search against {search.__name__} of {textbook.name}, ties by {ORDERS[order]}")
    levels = drawn(boards, seed, depths)
    found = _compared("the textbook's", search, {"ours": order}, levels, repeats)
    pairs = [pair for *_, expanded in found for pair in zip(*expanded, strict=True)]
    alike = sum(theirs == own for theirs, own in pairs)
    state_claim("boards on which both expand as many", alike, least=len(pairs))


def _compared(
    name: str,
    search: Any,
    orders: Mapping[str, str],
    levels: Mapping[int, Sequence[Instance]],
    repeats: int,
) -> Iterator[tuple[int, dict[str, float], list[list[int]]]]:
    """Print a row for each depth: a module's A*, and our A* with each tie-break in ``orders``.

    Yield the depth, the ratio of the module's CPU time to ours for each tie-break, and the numbers
    of expansions on each board, first the module's, then ours.
    """
    peer = Peer(search)
    rivals: Rivals = {
        name: peer,
        **{own: partial(ours, tie_break=way) for own, way in orders.items()},
    }
    titles = [title for own in orders for title in (own, "expanded:9", "ratio")]
    rows = Rows("depth", "boards", name, "expanded:9", *titles, words=0)
    for depth, instances in levels.items():
        times = [_times(instance, rivals, repeats) for instance in instances]
        total = {rival: sum(median(each[rival]) for each in times) for rival in rivals}
        ratios = {own: total[name] / total[own] for own in orders}
        expanded = [[peer.expanded[each] for each in instances]]
        expanded += [[expansions(each, way) for each in instances] for way in orders.values()]
        row: list[object] = [depth, len(instances)]
        for rival, counts in zip(rivals, expanded, strict=True):
            row += [f"{total[rival]:.3f}", f"{sum(counts):,}"]
            row += [f"{ratios[rival]:.1f}"] if rival in ratios else []
        rows.add(*row)
        yield depth, ratios, expanded


def load_search(folder: Path) -> Any:
    """Import and return the textbook's module from a copy of its repository."""
    found = [name for name in MODULES if (folder / f"{name.replace('.', '/')}.py").is_file()]
    if not found:
        raise click.ClickException(
            f"no search.py in {folder} or {folder / 'aima'}: expected a copy of the textbook's"
            " repository"
        )
    sys.path.insert(0, str(folder))
    try:
        return import_module(found[0])
    except ImportError as error:
        raise click.ClickException(
            f"{found[0]} of {folder} needs a missing module: {error}"
        ) from None
    finally:
        sys.path.remove(str(folder))


def order_of(search: Any) -> str:
    """Return how a module's best-first search breaks ties, tested on two equally long roads."""
    taken = []

    class Fork(search.Problem):
        def actions(self, state: str) -> str:
            taken.append(state)
            return {"start": "ba"}.get(state, "")

        def result(self, state: str, action: str) -> str:
            return action

    search.best_first_graph_search(Fork("start", "nowhere"), lambda node: node.path_cost)
    return {"b": "fifo", "a": "state"}[taken[1]]


def measure_against_minimal(boards: int = 10, seed: int = 1, repeats: int = 3) -> None:
    """Measure the CPU time per expansion of astar_search, and of a minimal A* without nodes."""
    heading("astar_search against a minimal A*, CPU time per expansion")
    columns = ["boards", "expanded:9", "minimal's:9", "us each", "minimal's us", "ratio"]
    rows = Rows("problem:20", *columns)
    families = [*drawn(boards, seed, depths=(20, 26, 30)).values()]
    families.append([walled_grid(number) for number in range(seed, seed + boards)])
    ratios = []
    for family in families:
        rivals: Rivals = {"ours": ours, "minimal": _minimal}
        times = [_times(instance, rivals, 3 * repeats) for instance in family]
        expanded = sum(map(expansions, family))
        theirs_expanded = sum(_minimal(instance).expanded for instance in family)
        each = 1e6 * sum(min(time["ours"]) for time in times) / expanded
        theirs_each = 1e6 * sum(min(time["minimal"]) for time in times) / theirs_expanded
        ratios.append(each / theirs_each)
        counts = (len(family), f"{expanded:,}", f"{theirs_expanded:,}")
        numbers = (f"{number:.2f}" for number in (each, theirs_each, ratios[-1]))
        rows.add(family[0].name, *counts, *numbers)
    claim = "CPU time per expansion over the minimal A*'s, the worst of the problems"
    state_claim(claim, max(ratios), most=MOST_OVER_MINIMAL, unit=" times")


def _times(instance: Instance, rivals: Rivals, repeats: int) -> dict[str, list[float]]:
    """Return the CPU seconds of each rival on one board, in each round."""
    runs = {name: partial(rival, instance) for name, rival in rivals.items()}
    return interleaved(runs, repeats)


def ours(instance: Instance, tie_break: str = "fifo") -> None:
    """Run our A* on an instance and check the cost."""
    node = astar_search(instance.problem, instance.of_node, tie_break=tie_break)
    _check(instance, None if node is None else node.path_cost)


def expansions(instance: Instance, tie_break: str = "fifo") -> int:
    """Return the number of states that our A* expands on an instance."""
    steps = astar_steps(instance.problem, instance.of_node, tie_break=tie_break)
    step, _ = run_to_end(steps)
    return step.expanded if step else 0


def _minimal(instance: Instance) -> Found:
    problem = instance.problem
    found = minimal_astar(problem.initial, problem.successors, problem.goal_test, instance.of_state)
    _check(instance, None if found.path is None else len(found.path) - 1)
    return found


def aima3() -> Any:
    """Import and return the module aima3, which must be installed."""
    try:
        return import_module("aima3.search")
    except ImportError as error:
        raise click.ClickException(
            f"the peer is missing ({error}): {sys.executable} -m pip install --no-deps aima3 (which"
            " asks for an old networkx and for Jupyter, and needs neither), or choose another"
            " --section"
        ) from None


class Peer:
    """The A* of another module, on a problem with the same functions of a state as ours."""

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
        """Run the module's A* on an instance; check the cost and store the number of expansions."""
        problem = self._problem(instance.problem)
        node = self._astar(problem, instance.of_node)
        _check(instance, None if node is None else node.path_cost)
        self.expanded[instance] = problem.expanded


def _check(instance: Instance, cost: float | None) -> None:
    """Stop the benchmark if the cost is wrong, because the time would then mean nothing."""
    if cost is None or instance.optimum not in (None, cost):
        raise AssertionError(f"{instance.name}: cost {cost}, expected {instance.optimum}")


CASES = {
    "peer": measure_against_peer,
    "textbook": measure_against_textbook,
    "minimal": measure_against_minimal,
}
