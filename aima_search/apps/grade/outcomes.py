"""The closed set of ways in which a check, and so a part, of a submission ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

PASSED = "passed"
PARTLY = "partly"
FAILED = "failed"
RAISED = "raised"
TIME_LIMIT = "time-limit"
MEMORY_LIMIT = "memory-limit"
LEFT_PROCESSES = "left-processes"
WROTE_OUTSIDE = "wrote-outside"
BROKE_OFF = "broke-off"
IMPORT_FAILED = "import-failed"
NOT_FOUND = "not-found"
NOT_GRADED = "not-graded"


@dataclass(frozen=True)
class Outcome:
    """A way to end: in a few words, and what it means."""

    name: str
    words: str
    meaning: str


_ALL = (
    Outcome(PASSED, "passed", "all points"),
    Outcome(PARTLY, "partly", "some of the points"),
    Outcome(FAILED, "failed", "what was asked for does not hold; the message says where"),
    Outcome(TIME_LIMIT, "out of time", "the code took longer than it may"),
    Outcome(MEMORY_LIMIT, "out of memory", "the code took more memory than it may"),
    Outcome(RAISED, "raised", "the code raised an exception"),
    Outcome(LEFT_PROCESSES, "left processes", "processes that the code started did not end"),
    Outcome(WROTE_OUTSIDE, "wrote outside", "the code tried to change a file that is not its own"),
    Outcome(BROKE_OFF, "broke off", "the process of the code ended, or gave no answer"),
    Outcome(IMPORT_FAILED, "import failed", "the file could not be imported"),
    Outcome(NOT_FOUND, "not found", "the file, or the name in it, is not there"),
    Outcome(NOT_GRADED, "not graded", "the grader itself failed; the teacher has to look"),
)
OUTCOMES: dict[str, Outcome] = {outcome.name: outcome for outcome in _ALL}
"""Every outcome by its name, the gravest last."""

_RANK = {name: rank for rank, name in enumerate(OUTCOMES)}
UNEXPECTED = tuple(OUTCOMES)[3:]
"""The names of the outcomes of a check that did not come to its end."""


def gravest(outcomes: Iterable[str]) -> str:
    """Return the outcome of a whole: the gravest outcome of its parts; partly, if only some failed.

    >>> gravest(["passed", "failed"]), gravest(["passed", "raised"]), gravest(["passed"])
    ('partly', 'raised', 'passed')
    """
    found = set(outcomes)
    worst = max(found, key=_RANK.__getitem__)
    return PARTLY if worst == FAILED and len(found) > 1 else worst
