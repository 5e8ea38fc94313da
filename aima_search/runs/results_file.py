"""The results file of a batch: CSV, a row a board, written when the board is done.

Whatever happens, it is complete up to the last finished board, and a second run goes on from there.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import IO, Any

from aima_search.errors import InputError, SearchError
from aima_search.interchange import csv_row, read_row
from aima_search.runs.batch import BatchRow, Job, one_line
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import Ending, Record, Run


class ResultsFile:
    """The file: rows are appended and flushed one by one; ``done`` are those in it.

    An error before the first row leaves no file.
    """

    def __init__(self, path: Path, job: Job, *, resume: bool) -> None:
        """Read the file if it is there: ``resume`` keeps its rows, otherwise it must be new."""
        self.done: list[BatchRow] = []
        if resume and path.exists():
            self.done = read_results(path)
            expected = job.configuration
            for row in self.done:
                if row.configuration != expected:
                    raise InputError(
                        f"results file {str(path)!r} has rows of {row.configuration!r}: expected"
                        f" {expected!r}; choose another --out"
                    )
        elif path.exists():
            raise InputError(
                f"results file {str(path)!r} is there already: --resume goes on with it"
            )
        self._path = path
        self._file: IO[str] | None = None

    def __enter__(self) -> ResultsFile:
        """Write what is known already, whole rows only, and stay open for more."""
        temporary = self._path.with_name(self._path.name + ".new")
        with temporary.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(_as_row(row) for row in self.done)
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
        csv.DictWriter(self._file, columns(), lineterminator="\n").writerow(_as_row(row))
        self._file.flush()
        self.done.append(row)


def still_to_do(
    boards: Iterable[tuple[int, str]], done: Iterable[BatchRow]
) -> list[tuple[int, str]]:
    """Return the boards without a row: the same line with the same text counts as done."""
    known = {(row.line, row.record.board) for row in done}
    return [(line, text) for line, text in boards if (line, one_line(text)) not in known]


def columns() -> list[str]:
    """Return the names of the columns."""
    run = [field.name for field in fields(Run)]
    return ["line", "status", *MEASURES, "solution", "message", "configuration", *run]


def read_results(path: Path) -> list[BatchRow]:
    """Return the whole rows of a results file; a last row cut short is left out."""
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    reader = csv.DictReader(StringIO(whole, newline=""))
    found = list(reader.fieldnames or [])
    if text and found != columns():
        kind = "of an older version" if found[:2] == ["line", "status"] else "no results file"
        raise InputError(f"file {str(path)!r} is {kind}: choose another --out")
    return [_row(read_row(values)) for values in reader]


def _as_row(row: BatchRow) -> dict[str, Any]:
    record = row.record
    own = {"line": row.line, "solution": record.ending.solution, "configuration": row.configuration}
    values = {**record.as_row(), **own}
    return csv_row({name: values[name] for name in columns()})


def _row(values: Mapping[str, str]) -> BatchRow:
    run = {field.name: _READ.get(str(field.type), str)(values[field.name]) for field in fields(Run)}
    measures = {name: _number(values[name]) for name in MEASURES}
    ending = Ending(values["status"], values["message"], measures, values["solution"])
    return BatchRow(int(values["line"]), Record(Run.from_row(run), ending), values["configuration"])


def _number(text: str) -> float | None:
    """Return a number as it was: a whole one stays one."""
    if not text:
        return None
    return int(text) if text.lstrip("-").isdecimal() else float(text)


_READ: dict[str, Callable[[str], Any]] = {
    "int": int,
    "int | None": _number,
    "float | None": _number,
    "str | None": lambda text: text or None,
}
