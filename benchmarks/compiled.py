"""Searches in machine code, next to objects and to a minimal A*: the same counts, other seconds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from aima_search import Node, solve
from benchmarks.instances import minimal_astar
from benchmarks.measure import race
from benchmarks.runner import heading, print_line, state_claim
from puzzles import Paths, Tiles


def measure_tiles(boards: int = 20, repeats: int = 3) -> None:
    """8-puzzles of 22 to 31 moves with Manhattan distance, warm."""
    heading(f"A*, Manhattan distance, {boards} 8-puzzles of 22 to 31 moves")
    drawn = [Tiles.generate(seed, depth=22 + seed % 10) for seed in range(boards)]

    def plain() -> list[int]:
        return [
            minimal_astar(
                board.initial,
                lambda state, board=board: board.successors(state),
                board.goal_test,
                lambda state, board=board: board.manhattan(Node(state)),
            ).expanded
            for board in drawn
        ]

    seconds = race({"plain lines with heapq": plain, **_engines(drawn)}, repeats)
    for name, most in (("objects", 1.5), ("compiled", 0.1)):
        ratio = seconds[name] / seconds["plain lines with heapq"]
        state_claim(f"{name} over plain lines", ratio, most=most, unit=" times")


def measure_grid(side: int = 512, repeats: int = 3) -> None:
    """A large grid with 30 % walls, warm."""
    heading(f"A*, octile distance, {side} x {side} cells, 30 % walls")
    seconds = race(_engines([Paths.generate(1, size=side, walls=30)]), repeats)
    ratio = seconds["objects"] / seconds["compiled"]
    state_claim("objects over compiled, CPU time", ratio, least=8, unit=" times")


def _engines(problems: list[Tiles] | list[Paths]) -> dict[str, Callable[[], list[int]]]:
    """Return the searches by engine, which are known to count the same."""

    def run(engine: str) -> list[int]:
        return [
            solve(one, heuristic=one.default_heuristic, engine=engine).expanded for one in problems
        ]

    if run("objects") != run("compiled"):
        raise AssertionError("the engines expand different numbers of nodes")
    print_line(f"{sum(run('compiled')):,} expansions with each engine")
    return {engine: partial(run, engine) for engine in ("objects", "compiled")}


CASES = {"tiles": measure_tiles, "grid": measure_grid}
