"""Gradescope's ``results.json``: the verdict on one submission, a test for each check.

Source: "Autograder Specifications" of Gradescope's documentation.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aima_search.apps.grade.outcomes import OUTCOMES, PASSED
from aima_search.apps.grade.record import Finding, PartResult, Score

_UNFINISHED = (
    "The grader has not come to its end: what stands here was graded before. If it stays so, tell"
    " your teacher."
)


class ResultsJson:
    """The file; it holds a verdict from the start, whenever the grader may be ended."""

    def __init__(self, path: Path) -> None:
        """Write the file: nothing is graded yet."""
        self._path = path
        self._parts: list[PartResult] = []
        self._write(_document(self._parts, _UNFINISHED))

    def add(self, part: PartResult) -> None:
        """Add what came of a part."""
        self._parts.append(part)
        self._write(_document(self._parts, _UNFINISHED))

    def finish(self, score: Score) -> None:
        """Write the whole verdict."""
        self._write(document(score))

    def _write(self, values: dict[str, Any]) -> None:
        """Replace the old text by the new text at once; a device, a pipe and a link stay there."""
        text = json.dumps(values, indent=1) + "\n"
        if self._path.exists() and not self._path.is_file():
            self._path.write_text(text, encoding="utf-8")
            return
        path = self._path.resolve()
        there = path.with_name(f".{path.name}.part")
        there.write_text(text, encoding="utf-8")
        os.replace(there, path)


def document(score: Score) -> dict[str, Any]:
    """Return the verdict on a submission as Gradescope reads it."""
    return _document(score.parts, f"{score.points:g} of {score.max_points:g} points")


def _document(parts: Sequence[PartResult], output: str) -> dict[str, Any]:
    findings = [
        (part, f"{at}.{place}", finding)
        for at, part in enumerate(parts, 1)
        for place, finding in enumerate(part.findings, 1)
    ]
    board = [entry for part, _, one in findings if (entry := _leaderboard(part, one)) is not None]
    return {
        "score": sum(part.points for part in parts),
        "output": output,
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": [_test(*one) for one in findings],
        **({"leaderboard": board} if board else {}),
    }


def _test(part: PartResult, number: str, finding: Finding) -> dict[str, Any]:
    return {
        "name": f"{part.part}: {finding.check}",
        "number": number,
        "score": finding.points,
        "max_score": 0 if finding.extra else finding.max_points,
        "status": "passed" if finding.outcome == PASSED else "failed",
        "output": _output(finding),
        "output_format": "text",
        "visibility": finding.visibility,
    }


def _output(finding: Finding) -> str:
    words = OUTCOMES[finding.outcome].words
    again = f"Try it yourself: {finding.command}" if finding.command else ""
    return "\n\n".join(filter(None, [f"{words}: {finding.message}", finding.picture, again]))


def _leaderboard(part: PartResult, finding: Finding) -> dict[str, Any] | None:
    """Return an entry; less is better of everything that is measured."""
    value = finding.values.get(finding.leaderboard) if finding.leaderboard else None
    if value is None or (finding.outcome != PASSED and not finding.points):
        return None
    return {"name": f"{part.part}: {finding.leaderboard}", "value": value, "order": "asc"}
