"""What students read: commands that work as they stand, seconds that were had, no places."""

import shlex
import sys

import pytest

from aima_search.apps import grade
from tests.aima_search.apps.grade.assignments import (
    PROPERTIES,
    TOP,
    assignment,
    check,
    graded,
    submission,
    table,
)

pytestmark = pytest.mark.gate("confinement")

KINDS = "".join(
    [
        'name = "all kinds"\npuzzle = "movix"\n',
        table("boards", name="small", levels=["2-tiny"]),
        table("boards", name="drawn", size="4x4", line=3, pieces="S2V1H1", seed=1),
        table("parts", name="h", kind="heuristic", file="my h.py", function="my_h"),
        check("properties", boards="small"),
        check("expanded", algorithm="ida-star", at_most=5),
        check("optimal", boards="drawn"),
        table("parts", name="p", kind="problem", file="problem.py", function="Mine"),
        check("contracts", boards="drawn"),
        check("perft"),
        check("optimal"),
        table("parts", name="a", kind="algorithm", file="search.py", function="find"),
        check("optimal", heuristic="partial-alignment"),
        check("expanded", reference="breadth-first", at_most=1),
        check("goal-test"),
        table("parts", name="n", kind="answer"),
        check("value", answer="cost", boards="small"),
        check("value", answer="states", measure="states", boards="small"),
    ]
)
MINE = """
class Mine:
    def __init__(self, grid):
        self.initial = 1
    def actions(self, state):
        return ["a", "b"]
    def result(self, state, action):
        return state + len(action)
    def path_cost(self, c, a, b, d):
        return c + 1
    def goal_test(self, state):
        return state > 2
"""
FILES = {
    "my h.py": "def my_h(node):\n    return 7\n",
    "problem.py": MINE,
    "search.py": "def find(problem, h=None):\n    return []\n",
    "answer.toml": "cost = 1\nstates = 2\n",
}


def test_every_command_that_repeats_a_finding_works(tmp_path, run, monkeypatch):
    work = tmp_path / "work"
    work.mkdir()
    for name, text in FILES.items():
        (work / name).write_text(text, "utf-8")
    (score,) = grade.run(grade.parse_assignment(KINDS, tmp_path), [work])
    commands = [finding.command for part in score.parts for finding in part.findings]
    assert len(commands) == 11
    assert all(commands)
    monkeypatch.chdir(work)
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "aima-search"
        status, out, err = run(*arguments)
        assert status in (0, 1), (command, err)
        assert out, command
    broken = graded(tmp_path, "import nothing_of_that_name\n")
    program, name = shlex.split(broken.findings[0].command)
    assert (program, (tmp_path / name).is_file()) == ("python", True)


def test_the_seconds_of_a_sleeper_are_those_that_it_had(tmp_path):
    sleeper = "import time\ndef my_h(node):\n    time.sleep(60)\n"
    part = graded(tmp_path, sleeper, top=TOP.replace("seconds = 20", "seconds = 1.5"))
    words = part.findings[0].message.split()
    assert words[:3] == ["the", "code", "took"]
    assert words[4:] == ["s:", "the", "limit", "is", "1.5", "s"]
    assert 1.5 <= float(words[3]) < 60


def test_no_place_of_the_teachers_machine_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    text = (
        "import os, sys, aima_search\ndef my_h(node):\n    raise ValueError(' '.join([os.getcwd(),"
        " os.path.join(os.getcwd(), 'x.py'), sys.prefix, aima_search.__file__, PLACE]))\n"
    )
    path = submission(tmp_path, text.replace("PLACE", repr(str(tmp_path / "home" / "y.py"))))
    (score,) = grade.run(assignment(tmp_path, PROPERTIES), [path])
    told = score.parts[0].findings[0].message
    assert "x.py" in told
    assert "y.py" in told
    for place in (sys.prefix, str(tmp_path), "/tmp/", "grade-"):
        assert place not in told
