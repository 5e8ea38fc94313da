"""The reference page of the checks: each check class, and each key of a check's table."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.apps.grade.assignment import KINDS
from aima_search.apps.grade.checks import COMMON
from aima_search.display.tables import markdown_table, paragraphs

COLUMNS = ("kind of part", "check", "description", "further keys")

KEYS = {
    "check": "the name of the check",
    "title": "the title of the check in tables; by default, a description of the check",
    "points": "the points of the check: one number, or one number for each bound of `at-most`",
    "extra": "`true`: extra credit, not counted in the maximum of the assignment",
    "needed": "`true`: if this check fails, the checks after it give no points",
    "leaderboard": "the measured value of the check that ranks the submissions on a leaderboard",
    "visibility": "when students see the result: `visible` (always), `hidden` (never),"
    " `after_due_date` or `after_published`",
    "boards": "one or more names of sets in `[[boards]]`; by default, all sets",
    "properties": "the properties that must hold: admissible, consistent, ...; by default, all",
    "states": "the largest number of states to examine",
    "at-most": "bounds in decreasing order; each bound is worth more points than the one before",
    "relative-to": "a heuristic to compare with; a bound of 0.5 means half of its expansions",
    "optimal": "`true`, the default: no points if a solution is not optimal",
    "admissible": "`true`: no points if h exceeds the optimal cost in a state of the search; for"
    " boards with at most 200,000 states",
    "partial": "`true`: points for the share of boards or properties that pass, not all or nothing",
    "algorithm": "the algorithm of this package that searches",
    "reference": "the algorithm of this package to compare with the student's algorithm",
    "heuristic": "the heuristic that the algorithm uses",
    "arguments": "the arguments for a student's class: `grid`, `text`, or attributes of the board",
    "depth": "the length of the longest action sequences to count",
    "answer": "the name of the number in the student's file",
    "measure": "what is measured. For an answer: `cost`, `expanded`, `generated` or `states`. For"
    " expansions: `expanded`, or `expanded_below_cost` (without ties)",
    "tolerance": "the largest error of an answer that still counts as right",
    "reveal": "`true`: the message contains the right answer",
}
"""The meaning of each key of a check's table."""


def describe_checks() -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    """Return two lists: the rows of the table of checks, and the rows of the table of keys."""
    checks = [(kind, check) for kind, known in KINDS.items() for check in known]
    rows: list[Sequence[str]] = []
    users = {key: ["every check"] if key in COMMON else [] for key in KEYS}
    for kind, check in checks:
        description = " ".join((check.__doc__ or "").split("\n\n")[0].split())
        rows.append((kind, check.kind, description, ", ".join(check.own_keys())))
        for key in check.own_keys():
            users[key].append(f"{kind}: {check.kind}")
    return rows, [(key, meaning, ", ".join(users[key])) for key, meaning in KEYS.items()]


def checks_page() -> str:
    """Return a page in Markdown that describes every check and every key of a check's table."""

    def code(names: str) -> str:
        return ", ".join(f"`{name}`" for name in names.split(", ") if name)

    checks, keys = describe_checks()
    return (
        paragraphs(
            "# The checks of an assignment",
            "*For teachers who write an assignment. You will find every check and its keys.*",
            "A check is a table `[[parts.checks]]` of an [assignment](assignments.md). You can also"
            " print these tables with `aima-search list checks`.",
            f"Every check has the keys {code(', '.join(COMMON))}.",
            markdown_table(
                COLUMNS,
                [(code(kind), code(name), text, code(own)) for kind, name, text, own in checks],
            ),
            "## Keys",
            markdown_table(
                ("key", "meaning", "used by"), [(code(key), *cells) for key, *cells in keys]
            ),
        )
        + "\n"
    )
