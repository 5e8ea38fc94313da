"""Submissions that attack the grader: each gets its outcome, and honest ones keep their scores."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from aima_search.apps import grade
from aima_search.apps.grade.confinement import PROTECTIONS
from tests.aima_search.apps.grade.assignments import EXPANDED, HONEST, PROPERTIES, ZERO, top_for
from tests.attacks.submissions import died

pytestmark = pytest.mark.gate("confinement")
FOLDER = Path(__file__).parent / "hostile"
FILES = sorted(FOLDER.glob("*.py"))
TOP = top_for("heuristic", "my_h", "hostile", "h", seconds=1, memory="200MiB", processes=8)
SECRET = "nobody but the grader may read this"


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    """A folder of the grader's with what a submission would like to read and to write."""
    folder = tmp_path_factory.mktemp("grader")
    (folder / "course.toml").write_text(TOP + PROPERTIES + EXPANDED, "utf-8")
    (folder / "secret").write_text(SECRET, "utf-8")
    (folder / "secret").chmod(0o600)
    (folder / "results.json").write_text("kept", "utf-8")
    return folder


@pytest.fixture(scope="module")
def port():
    """A port with a listener."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module")
def graded(target, port, tmp_path_factory):
    """All of them graded at once, an honest one before, between and after them."""
    class_ = tmp_path_factory.mktemp("class")
    written = []
    for number, file in enumerate(FILES):
        text = file.read_text("utf-8").replace("@TARGET@", str(target)).replace("@PORT@", str(port))
        if number % 12 == 0:
            written.append(put(class_ / f"honest-{number:02}.py", HONEST))
        written.append(put(class_ / file.name, text))
    written += [put(class_ / "zero.py", ZERO), put(class_ / "honest-99.py", HONEST)]
    return grade.run(target / "course.toml", written, jobs=2)


def put(path, text):
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_what_attacks_gets_its_outcome(graded, file):
    expected = re.search(r"outcome: ([\w -]+)", file.read_text("utf-8"))[1].strip()
    score = graded[file.name]
    if expected == "like zero":
        zero = graded["zero.py"]
        assert findings(score) == findings(zero)
        return
    assert score.outcome in expected.split()
    facts = score.parts[0].findings[0]
    beacon = re.search(r"beacon: (.+)", file.read_text("utf-8"))
    if beacon is not None:
        assert beacon[1] in facts.message
    elif expected not in ("import-failed", "not-found"):
        assert not died(facts), "it ran"
    assert facts.points == 0
    assert facts.outcome in expected.split()
    assert score.points == 0 or "partly" in expected
    for finding in score.parts[0].findings:
        assert finding.message
        assert "\n" not in finding.message
        assert len(finding.message) < 1000


def findings(score):
    return [(one.outcome, one.points, one.values) for one in score.parts[0].findings]


def test_there_are_many_of_them():
    assert len(FILES) >= 25


def test_the_honest_ones_beside_them_keep_their_scores(graded):
    honest = [score for score in graded if score.submission.startswith("honest")]
    assert len(honest) >= 4
    assert {score.outcome for score in honest} == {"partly"}
    assert len({str(findings(score)) for score in honest}) == 1
    assert {score.points for score in honest} == {5}


def test_nothing_of_the_graders_was_changed(graded, target):
    assert graded
    assert (target / "results.json").read_text("utf-8") == "kept"
    assert (target / "secret").read_text("utf-8") == SECRET
    assert sorted(entry.name for entry in target.iterdir()) == [
        "course.toml",
        "results.json",
        "secret",
    ]


@pytest.mark.skipif(os.getuid() != 0, reason="needs the right to change the user")
def test_every_protection_was_in_force_for_root_on_linux(graded):
    for score in graded:
        if score.parts[0].protections:
            assert set(score.parts[0].protections) == set(PROTECTIONS)


def one_part(folder, path):
    asked = grade.parse_assignment(TOP + PROPERTIES, folder, "course.toml")
    (score,) = grade.run(asked, [path])
    return score.parts[0]


def test_a_folder_with_a_module_named_like_ours_stands_in_nobodys_way(tmp_path):
    folder = tmp_path / "handed in"
    (folder / "aima_search").mkdir(parents=True)
    put(folder / "aima_search/__init__.py", "raise SystemExit('this is mine')\n")
    put(folder / "json.py", "def loads(text):\n    return {'points': 1000}\n")
    put(folder / "heuristic.py", ZERO)
    assert one_part(tmp_path, folder).outcome == "passed"


def test_blanks_and_letters_of_all_kinds_in_names(tmp_path):
    path = put(tmp_path / "añ ö 名 '\"$(touch x).py", ZERO)
    result = one_part(tmp_path, path)
    assert (result.submission, result.outcome) == (path.name, "passed")


@pytest.mark.parametrize(
    ("name", "text", "outcome", "words"),
    [
        ("empty.py", "", "not-found", "is empty"),
        ("work.ipynb", '{"cells": [], "nbformat": 4}', "not-found", "name in work.ipynb"),
        ("json.ipynb", "{}", "import-failed", "json.ipynb: expected a notebook in format 4"),
        ("work.txt", ZERO, "not-found", ".py"),
        ("binary.py", "\x00\x01", "import-failed", ""),
    ],
)
def test_what_is_no_submission_is_told_what_to_do(tmp_path, name, text, outcome, words):
    result = one_part(tmp_path, put(tmp_path / name, text))
    assert result.outcome == outcome
    assert words in result.findings[0].message


def test_a_link_out_of_the_folder_is_not_followed(tmp_path, target):
    folder = tmp_path / "links"
    folder.mkdir()
    (folder / "heuristic.py").symlink_to(target / "secret")
    result = one_part(tmp_path, folder)
    assert result.points == 0
    assert SECRET not in str(result)


AS_A_USER = """
import json, sys
from pathlib import Path
from aima_search.apps import grade
course, *files = map(Path, sys.argv[1:])
scores = grade.run(course, files)
json.dump({score.submission: [score.outcome, score.points] for score in scores}, sys.stdout)
"""
NOBODY = 65534


def python_of_everybody():
    """Return a Python like this one that an ordinary user can run, None without such a Python."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for python in dict.fromkeys([sys.executable, f"/usr/bin/{version}"]):
        command = [python, "-c", "import aima_search, numpy, click"]
        try:
            subprocess.run(command, **as_nobody("/"), check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return python
    return None


def as_nobody(folder):
    """Return the settings of a process of an ordinary user."""
    import numpy

    paths = [Path(__file__).parents[4], Path(numpy.__file__).parents[1]]
    own = {"PATH": os.defpath, "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**own, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    return {"cwd": folder, "env": environment, **user}


@pytest.mark.skipif(os.getuid() != 0, reason="the tests above were an ordinary user's")
def test_an_ordinary_user_grades_alike(graded):
    if (python := python_of_everybody()) is None:
        pytest.skip("no Python here that an ordinary user can run")
    names = ("patches_engine", "writes_verdict", "leaves_processes", "exits_at_once")
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        there.chmod(0o777)
        files = [put(there / "course.toml", TOP + PROPERTIES + EXPANDED)]
        files += [
            put(there / file.name, file.read_text("utf-8").replace("@TARGET@", "/"))
            for file in FILES
            if file.stem in names
        ]
        done = subprocess.run(
            [python, "-c", AS_A_USER, *files],
            **as_nobody(there),
            check=True,
            capture_output=True,
            text=True,
        )
    scores = json.loads(done.stdout)
    assert len(scores) == len(names)
    for name, told in scores.items():
        assert told == [graded[name].outcome, graded[name].points]
