"""The closed set of ways in which a run ends; the name of an outcome is a run's *status*.

An outcome is *expected* when it is an answer, or a limit that was asked for; an unexpected one
tells of a fault and stands first in every report.
"""

from __future__ import annotations

from dataclasses import dataclass

from aima_search.base.limits import LIMITS

SOLVED = "solved"
NO_SOLUTION = "no-solution"
NOT_FOUND = "not-found"
TIME_LIMIT = LIMITS["seconds"].status
NODE_LIMIT = LIMITS["nodes"].status
MEMORY_LIMIT = LIMITS["memory"].status
INTERRUPTED = "interrupted"
STOPPED = "stopped"
NOT_APPLICABLE = "not-applicable"
BAD_INPUT = "bad-input"
HEURISTIC_RAISED = "heuristic-raised"
PROBLEM_RAISED = "problem-raised"
WRONG_ANSWER = "wrong-answer"
WORKER_DIED = "worker-died"


@dataclass(frozen=True)
class Outcome:
    """A way to end: in a few words, and what it means.

    expected: an answer or a limit, no fault. of_search: a search itself can end so; the others
    are of the run around it.
    """

    name: str
    words: str
    meaning: str
    expected: bool = True
    of_search: bool = True


_ALL = (
    Outcome(SOLVED, "solved", "a solution was found and replayed"),
    Outcome(NO_SOLUTION, "proved: there is no solution", "proved: there is none"),
    Outcome(
        NOT_FOUND,
        "no goal found, and nothing proved",
        "the algorithm ended without a goal and proved nothing",
    ),
    *(
        Outcome(
            limit.status,
            f"the {limit.status.replace('-', ' ')} was reached",
            f"the limit on {limit.of} was used up",
        )
        for limit in LIMITS.values()
    ),
    Outcome(INTERRUPTED, "interrupted", "Ctrl-C ended it"),
    Outcome(STOPPED, "stopped before its end", "the caller stopped the search"),
    Outcome(
        NOT_APPLICABLE,
        "does not apply",
        "the algorithm or heuristic cannot work on this problem",
        of_search=False,
    ),
    *(
        Outcome(*fault, expected=False, of_search=False)
        for fault in (
            (BAD_INPUT, "no board", "the text or its options are not those of a board"),
            (HEURISTIC_RAISED, "the heuristic failed", "the heuristic raised an exception"),
            (
                PROBLEM_RAISED,
                "the problem failed",
                "the problem, or the search itself, raised an exception",
            ),
            (WRONG_ANSWER, "wrong answer", "the solution did not survive its replay by the rules"),
            (
                WORKER_DIED,
                "the worker died",
                "the process that ran the search ended without an answer",
            ),
        )
    ),
)
OUTCOMES: dict[str, Outcome] = {outcome.name: outcome for outcome in _ALL}
"""Every outcome by its name, in the order of the reports."""

STATUSES = tuple(outcome.name for outcome in _ALL if outcome.of_search)
"""The names of the outcomes that a search itself can have."""

UNEXPECTED = tuple(outcome.name for outcome in _ALL if not outcome.expected)
"""The names of the outcomes that tell of a fault."""
