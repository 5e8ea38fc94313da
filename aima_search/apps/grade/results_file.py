"""Files to which each result is written immediately: our results file, and Gradescope's file.

Our results file has a line of JSON for each graded part. The first line identifies the assignment.
After an interruption, a second run with ``resume`` grades only the other parts. Gradescope's file
is described in the "Autograder Specifications" of Gradescope's documentation.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from aima_search.apps.grade import results
from aima_search.base.errors import InputError
from aima_search.base.files import replace_file, writing
from aima_search.runs.results_file import lock

_UNFINISHED = (
    "Grading is not finished: these are the results so far. If this text remains, inform your"
    " teacher."
)


def read_results(path: Path) -> list[results.PartResult]:
    """Return the results in a results file. Raise InputError for any other file.

    If an interrupted run left an incomplete last line, this line is ignored.
    """
    try:
        text = path.read_text("utf-8")
        return _parsed(text[: text.rfind("\n") + 1])[1]
    except (OSError, ValueError):
        raise InputError(f"file {str(path)!r} is not a results file") from None


def _parsed(text: str) -> tuple[Any, list[results.PartResult]]:
    try:
        first, *rest = (json.loads(line) for line in text.splitlines())
        parts = [results.PartResult.from_dict(values) for values in rest]
        for one in parts:  # a value of a wrong type raises an exception here
            json.dumps(asdict(one), ensure_ascii=False, allow_nan=False).encode("utf-8")
            numbers = (one.points, one.max_points, *one.sketch, *one.values.values())
            texts = (one.submission, one.part, one.content, one.outcome, one.origin)
            hash((sum(numbers), "".join([*texts, *one.notes]), *one.protections.values()))
        return first, parts
    except (AttributeError, KeyError, RecursionError, TypeError):
        raise ValueError from None


def changes(scores: results.ClassResults, before: Iterable[results.PartResult]) -> Iterator[str]:
    """Yield a line for each check whose result differs between ``before`` and ``scores``."""
    old = {(part.submission, part.part, one.check): one for part in before for one in part.findings}
    for score, part, now in scores.findings():
        where = score.submission, part.part, now.check
        if (earlier := old.get(where)) is None:
            yield f"new: {', '.join(where)}: {_short(now)}"
        elif (earlier.outcome, earlier.points) != (now.outcome, now.points):
            both = f"{_short(earlier)} before, now {_short(now)}"
            yield f"changed: {', '.join(where)}: {both}"


def _short(finding: results.CheckResult) -> str:
    return f"{finding.points:g} {finding.outcome}"


class LockedResultsFile:
    """A results file that only this run can change. ``done``: all results in the file."""

    def __init__(self, path: Path, assignment: str, key: str, *, resume: bool) -> None:
        """Open the file. Raise InputError if it already exists, unless ``resume`` is True."""
        if path.exists() and not resume:
            text = "already exists: continue it with --resume"
            raise InputError(f"results file {str(path)!r} {text}")
        self._path, self._is_new = path, not path.exists()
        self._file: IO[str] = path.open("a+", encoding="utf-8", newline="")
        lock(self._file, path)
        try:
            self.done = self._read_earlier_results(path, {"assignment": assignment, "key": key})
        except InputError:
            self._file.close()
            raise

    def _read_earlier_results(self, path: Path, first: dict[str, Any]) -> list[results.PartResult]:
        self._file.seek(0)
        try:
            text = self._file.read()
            whole = text[: text.rfind("\n") + 1]
            if not whole and not json.dumps(first).startswith(text):
                raise ValueError
            found, done = _parsed(whole) if whole else (first, [])
        except ValueError:
            message = f"file {str(path)!r} is not a results file: choose another file with --out"
            raise InputError(message) from None
        if found != first:
            text = "belongs to another assignment, or to another version or seed of this assignment"
            raise InputError(f"results file {str(path)!r} {text}: choose another file with --out")
        self._file.truncate(len(whole.encode("utf-8")))  # removes an incomplete last line
        if not whole:
            self._write(first)
        return done

    def __enter__(self) -> LockedResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file. If it is new and has no results, remove it."""
        if self._is_new and not self.done and self._is_in_place():
            self._path.unlink()
        with writing(self._path):
            self._file.close()

    def add(self, result: results.PartResult) -> None:
        """Append a result to the file. It is on the disk when this method returns."""
        self._write(asdict(result))
        self.done.append(result)

    def _write(self, values: dict[str, Any]) -> None:
        with writing(self._path):
            self._file.write(json.dumps(values) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
            if self._is_in_place():
                return
        name = repr(str(self._path))
        raise InputError(f"results file {name} was replaced during the run: choose another file")

    def _is_in_place(self) -> bool:
        return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())


class GradescopeResultsFile:
    """The file ``results.json`` for Gradescope. It has no score until grading is finished."""

    def __init__(self, path: Path) -> None:
        """Write a first version of the file, which has no results yet."""
        self._path = path
        self._parts: list[results.PartResult] = []
        self.write(results.GradedSubmission("", self._parts), _UNFINISHED)

    def add(self, part: results.PartResult) -> None:
        """Write the file again with the result of one more part."""
        self._parts.append(part)
        self.write(results.GradedSubmission("", self._parts), _UNFINISHED)

    def write(self, score: results.GradedSubmission, output: str = "") -> None:
        """Write the final version of the file, or a version with the text ``output``."""
        replace_file(self._path, json.dumps(document(score, output), indent=1) + "\n")


def document(score: results.GradedSubmission, output: str = "") -> dict[str, Any]:
    """Return the content of ``results.json``. Gradescope shows the text ``output``.

    If grading is not finished, or if ``output`` is given, the content has no score.
    """
    tests, board = [], []
    for at, part in enumerate(score.parts, 1):
        for place, finding in enumerate(part.findings, 1):
            tests.append(_test(part, f"{at}.{place}", finding))
            value = finding.values.get(finding.leaderboard) if finding.leaderboard else None
            if value is not None and (finding.outcome == results.PASSED or finding.points):
                name = f"{part.part}: {finding.leaderboard}"
                board.append({"name": name, "value": value, "order": "asc"})  # less is better
    is_final = score.is_graded and not output
    if not is_final:  # without any score, Gradescope reports an error and gives no mark
        for test in tests:
            del test["score"]
    points = f"{score.points:g} of {score.max_points:g} points"
    return {
        **({"score": score.points} if is_final else {}),
        "output": output or "\n".join([points, *score.notes]),
        "output_format": "text",
        "stdout_visibility": "hidden",
        **({"tests": tests} if tests else {}),  # the sum of an empty list would be a score of 0
        **({"leaderboard": board} if board else {}),
    }


def _test(part: results.PartResult, number: str, finding: results.CheckResult) -> dict[str, Any]:
    text = f"{results.OUTCOMES[finding.outcome].words}: {finding.message}"
    again = f"Try it yourself: {finding.command}" if finding.command else ""
    return {
        "name": f"{part.part}: {finding.check}",
        "number": number,
        "score": round(finding.points, 6),
        "max_score": 0 if finding.extra else finding.max_points,
        "status": "passed" if finding.outcome == results.PASSED else "failed",
        "output": "\n\n".join(filter(None, [text, finding.picture, again])),
        "output_format": "text",
        "visibility": finding.visibility,
    }
