"""Gradescope's file holds what its documentation names, from the start on."""

import json
import os
import re
import shlex
import stat
import subprocess
import sys

import pytest

from aima_search.apps import grade
from aima_search.apps.grade.course import write_template
from aima_search.apps.grade.result_pages import gradebook
from aima_search.apps.grade.results import (
    VISIBILITIES,
    CheckResult,
    ClassResults,
    GradedSubmission,
    PartResult,
)
from aima_search.apps.grade.results_file import GradescopeResultsFile, document
from aima_search.base.errors import InputError
from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    OPTIMAL,
    PROPERTIES,
    ZERO,
    assignment,
    submission,
)
from tests.test_examples import run

TOP_LEVEL = {
    "score": (int, float),
    "execution_time": (int, float),
    "output": str,
    "output_format": str,
    "test_output_format": str,
    "test_name_format": str,
    "visibility": str,
    "stdout_visibility": str,
    "extra_data": dict,
    "tests": list,
    "leaderboard": list,
}
OF_TEST = {
    "score": (int, float),
    "max_score": (int, float),
    "status": str,
    "name": str,
    "name_format": str,
    "number": str,
    "output": str,
    "output_format": str,
    "tags": list,
    "visibility": str,
    "extra_data": dict,
}
OF_LEADERBOARD = {"name": str, "value": (int, float, str), "order": str}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}


def check_fields(values, known):
    assert set(values) <= set(known)
    for name, value in values.items():
        assert isinstance(value, known[name]), name
        if name.endswith("format"):
            assert value in FORMATS
        if name.endswith("visibility"):
            assert value in VISIBILITIES


def check_document(values):
    """Hold a document against the fields that the specification names."""
    check_fields(values, TOP_LEVEL)
    for test in values.get("tests", []):
        check_fields(test, OF_TEST)
        assert test["status"] in {"passed", "failed"}
    for entry in values.get("leaderboard", []):
        check_fields(entry, OF_LEADERBOARD)
        assert entry["order"] in {"asc", "desc"}
    return values


def test_the_verdict_is_what_the_scores_say(tmp_path):
    hidden = OPTIMAL + 'visibility = "hidden"\nextra = true\n'
    asked = assignment(tmp_path, PROPERTIES, EXPANDED, hidden)
    (score,) = grade.run(asked, [submission(tmp_path, ZERO)])
    values = check_document(document(score))
    assert values["score"] == score.points
    findings = score.parts[0].findings
    assert [test["score"] for test in values["tests"]] == [one.points for one in findings]
    assert [test["max_score"] for test in values["tests"]] == [4, 2, 0]
    assert [test["visibility"] for test in values["tests"]] == ["visible", "visible", "hidden"]
    counted = {entry["name"]: entry["value"] for entry in values["leaderboard"]}
    assert counted == {"my heuristic: expanded": findings[1].values["expanded"]}


def test_no_place_on_the_leaderboard_without_points():
    values = {"values": {"expanded": 3}, "leaderboard": "expanded"}
    failed = CheckResult("few", "failed", 0, 2, "too many", **values)
    part = PartResult("a.py", "", "h", "heuristic", (failed,))
    assert "leaderboard" not in check_document(document(GradedSubmission("a.py", (part,))))


def test_points_are_rounded():
    findings = [CheckResult("share", "partly", 3.9 * 2 / 3, 3.9, "")] * 2
    score = GradedSubmission("a.py", (PartResult("a.py", "", "h", "heuristic", findings),) * 2)
    values = document(score)
    assert [values["score"], *(test["score"] for test in values["tests"])] == [10.4, *[2.6] * 4]
    (row,) = gradebook(ClassResults("c", (score,)))
    assert (row["total"], row["part: h"], score.max_points) == (10.4, 5.2, 15.6)


def test_a_verdict_stands_in_the_file_from_the_start_on(tmp_path):
    path = tmp_path / "results.json"
    passed = CheckResult("few", "passed", 2, 2, "few")
    part = PartResult("a.py", "", "h", "heuristic", (passed,), notes=("a note",))
    file = GradescopeResultsFile(path)
    first = check_document(json.loads(path.read_text("utf-8")))
    assert first.keys().isdisjoint({"score", "tests"}), "no mark"
    assert "is not finished" in first["output"]
    file.add(part)
    second = check_document(json.loads(path.read_text("utf-8")))
    (shown,) = second["tests"]
    assert (shown["name"], "score" in second, "score" in shown) == ("h: few", False, False)
    assert "is not finished" in second["output"]
    file.write(GradedSubmission("a.py", (part,)))
    last = check_document(json.loads(path.read_text("utf-8")))
    assert (last["output"], last["score"]) == ("2 of 2 points\na note", 2)
    assert [entry.name for entry in tmp_path.iterdir()] == ["results.json"]


def test_a_visibility_that_is_none_is_refused(tmp_path):
    with pytest.raises(LookupError, match="unknown visibility 'hiden': did you mean 'hidden'"):
        assignment(tmp_path, OPTIMAL + 'visibility = "hiden"\n')


@pytest.mark.gate("many processes")
def test_the_template_grades_its_samples_as_gradescope_would(tmp_path):
    folder = tmp_path / "autograder"
    assert {path.name for path in write_template(folder)} >= {
        "assignment.toml",
        "setup.sh",
        "run_autograder",
    }
    for name in ("setup.sh", "run_autograder"):
        assert (folder / name).stat().st_mode & stat.S_IXUSR
        subprocess.run(["bash", "-n", folder / name], check=True)
    root = tmp_path / "root"
    (root / "source").mkdir(parents=True)
    (root / "submission").mkdir()
    (root / "source/assignment.toml").write_text((folder / "assignment.toml").read_text("utf-8"))
    sample = (folder / "samples/zero.py").read_text("utf-8")
    (root / "submission/heuristic.py").write_text(sample, "utf-8")
    command = tmp_path / "aima-search"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m aima_search "$@"\n', "utf-8")
    command.chmod(0o755)
    own = {"AUTOGRADER_ROOT": str(root), "AIMA_SEARCH": str(command)}
    subprocess.run(
        [folder / "run_autograder"], env={**os.environ, **own}, check=True, capture_output=True
    )
    values = check_document(json.loads((root / "results/results.json").read_text("utf-8")))
    assert [test["status"] for test in values["tests"]] == ["passed", "passed", "failed"]
    assert values["score"] == 6


def test_the_container_and_the_workflow_name_what_is_there(tmp_path):
    folder = tmp_path / "autograder"
    assert [*write_template(folder)]
    for place in re.findall(r"/autograder/source/(\w[\w.]*)", (folder / "Dockerfile").read_text()):
        assert (folder / place).is_file()
    workflow = (folder / ".github/workflows/classroom.yml").read_text("utf-8")
    *_, command = re.findall(r"- run: (.*)", workflow)
    program, *arguments = shlex.split(command)
    assert program == "aima-search"
    (folder / "heuristic.py").write_text((folder / "samples/zero.py").read_text("utf-8"), "utf-8")
    done = run("-m", "aima_search", *arguments, folder=folder)
    assert done.returncode == 0, done.stderr
    assert re.search(r"heuristic\.py +6 +10", done.stdout), done.stdout


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(InputError, match="new or empty"):
        next(write_template(tmp_path))
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.skipif(os.name != "posix", reason="links to devices")
@pytest.mark.parametrize("target", ["/dev/null", "results/of.json"])
def test_a_link_to_a_device_or_to_another_file_stays_a_link(tmp_path, target):
    (tmp_path / "results").mkdir()
    link = tmp_path / "results.json"
    link.symlink_to(target)
    GradescopeResultsFile(link)
    assert str(link.readlink()) == target
    assert sorted(os.listdir(tmp_path)) == ["results", "results.json"]


def test_what_is_not_graded_has_no_score():
    found = (CheckResult("a", "passed", 2, 2, ""), CheckResult("b", "not-graded", 0, 2, "lost"))
    score = GradedSubmission("x", (PartResult("x", "x", "p", "heuristic", found),))
    told = document(score)
    assert "score" not in told
    assert [test["name"] for test in told["tests"] if "score" in test] == []
