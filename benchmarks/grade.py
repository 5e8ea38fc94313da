"""The cost of isolation, the time to grade a class, and the time to find similar submissions.

The claims are about the processor time of both processes together, because the wall-clock time
depends on the other work of the machine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import psutil

import heuristics
from aima_search import solve
from aima_search.apps import grade
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.heuristic_checks import StudentHeuristicProblem
from aima_search.apps.grade.sandbox import (
    CheckLimits,
    SandboxFactory,
    SandboxSession,
    SubmissionRequirements,
)
from aima_search.apps.grade.sandbox_resources import temporary_folder
from aima_search.apps.grade.similarity import alike
from aima_search.apps.grade.submission import SubmissionFiles
from aima_search.model.problem import Node
from benchmarks.measure import cpu_used, seconds_of_children
from benchmarks.runner import Rows, heading, state_claim
from puzzles import MovIX

LEAST_CALLS = 5_000
MOST_SECONDS = 0.6  # seconds of processor time for each submission
MOST_TO_START = 0.02  # seconds of processor time
MOST_ALIKE = 120.0  # seconds of processor time for all pairs
_CODE = """
import heuristics

def my_h(problem):
    return heuristics.get("{name}", problem)
"""


def measure_calls(level: str = "1-first") -> None:
    """Search a MovIX board with heuristics in a confined process, and in this process."""
    heading(f"A* on MovIX {level}, h in a confined process and in this one")
    columns = ["calls", "calls/s", "CPU s", "clock s", "CPU s here", "expanded"]
    rows = Rows("heuristic:18", *columns)
    slowest = float("inf")
    for name in ("manhattan", "conflicts", "partial-alignment"):
        cells, rate = _measure(name, AssignedBoard("movix", level, MovIX.level(level).format()))
        slowest = min(slowest, rate)
        rows.add(name, *cells)
    state_claim("calls of h in a second of CPU, of both processes", slowest, least=LEAST_CALLS)


def _measure(name: str, board: AssignedBoard) -> tuple[list[str], float]:
    with _works(name) as make_work, (work := make_work()).check():
        asked = StudentHeuristicProblem(work, board)
        began, used = perf_counter(), process_time() + _used_by_children()
        confined = solve(asked, "astar", asked.h_value).expanded
        clock, processor = perf_counter() - began, process_time() + _used_by_children() - used
    problem = board.problem()
    own = heuristics.get(name, problem)

    def h(node: Node) -> float:
        return own(node)

    began = process_time()
    here = solve(problem, "astar", h).expanded
    bare = process_time() - began
    if here != confined:
        raise SystemExit(f"{name}: {confined:,} expansions confined, {here:,} here")
    rate = len(asked.known) / processor
    seconds = (f"{one:.2f}" for one in (processor, clock, bare))
    return [f"{len(asked.known):,}", f"{rate:,.0f}", *seconds, f"{here:,}"], rate


@contextmanager
def _works(name: str) -> Iterator[Callable[[], SandboxSession]]:
    """Yield a function that makes a session for a submission with the heuristic ``name``."""
    contents = SubmissionFiles()
    contents.files["heuristic.py"] = _CODE.format(name=name).encode()
    asked = SubmissionRequirements("heuristic", "heuristic.py", "my_h", ())
    with temporary_folder() as folder, closing(SandboxFactory(folder)) as boxes:
        yield lambda: SandboxSession(contents, asked, CheckLimits(seconds=600), boxes)


def measure_start(starts: int = 50) -> None:
    """Start the process of a check ``starts`` times, as for a class, after a first start."""
    heading(f"{starts} starts of the process of a check, until it has loaded a submission")
    processors = []
    with _works("zero") as make_work:
        work = make_work()
        for _ in range(starts + 1):
            used = process_time() + _used_by_children()
            with work.check():
                processors.append(process_time() + _used_by_children() - used)
    processor = median(processors[1:])
    state_claim("seconds of CPU to start in the middle", processor, most=MOST_TO_START)


def _used_by_children() -> float:
    """Return the processor seconds that the child processes of this process have used."""
    times = [child.cpu_times() for child in psutil.Process().children(recursive=True)]
    return float(sum(one.user + one.system for one in times))


def measure_class(submissions: int = 200) -> None:
    """Grade a class of correct heuristics with the assignment of ``grade --template``."""
    heading(f"{submissions:,} right submissions, three checks each")
    with tempfile.TemporaryDirectory() as folder:
        text = Path(grade.__file__).with_name("template").joinpath("assignment.toml.txt")
        asked = grade.parse_assignment(text.read_text("utf-8"), Path(folder))
        paths = [Path(folder, f"{number}.py") for number in range(submissions)]
        for number, path in enumerate(paths):
            path.write_text(f"{_CODE.format(name='assignment')}\n# {number}\n", "utf-8")
        began, own = perf_counter(), cpu_used(children=False)
        below, scores = seconds_of_children(lambda: grade.run(asked, paths, jobs=2))
        clock, processor = perf_counter() - began, cpu_used(children=False) - own + below
    rows = Rows("submissions", "all points", "CPU s", "clock s", "CPU s of 10,000")
    right = sum(score.outcome == "passed" for score in scores)
    each = processor / submissions
    rows.add(f"{submissions:,}", right, f"{processor:.1f}", f"{clock:.1f}", f"{1e4 * each:,.0f}")
    state_claim("seconds of CPU a submission", each, most=MOST_SECONDS)


def measure_alike(programs: int = 10_000) -> None:
    """Find the similar pairs among random sketches of programs, of which a tenth are copied."""
    heading(f"pairs that are alike among {programs:,} sketches")
    random = Random(0)
    sketches: dict[str, Sequence[int]] = {}
    own: list[int] = []
    for number in range(programs):
        before, own = own, [random.randrange(2**32) for _ in range(1000)]
        if number % 10 == 9:
            own[:900] = before[:900]
        sketches[str(number)] = sorted(own)[:400]
    began = process_time()
    found = sum(1 for _ in alike(sketches))
    processor = process_time() - began
    rows = Rows("submissions", "pairs", "CPU s")
    rows.add(f"{programs:,}", f"{found:,}", f"{processor:.1f}")
    state_claim("seconds of CPU to find all pairs", processor, most=MOST_ALIKE)


CASES = {
    "start": measure_start,
    "calls": measure_calls,
    "class": measure_class,
    "alike": measure_alike,
}
