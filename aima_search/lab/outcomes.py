"""The closed set of ways in which a run of the laboratory ends.

An outcome is *expected* when it is an answer or a limit that the grid itself set; an unexpected
one tells of a fault and stands first in every report.
"""

from __future__ import annotations

SOLVED = "solved"
NO_SOLUTION = "no-solution"
NOT_FOUND = "not-found"
TIME_LIMIT = "time-limit"
MEMORY_LIMIT = "memory-limit"
NODE_LIMIT = "node-limit"
NOT_APPLICABLE = "not-applicable"
HEURISTIC_RAISED = "heuristic-raised"
PROBLEM_RAISED = "problem-raised"
WRONG_ANSWER = "wrong-answer"
WORKER_DIED = "worker-died"

EXPECTED: dict[str, str] = {
    SOLVED: "a solution was found and replayed",
    NO_SOLUTION: "proved: there is none",
    NOT_FOUND: "the algorithm ended without a goal and proved nothing",
    TIME_LIMIT: "the time of the grid's limits was used up",
    MEMORY_LIMIT: "the memory of the grid's limits was used up",
    NODE_LIMIT: "the expansions of the grid's limits were used up",
    NOT_APPLICABLE: "the algorithm or heuristic cannot work on this problem",
}
UNEXPECTED: dict[str, str] = {
    HEURISTIC_RAISED: "the heuristic raised an exception",
    PROBLEM_RAISED: "the problem, or the search itself, raised an exception",
    WRONG_ANSWER: "the solution did not survive its replay by the rules",
    WORKER_DIED: "the process that ran the search ended without an answer",
}
OUTCOMES: dict[str, str] = {**EXPECTED, **UNEXPECTED}
"""Every outcome with what it means, in the order of the reports."""
