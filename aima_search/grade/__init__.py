"""A class's submissions, graded in isolation by what an assignment asks for.

>>> from aima_search import grade
>>> scores = grade.run("assignment.toml", ["alice.py", "bob.py"])     # doctest: +SKIP
>>> scores["alice.py"].points                                        # doctest: +SKIP
"""

from aima_search.grade.assignment import Assignment, parse_assignment, read_assignment
from aima_search.grade.record import Finding, PartResult, Score, Scores
from aima_search.grade.run import run

__all__ = [
    "Assignment",
    "Finding",
    "PartResult",
    "Score",
    "Scores",
    "parse_assignment",
    "read_assignment",
    "run",
]
