"""The time that a compiled search takes to compare its results with Python's."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from time import process_time
from typing import Any
from unittest.mock import patch

from aima_search import Limits, compiled_heuristic, solve
from aima_search.compiled.comparison import CompiledFormCheck
from benchmarks.measure import cpu_seconds
from benchmarks.runner import Rows, heading, state_claim
from puzzles import Tiles

MOST_SHARE = 5.0  # percent
METHODS = ("check_sample", "check_h_values")


@compiled_heuristic
def away(board: Any, goal: Any) -> int:
    """Return the number of misplaced tiles."""
    count = 0
    for place in range(len(board)):
        if board[place] != 0 and board[place] != goal[place]:
            count += 1
    return count


def measure_checks(repeats: int = 3, nodes: int = 2_000_000) -> None:
    """Measure long searches in machine code: the CPU time of the checks, divided by the rest."""
    heading("a 15-puzzle in machine code, compared with Python during the search")
    rows = Rows("search:28", "expanded:10", "CPU seconds:11", "in checks:10", "share %")
    board = Tiles.generate(5, size=4)
    searches: list[tuple[str, Any]] = [
        ("astar", "manhattan"),
        ("astar", "linear-conflict"),
        ("ida-star", "manhattan"),
        ("ida-star", "linear-conflict"),
        ("uniform-cost", None),
        ("breadth-first", None),
        ("astar", away),
        ("ida-star", away),
    ]
    worst = 0.0
    for algorithm, h in searches:
        search = partial(solve, board, algorithm, h, limits=Limits(nodes=nodes), engine="compiled")
        expanded = search().expanded  # this first search compiles the code
        whole, checks = min(_measured(search) for _ in range(repeats))
        share = 100 * checks / (whole - checks)
        worst = max(worst, share)
        name = f"{algorithm}, {getattr(h, '__name__', h or 'blind')}"
        rows.add(name, f"{expanded:,}", f"{whole:.3f}", f"{checks:.4f}", f"{share:.1f}")
    state_claim("checks over the rest of a long search", worst, most=MOST_SHARE, unit=" %")


def _measured(search: Callable[[], object]) -> tuple[float, float]:
    """Return the CPU seconds of a search, and the CPU seconds of the checks in it."""
    spent = 0.0

    def timed(method: Callable[..., object]) -> Callable[..., None]:
        def check(*arguments: object) -> None:
            nonlocal spent
            start = process_time()
            method(*arguments)
            spent += process_time() - start

        return check

    real = {name: timed(getattr(CompiledFormCheck, name)) for name in METHODS}
    with ExitStack() as stack:
        for name, method in real.items():
            stack.enter_context(patch.object(CompiledFormCheck, name, method))
        whole, _ = cpu_seconds(search)
    return whole, spent


CASES = {"searches": measure_checks}
