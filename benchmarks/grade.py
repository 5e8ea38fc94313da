"""What isolation costs: calls of a student's heuristic a second, the start of its process.

The claim is on the processor time of both processes together: the time by the clock depends on
what else the machine does.
"""

from __future__ import annotations

from contextlib import closing
from time import perf_counter, process_time
from typing import NamedTuple

import psutil

import heuristics
from aima_search import solve
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.borrowed import temporary_folder
from aima_search.apps.grade.box import Asked, Bounds, Boxes, Work
from aima_search.apps.grade.contents import Contents
from aima_search.apps.grade.heuristic_checks import Estimates, Fetching
from aima_search.model.problem import Node
from benchmarks.runner import Rows, heading, state_claim
from puzzles import MovIX

LEAST_CALLS = 5_000
_CODE = """
import heuristics

def my_h(problem):
    return heuristics.get("{name}", problem)
"""


def measure_calls(level: str = "1-first") -> None:
    """Search a board of MovIX with heuristics that run in a confined process, and here."""
    heading(f"A* on MovIX {level}, h in a confined process and in this one")
    columns = ["start s", "calls", "calls/s", "CPU s", "clock s", "CPU s here", "expanded"]
    rows = Rows("heuristic:18", *columns)
    slowest = float("inf")
    for name in ("manhattan", "conflicts", "partial-alignment"):
        cells, rate = _measure(name, AssignedBoard("movix", level, MovIX.level(level).format()))
        slowest = min(slowest, rate)
        rows.add(name, *cells)
    state_claim("calls of h in a second of CPU, of both processes", slowest, least=LEAST_CALLS)


def _measure(name: str, board: AssignedBoard) -> tuple[list[str], float]:
    contents = Contents()
    contents.files["heuristic.py"] = _CODE.format(name=name).encode()
    measured = _confined(contents, board)
    problem = board.problem()
    own = heuristics.get(name, problem)

    def h(node: Node) -> float:
        return own(node)

    began = process_time()
    here = solve(problem, "astar", h).expanded
    bare = process_time() - began
    if here != measured.expanded:
        raise SystemExit(f"{name}: {measured.expanded:,} expansions confined, {here:,} here")
    rate = measured.calls / measured.processor
    seconds = (f"{one:.2f}" for one in (measured.processor, measured.clock, bare))
    numbers = (f"{measured.calls:,}", f"{rate:,.0f}", *seconds, f"{here:,}")
    return [f"{measured.start:.2f}", *numbers], rate


class _Measured(NamedTuple):
    """Seconds to start; calls; seconds of both processors, and of the clock; expansions."""

    start: float
    calls: int
    processor: float
    clock: float
    expanded: int


def _confined(contents: Contents, board: AssignedBoard) -> _Measured:
    asked = Asked("heuristic", "heuristic.py", "my_h", ())
    with temporary_folder(for_others=True) as folder, closing(Boxes(folder)) as boxes:
        work = Work(contents, asked, Bounds(seconds=600), boxes)
        with work.check():  # the second start is what each check costs
            pass
        began = perf_counter()
        with work.check():
            start = perf_counter() - began
            estimates = Estimates(work, board)
            began, used = perf_counter(), process_time() + _used_by_children()
            result = solve(Fetching(board.problem(), estimates), "astar", estimates.h)
            clock, processor = perf_counter() - began, process_time() + _used_by_children() - used
        return _Measured(start, estimates.calls, processor, clock, result.expanded)


def _used_by_children() -> float:
    """Return the seconds of the processor that the processes of submissions have used."""
    times = [child.cpu_times() for child in psutil.Process().children(recursive=True)]
    return float(sum(one.user + one.system for one in times))


CASES = {"calls": measure_calls}
