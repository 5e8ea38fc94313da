"""Students check themselves where nothing confines: simulated by taking away what confines."""

import json
import subprocess
import sys

import pytest

from aima_search.apps.grade import sandbox
from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP, ZERO, check, submission
from tests.aima_search.cli.processes import environment

pytestmark = pytest.mark.gate("processes")

ELSEWHERE = """
import os, psutil, signal, sys  # psutil has another part there
sys.dont_write_bytecode = True
for name in ("fork", "forkpty", "geteuid", "getuid", "setuid", "setgid", "setgroups", "chown",
             "killpg", "getgroups", "fchmod", "wait4", "setsid", "nice", "getpriority"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("fcntl", "pwd", "grp", "termios", "tty", "pty", "resource"):
    sys.modules[name] = None
del signal.SIGXCPU, signal.setitimer
"""
HIDDEN = check("optimal", 3, boards="small", visibility="hidden")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "course.toml").write_text(
        TOP.replace("seconds = 20", "seconds = 2") + PROPERTIES + HIDDEN, "utf-8"
    )
    submission(tmp_path, ZERO)
    return tmp_path


def elsewhere(folder, *arguments):
    """Run the command on a system without forks, users and locks."""
    start = "import sitecustomize_of_test, sys\nfrom aima_search.cli import main\nmain()"
    there = folder / "elsewhere"
    there.mkdir(exist_ok=True)
    (there / "sitecustomize.py").write_text("import sitecustomize_of_test\n", "utf-8")
    (there / "sitecustomize_of_test.py").write_text(ELSEWHERE, "utf-8")
    own = environment()
    own["PYTHONPATH"] = f"{there}:{own.get('PYTHONPATH', '')}"
    command = [sys.executable, "-c", start, *arguments]
    return subprocess.run(
        command, cwd=folder, env=own, capture_output=True, text=True, check=False, timeout=100
    )


def test_a_system_without_a_box_refuses_to_grade_and_says_what_works(folder):
    done = elsewhere(folder, "grade", "course.toml", "heuristic.py")
    assert done.returncode == 2
    assert "--trust-me checks your own submission" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_student_checks_themselves_on_any_system(folder):
    done = elsewhere(folder, "grade", "course.toml", "heuristic.py", "--trust-me")
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert "4 passed" in done.stdout
    for words in (
        "no sandbox was used",
        "this is not your mark",
        "not run, because students do not see them: 1 check for 3 points",
    ):
        assert words in done.stdout
    assert "protections in force" not in done.stdout
    assert not list(folder.glob("*.jsonl"))
    submission(folder, "def my_h(node):\n    while True:\n        pass\n")
    done = elsewhere(folder, "grade", "course.toml", "heuristic.py", "--trust-me")
    assert "0 time-limit" in done.stdout, done.stderr


def test_with_a_box_it_says_the_same(folder, run):
    status, out, _ = run("grade", "course.toml", "heuristic.py", "--trust-me", "--pages", "mine")
    assert status == 0
    assert "4 passed" in out
    assert [path.name for path in (folder / "mine").iterdir()] == ["heuristic-py.html"]
    assert out.count("--trust-me: ") == 3
    assert "optimal" not in out
    assert sandbox.can_confine()


def test_a_student_sees_what_was_lost_and_why(folder, run):
    submission(folder, "def my_h(node):\n    return 99\n")
    status, out, _ = run("grade", "course.toml", "heuristic.py", "--trust-me")
    assert status == 0
    told = "0 of 4, failed: on 2-tiny, not admissible: h = 99 and h* = 0 in the picture\n"
    assert told in out
    assert "2 │*L*· · █ │\n" in out
    assert "to repeat it: aima-search check movix 2-tiny --heuristic heuristic.py:my_h" in out
    assert "optimal" not in out


SETTINGS = """
import os, tempfile
home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
os.makedirs(f"{home}/library", exist_ok=True)
tempfile.NamedTemporaryFile().close()
def my_h(node): return 0
"""


def test_a_library_that_writes_its_settings_passes(folder, run, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
    submission(folder, SETTINGS)
    status, out, _ = run("grade", "course.toml", "heuristic.py", "--trust-me")
    assert status == 0
    assert "4 passed" in out
    assert not (folder / "settings").exists()


def test_it_is_about_ones_own_submission_alone(folder, run):
    submission(folder, ZERO, "other.py")
    for arguments in (
        ("other.py",),
        ("--resume",),
        ("--again", "heuristic.py"),
        ("--gradescope", "r.json"),
        ("--out", "x"),
        ("--html", "x.html"),
    ):
        status, _, err = run("grade", "course.toml", "heuristic.py", "--trust-me", *arguments)
        assert status == 2
        found = "2 submissions" if arguments == ("other.py",) else f"{arguments[0]}: omit"
        assert f"--trust-me: found {found}" in err
    hidden = (folder / "course.toml").read_text("utf-8").replace(PROPERTIES, "")
    (folder / "course.toml").write_text(hidden, "utf-8")
    status, _, err = run("grade", "course.toml", "heuristic.py", "--trust-me")
    assert (status, "no check is visible" in err) == (2, True)
    assert json.dumps(sorted(path.name for path in folder.glob("*.json"))) == '["r.json"]'
