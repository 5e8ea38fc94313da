"""The results file of a batch: a CSV file that gets a new row as soon as a board is solved."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import IO, Any

from aima_search.base.errors import InputError, SearchError
from aima_search.base.files import writing
from aima_search.base.interchange import csv_row, read_row
from aima_search.model.boards import BoardText
from aima_search.runs.batch import BatchSettings, one_line
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import RunOutcome, RunRecord, RunSpec, columns_of_runs, flat_row

_ENCODED: Any = {"encoding": "utf-8", "errors": "surrogateescape"}  # the last row may be cut off
_LONGEST = 200  # the largest number of characters of an error in a message


class ResultsStream:
    """Writes results to a stream, such as standard output. The batch cannot be resumed."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self.done: list[RunRecord] = []

    def __enter__(self) -> ResultsStream:
        _write(self._stream, columns())
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._stream.flush()

    def add(self, row: RunRecord) -> None:
        """Write a row of the results to the stream."""
        values = {**flat_row(row.as_dict()), "solution": row.outcome.solution, **row.extra}
        _write(self._stream, csv_row({name: values[name] for name in columns()}).values())
        self.done.append(row)


class ResultsFile(ResultsStream):
    """An open results file. ``done`` has all its rows. New rows are saved immediately.

    The file is locked until it is closed or the process ends. If an error occurs before the first
    row, the file is deleted.
    """

    def __init__(self, path: Path, job: BatchSettings, *, resume: bool) -> None:
        """Open, lock and read the file; raise InputError if it exists and ``resume`` is False."""
        self._path = path
        try:
            super().__init__(path.open("a+" if resume else "x+", newline="", **_ENCODED))
        except FileExistsError:
            raise InputError(
                f"results file {str(path)!r} exists: to continue it, use --resume; otherwise choose"
                " another file with --out"
            ) from None
        try:
            self._read(job.description)
        except BaseException:
            self._stream.close()
            raise

    def _read(self, expected: str) -> None:
        lock(self._stream, self._path)
        self._stream.seek(0)
        text = self._stream.read()
        self.done = read_results(self._path, text)
        for row in self.done:
            if (found := row.extra["configuration"]) != expected:
                raise InputError(
                    f"results file {str(self._path)!r}: the rows were written with {found!r},"
                    f" but this batch uses {expected!r}: choose another file with --out"
                )
        whole = _whole_rows(text)
        self._stream.truncate(len(whole.encode("utf-8", "surrogateescape")))
        if not whole:
            with writing(self._path):
                _write(self._stream, columns())

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with writing(self._path):
            self._stream.close()
        if not self.done and kind is not None and issubclass(kind, SearchError):
            self._path.unlink()

    def add(self, row: RunRecord) -> None:
        """Append a row and flush the file."""
        with writing(self._path):
            super().add(row)


def _write(file: IO[str], values: Iterable[object]) -> None:
    csv.writer(file, lineterminator="\n").writerow(values)
    file.flush()


def lock(file: IO[str], path: Path) -> None:
    """Lock a file if the system has locks; raise InputError if another batch has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InputError(
            f"results file {str(path)!r} is being written by another batch: wait until the batch"
            " ends, or choose another file with --out"
        ) from None
    except OSError:  # the file system has no locks
        return


def remaining_boards(boards: Iterable[BoardText], done: Iterable[RunRecord]) -> list[BoardText]:
    """Return the boards that a batch still has to solve; ``done`` contains its finished runs."""
    known = {(row.extra["line"], row.board) for row in done}
    return [board for board in boards if (board[0], one_line(board[1])) not in known]


def columns() -> tuple[str, ...]:
    """Return the names of the columns of a results file."""
    run = list(columns_of_runs())
    extra = ("rating", "hardest", "configuration")
    return ("line", "status", *MEASURES, "solution", "message", *extra, *run)


def read_results(path: Path, text: str) -> list[RunRecord]:
    """Return the complete rows of a results file; raise InputError if it is not such a file."""
    reader = csv.DictReader(StringIO(_whole_rows(text), newline=""))
    found = list(reader.fieldnames or [])
    if text and tuple(found) != columns():
        is_old = found[:2] == ["line", "status"]
        kind = "from an older version of aima-search" if is_old else "not a results file"
        raise InputError(f"file {str(path)!r} is {kind}: choose another file with --out")
    rows: list[RunRecord] = []
    try:
        rows.extend(_row(read_row(values)) for values in reader)
    except (AttributeError, RecursionError, TypeError, ValueError, csv.Error) as error:
        raise InputError(
            f"results file {str(path)!r}, row {len(rows) + 1} is damaged"
            f" ({one_line(str(error))[:_LONGEST]}): choose another file with --out"
        ) from None
    return rows


def _whole_rows(text: str) -> str:
    return text[: text.rfind("\n") + 1]


def _row(values: Mapping[str, str]) -> RunRecord:
    run = {name: _READ.get(kind, str)(values[name]) for name, kind in columns_of_runs().items()}
    measures = {name: _number(values[name]) for name in MEASURES}
    outcome = RunOutcome(values["status"], values["message"], measures, values["solution"])
    extra: dict[str, Any] = {name: values[name] for name in ("hardest", "configuration")}
    extra |= {"line": int(values["line"]), "rating": _number(values["rating"])}
    return RunRecord(RunSpec.from_row(run), outcome, extra=extra)


def _number(text: str) -> float | None:
    if not text:
        return None
    return int(text) if text.lstrip("-").isdecimal() else float(text)


_READ: dict[str, Callable[[str], Any]] = {
    "int": int,
    "int | None": _number,
    "float | None": _number,
    "str | None": lambda text: text or None,
}
