"""All possible outcomes of a run. The name of a run's outcome is the *status* of the run.

An *expected* outcome is an answer or a limit that the user set. An unexpected outcome means that
something is wrong, for example the board or the heuristic. Reports begin with unexpected outcomes.
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
class OutcomeKind:
    """A possible outcome of a run: a name, a short text for users, and a longer ``meaning``.

    ``expected`` is False if something is wrong, for example if the heuristic failed. ``of_search``
    is True if a ``SearchResult`` can have this status.
    """

    name: str
    words: str
    meaning: str
    expected: bool = True
    of_search: bool = True


_ALL = (
    OutcomeKind(SOLVED, "solved", "a solution was found and replayed"),
    OutcomeKind(NO_SOLUTION, "proved: there is no solution", "proved: there is no solution"),
    OutcomeKind(NOT_FOUND, "no goal found, and nothing proved",
            "the algorithm ended without a goal and proved nothing"),
    *(OutcomeKind(limit.status, f"the {limit.status.replace('-', ' ')} was reached",
              f"the limit on {limit.quantity} was reached") for limit in LIMITS.values()),
    OutcomeKind(INTERRUPTED, "interrupted", "Ctrl-C ended the search"),
    OutcomeKind(STOPPED, "stopped before its end", "the caller stopped the search"),
    OutcomeKind(NOT_APPLICABLE, "does not apply",
            "the algorithm or heuristic cannot work on this problem", True, False),
    # The last two values: the outcome is not expected, and a search itself does not end with it.
    OutcomeKind(BAD_INPUT, "no board", "the text or its options do not describe a board",
                False, False),
    OutcomeKind(HEURISTIC_RAISED, "the heuristic failed", "the heuristic raised an exception",
            False, False),
    OutcomeKind(PROBLEM_RAISED, "the problem failed",
            "the problem, or the search itself, raised an exception", False, False),
    OutcomeKind(WRONG_ANSWER, "wrong answer", "the replay of the solution by the rules failed",
            False, False),
    OutcomeKind(WORKER_DIED, "the worker died",
            "the process that ran the search ended without an answer", False, False),
)  # fmt: skip
OUTCOMES: dict[str, OutcomeKind] = {outcome.name: outcome for outcome in _ALL}
"""Every outcome by its name, in the order of reports."""

STATUSES = tuple(outcome.name for outcome in _ALL if outcome.of_search)
"""The names of the outcomes that a search can end with."""

UNEXPECTED = tuple(outcome.name for outcome in _ALL if not outcome.expected)
"""The names of the outcomes that mean that something is wrong."""
