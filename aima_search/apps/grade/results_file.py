"""The results file of a class: a line of JSON for each part of a submission, written when done.

Whatever happens, it is complete up to the last part that was graded, and a second run goes on
from there. The first line tells the assignment.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from aima_search.apps.grade.assignment import Assignment
from aima_search.apps.grade.record import PartResult
from aima_search.base.errors import InputError
from aima_search.catalog.files import is_neighbour, text_at, with_neighbours
from aima_search.runs.results_file import lock


class ResultsFile:
    """The file: results are appended and flushed one by one; ``done``: the results in it.

    One writer at a time: the file is locked while it is open.
    """

    def __init__(self, path: Path, assignment: Assignment, *, resume: bool) -> None:
        """Open the file: ``resume`` keeps its results, otherwise it must be new."""
        if path.exists() and not resume:
            raise InputError(
                f"results file {str(path)!r} is there already: --resume goes on with it"
            )
        self._path = path
        self._file: IO[str] = path.open("a+", encoding="utf-8", newline="")
        lock(self._file, path)
        try:
            self.done = self._taken_up({"assignment": assignment.name, "key": _key(assignment)})
        except InputError:
            self._file.close()
            raise

    def _taken_up(self, first: dict[str, Any]) -> list[PartResult]:
        """Return the results that are there; a last line that was cut short is dropped."""
        self._file.seek(0)
        try:
            text = self._file.read()
        except UnicodeDecodeError:
            raise self._is_foreign() from None
        whole = text[: text.rfind("\n") + 1]
        if not whole and not json.dumps(first).startswith(text):
            raise self._is_foreign()
        done = self._read(whole, first)
        self._file.truncate(len(whole.encode("utf-8")))
        if not whole:
            self._write(first)
        return done

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, result: PartResult) -> None:
        """Append a result; it is in the file when this returns."""
        self._write(result.as_dict())
        self.done.append(result)

    def _read(self, text: str, expected: dict[str, Any]) -> list[PartResult]:
        if not text:
            return []
        try:
            first, *rest = (json.loads(line) for line in text.splitlines())
            results = [PartResult.from_dict(values) for values in rest]
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            raise self._is_foreign() from None
        if first != expected:
            raise InputError(
                f"results file {str(self._path)!r} is of another assignment, or of another version"
                " of it: choose another --out"
            )
        return results

    def _is_foreign(self) -> InputError:
        return InputError(f"file {str(self._path)!r} is no results file: choose another --out")

    def _write(self, values: dict[str, Any]) -> None:
        self._file.write(json.dumps(values) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _key(assignment: Assignment) -> str:
    """Return a hash of the assignment, and of the classes that it refers to."""
    texts = [assignment.text]
    for reference in {part.reference for part in assignment.parts if part.reference}:
        texts += with_neighbours(reference.path, text_at, is_neighbour).values()
    return sha256("".join(texts).encode()).hexdigest()[:32]
