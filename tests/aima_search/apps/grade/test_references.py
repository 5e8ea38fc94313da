"""A problem compared with a class that a teacher gives in a file, without a puzzle."""

from collections import namedtuple
from dataclasses import replace

import pytest

from aima_search.apps import grade
from aima_search.apps.grade import assignment
from aima_search.base.errors import SearchError
from tests.aima_search.apps.grade.assignments import check, table

TEACHER = """
from helper import fits

class Crossing:
    def __init__(self, people, boat=2):
        self.people, self.boat = people, boat
        self.initial = (people, people, True)

    def actions(self, state):
        m, c, left = state
        there = (m, c) if left else (self.people - m, self.people - c)
        return [(a, b) for a in range(there[0] + 1) for b in range(there[1] + 1)
                if 0 < a + b <= self.boat and fits(self.result(state, (a, b)), self.people)]

    def result(self, state, action):
        sign = -1 if state[2] else 1
        return state[0] + sign * action[0], state[1] + sign * action[1], not state[2]

    def path_cost(self, c, a, b, d):
        return c + 1

    def goal_test(self, state):
        return state == (0, 0, False)
"""
HELPER = """
def fits(state, people):
    m, c, _ = state
    return m in (0, people) or m == c
"""
OPEN = HELPER.replace("m in (0, people) or m == c", "True")
PART = {"kind": "problem", "function": "Mine", "reference": "teacher.py:Crossing"}
ASSIGNMENT = "".join(
    [
        '\nname = "model it"\n',
        table("boards", name="small", arguments=[[3], [2, 2]]),
        table("parts", name="model", **PART),
        check("contracts"),
        check("perft", 2, boards="small", depth=4),
        check("optimal", 3),
    ]
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "teacher.py").write_text(TEACHER, "utf-8")
    (tmp_path / "helper.py").write_text(HELPER, "utf-8")
    (tmp_path / "course.toml").write_text(ASSIGNMENT, "utf-8")
    return tmp_path


def submission(folder, text):
    work = folder / "work"
    work.mkdir(exist_ok=True)
    (work / "problem.py").write_text(text, "utf-8")
    (work / "helper.py").write_text(HELPER, "utf-8")
    return work


RIGHT = TEACHER.replace("Crossing", "Mine")


@pytest.mark.gate("confinement")
def test_a_problem_is_held_against_the_teachers_class(folder):
    (score,) = grade.run(folder / "course.toml", [submission(folder, RIGHT)])
    assert (score.outcome, score.points) == ("passed", 6)
    wrong = RIGHT.replace("0 < a + b", "0 <= a + b").replace("return c + 1", "return c + 2")
    (score,) = grade.run(folder / "course.toml", [submission(folder, wrong)])
    told = [finding.message for finding in score.parts[0].findings]
    assert told[1] == "on Crossing(3), found 4 sequences of 1 action, expected 3"
    assert told[2] == "on Crossing(3), the solution costs 10: expected an optimal cost of 11"
    assert not any(finding.command or str(folder) in finding.message for finding in _of(score))


def _of(score):
    return [finding for part in score.parts for finding in part.findings]


@pytest.mark.gate("confinement")
def test_a_class_that_has_changed_is_another_assignment(folder):
    out = folder / "out.jsonl"
    work = submission(folder, RIGHT)
    grade.run(folder / "course.toml", [work], out=out)
    (folder / "helper.py").write_text(OPEN, "utf-8")
    with pytest.raises(SearchError, match="to another version"):
        grade.run(folder / "course.toml", [work], out=out, resume=True)


def test_a_changed_folder_of_helpers_makes_another_assignment(folder):
    (folder / "puzzles").mkdir()
    keys = set()
    for text in ("x = 1", "x = 2"):
        (folder / "puzzles/__init__.py").write_text(text)
        keys.add(grade.read_assignment(folder / "course.toml").key())
    assert len(keys) == 2


def test_the_key_reads_the_references_in_the_order_of_the_parts(folder, monkeypatch):
    read, paths = grade.read_assignment(folder / "course.toml"), []
    names, stub = [f"{number}.py" for number in range(6)], namedtuple("Stub", "path")
    parts = [replace(read.parts[0], reference=stub(name)) for name in names]
    monkeypatch.setattr(assignment, "helpers_beside", lambda path: {})
    monkeypatch.setattr(assignment, "with_neighbours", lambda path, *_: paths.append(path) or {})
    replace(read, parts=tuple(parts)).key()
    assert paths == names


FAULTS = {
    'reference = "teacher.py:Crossing"': {
        "": r"line 6 \[parts\]: expected the key 'reference' here",
        'reference = "teacher"': "'teacher': expected a class in a file",
        'reference = "teacher.py:Ferry"': "unknown function in .*'Ferry'",
        'reference = "other.py:Ferry"': "there is no such file",
    },
    "arguments = [[3], [2, 2]]": {
        "arguments = [3]": "expected lists of plain values, such as",
        "arguments = [[2026-01-01]]": "expected lists of plain values",
        "arguments = []": "expected lists of plain values",
        'levels = ["1"]': "expected the key 'arguments' here",
        "arguments = [[3, 2, 1, 0]]": r".* failed to create Crossing\(3, 2, 1, 0\): TypeError",
    },
    'boards = "small"': {
        'boards = "large"': "unknown set of boards 'large'",
        'arguments = "grid"': "the boards of a teacher's class already have arguments",
    },
    'kind = "problem"': {'kind = "heuristic"': "unknown key 'reference'"},
}


def test_what_cannot_be_held_against_a_class_is_refused(folder):
    for given, others in FAULTS.items():
        for other, words in others.items():
            text = ASSIGNMENT.replace(given, other)
            with pytest.raises(SearchError, match=words):
                grade.parse_assignment(text, folder).prepare()
    both = 'puzzle = "movix"\n' + ASSIGNMENT.replace('reference = "teacher.py:Crossing"', "")
    with pytest.raises(SearchError, match="found no boards, expected"):
        grade.parse_assignment(both, folder)
