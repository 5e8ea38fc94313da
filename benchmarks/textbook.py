"""Our A* and the A* of the textbook's module in a folder, with the same order of ties."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import click

from benchmarks.instances import eight_puzzle_levels, eight_puzzles
from benchmarks.report import heading, make_table, print_table, state_claim
from benchmarks.rivals import Peer, Rivals, cpu_times, expansions, ours

MODULES = ("search", "aima.search")
"""The name of the module in the textbook's repository, until 2026 and since."""

ORDERS = {"fifo": "first in, first out", "state": "comparing states"}


def measure_against_textbook(
    folder: Path, depths: Iterable[int], boards: int, seed: int, repeats: int
) -> None:
    """Print the CPU time and the expansions of both A* on the same 8-puzzle boards."""
    search = load_search(folder)
    order, peer = order_of(search), Peer(search)
    heading(f"astar_search against {search.__name__} of {folder.name}, ties by {ORDERS[order]}")
    columns = ["depth", "boards", "the textbook's", "expanded", "ours", "expanded", "ratio"]
    table = make_table(columns, numeric=columns)
    levels = eight_puzzle_levels()
    drawn = {depth: eight_puzzles(depth, boards, levels, seed) for depth in depths}
    levels.clear()
    alike = number = 0
    rivals: Rivals = {"theirs": peer, "ours": partial(ours, tie_break=order)}
    for depth, instances in drawn.items():
        times = [cpu_times(instance, rivals, repeats, median) for instance in instances]
        theirs, mine = (sum(each[name] for each in times) for name in rivals)
        counts = [(peer.expanded[each], expansions(each, order)) for each in instances]
        alike += sum(one == other for one, other in counts)
        number += len(counts)
        expanded = [f"{sum(column):,}" for column in zip(*counts, strict=True)]
        row = [f"{depth}", f"{len(instances)}", f"{theirs:.3f}", expanded[0], f"{mine:.3f}"]
        table.add_row(*row, expanded[1], f"{theirs / mine:.1f}")
    print_table(table)
    state_claim("boards on which both expand as many", alike, least=number)


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
    """Tell by a fork of two equal roads how the best-first search of a module breaks ties."""
    taken = []

    class Fork(search.Problem):
        def actions(self, state: str) -> str:
            taken.append(state)
            return {"start": "ba"}.get(state, "")

        def result(self, state: str, action: str) -> str:
            return action

    search.best_first_graph_search(Fork("start", "nowhere"), lambda node: node.path_cost)
    return {"b": "fifo", "a": "state"}[taken[1]]
