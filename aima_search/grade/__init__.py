"""A class's submissions, graded in isolation by what an assignment asks for.

>>> from aima_search import grade
>>> scores = grade.run("assignment.toml", ["alice.py", "bob.py"])     # doctest: +SKIP
>>> scores["alice.py"].points                                        # doctest: +SKIP

Nothing is imported before it is used: the process of a submission is in this package too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from aima_search.grade.assignment import Assignment, parse_assignment, read_assignment
    from aima_search.grade.grading import run
    from aima_search.grade.record import Finding, PartResult, Score, Scores

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

_MODULES = {
    "Assignment": "assignment",
    "parse_assignment": "assignment",
    "read_assignment": "assignment",
    "run": "grading",
}
"""Where names are; all others are in ``record``."""


if not TYPE_CHECKING:  # to which a name that is missing here would be anything

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'record')}"), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
