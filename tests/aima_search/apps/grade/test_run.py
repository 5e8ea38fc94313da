"""A class's submissions: each its own result, whatever the others do; kept, and gone on with."""

import fcntl
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from aima_search.apps import grade
from aima_search.apps.grade.results import PartResult
from aima_search.apps.grade.results_file import LockedResultsFile, read_results
from aima_search.base.errors import InputError, UnknownName
from aima_search.catalog.expressions import FileReference, parse_reference
from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    HONEST,
    PROPERTIES,
    TOP,
    ZERO,
    assignment,
    check,
    graded,
    graded_together,
    submission,
)
from tests.aima_search.cli.processes import call, environment

pytestmark = pytest.mark.gate("confinement")
FOREVER = "def my_h(node):\n    while True: pass\n"
QUICK = TOP.replace("seconds = 20", "seconds = 1")


def points(scores):
    return {score.submission: (score.outcome, score.points) for score in scores}


def _without_seconds(score):
    """Return the parts of a score as a text, without the time that somebody slept."""
    return re.sub(r"\d+\.\d+ s\b", "... s", repr(score.parts))


def test_one_bad_submission_ends_nothing_and_two_at_once_give_the_same(tmp_path):
    asked = assignment(tmp_path, PROPERTIES, top=QUICK)
    texts = {"a.py": HONEST, "b.py": FOREVER, "c.py": "import os; os._exit(1)", "d.py": ZERO}
    paths = [submission(tmp_path, text, name) for name, text in texts.items()]
    scores = grade.run(asked, paths)
    assert points(scores) == {
        "a.py": ("passed", 4),
        "b.py": ("time-limit", 0),
        "c.py": ("broke-off", 0),
        "d.py": ("passed", 4),
    }
    again = grade.run(asked, paths, jobs=2)
    assert points(again) == points(scores)
    assert [_without_seconds(score) for score in again] == [
        _without_seconds(score) for score in scores
    ]


def test_what_is_graded_is_kept_and_only_the_rest_is_graded(tmp_path):
    asked, out = assignment(tmp_path, PROPERTIES), tmp_path / "results.jsonl"
    first, second = (submission(tmp_path, ZERO, name) for name in ("a.py", "b.py"))
    grade.run(asked, [first], out=out)
    with pytest.raises(InputError, match="continue it with --resume"):
        grade.run(asked, [first], out=out)
    before = out.read_text("utf-8")
    with out.open("a", encoding="utf-8") as file:
        file.write('{"submission": "cut sh')
    scores = grade.run(asked, [first, second], out=out, resume=True)
    assert list(points(scores)) == ["a.py", "b.py"]
    text = out.read_text("utf-8")
    assert text.startswith(before)
    assert len(text.splitlines()) == 3
    second.write_text(HONEST, encoding="utf-8")  # handed in again: graded again
    again = grade.run(asked, [first, second], out=out, resume=True)
    assert [score.before for score in again] == [None, 4]
    assert len(out.read_text("utf-8").splitlines()) == 4
    scores = grade.run(asked, [first, second], out=out, resume=True, again=["a.py"])
    assert list(points(scores)) == ["a.py", "b.py"]
    assert [result.submission for result in read_results(out)] == ["a.py", "b.py", "b.py", "a.py"]
    (tmp_path / "other").mkdir()  # another student's file with the same name
    [other] = grade.run(asked, [submission(tmp_path / "other", "", "b.py")], out=out, resume=True)
    assert (other.submission, other.outcome, other.before) == ("b.py", "not-found", None)
    with pytest.raises(UnknownName, match=r"unknown submission 'c\.py'"):
        grade.run(asked, [first, second], out=out, resume=True, again=["c.py"])
    other = assignment(tmp_path, EXPANDED)
    with pytest.raises(InputError, match="belongs to another assignment"):
        grade.run(other, [first], out=out, resume=True)
    foreign = submission(tmp_path, "mine, without an end of line", "notes.txt")
    with pytest.raises(InputError, match="is not a results file"):
        grade.run(asked, [first], out=foreign, resume=True)
    assert foreign.read_text("utf-8") == "mine, without an end of line"
    for content in (b"\xff\n", b"[" * 100_000 + b"\n"):
        foreign.write_bytes(content)
        with pytest.raises(InputError, match="is not a results file"):
            grade.run(asked, [first], out=foreign, resume=True)
        assert foreign.read_bytes() == content


IN_FRONT = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
from aima_search.__main__ import main
main()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_grader_that_is_ended_keeps_what_is_done(tmp_path, how):
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, encoding="utf-8")
    submission(tmp_path, ZERO, "a.py")
    submission(tmp_path, FOREVER, "b.py")
    grader = subprocess.Popen(
        [*call(code=IN_FRONT), "grade", "course.toml", "a.py", "b.py"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    out = tmp_path / "course.results.jsonl"
    while not (out.exists() and len(out.read_text("utf-8").splitlines()) == 2):
        assert grader.poll() is None
    grader.send_signal(how)
    assert grader.wait(60) != 0
    with out.open("rb") as file:  # a process that was just being started has the lock until then
        fcntl.flock(file, fcntl.LOCK_EX)
    submission(tmp_path, ZERO, "b.py")
    asked = grade.read_assignment(tmp_path / "course.toml")
    scores = grade.run(asked, [tmp_path / "a.py", tmp_path / "b.py"], out=out, resume=True)
    assert points(scores) == {"a.py": ("passed", 4), "b.py": ("passed", 4)}
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()[1:]]
    assert [line["submission"] for line in lines] == ["a.py", "b.py"]


def test_a_file_that_is_no_results_file_is_told_in_one_line(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text("not JSON\n", encoding="utf-8")
    submission(tmp_path, ZERO)
    status, out, err = run("grade", "course.toml", "heuristic.py", "--resume", "--out", "bad.jsonl")
    assert (status, out) == (2, "")
    advice = "choose another file with --out"
    assert err == f"aima-search: file 'bad.jsonl' is not a results file: {advice}\n"


def test_an_error_before_grading_leaves_no_results_file(tmp_path):
    out, path = tmp_path / "results.jsonl", submission(tmp_path, ZERO)
    with pytest.raises(InputError, match="states"):
        grade.run(
            assignment(tmp_path, check("properties", boards="large", states=1)), [path], out=out
        )
    assert not out.exists()
    with LockedResultsFile(out, "course", "key", resume=False):
        out.with_suffix(".other").touch()
        out.with_suffix(".other").replace(out)
    assert out.exists(), "another run's file"


def test_two_graders_do_not_write_one_file(tmp_path):
    asked, out = assignment(tmp_path, PROPERTIES), tmp_path / "results.jsonl"
    first, key = LockedResultsFile(out, asked.name, asked.key(), resume=False), asked.key()
    with first, pytest.raises(InputError, match="being written"):
        LockedResultsFile(out, asked.name, key, resume=True)


@pytest.mark.parametrize(
    ("meddle", "words"),
    [
        (Path.unlink, "No such file"),
        (lambda out: out.with_suffix(".other").replace(out), "replaced during the run"),
    ],
)
def test_a_results_file_that_disappears_is_an_error(tmp_path, meddle, words):
    out = tmp_path / "results.jsonl"
    out.with_suffix(".other").touch()
    with LockedResultsFile(out, "course", "key", resume=False) as file:
        file.add(PartResult("alice", "", "part", "heuristic", ()))
        meddle(out)
        with pytest.raises((InputError, OSError), match=words):
            file.add(PartResult("bob", "", "part", "heuristic", ()))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_an_error_for_a_full_disk_names_the_results_file(tmp_path):
    out = tmp_path / "results.jsonl"
    file = LockedResultsFile(out, "course", "key", resume=False)
    file._file.close()
    file._file = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115 (closed below)
    result = PartResult("alice", "", "part", "heuristic", ())
    for write in (lambda: file.add(result), file.__exit__):
        with pytest.raises(OSError, match="No space left") as caught:
            write()
        assert caught.value.filename == str(out)


def test_a_folder_is_graded_by_the_file_that_is_asked_for(tmp_path):
    folder = tmp_path / "alice"
    folder.mkdir()
    submission(folder, "import helpers\n\ndef my_h(node):\n    return helpers.nothing()\n")
    submission(folder, "def nothing():\n    return 0\n", "helpers.py")
    scores = grade.run(assignment(tmp_path, PROPERTIES), [folder])
    assert points(scores) == {"alice": ("passed", 4)}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("h.ipynb", '{"cells": []}', "unknown name in h.ipynb 'my_h'"),
        ("h.py", "", "h.py is empty"),
        ("h.txt", "def my_h(node): return 0", "unknown file 'heuristic.py'"),
        ("h.py", "def myh(node): return 0", "unknown name in h.py 'my_h': did you mean 'myh'?"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(tmp_path, name, text, words):
    path = submission(tmp_path, text, name)
    (score,) = grade.run(assignment(tmp_path, PROPERTIES), [path])
    assert score.outcome == "not-found"
    assert words in score.parts[0].findings[0].message


def test_a_link_is_not_followed(tmp_path):
    link = tmp_path / "mine.py"
    link.symlink_to(submission(tmp_path, ZERO))
    (score,) = grade.run(assignment(tmp_path, PROPERTIES), [link])
    assert score.outcome == "not-found"
    assert "no usable file was handed in" in score.parts[0].findings[0].message
    assert score.notes == ["left out: mine.py, a link, a pipe or a device"]


def test_submissions_of_one_name_are_told_apart_by_their_folders(tmp_path):
    paths = []
    for name in ("alice", "bob"):
        (tmp_path / name).mkdir()
        paths.append(submission(tmp_path / name, ZERO))
    scores = grade.run(assignment(tmp_path, PROPERTIES), paths)
    assert list(points(scores)) == ["alice/heuristic.py", "bob/heuristic.py"]


def test_a_submission_that_is_too_large_is_not_run(tmp_path):
    folder = tmp_path / "large"
    folder.mkdir()
    for number in range(501):
        (folder / f"{number}.txt").write_text("x", encoding="utf-8")
    (score,) = grade.run(assignment(tmp_path, PROPERTIES), [folder])
    assert score.outcome == "import-failed"
    assert "501 files" in score.parts[0].findings[0].message


def test_what_is_needed_first_takes_the_points_of_the_rest(tmp_path):
    needed = PROPERTIES + "needed = true\n"
    result = graded(tmp_path, "def my_h(node):\n    return 3\n", needed, EXPANDED)
    assert result.points == 0
    assert result.findings[1].message.startswith("no points, because a needed check failed: ")


def test_extra_points_are_beyond_a_full_score(tmp_path):
    result = graded(tmp_path, ZERO, PROPERTIES, EXPANDED + "extra = true\n")
    assert (result.points, result.max_points) == (5, 4)


def test_a_part_of_the_properties_is_a_part_of_the_points(tmp_path):
    result = graded(tmp_path, "def my_h(node):\n    return -1\n", PROPERTIES + "partial = true\n")
    assert result.outcome == "partly"
    assert 0 < result.points < 4


def test_what_is_no_estimate_is_shown_with_its_state(tmp_path):
    cases = [
        ("import time\ndef my_h(node): return time.perf_counter()", "for the same state"),
        ("n = []\ndef my_h(node): n.append(0); return len(n)", "for the same state"),
        ("def my_h(node): return None", "h returned None (NoneType): expected a number"),
        ("def my_h(node): return 'x'", "h returned x (str): expected a number"),
        (
            "def my_h(node): return float('nan')",
            "h returned nan: expected a number",
        ),
        ("def my_h(node): return 10**400", "too large"),
        ("def my_h(node): return [0]", "h returned [0] (list)"),
        ("class A:\n  def __repr__(self): 1/0\ndef my_h(node): return A()", "h returned a A (A)"),
        ("def my_h(node): return -1", "h = -1"),
        ("def my_h(node): return float('inf')", "h = inf"),
    ]
    results = graded_together(tmp_path, [text for text, _ in cases], PROPERTIES)
    for (text, words), result in zip(cases, results, strict=True):
        (finding,) = result.findings
        assert finding.outcome == "failed", text
        assert words in finding.message, text
        assert finding.picture, text
        assert finding.svg, text


def test_a_heuristic_is_told_that_the_path_is_not_there(tmp_path):
    (finding,) = graded(tmp_path, "def my_h(node):\n    return node.depth\n").findings
    assert finding.outcome == "raised"
    assert (
        "heuristic.py, line 2: PathAttributeError: the heuristic uses node.depth" in finding.message
    )


def test_names_of_files_may_be_anything(tmp_path):
    path = submission(tmp_path, ZERO, "Übung 'eins' (2), *neu*.py")
    (score,) = grade.run(assignment(tmp_path, PROPERTIES), [path])
    assert (score.submission, score.outcome) == (path.name, "passed")
    heuristic = shlex.split(score.parts[0].findings[0].command)[-1]
    assert parse_reference(heuristic) == FileReference(path.name, "my_h")


def test_the_folder_of_a_submission_is_left_as_it_is(tmp_path):
    text = "import os\nopen('new.txt', 'w').write('#')\n"
    path = submission(tmp_path, f"{text}assert os.path.exists('new.txt')\n{ZERO}")
    before = path.read_text("utf-8"), os.stat(path).st_mode
    assert graded(tmp_path, before[0]).outcome == "passed"  # it is a copy that it changes
    assert (path.read_text("utf-8"), os.stat(path).st_mode) == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_grader_imports_nothing_that_was_handed_in(tmp_path):
    marker = tmp_path / "was-imported"
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, encoding="utf-8")
    names = ["click.py", "psutil.py", "heuristics.py", "matplotlib.py", "numpy.py", "random.py"]
    for name in names:
        submission(tmp_path, f"open({str(marker)!r}, 'w')\n{ZERO}", name)
    done = subprocess.run(
        [sys.executable, "-m", "aima_search", "grade", "course.toml", "numpy.py"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "wrote-outside" in done.stdout) == (0, True), done.stderr
    assert not marker.exists()
