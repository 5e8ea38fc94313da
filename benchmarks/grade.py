"""What isolation costs: calls of a student's heuristic a second, the start of its process."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter

import click

import heuristics
from aima_search import solve
from aima_search.grade.boards import Board
from aima_search.grade.estimates import Estimates, Fetching
from aima_search.grade.submission import Handed, Submission, handed
from aima_search.grade.work import Asked, Bounds, Work
from aima_search.problem import Node
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles import MovIX

LEAST_CALLS = 5_000
_CODE = """
import heuristics

def my_h(problem):
    return heuristics.get("{name}", problem)
"""


@click.command()
@click.option("--level", default="5-long", show_default=True, help="The board of MovIX.")
def command(level: str) -> None:
    """Search a board with heuristics that are asked in a confined process, and here."""
    heading(f"A* on MovIX {level}, h in a confined process and in this one")
    columns = ["heuristic", "start s", "calls", "calls/s", "s", "s here", "expanded", "here"]
    table = make_table(columns, numeric=columns[1:])
    slowest = float("inf")
    for name in ("manhattan", "conflicts", "partial-alignment"):
        cells, rate = _measure(name, Board("movix", level, MovIX.level(level).format()))
        slowest = min(slowest, rate)
        table.add_row(name, *cells)
    print_table(table)
    state_claim("calls of h a second in a confined process", slowest, least=LEAST_CALLS)


def _measure(name: str, board: Board) -> tuple[list[str], float]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "heuristic.py")
        path.write_text(_CODE.format(name=name), encoding="utf-8")
        with handed(Submission(path.name, path), path.name) as there:
            start, calls, seconds, expanded = _confined(there, board)
    problem = board.problem()
    own = heuristics.get(name, problem)

    def h(node: Node) -> float:
        return own(node)

    began = perf_counter()
    here = solve(problem, "astar", h).expanded
    bare = perf_counter() - began
    if here != expanded:
        raise SystemExit(f"{name}: {expanded:,} expansions confined, {here:,} here")
    rate = calls / seconds
    numbers = (f"{calls:,}", f"{rate:,.0f}", f"{seconds:.2f}", f"{bare:.2f}")
    return [f"{start:.2f}", *numbers, f"{expanded:,}", f"{here:,}"], rate


def _confined(there: Handed, board: Board) -> tuple[float, int, float, int]:
    """Return the seconds to start, the calls, the seconds for all of them, the expansions."""
    work = Work(there, Asked("heuristic", "my_h", (), 1), Bounds(seconds=600))
    began = perf_counter()
    work.begin()
    start = perf_counter() - began
    try:
        estimates = Estimates(work.box, board)
        began = perf_counter()
        result = solve(Fetching(board.problem(), estimates), "astar", estimates.h)
        return start, estimates.calls, perf_counter() - began, result.expanded
    finally:
        work.close()


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks grade")
