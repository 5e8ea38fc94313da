"""A class is graded whole, whichever process of the grader is killed in the middle."""

import csv
import io
import json
from contextlib import suppress
from unittest.mock import Mock

import psutil
import pytest

from aima_search.apps import grade
from aima_search.apps.grade import grading
from aima_search.apps.grade.grading import GradingContext
from aima_search.apps.grade.results import NOT_GRADED
from aima_search.processes.child import ChildProcess, TimeExceeded
from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP, ZERO, assignment, submission

pytestmark = pytest.mark.gate("kills")
PROCESSES = (
    "keeper of the fork server",
    "fork server",
    "keeper of the grader",
    "grader",
    "keeper of the submissions' fork server",
    "submissions' fork server",
)
"""The processes below the one that grades, each the parent of the next."""


def chain(process):
    """Return the longest chain of processes below one: each is a child of the one before."""
    with suppress(psutil.NoSuchProcess):  # the process of a submission may end meanwhile
        below = [[child, *chain(child)] for child in process.children()]
        return max(below, key=len, default=[])
    return []


@pytest.mark.parametrize("depth", range(len(PROCESSES)), ids=PROCESSES)
def test_a_killed_process_costs_nobody_points(tmp_path, depth):
    files = [submission(tmp_path, ZERO, f"s{number}.py") for number in range(4)]
    killed = []

    def kill_once(result):
        if not killed:
            processes = chain(psutil.Process())
            assert len(processes) >= len(PROCESSES)
            killed.append(processes[depth])
            killed[0].kill()

    scores = grade.run(assignment(tmp_path, PROPERTIES), files, on_result=kill_once)
    assert [(score.points, score.outcome) for score in scores] == [(4, "passed")] * 4
    assert killed[0] not in psutil.Process().children(recursive=True)  # the beacon: it is gone


@pytest.mark.parametrize("limit", [grading._TO_READ, grading.TO_PREPARE])
def test_slow_work_of_the_grader_itself_is_no_mark(tmp_path, monkeypatch, limit):
    answer, tried = ChildProcess.answer, []

    def late(child, clock, memory=None):
        if clock.seconds == limit and child.greeting == {}:
            tried.append(child)
            raise TimeExceeded("after 60.0 s")
        return answer(child, clock, memory)

    monkeypatch.setattr(ChildProcess, "answer", late)
    [score] = grade.run(assignment(tmp_path, PROPERTIES), [submission(tmp_path, ZERO)])
    assert (score.outcome, score.is_graded, len(tried) > 1) == (NOT_GRADED, False, True)


def test_what_is_not_graded_is_no_mark_and_is_graded_again(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
    (tmp_path / "class.csv").write_text("id,name\n1,Ann\n2,Bob\n", "utf-8")
    for name in ("x_1.py", "x_2.py"):
        submission(tmp_path, ZERO, name)
    command = ("grade", "course.toml", "x_1.py", "x_2.py", "--student", "[0-9]")
    status, out, _ = run(*command)
    assert status == 0, out
    path = tmp_path / "course.results.jsonl"
    first, ann, bob = path.read_text("utf-8").splitlines()
    lost = json.loads(bob)
    lost["findings"][0] |= {"outcome": NOT_GRADED, "points": 0}
    path.write_text("\n".join([first, ann, json.dumps(lost), ""]), "utf-8")
    with monkeypatch.context() as broken:  # no submission can even be read
        broken.setattr(GradingContext, "start", Mock(side_effect=OSError("no process")))
        status, out, _ = run(*command, "--resume", "--roster", "class.csv", "--gradebook", "m.csv")
    assert status == 1
    assert "(grade again with --resume): x_1.py, x_2.py" in " ".join(out.split())
    assert "reason for x_1.py, x_2.py: no process could be started" in " ".join(out.split())
    rows = list(csv.DictReader(io.StringIO((tmp_path / "m.csv").read_text("utf-8"))))
    assert [row["course work"] for row in rows] == ["", ""]
    status, out, _ = run(*command, "--resume", "--gradebook", "own.csv")
    assert (status, "not graded" in out) == (0, False)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "own.csv").read_text("utf-8"))))
    assert [row["total"] for row in rows] == ["4", "4"]
