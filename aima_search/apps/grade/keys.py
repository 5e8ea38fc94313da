"""The checks of each kind of part with the keys of their tables, and what stands under a key.

The reader of assignments takes the keys from ``KINDS``; every key has its meaning here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aima_search.apps.grade.assignment import KINDS
from aima_search.apps.grade.check import COMMON

KEYS = {
    "check": "the name of the check",
    "title": "the title of the check in tables; without it, what the check asks",
    "points": "the points of the check: a number, or a number for each bound of `at-most`",
    "extra": "`true`: its points are beyond those of the assignment",
    "needed": "`true`: without this check, those after it give no points",
    "leaderboard": "a measure of the check, by which submissions are ranked",
    "visibility": "who may see it: `visible`, `hidden`, `after_due_date` or `after_published`",
    "boards": "the name of a set of `[[boards]]`, or several names; without it, all sets",
    "board": "the name of a set that has a single board",
    "properties": "which properties have to hold: admissible, consistent, ...; without it, all",
    "states": "how many states are covered, or looked at",
    "at-most": "bounds that fall; each bound is worth more than the last",
    "relative-to": "a heuristic: bounds are multiples of the expansions with it",
    "optimal": "`true`, the default: no points if a cost is not the least",
    "partial": "`true`: points for the share that holds, not for all or nothing",
    "algorithm": "the algorithm of the engine that is used",
    "reference": "the algorithm of the engine that the student's is compared with",
    "heuristic": "the heuristic that an algorithm is given",
    "arguments": "what a student's class is made with: `grid`, `text`, a board's attribute",
    "depth": "how long the sequences of actions are that are counted",
    "answer": "the name under which the number stands in the file of answers",
    "measure": "what counts: `cost`, `expanded`, `generated`, `states` of an answer; of expansions"
    " `expanded`, or `expanded_below_cost`, which leaves out ties",
    "tolerance": "how far off an answer may be",
    "reveal": "`true`: the student sees the right answer",
}
"""The meaning of every key of a check's table."""


class Described(NamedTuple):
    """A check: the kind of part it belongs to, its name, what it asks, the keys of its own."""

    part: str
    check: str
    asks: str
    keys: tuple[str, ...]


def described_checks() -> Iterator[Described]:
    """Yield every check."""
    for kind, checks in KINDS.items():
        for check in checks:
            asks = " ".join((check.__doc__ or "").split("\n\n")[0].split())
            yield Described(kind, check.kind, asks, tuple(check.keys))


def described_keys() -> Iterator[tuple[str, str, str]]:
    """Yield every key, its meaning, and the checks that have it; "" for all checks."""
    for key, meaning in KEYS.items():
        having = [f"{one.part}: {one.check}" for one in described_checks() if key in one.keys]
        yield key, meaning, "" if key in COMMON else ", ".join(having)
