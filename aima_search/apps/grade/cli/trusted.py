"""``aima-search grade --trust-me``: a student's own check, on any system, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from aima_search.apps.grade.assignment import Assignment


def only_trusted(whole: Assignment, submissions: Sequence[Path], more: bool) -> Assignment:
    """Return the assignment without what students do not see; UsageError for more than own work.

    more: whether a teacher's files are asked for.
    """
    if len(set(submissions)) != 1:
        raise click.UsageError(f"--trust-me of {len(submissions)} submissions: expected your own")
    if more:
        raise click.UsageError(
            "--trust-me is for you alone: without --out, --resume, --gradescope, --html; --pages"
            " writes your page"
        )
    asked = whole.public()
    if not asked.parts:
        raise click.UsageError("--trust-me: the assignment has no check that students may see")
    return asked


def trusted_lines(whole: Assignment, asked: Assignment) -> list[str]:
    """Return lines that say what was not confined, and not checked."""
    hidden = set(_checks(whole)) - set(_checks(asked))
    lines = [
        "--trust-me: nothing was confined; the code could read, change and run whatever you can",
        "--trust-me: this is no mark: your teacher's machine may be slower, and grades all checks",
    ]
    if hidden:
        points = sum(points for *_, points in hidden)
        checks = "1 check" if len(hidden) == 1 else f"{len(hidden)} checks"
        lines.append(f"--trust-me: not run: {checks} of {points:g} points that students do not see")
    return lines


def _checks(assignment: Assignment) -> Iterator[tuple[str, str, float]]:
    for part in assignment.parts:
        for check in part.checks:
            yield part.name, check.title, check.max_points
