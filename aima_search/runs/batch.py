"""Solves every board of a file, one after the other or several at once, and keeps a record.

The record is a CSV file, a row a board, written when the board is done: whatever happens, it is
complete up to the last finished board, and a second run can go on from there.
"""

from __future__ import annotations

import csv
import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, fields
from functools import partial
from io import StringIO
from pathlib import Path
from typing import IO, Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.errors import BoardError, SearchError
from aima_search.limits import Limits
from aima_search.puzzle import PUZZLES
from aima_search.runs.solve import solve

BAD_INPUT = "bad-input"
FAILED = "failed"


@dataclass(frozen=True)
class BatchRow:
    """What came of the board that starts on ``line`` of the file.

    status: as in SearchResult, or "bad-input" or "failed" with a ``message``.
    configuration: that of the job.
    """

    line: int
    status: str
    seconds: float = 0
    cost: float | None = None
    expanded: int = 0
    solution: str = ""
    message: str = ""
    board: str = ""
    configuration: str = ""


@dataclass(frozen=True)
class Job:
    """How the boards of a batch are solved; plain values, so that a worker process can have it."""

    puzzle: str
    options: Mapping[str, Any]
    algorithm: str = "astar"
    heuristic: str | None = None
    limits: Limits | None = None

    @property
    def configuration(self) -> str:
        """The puzzle, the algorithm, its heuristic if any and the puzzle's options, as text."""
        words = [self.puzzle, self.algorithm]
        if ALGORITHMS.get(self.algorithm).informed:
            words.append(self.heuristic or PUZZLES.get(self.puzzle).default_heuristic)
        options = [f"{name}={value}" for name, value in sorted(self.options.items())]
        return _one_line(" ".join([*words, *options]))


def solve_boards(
    job: Job, boards: Sequence[tuple[int, str]], workers: int = 1
) -> Iterator[BatchRow]:
    """Yield a row for each (line, text), as they are done; a bad board is a row like others."""
    if workers == 1:
        for line, text in boards:
            yield solve_board(job, line, text)
        return
    with ProcessPoolExecutor(workers, initializer=_die_at_ctrl_c) as pool:
        try:
            running = [pool.submit(solve_board, job, line, text) for line, text in boards]
            for future in as_completed(running):
                yield future.result()
        except BrokenProcessPool:
            raise SearchError(
                "a worker process was killed, perhaps for want of memory: go on with --resume,"
                " fewer --jobs or a --memory limit"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _die_at_ctrl_c() -> None:
    """Let Ctrl-C, which reaches every process, end a worker without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def solve_board(job: Job, line: int, text: str) -> BatchRow:
    """Solve one board and say what came of it; an interrupted board has come to nothing."""
    row = partial(BatchRow, line, board=_one_line(text), configuration=job.configuration)
    try:
        problem = PUZZLES.get(job.puzzle).parse(text, **job.options)
    except ValueError as error:
        return row(BAD_INPUT, message=str(error))
    try:
        heuristic = job.heuristic or problem.default_heuristic
        result = solve(problem, job.algorithm, heuristic, job.limits)
    except SearchError as error:
        return row(FAILED, message=str(error))
    if result.status == "interrupted":
        raise KeyboardInterrupt
    return row(
        result.status,
        round(result.seconds, 6),
        result.cost,
        result.expanded,
        problem.solution_text(result.node) if result.solved and result.node else "",
    )


def _one_line(text: str) -> str:
    """Return a text with every run of white space, line ends too, as one space."""
    return " ".join(text.split())


class Record:
    """The results file: rows are appended and flushed one by one; ``done`` are those in it.

    An error before the first row leaves no file.
    """

    def __init__(self, path: Path, job: Job, *, resume: bool) -> None:
        """Read the file if it is there: ``resume`` keeps its rows, otherwise it must be new."""
        self.done: list[BatchRow] = []
        if resume and path.exists():
            self.done = read_record(path)
            expected = job.configuration
            for row in self.done:
                if row.configuration != expected:
                    raise BoardError(
                        f"results file {str(path)!r} has rows of {row.configuration!r}: expected"
                        f" {expected!r}; choose another --out"
                    )
        elif path.exists():
            raise BoardError(
                f"results file {str(path)!r} is there already: --resume goes on with it"
            )
        self._path = path
        self._file: IO[str] | None = None

    def __enter__(self) -> Record:
        """Write what is known already, whole rows only, and stay open for more."""
        temporary = self._path.with_name(self._path.name + ".new")
        with temporary.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(asdict(row) for row in self.done)
        os.replace(temporary, self._path)
        self._file = self._path.open("a", encoding="utf-8", newline="")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        assert self._file is not None
        self._file.close()
        if not self.done and kind is not None and issubclass(kind, SearchError):
            self._path.unlink()

    def add(self, row: BatchRow) -> None:
        """Append a row; it is in the file when this returns."""
        assert self._file is not None
        csv.DictWriter(self._file, _COLUMNS, lineterminator="\n").writerow(asdict(row))
        self._file.flush()
        self.done.append(row)


_COLUMNS = [field.name for field in fields(BatchRow)]


def read_record(path: Path) -> list[BatchRow]:
    """Return the whole rows of a results file; a last row cut short is left out."""
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    reader = csv.DictReader(StringIO(whole, newline=""))
    if text and list(reader.fieldnames or []) != _COLUMNS:
        raise BoardError(f"file {str(path)!r} is no results file: expected columns {_COLUMNS}")
    return [_row(values) for values in reader]


def _row(values: Mapping[str, str]) -> BatchRow:
    return BatchRow(
        line=int(values["line"]),
        status=values["status"],
        seconds=float(values["seconds"]),
        cost=_cost(values["cost"]),
        expanded=int(values["expanded"]),
        solution=values["solution"],
        message=values["message"],
        board=values["board"],
        configuration=values["configuration"],
    )


def _cost(text: str) -> float | None:
    """Return a cost as it was: a whole number stays one."""
    if not text:
        return None
    return int(text) if text.isdecimal() else float(text)


def still_to_do(
    boards: Iterable[tuple[int, str]], done: Iterable[BatchRow]
) -> list[tuple[int, str]]:
    """Return the boards without a row: the same line with the same text counts as done."""
    known = {(row.line, row.board) for row in done}
    return [(line, text) for line, text in boards if (line, _one_line(text)) not in known]
