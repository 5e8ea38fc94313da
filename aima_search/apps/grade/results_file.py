"""The results file of a class: a line of JSON for each graded part, written at once.

The first line identifies the assignment. After an interruption the file is complete up to the last
graded part, and a second run continues from there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from aima_search.apps.grade.protocol import IMPORT_FAILED as IMPORT_FAILED
from aima_search.apps.grade.protocol import MEMORY_LIMIT as MEMORY_LIMIT
from aima_search.apps.grade.protocol import NOT_FOUND as NOT_FOUND
from aima_search.apps.grade.results import Finding, PartResult, Scores
from aima_search.base.errors import InputError
from aima_search.runs.results_file import lock


def read_results(path: Path) -> list[PartResult]:
    """Return the results in a file, of whichever assignment; InputError for another file."""
    try:
        return _parsed(path.read_text("utf-8"))[1]
    except (OSError, ValueError):
        raise InputError(f"file {str(path)!r} is no results file") from None


def _parsed(text: str) -> tuple[Any, list[PartResult]]:
    """Return the first line and the results of a file; ValueError for another file."""
    try:
        first, *rest = (json.loads(line) for line in text.splitlines())
        return first, [PartResult.from_dict(values) for values in rest]
    except (AttributeError, KeyError, RecursionError, TypeError):
        raise ValueError from None


def changes(scores: Scores, before: Iterable[PartResult]) -> list[str]:
    """Return a line for each check that has come to something else than before."""
    old = {
        (part.submission, part.part, finding.check): finding
        for part in before
        for finding in part.findings
    }
    lines = []
    for score, part, now in scores.findings():
        one = old.get((score.submission, part.part, now.check))
        if one is None:
            lines.append(f"new: {score.submission}, {part.part}, {now.check}: {_short(now)}")
        elif (one.outcome, one.points) != (now.outcome, now.points):
            where = f"{score.submission}, {part.part}, {now.check}"
            lines.append(f"changed: {where}: {_short(one)} before, now {_short(now)}")
    return lines


def _short(finding: Finding) -> str:
    return f"{finding.points:g} {finding.outcome}"


class ResultsFile:
    """The file: results are appended and flushed one by one; ``done``: the results in it.

    One writer at a time: the file is locked while it is open.
    """

    def __init__(self, path: Path, assignment: str, key: str, *, resume: bool) -> None:
        """Open the file: ``resume`` keeps its results, otherwise it must be new."""
        if path.exists() and not resume:
            raise InputError(
                f"results file {str(path)!r} is there already: --resume goes on with it"
            )
        self._file: IO[str] = path.open("a+", encoding="utf-8", newline="")
        lock(self._file, path)
        try:
            self.done = self._taken_up(path, {"assignment": assignment, "key": key})
        except InputError:
            self._file.close()
            raise

    def _taken_up(self, path: Path, first: dict[str, Any]) -> list[PartResult]:
        """Return the results that are there; a last line that was cut short is dropped."""
        self._file.seek(0)
        try:
            text = self._file.read()
            whole = text[: text.rfind("\n") + 1]
            if not whole and not json.dumps(first).startswith(text):
                raise ValueError
            found, done = _parsed(whole) if whole else (first, [])
        except ValueError:
            message = f"file {str(path)!r} is no results file: choose another --out"
            raise InputError(message) from None
        if found != first:
            raise InputError(
                f"results file {str(path)!r} is of another assignment, or of another version of it:"
                " choose another --out"
            )
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
        self._write(asdict(result))
        self.done.append(result)

    def _write(self, values: dict[str, Any]) -> None:
        self._file.write(json.dumps(values) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
