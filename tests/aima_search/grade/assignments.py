"""Assignments and submissions that the tests share."""

from aima_search import grade

TOP = """
name = "course work"
puzzle = "movix"

[limits]
seconds = 20
nodes = 5000

[[boards]]
name = "small"
levels = ["2-tiny"]

[[boards]]
name = "large"
levels = ["4-jump"]

[[parts]]
name = "my heuristic"
kind = "heuristic"
function = "my_h"
"""

PROPERTIES = """
[[parts.checks]]
check = "properties"
boards = "small"
points = 4
"""

EXPANDED = """
[[parts.checks]]
check = "expanded"
boards = "small"
at-most = [1000, 10]
points = 2
leaderboard = "expanded"
"""

OPTIMAL = """
[[parts.checks]]
check = "optimal"
boards = "small"
points = 3
"""

HONEST = """
import heuristics

def my_h(problem):
    return heuristics.get("partial-alignment", problem)
"""

ZERO = "def my_h(node):\n    return 0\n"


def assignment(folder, *checks, top=TOP):
    """Return an assignment of these checks."""
    return grade.parse_assignment("".join([top, *checks]), folder, "course.toml")


def submission(folder, text=HONEST, name="heuristic.py"):
    """Write a file that is handed in and return its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def graded(folder, text, *checks, top=TOP, **settings):
    """Return the result of the only part of a submission."""
    asked = assignment(folder, *(checks or (PROPERTIES,)), top=top)
    scores = grade.run(asked, [submission(folder, text)], **settings)
    (score,) = scores
    (part,) = score.parts
    return part
