"""What the laboratory adds to each of many short runs: isolation, limits, the store."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import click

from aima_search.apps.lab import Grid, parse_grid, run_grid
from aima_search.cli.output import print_table
from aima_search.display.tables import make_table

MOST_OVERHEAD = 0.015  # seconds a run

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


@click.command()
@click.option("--runs", type=click.IntRange(min=8), default=10_000, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True)
def _command(runs: int, jobs: int) -> None:
    """Do many short runs on a new store, and again on the full store."""
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
    overhead = (first - searching / jobs) / count
    table = make_table(["what", "measured"], ["measured"], f"{count:,} runs, {jobs} jobs")
    for what, measured in (
        ("drawing the boards", f"{reading:.1f} s"),
        ("all runs", f"{first:.1f} s"),
        ("of that searching, all workers together", f"{searching:.1f} s"),
        ("beyond searching, a run", f"{1000 * overhead:.2f} ms"),
        ("beyond searching, a run, both workers' time", f"{1000 * jobs * overhead:.2f} ms"),
        ("the same grid again: nothing to do", f"{again:.1f} s"),
        ("store, a run", f"{size / count:,.0f} bytes"),
        ("load of the machine (1 min, processors)", f"{os.getloadavg()[0]:.1f}, {os.cpu_count()}"),
    ):
        table.add_row(what, measured)
    print_table(table)
    verdict = "holds" if overhead <= MOST_OVERHEAD else "DOES NOT HOLD"
    click.echo(
        f"overhead of at most {1000 * MOST_OVERHEAD:g} ms a run:"
        f" {1000 * overhead:.2f} ms measured: {verdict}"
    )


def _timed(grid: Grid, store: Path, jobs: int) -> float:
    started = perf_counter()
    run_grid(grid, store, jobs)
    return perf_counter() - started


def main(arguments: list[str]) -> None:
    """Run this benchmark."""
    _command.main(arguments, prog_name="python -m benchmarks lab", standalone_mode=False)
