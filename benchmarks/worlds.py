"""The book's own puzzles: tiles, paths, figure 3.26, next to the textbook's class and peers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from math import isclose
from typing import Any

import click

import heuristics
from aima_search import Node, astar_search, solve
from aima_search.textbook.tiles import NPuzzle
from benchmarks.measure import cpu_seconds, interleaved
from benchmarks.report import heading, make_table, print_line, print_table, state_claim
from benchmarks.rivals import aima3
from puzzles import Paths, Tiles

SECTIONS = ("tiles", "paths", "packed", "figure")
FIGURE = (("breadth-first", None), ("astar", "misplaced"), ("astar", "manhattan"))


@click.command()
@click.option("--boards", default=20, show_default=True, help="Boards of tiles.")
@click.option("--side", default=512, show_default=True, help="Rows and columns of the grids.")
@click.option("--repeats", default=3, show_default=True, help="Rounds of the same runs.")
@click.option("--section", "chosen", type=click.Choice(SECTIONS), multiple=True, help="[all]")
def command(boards: int, side: int, repeats: int, chosen: tuple[str, ...]) -> None:
    """Measure the book's puzzles side by side with others, in one run."""
    sections: dict[str, Callable[[], None]] = {
        "tiles": partial(measure_tiles, boards, repeats),
        "paths": partial(measure_paths, side, repeats),
        "packed": partial(measure_packed, side, repeats),
        "figure": partial(measure_figure, 100 if boards >= 20 else boards),
    }
    for name in chosen or SECTIONS:
        sections[name]()


def measure_tiles(boards: int, repeats: int) -> None:
    """Print the CPU time of A* on tiles and on the textbook's class, the same boards."""
    heading("A*, Manhattan distance, 8-puzzles of 24 moves")
    drawn = [Tiles.generate(seed, depth=24) for seed in range(boards)]
    theirs = [NPuzzle(board.initial, board.goal) for board in drawn]

    def ours() -> list[int]:
        searches = (solve(board, heuristic="manhattan", engine="objects") for board in drawn)
        return [search.expanded for search in searches]

    def textbook() -> list[int]:
        return [solve(board, heuristic=board.manhattan).expanded for board in theirs]

    assert ours() == textbook()
    seconds = _least({"tiles": ours, "NPuzzle": textbook}, repeats)
    _show(seconds)
    ratio = seconds["NPuzzle"] / seconds["tiles"]
    state_claim("CPU time of the textbook's class over tiles", ratio, least=0.95, unit=" times")


def measure_paths(side: int, repeats: int) -> None:
    """Print the CPU time of A* on a large grid, of networkx, and of aima3 if it is installed."""
    heading(f"A*, octile distance, {side} x {side} cells, 30 % walls, 8 neighbours")
    text = Paths.generate(1, size=side, walls=30).format()

    def ours() -> float:
        return float(solve(Paths(text), "astar", "octile").cost or 0)

    best = ours()
    seconds = _least({"ours, from the text": ours}, repeats)
    seconds |= _of_networkx(Paths(text), best, repeats)
    seconds |= _of_aima3(Paths(text), best)
    _show(seconds)
    own = seconds["ours, from the text"]
    for name, bound in (("networkx", 1 / 3), ("aima3", 15)):
        if name in seconds:
            ratio = seconds[name] / own
            state_claim(f"CPU time of {name} over ours", ratio, least=bound, unit=" times")


def _of_networkx(grid: Paths, best: float, repeats: int) -> dict[str, float]:
    """Return the time of networkx on a graph that is built before the clock runs."""
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
    return _least({"networkx": theirs}, repeats)


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
    return {"aima3": seconds}


def measure_packed(side: int, repeats: int) -> None:
    """Print the CPU time of both engines on a large grid, blind and informed.

    With 8 neighbours few cells have the same f, so packed search is promised nothing there.
    """
    for neighbours in (4, 8):
        heading(f"both engines, {side} x {side} cells, 20 % walls, {neighbours} neighbours")
        text = Paths.generate(1, size=side, walls=20, neighbours=neighbours).format()
        for algorithm in ("uniform-cost", "breadth-first", "astar"):
            is_promised = neighbours == 4 and algorithm != "astar"
            _measure_engines(text, algorithm, repeats, 5 if is_promised else None)


def _measure_engines(text: str, algorithm: str, repeats: int, least: float | None) -> None:
    """Print the CPU time of both engines for an algorithm, and their ratio."""

    def run(engine: str) -> float:
        heuristic = "octile" if algorithm == "astar" else None
        return float(solve(Paths(text), algorithm, heuristic, engine=engine).cost or 0)

    if algorithm != "breadth-first":  # the engines may find other ways of as few steps
        assert isclose(run("objects"), run("packed"))
    seconds = _least({engine: partial(run, engine) for engine in ("objects", "packed")}, repeats)
    print_line(algorithm)
    _show(seconds)
    ratio = seconds["objects"] / seconds["packed"]
    if least is None:
        print_line(f"{algorithm}: objects over packed: {ratio:.2f} times")
    else:
        state_claim(f"{algorithm}: objects over packed", ratio, least=least, unit=" times")


def measure_figure(boards: int) -> None:
    """Print what a row of the book's figure 3.26 takes."""
    heading(f"figure 3.26: {boards} boards of 20 moves, three searches each")
    drawn = [Tiles.generate(seed, depth=20, goal="first") for seed in range(boards)]
    total = 0.0
    for algorithm, heuristic in FIGURE:
        seconds, _ = cpu_seconds(partial(_solve_all, drawn, algorithm, heuristic))
        print_line(f"{algorithm} {heuristic or ''}: {seconds:.1f} s")
        total += seconds
    state_claim("CPU time of the row", total, most=60, unit=" s")


def _solve_all(boards: list[Tiles], algorithm: str, heuristic: str | None) -> None:
    for board in boards:
        solve(board, algorithm, heuristic, engine="objects")


def _least(runs: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Return the least CPU time of each run, the runs taking turns."""
    return {name: min(times) for name, times in interleaved(runs, repeats).items()}


def _show(seconds: dict[str, float]) -> None:
    table = make_table(["run", "CPU seconds"], numeric=["CPU seconds"])
    for name, least in seconds.items():
        table.add_row(name, f"{least:.3f}")
    print_table(table)


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks worlds")
