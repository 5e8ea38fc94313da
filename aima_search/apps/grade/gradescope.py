"""Gradescope's ``results.json``: the result of one submission, with a test for each check.

Source: "Autograder Specifications" of Gradescope's documentation.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aima_search.apps.grade.results import (
    OUTCOMES,
    PASSED,
    CheckResult,
    GradedSubmission,
    PartResult,
)
from aima_search.base.errors import InputError

_UNFINISHED = (
    "Grading is not finished: these are the results so far. If this text remains, inform your"
    " teacher."
)


class ResultsJson:
    """The file ``results.json``; it is always valid, even if the grader is interrupted."""

    @classmethod
    def of(cls, path: Path, submissions: Sequence[Path]) -> ResultsJson:
        """Return the file for one submission; raise InputError if there is not exactly one."""
        if len(submissions) != 1:
            raise InputError(f"--gradescope: found {len(submissions)} submissions, expected one")
        return cls(path)

    def __init__(self, path: Path) -> None:
        """Write a first version of the file, which has no results yet."""
        self._path = path
        self._parts: list[PartResult] = []
        self._replace(document(GradedSubmission("", self._parts), _UNFINISHED))

    def add(self, part: PartResult) -> None:
        """Write the file again with the result of one more part."""
        self._parts.append(part)
        self._replace(document(GradedSubmission("", self._parts), _UNFINISHED))

    def finish(self, score: GradedSubmission) -> None:
        """Write the final version of the file, with the submission's score."""
        self._replace(document(score))

    def _replace(self, values: dict[str, Any]) -> None:
        """Replace the file (or a link's target) atomically; write directly to a device or pipe."""
        text = json.dumps(values, indent=1) + "\n"
        if self._path.exists() and not self._path.is_file():
            self._path.write_text(text, encoding="utf-8")
            return
        path = self._path.resolve()
        new_file = path.with_name(f".{path.name}.part")
        new_file.write_text(text, encoding="utf-8")
        os.replace(new_file, path)


def document(score: GradedSubmission, output: str = "") -> dict[str, Any]:
    """Return a submission's result for Gradescope; output: a text, by default with the points."""
    tests, board = [], []
    for at, part in enumerate(score.parts, 1):
        for place, finding in enumerate(part.findings, 1):
            tests.append(_test(part, f"{at}.{place}", finding))
            value = finding.values.get(finding.leaderboard) if finding.leaderboard else None
            if value is not None and (finding.outcome == PASSED or finding.points):
                name = f"{part.part}: {finding.leaderboard}"
                board.append({"name": name, "value": value, "order": "asc"})  # less is better
    if not score.is_graded:  # Gradescope then shows that the autograder failed
        for test in tests:
            del test["score"]
    return {
        **({"score": score.points} if score.is_graded else {}),
        "output": output or f"{score.points:g} of {score.max_points:g} points",
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
        **({"leaderboard": board} if board else {}),
    }


def _test(part: PartResult, number: str, finding: CheckResult) -> dict[str, Any]:
    text = f"{OUTCOMES[finding.outcome].words}: {finding.message}"
    again = f"Try it yourself: {finding.command}" if finding.command else ""
    return {
        "name": f"{part.part}: {finding.check}",
        "number": number,
        "score": finding.points,
        "max_score": 0 if finding.extra else finding.max_points,
        "status": "passed" if finding.outcome == PASSED else "failed",
        "output": "\n\n".join(filter(None, [text, finding.picture, again])),
        "output_format": "text",
        "visibility": finding.visibility,
    }
