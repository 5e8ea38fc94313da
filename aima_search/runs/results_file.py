"""The results file of a batch: CSV, a row a board, written when the board is done.

Whatever happens, it is complete up to the last finished board, and a second run goes on from there.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import IO, Any

from aima_search.base.errors import InputError, SearchError
from aima_search.base.files import writing
from aima_search.base.interchange import csv_row, read_row
from aima_search.model.boards import BoardText
from aima_search.runs.batch import Job, one_line
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import Record, Run, RunOutcome, columns_of_runs

_ENCODED: Any = {"encoding": "utf-8", "errors": "surrogateescape"}  # half a sign, cut off, is read
_LONGEST = 200  # characters of a fault


class ResultsFile:
    """The file: rows are appended and flushed one by one; ``done`` are those in it.

    One writer at a time: the file is locked while it is open, and the lock ends with the process,
    however that ends. An error before the first row leaves no file.
    """

    def __init__(self, path: Path, job: Job, *, resume: bool) -> None:
        """Take the file, to be opened: ``resume`` keeps its rows, otherwise it must be new."""
        self._path, self._job, self._resume = path, job, resume
        self._file: IO[str] | None = None
        self.done: list[Record] = []

    def __enter__(self) -> ResultsFile:
        """Open the file for this process alone, and keep the whole rows that it has by now."""
        goes_on = self._resume and self._path.exists()
        try:
            self._file = self._path.open("r+" if goes_on else "x+", newline="", **_ENCODED)
        except FileExistsError:
            raise InputError(
                f"results file {str(self._path)!r} is there already: --resume goes on with it"
            ) from None
        try:
            self._go_on()
        except BaseException:
            self._file.close()
            raise
        return self

    def _go_on(self) -> None:
        """Read the whole rows, cut off what comes after them, and begin a file without any."""
        assert self._file is not None
        lock(self._file, self._path)
        text = self._file.read()
        self.done, expected = _rows_of(self._path, text), self._job.description
        for row in self.done:
            if (found := row.kept["configuration"]) != expected:
                raise InputError(
                    f"results file {str(self._path)!r} has rows of {found!r}: expected"
                    f" {expected!r}; choose another --out"
                )
        whole = _whole_rows(text)
        self._file.seek(0)
        self._file.truncate(len(whole.encode("utf-8", "surrogateescape")))
        self._file.seek(0, os.SEEK_END)
        if not whole:
            with writing(self._path):
                _write(self._file, columns())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        assert self._file is not None
        with writing(self._path):
            self._file.close()
        if not self.done and kind is not None and issubclass(kind, SearchError):
            self._path.unlink()

    def add(self, row: Record) -> None:
        """Append a row; it is in the file when this returns."""
        assert self._file is not None
        with writing(self._path):
            _write(self._file, _as_row(row).values())
        self.done.append(row)


class PrintedResults:
    """The same rows on a stream, such as standard output, from which nothing can go on."""

    def __init__(self, stream: IO[str]) -> None:
        """Take the stream; the line of columns is written when the ``with`` begins."""
        self._stream = stream
        self.done: list[Record] = []

    def __enter__(self) -> PrintedResults:
        _write(self._stream, columns())
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.flush()

    def add(self, row: Record) -> None:
        """Write a row."""
        _write(self._stream, _as_row(row).values())
        self.done.append(row)


def _write(file: IO[str], values: Iterable[object]) -> None:
    csv.writer(file, lineterminator="\n").writerow(values)
    file.flush()


def lock(file: IO[str], path: Path) -> None:
    """Make sure that no other batch writes the file, as far as the system has such locks."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InputError(
            f"results file {str(path)!r} is being written by another batch: wait for its end, or"
            " choose another --out"
        ) from None
    except OSError:  # a file system without locks
        return


def still_to_do(boards: Iterable[BoardText], done: Iterable[Record]) -> list[BoardText]:
    """Return the boards without a row: the same line with the same text counts as done."""
    known = {(row.kept["line"], row.board) for row in done}
    return [one for one in boards if (one[0], one_line(one[1])) not in known]


def columns() -> tuple[str, ...]:
    """Return the names of the columns."""
    run = list(columns_of_runs())
    kept = ("rating", "hardest", "configuration")
    return ("line", "status", *MEASURES, "solution", "message", *kept, *run)


def read_results(path: Path) -> list[Record]:
    """Return the whole rows of a results file; a last row cut short is left out."""
    with path.open(newline="", **_ENCODED) as file:
        return _rows_of(path, file.read())


def _rows_of(path: Path, text: str) -> list[Record]:
    reader = csv.DictReader(StringIO(_whole_rows(text), newline=""))
    found = list(reader.fieldnames or [])
    if text and tuple(found) != columns():
        kind = "of an older version" if found[:2] == ["line", "status"] else "no results file"
        raise InputError(f"file {str(path)!r} is {kind}: choose another --out")
    rows: list[Record] = []
    try:
        rows.extend(_row(read_row(values)) for values in reader)
    except (AttributeError, RecursionError, TypeError, ValueError, csv.Error) as error:
        raise InputError(
            f"results file {str(path)!r}, row {len(rows) + 1}: not as a batch writes it"
            f" ({one_line(str(error))[:_LONGEST]}); choose another --out"
        ) from None
    return rows


def _whole_rows(text: str) -> str:
    """Return a text without a last row that was cut short."""
    return text[: text.rfind("\n") + 1]


def _as_row(row: Record) -> dict[str, Any]:
    values = {**row.as_row(), "solution": row.outcome.solution, **row.kept}
    return csv_row({name: values[name] for name in columns()})


def _row(values: Mapping[str, str]) -> Record:
    run = {name: _READ.get(kind, str)(values[name]) for name, kind in columns_of_runs().items()}
    measures = {name: _number(values[name]) for name in MEASURES}
    outcome = RunOutcome(values["status"], values["message"], measures, values["solution"])
    kept: dict[str, Any] = {name: values[name] for name in ("hardest", "configuration")}
    kept |= {"line": int(values["line"]), "rating": _number(values["rating"])}
    return Record(Run.from_row(run), outcome, kept=kept)


def _number(text: str) -> float | None:
    """Return a number as it was: a whole number stays whole."""
    if not text:
        return None
    return int(text) if text.lstrip("-").isdecimal() else float(text)


_READ: dict[str, Callable[[str], Any]] = {
    "int": int,
    "int | None": _number,
    "float | None": _number,
    "str | None": lambda text: text or None,
}
