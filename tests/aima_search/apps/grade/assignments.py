"""Functions that make the assignments and submissions of the tests."""

import json

from aima_search.apps import grade
from aima_search.apps.grade.course import masters


def table(title, /, **keys):
    """Return a TOML table; the argument ``at_most`` becomes the key "at-most"."""
    lines = [f"{key.replace('_', '-')} = {json.dumps(value)}" for key, value in keys.items()]
    return "\n".join([f"[[{title}]]", *lines, ""])


def check(name, points=1, **keys):
    """Return the TOML table of a check."""
    return table("parts.checks", check=name, **keys, points=points)


BOARDS = """
[[boards]]
name = "small"
levels = ["2-tiny"]

[[boards]]
name = "large"
levels = ["4-jump"]
"""


def top_for(kind, function=None, name="course work", part="my heuristic", **limits):
    """Return the TOML text above the checks, for an assignment with one part of this kind."""
    top = f'\nname = {json.dumps(name)}\npuzzle = "movix"\n'
    bounds = {"seconds": 20, "nodes": 5000} | limits
    asked = {} if function is None else {"function": function}
    return "".join(
        [
            top,
            table("limits", **bounds).replace("[[limits]]", "[limits]"),
            BOARDS,
            table("parts", name=part, kind=kind, **asked),
        ]
    )


TOP = top_for("heuristic", "my_h")
PROPERTIES = check("properties", 4, boards="small")
EXPANDED = check("expanded", 2, boards="small", leaderboard="expanded", at_most=[1000, 10])
OPTIMAL = check("optimal", 3, boards="small")

# the package cannot solve each of these random boards within 2,000 expansions
SEEDED_TILES = "".join(
    [
        'puzzle = "tiles"\n',
        table("limits", nodes=2000).replace("[[limits]]", "[limits]"),
        table("boards", name="mine", size="3x3", count=2, seed=5),
        table("parts", name="my answer", kind="answer"),
        check("value", answer="cost", heuristic="misplaced"),
    ]
)

HONEST = """
import heuristics

def my_h(problem):
    return heuristics.get("partial-alignment", problem)
"""

ZERO = "def my_h(node):\n    return 0\n"


def solution_of(name):
    """Return the program of the solution in a master of the course."""
    [master] = (one for one in masters() if one.name == name)
    cells = json.loads(master.notebook(solved=True))["cells"]
    code = [one["source"] for one in cells if one["cell_type"] == "code" and not one["metadata"]]
    return "\n\n".join(text for text in code if "%%" not in text)


def assignment(folder, *checks, top=TOP):
    """Return an assignment with these checks."""
    return grade.parse_assignment("".join([top, *checks]), folder, "course.toml")


def submission(folder, text=HONEST, name="heuristic.py"):
    """Write a submitted file, and return its path."""
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


def graded_together(folder, texts, *checks, top=TOP):
    """Return the results of the only part of several submissions, which are graded in one run."""
    paths = [submission(folder, text, f"{number}.py") for number, text in enumerate(texts)]
    scores = grade.run(assignment(folder, *checks, top=top), paths)
    return [scores[path.name].parts[0] for path in paths]
