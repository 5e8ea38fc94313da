"""Small boards: the median time of a solve, and the time that the command batch adds."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from aima_search.model.puzzle import Puzzle
from aima_search.runs.batch import BatchSettings, solve_board
from aima_search.runs.results_file import ResultsFile
from aima_search.runs.search import solve
from benchmarks.measure import process_seconds, race
from benchmarks.runner import Rows, heading, state_claim
from puzzles import Hitori, Sudoku

MOST_MS = {"easy50": 0.18, "17clue_100": 0.25, "Hitori 5 x 5": 0.13}
MOST_BEYOND = 0.35
MOST_OF_TWO_JOBS = 1.25  # times the CPU time per board of one job
MOST_TO_START = 0.5  # seconds to start two more Python processes with their imports
_ROUNDS = 5  # runs per board; the fastest run counts
_HITORI_SEEDS = range(1, 51)
_LEAST_BOARDS = 3_000  # boards in a large batch
_FEW_BOARDS = 20  # boards in a batch whose time is mostly the start


def measure_solves(data: Path | None = None) -> None:
    """Measure ``solve`` on small boards; data: a folder with easy50.txt and 17clue_100.txt."""
    heading("a solve, problem made before, milliseconds of CPU")
    sets: dict[str, Sequence[Puzzle]] = {**_sudokus(data)}
    sets["Hitori 5 x 5"] = [Hitori.generate(seed, size=5) for seed in _HITORI_SEEDS]
    rows = Rows("boards:18", "number", "median", "most")
    for name, problems in sets.items():
        times = [min(_milliseconds(problem) for _ in range(_ROUNDS)) for problem in problems]
        rows.add(name, len(times), f"{median(times):.3f}", f"{max(times):.3f}")
        if name in MOST_MS:
            state_claim(f"{name}, median", median(times), most=MOST_MS[name], unit=" ms")


def _sudokus(data: Path | None) -> dict[str, Sequence[Puzzle]]:
    if data is None:
        return {"generated Sudoku": [Sudoku.generate(seed) for seed in range(1, 21)]}
    sets: dict[str, Sequence[Puzzle]] = {}
    for name in ("easy50", "17clue_100"):
        lines = (data / f"{name}.txt").read_text(encoding="utf-8").split()
        sets[name] = [Sudoku.parse(line) for line in lines]
    return sets


def _texts(data: Path | None) -> list[str]:
    texts = [problem.instance_text() for problem in next(iter(_sudokus(data).values()))]
    return (texts * (_LEAST_BOARDS // len(texts) + 1))[:_LEAST_BOARDS]


def _milliseconds(problem: Puzzle) -> float:
    """Return the time of a ``solve`` for which nothing was prepared."""
    problem = type(problem).parse(problem.instance_text())
    start = process_time()
    solve(problem)
    return (process_time() - start) * 1e3


def measure_batch(data: Path | None = None, repeats: int = 3) -> None:
    """Compare a batch of Sudokus in one process with calls of ``solve``."""
    boards = _texts(data)
    heading(f"a batch of {len(boards):,} Sudokus in one process, milliseconds of CPU a board")
    problems = [Sudoku.parse(text) for text in boards]
    runs = {
        "solve alone": partial(_solve_all, problems),
        "batch, its results file included": partial(_batch, boards),
    }
    each = race(runs, repeats, "milliseconds", 1e3 / len(boards))
    alone, batch = each.values()
    state_claim("a board of a batch, beyond its solve", batch - alone, most=MOST_BEYOND, unit=" ms")


def _solve_all(problems: Sequence[Puzzle]) -> None:
    for problem in problems:
        solve(problem)


def _batch(boards: Sequence[str]) -> None:
    job = BatchSettings("sudoku")
    with (
        tempfile.TemporaryDirectory() as folder,
        ResultsFile(Path(folder) / "results.csv", job, resume=False) as results,
    ):
        for line, text in enumerate(boards, 1):
            results.add(solve_board(job, line, text))


def measure_jobs(data: Path | None = None, repeats: int = 3) -> None:
    """Measure the command batch with one job and two jobs, on few and on many boards."""
    boards = _texts(data)
    heading("the command batch, CPU seconds of all its processes")
    rows, least = Rows("boards", "one job", "two jobs"), []
    for count in (_FEW_BOARDS, len(boards)):
        least.append([_seconds_of_jobs(boards[:count], jobs, repeats) for jobs in (1, 2)])
        rows.add(f"{count:,}", *(f"{seconds:.3f}" for seconds in least[-1]))
    few, many = least
    one, two = ((b - a) / (len(boards) - _FEW_BOARDS) for a, b in zip(few, many, strict=True))
    state_claim("two jobs beyond one, to start", few[1] - few[0], most=MOST_TO_START, unit=" s")
    state_claim("a board by two jobs over one", two / one, most=MOST_OF_TWO_JOBS, unit=" times")


def _seconds_of_jobs(boards: Sequence[str], jobs: int, repeats: int) -> float:
    """Return the least CPU seconds of a batch, including the start of its processes."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "boards.txt", Path(folder) / "results.csv"
        file.write_text("\n".join(boards) + "\n", encoding="utf-8")
        arguments = ["batch", "sudoku", str(file), "--out", str(out), "--jobs", str(jobs)]
        times = []
        for _ in range(repeats):
            times.append(process_seconds("-m", "aima_search", *arguments))
            out.unlink()
    return min(times)


CASES = {"solve": measure_solves, "batch": measure_batch, "jobs": measure_jobs}
