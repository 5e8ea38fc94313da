"""The grader runs the checks of an assignment on each submission of a class, in isolation.

>>> from aima_search import grade
>>> scores = grade.run("assignment.toml", ["alice.py", "bob.py"])     # doctest: +SKIP
>>> scores["alice.py"].points                                        # doctest: +SKIP

Each name is imported on first use, because a submission's process imports this package too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:
    from aima_search.apps.grade.assignment import Assignment as Assignment
    from aima_search.apps.grade.assignment import parse_assignment as parse_assignment
    from aima_search.apps.grade.assignment import read_assignment as read_assignment
    from aima_search.apps.grade.grading import run as run
    from aima_search.apps.grade.intake import SubmissionFinder as SubmissionFinder
    from aima_search.apps.grade.results import CheckResult as CheckResult
    from aima_search.apps.grade.results import ClassResults as ClassResults
    from aima_search.apps.grade.results import GradedSubmission as GradedSubmission
    from aima_search.apps.grade.results import PartResult as PartResult
    from aima_search.apps.grade.roster import Roster as Roster
else:
    __getattr__, __dir__ = offer_when_used(
        __name__,
        Finding="CheckResult",
        Score="GradedSubmission",
        Scores="ClassResults",
        Intake="SubmissionFinder",
    )
