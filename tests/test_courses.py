"""The assignments that are ready to hand out: right solutions have all points, wrong ones a hint.

Solutions are cut from the masters of a course. A wrong program of ``tests/courses/ASSIGNMENT/``
begins with words of its message.
"""

import ast
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from aima_search.apps import grade
from aima_search.apps.grade.course import chosen, masters
from aima_search.apps.play.lessons import lessons_file
from tests.aima_search.apps.grade.assignments import solution_of
from tests.test_examples import run

ROOT = Path(__file__).parent.parent
COURSES = ROOT / "examples" / "courses"
WRONG = ROOT / "tests" / "courses"
SOLUTIONS = {
    "astar": ("3.5.1-astar", "astar = search"),
    "missionaries-model": ("3.1-problems", ""),
    "queens-annealing": ("4.1-local-search", ""),
    "tiles-heuristic": ("3.6-heuristics", ""),
}
"""The master that holds the solution of an assignment, and what is added to the solution."""

MISTAKES = {
    "astar": {
        "on 1-romania, the solution costs 450: expected an optimal cost of 418": {
            " or new < best[after][0]": "",
        },
    },
    "missionaries-model": {
        "on 1-three, found 17 sequences of 3 actions, expected 15": {
            "m >= c)": "m >= c or here != (m, c))",  # the left bank alone
        },
    },
    "queens-annealing": {
        "and is not a goal": {"exp(gain": "exp(-gain", "0.9997": "0.99"},
        "the algorithm returned None (NoneType): expected a state or a node": {
            "    return state": "    return None",
        },
    },
    "tiles-heuristic": {
        "on small-2x3, not consistent": {"distance + 2 *": "distance + 3 *"},
    },
}
"""What the student reads after a mistake: words of the message, what is written instead."""

ASSIGNMENTS = sorted(path.parent.name for path in COURSES.glob("*/assignment.toml"))


def test_every_assignment_has_a_text_a_starter_and_solutions():
    assert len(ASSIGNMENTS) == 4
    for name in ASSIGNMENTS:
        asked = grade.read_assignment(COURSES / name / "assignment.toml")
        text = (COURSES / name / "handout.md").read_text("utf-8")
        checks = [check for part in asked.parts for check in part.checks]
        assert sum(check.max_points for check in checks) >= 10
        seen = {board for one in checks if one.visibility == "visible" for board in one.boards}
        assert all(seen.isdisjoint(one.boards) for one in checks if one.visibility == "hidden")
        for part in asked.parts:
            starter = (COURSES / name / part.file).read_text("utf-8")
            defined = {getattr(one, "name", "") for one in ast.parse(starter).body}
            assert part.function in defined
            assert part.function in text
            assert part.file in text
        assert "--trust-me" in text
        assert solution(name)
        assert MISTAKES[name]


@pytest.mark.gate("confinement")
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_right_solutions_have_all_points_and_wrong_ones_a_hint(name, tmp_path):
    paths = [tmp_path / "right.py", *sorted((WRONG / name).glob("*.py"))]
    paths[0].write_text(solution(name), "utf-8")
    for number, (words, edits) in enumerate(MISTAKES[name].items()):
        text = f'"""{words}"""\n{solution(name)}'
        for old, new in edits.items():
            assert old in text
            text = text.replace(old, new)
        paths.append(tmp_path / f"mistake_{number}.py")
        paths[-1].write_text(text, "utf-8")
    (starter,) = (COURSES / name).glob("*.py")
    assignment = COURSES / name / "assignment.toml"
    assert grade.run(assignment, paths[:1])["right.py"].outcome == "passed"
    (tmp_path / "easier.toml").write_text(easier(assignment), "utf-8")
    scores = grade.run(tmp_path / "easier.toml", [*paths[1:], starter])
    for path in paths[1:]:
        words = ast.get_docstring(ast.parse(path.read_text("utf-8")))
        lacking = [one.message for one in lacking_of(scores[path.name])]
        assert any(words in message for message in lacking), lacking
        assert not any("SIGKILL" in message for message in lacking)
    assert scores[starter.name].points <= 5, "what is handed out is no solution"


def easier(assignment):
    """Return the text of an assignment with easier boards and fewer of them."""
    text = re.sub(r"(?m)^depth = (18|20)$", "depth = 12", assignment.read_text("utf-8"))
    return re.sub(r"(?m)^count = 10$", "count = 3", text)


@pytest.mark.gate("whole commands")
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_what_the_text_says_to_type_works(name, tmp_path):
    shutil.copytree(COURSES / name, tmp_path / name)
    assignment = tmp_path / name / "assignment.toml"
    assignment.write_text(easier(assignment), "utf-8")
    text = (COURSES / name / "handout.md").read_text("utf-8")
    commands = re.search(r"```sh\n(.*?)```", text, re.DOTALL)[1].splitlines()
    assert len(commands) > 1
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "aima-search"
        done = run("-m", "aima_search", *arguments, folder=tmp_path / name)
        assert done.returncode == 0, (command, done.stderr)


def test_lessons_and_notebooks_lead_to_one_another():
    lessons = {lesson["name"]: lesson for lesson in json.loads(lessons_file())}
    chapters = masters()
    there = set()
    for name, lesson in lessons.items():
        for numbers in re.findall(r"--chapters (\S+)`", json.dumps(lesson)):
            there |= {(name, one.name) for one in chosen(chapters, numbers)}
    back = set()
    for one in chapters:
        for name in re.findall(r"#lesson=([\w-]+)", one.notebook(solved=False)):
            back.add((name, one.name))
    assert there == back
    assert {name for name, _ in there} == {*lessons}


def solution(name):
    """Return the program that solves an assignment."""
    master, more = SOLUTIONS[name]
    return f"{solution_of(master)}\n\n{more}\n"


def test_no_solution_lies_open():
    answers = ("< best[after]", "exp(gain", "def is_safe", "def conflicts")
    public = [*COURSES.rglob("*.*"), *WRONG.rglob("*.py")]
    public += Path(grade.__file__).parent.rglob("*.txt")
    told = {path: path.read_text("utf-8") for path in public}
    assert len(told) > 30
    assert [path for path, text in told.items() if any(one in text for one in answers)] == []


def lacking_of(score):
    """Return the findings of a submission that did not pass."""
    findings = [finding for part in score.parts for finding in part.findings]
    return [finding for finding in findings if finding.outcome != "passed"]
