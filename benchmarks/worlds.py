"""The book's own puzzles: tiles and paths, next to the textbook's class and peers."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import isclose
from typing import Any

import click

import heuristics
from aima_search import Node, astar_search, solve
from aima_search.textbook.tiles import NPuzzle
from benchmarks.engine import aima3
from benchmarks.measure import cpu_seconds, race
from benchmarks.runner import heading, print_line, state_claim
from puzzles import Paths, Tiles


def measure_tiles(boards: int = 20, repeats: int = 3) -> None:
    """A* on tiles and on the textbook's class, the same boards."""
    heading("A*, Manhattan distance, 8-puzzles of 24 moves")
    drawn = [Tiles.generate(seed, depth=24) for seed in range(boards)]
    theirs = [NPuzzle(board.initial, board.goal) for board in drawn]

    def ours() -> list[int]:
        h, ties = "manhattan", "fifo"  # of the textbook's class
        searches = [solve(one, heuristic=h, tie_break=ties, engine="objects") for one in drawn]
        return [search.expanded for search in searches]

    def textbook() -> list[int]:
        return [solve(board, heuristic=board.manhattan).expanded for board in theirs]

    assert ours() == textbook()
    seconds = race({"tiles": ours, "NPuzzle": textbook}, repeats)
    ratio = seconds["NPuzzle"] / seconds["tiles"]
    state_claim("CPU time of the textbook's class over tiles", ratio, least=0.95, unit=" times")


def measure_paths(side: int = 512, repeats: int = 3) -> None:
    """A* on a large grid, that of networkx, and of aima3 if it is installed."""
    heading(f"A*, octile distance, {side} x {side} cells, 30 % walls, 8 neighbours")
    text = Paths.generate(1, size=side, walls=30).format()

    def ours() -> float:
        return float(solve(Paths(text), "astar", "octile").cost or 0)

    best = ours()
    rivals = {"ours, from the text": ours, **_of_networkx(Paths(text), best)}
    seconds = race(rivals, repeats) | _of_aima3(Paths(text), best)
    own = seconds["ours, from the text"]
    for name, bound in (("networkx", 1 / 3), ("aima3", 15)):
        if name in seconds:
            ratio = seconds[name] / own
            state_claim(f"CPU time of {name} over ours", ratio, least=bound, unit=" times")


def _of_networkx(grid: Paths, best: float) -> dict[str, Callable[[], float]]:
    """Return the search of networkx on a graph that is built before the clock runs."""
    try:
        networkx: Any = import_module("networkx")
    except ImportError:
        print_line("networkx cannot be imported: nothing of it is measured")
        return {}
    graph, h = networkx.DiGraph(), heuristics.get("octile", grid)
    for y, row in enumerate(grid.field.rows):
        for x, _ in enumerate(row):
            for _, there, cost in grid.field.steps((x, y)) if grid.passable((x, y)) else ():
                graph.add_edge((x, y), there, weight=cost)

    def estimate(cell: Any, _: Any) -> float:
        return h(Node(cell))

    def theirs() -> float:
        way = networkx.astar_path(graph, grid.initial, grid.goal, estimate, weight="weight")
        return float(networkx.path_weight(graph, way, "weight"))

    assert isclose(theirs(), best)
    return {"networkx": theirs}


def _of_aima3(grid: Paths, best: float) -> dict[str, float]:
    """Return the time of aima3's A* on the same grid, once, for it is long."""
    try:
        peer = aima3()
    except click.ClickException:
        print_line("aima3 cannot be imported: nothing of it is measured")
        return {}
    h = heuristics.get("octile", grid)
    astar_search(grid, h)  # the steps of every cell are known to both
    seconds, node = cpu_seconds(lambda: peer.astar_search(grid, h))
    assert isclose(node.path_cost, best)
    print_line(f"aima3, once: {seconds:.3f}")
    return {"aima3": seconds}


CASES = {"tiles": measure_tiles, "paths": measure_paths}
