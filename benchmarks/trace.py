"""What recording a search costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from aima_search import Limits, solve
from aima_search.runs.search import pull_to_end
from aima_search.textbook.tiles import EightPuzzle
from aima_search.trace import Recording
from benchmarks.measure import least
from benchmarks.runner import Rows, heading, state_claim
from puzzles import MovIX, SudokuLocal

MOST_TIMES = 2.5
BLIND = ("breadth-first", "uniform-cost")
INFORMED = ("greedy", "astar", "ida-star", "recursive-best-first")


def measure_recording(repeats: int = 7, nodes: int = 3_000) -> None:
    """Searches bare and recorded, side by side."""
    heading("a search, bare and recorded")
    columns = ["nodes", "bare ms", "recorded ms", "times"]
    rows = Rows("problem:13", "algorithm:20", *columns, words=2)
    worst = 0.0
    boards = {"8-puzzle": EightPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1)), "MovIX": MovIX.level()}
    searches: list[tuple[str, Any, str]] = [
        (name, board, algorithm)
        for name, board in boards.items()
        for algorithm in (*BLIND, *INFORMED)
    ]
    searches.append(("Sudoku, local", SudokuLocal.level(), "annealing(seed=1)"))
    for name, board, algorithm in searches:
        search = board, algorithm, None, Limits(nodes=nodes)
        runs: dict[str, Callable[[], object]] = {
            "bare": partial(solve, *search),
            "recorded": partial(_record, *search),
        }
        bare, recorded = least(runs, repeats).values()
        worst = max(worst, recorded / bare)
        cells = (f"{bare * 1e3:.1f}", f"{recorded * 1e3:.1f}", f"{recorded / bare:.2f}")
        rows.add(name, algorithm, f"{len(_record(*search).trace):,}", *cells)
    state_claim("CPU of a recorded search over that of a bare search", worst, most=MOST_TIMES)


def _record(*search: Any) -> Recording:
    recording = Recording(*search)
    pull_to_end(recording)
    return recording


CASES = {"recording": measure_recording}
