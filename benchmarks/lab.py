"""The time that the laboratory adds to short runs, also with Dask; a report on a million runs.

The runs are searches of a millisecond, so the time is mostly that of isolation, limits and store.
The store of a million rows is made from the rows of a small grid, repeated with other boards.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from aima_search.apps.lab import parse_grid, run_grid
from aima_search.apps.lab.store import Store
from benchmarks.measure import cpu_used, in_fresh_process, most_bytes, process_seconds
from benchmarks.runner import Rows, heading, print_line, state_claim

MOST_CPU = 5.0  # ms per run that the laboratory and its workers need in addition to the search
MOST_SECONDS = 60.0  # CPU seconds of a report on a million rows
MOST_MEMORY = 500.0  # MB of memory of a report

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

_MADE_UP = """
puzzle = "movix"
algorithms = ["astar", "greedy", "weighted-astar(weight=2)", "ida-star", "uniform-cost"]
heuristics = ["zero", "conflicts", "partial-alignment", "assignment"]
[[instances]]
size = 4
line = 3
walls = [0, 2, 4, 6]
paired = "walls"
count = 5
"""
_VALUES = {
    "lab": "1",
    "status": "'solved'",
    "cost": "8 + board % 7 + (algorithm = 'greedy' AND board % 3 = 0)",
    "depth": "8 + board % 7",
    "expanded": "20 + (id * 7919) % 1009 * (1 + length(coalesce(heuristic, '')) % 5)",
    "expanded_below_cost": "10 + (id * 7919) % 1009",
    "generated": "60 + 3 * ((id * 7919) % 1009)",
    "branching_factor": "1.2 + (id % 50) / 100.0",
    "max_frontier": "10 + id % 100",
    "seconds": "0.001 + (id * 104729) % 997 / 1e5",
    "prepared": "0.0002",
    "wall_seconds": "0.005 + (id * 104729) % 997 / 1e5",
}
"""The values of the columns in the made-up rows, as SQL expressions."""


def measure_runs(runs: int = 10_000, jobs: int = 2) -> None:
    """Do many short runs in processes on this machine."""
    heading(f"{runs:,} runs, {jobs} processes")
    here = in_fresh_process(_measure, runs, jobs, None)
    _print(here)
    state_claim("CPU beyond searching, a run", here.added, most=MOST_CPU, unit=" ms")


def measure_dask(runs: int = 10_000, jobs: int = 2) -> None:
    """Do the same runs on a Dask cluster on this machine."""
    heading(f"{runs:,} runs, Dask, {jobs} workers")
    dask = in_fresh_process(_measure, runs, jobs, "local")
    _print(dask)
    fed = dask.runs / dask.lab
    print_line(f"lab and scheduler keep up with {fed:,.0f} runs a second, whatever the workers do")


def measure_report(rows: int = 1_000_000) -> None:
    """Report on a store of made-up runs in a new process, without and with the HTML page."""
    heading("Reports")
    with TemporaryDirectory() as folder:
        store = Path(folder) / "made-up.sqlite"
        made = make_up(store, rows)
        for words, options in (("", []), (", with its page", ["--html", f"{store}.html"])):
            seconds, memory = in_fresh_process(_report, str(store), *options)
            claim = f"a report on {made:,} runs{words}"
            state_claim(f"CPU of {claim}", seconds, most=MOST_SECONDS, unit=" s")
            state_claim(f"memory of {claim}", memory, most=MOST_MEMORY, unit=" MB")


class Measured(NamedTuple):
    """The seconds of all runs and of their searches; CPU seconds of the lab and of its workers."""

    runs: int
    wall: float
    searching: float
    lab: float
    workers: float

    @property
    def added(self) -> float:
        """The CPU time in addition to the searches, in ms per run."""
        return 1000 * (self.lab + self.workers - self.searching) / self.runs


def _measure(runs: int, jobs: int, scheduler: str | None) -> Measured:
    with TemporaryDirectory() as folder:
        store = Path(folder) / "results.sqlite"
        grid = parse_grid(_GRID.format(count=runs // _RUNS_OF_A_BOARD), Path(folder))
        started, before = perf_counter(), cpu_used(children=False)
        run_grid(grid, store, jobs, scheduler)
        wall, lab = perf_counter() - started, cpu_used(children=False) - before
        workers = cpu_used(children=True)
        with closing(sqlite3.connect(store)) as database:
            (searching,) = database.execute("SELECT sum(seconds) FROM runs").fetchone()
        return Measured(grid.runs, wall, searching, lab, workers)


def _report(store: str, *options: str) -> tuple[float, float]:
    """Return the CPU seconds and the MB of a report, which must be this process's only child."""
    seconds = process_seconds("-m", "aima_search", "lab", "report", store, *options)
    return seconds, most_bytes(children=True) / 1e6


def _print(one: Measured) -> None:
    rows = Rows("what:44", "measured:12")
    rows.add("all runs", f"{one.wall:.1f} s")
    rows.add("of that searching, all workers together", f"{one.searching:.1f} s")
    rows.add("CPU a run: the lab", f"{1000 * one.lab / one.runs:.2f} ms")
    rows.add("CPU a run: its workers", f"{1000 * one.workers / one.runs:.2f} ms")


def make_up(store: Path, rows: int) -> int:
    """Fill a new store with runs that have made-up numbers; return the number of runs.

    A small grid is stored as a lab does it. Its boards are then repeated with other names.
    """
    grid = parse_grid(_MADE_UP, store.parent)
    with Store(store) as opened:
        opened.add_grid(grid)
        opened.sign_in('{"aima-search": "made up"}')
    copies = -(-rows // grid.runs)
    with closing(sqlite3.connect(store)) as database, database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(runs)")]
        same = ", ".join(one for one in columns if one not in ("id", "key", "board"))
        (boards,) = database.execute("SELECT max(id) FROM boards").fetchone()
        numbers = {"last": copies - 1, "runs": grid.runs, "boards": boards}
        numbers["places"] = len(grid.instances)
        for table, values in (
            ("boards", "id + copy * :boards, digest || '-' || copy, text"),
            (
                f"runs (id, key, board, {same})",
                f"id + copy * :runs, key || '-' || copy, board + copy * :boards, {same}",
            ),
            (
                "grid_boards",
                "grid, place + copy * :places, name || '-' || copy, board + copy * :boards, axes,"
                " options, block || '-' || copy",
            ),
            (
                "grid_runs",
                "grid, position + copy * :runs, run + copy * :runs, place + copy * :places,"
                " configuration",
            ),
        ):
            database.execute(
                "WITH RECURSIVE copies (copy) AS"
                " (SELECT 1 WHERE :last UNION SELECT copy + 1 FROM copies WHERE copy < :last)"
                f" INSERT INTO {table} SELECT {values} FROM copies, {table.split()[0]}",
                numbers,
            )
        settings = ", ".join(f"{column} = {value}" for column, value in _VALUES.items())
        database.execute(f"UPDATE runs SET {settings}")
    return copies * grid.runs


CASES = {"runs": measure_runs, "dask": measure_dask, "report": measure_report}
