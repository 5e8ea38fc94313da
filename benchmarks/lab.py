"""What the laboratory adds to each of many short runs: isolation, limits, the store."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from aima_search.apps.lab import Grid, parse_grid, run_grid
from benchmarks.runner import Rows, heading, state_claim

MOST_OVERHEAD = 15  # milliseconds a run

_GRID = """
puzzle = "movix"
algorithms = ["astar", "uniform-cost", "breadth-first"]
heuristics = ["zero", "partial-alignment"]
repetitions = 2
[limits]
seconds = 10
nodes = 200
[instances]
size = 4
line = 3
count = {count}
"""
_RUNS_OF_A_BOARD = 8


def measure_runs(runs: int = 10_000, jobs: int = 2) -> None:
    """Do many short runs on a new store, and again on the full store."""
    heading(f"{runs:,} runs, {jobs} jobs")
    with TemporaryDirectory() as folder:
        store = Path(folder) / "results.sqlite"
        started = perf_counter()
        grid = parse_grid(_GRID.format(count=runs // _RUNS_OF_A_BOARD), Path(folder))
        reading = perf_counter() - started
        first, again = (_timed(grid, store, jobs) for _ in range(2))
        with closing(sqlite3.connect(store)) as database:
            count, searching = database.execute(
                "SELECT count(*), sum(seconds) FROM runs"
            ).fetchone()
        size = store.stat().st_size
    overhead = 1000 * (first - searching / jobs) / count
    rows = Rows("what:44", "measured:12")
    for what, measured in (
        ("drawing the boards", f"{reading:.1f} s"),
        ("all runs", f"{first:.1f} s"),
        ("of that searching, all workers together", f"{searching:.1f} s"),
        ("beyond searching, a run", f"{overhead:.2f} ms"),
        ("beyond searching, a run, both workers' time", f"{jobs * overhead:.2f} ms"),
        ("the same grid again: nothing to do", f"{again:.1f} s"),
        ("store, a run", f"{size / count:,.0f} bytes"),
        ("load of the machine (1 min, processors)", f"{os.getloadavg()[0]:.1f}, {os.cpu_count()}"),
    ):
        rows.add(what, measured)
    state_claim("beyond searching, a run", overhead, most=MOST_OVERHEAD, unit=" ms")


def _timed(grid: Grid, store: Path, jobs: int) -> float:
    started = perf_counter()
    run_grid(grid, store, jobs)
    return perf_counter() - started


CASES = {"runs": measure_runs}
