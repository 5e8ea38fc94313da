"""A user and folders that a grader borrows: free before, and gone after whatever ends it."""

import errno
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import Mock

import pytest

from aima_search.apps.grade import sandbox_resources
from aima_search.apps.grade.sandbox_resources import (
    free_user,
    remove_left_folders,
    temporary_folder,
)
from aima_search.base.errors import InputError
from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP, ZERO, submission
from tests.aima_search.cli.processes import environment

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs the right to change the user")
HOLDS = """
import sys, time
from aima_search.apps.grade import sandbox_resources
sandbox_resources.may_enter = lambda place: True
with sandbox_resources.temporary_folder() as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder for temporary folders."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sandbox_resources, "may_enter", lambda place: True)
    return tmp_path


@as_root
def test_a_user_with_a_name_or_with_processes_is_not_borrowed(monkeypatch):
    first = free_user()
    monkeypatch.setattr(pwd, "getpwuid", lambda user: {first: "somebody"}[user])
    second = free_user()
    with subprocess.Popen(["sleep", "60"], user=second, group=second, extra_groups=[]) as process:
        third = free_user()
        process.kill()
    assert len({first, second, third}) == 3


def test_root_of_a_container_without_rights_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox_resources, "_is_root", lambda: True)
    monkeypatch.setattr(sandbox_resources, "_STATUS", tmp_path / "status")
    (tmp_path / "status").write_text("Name:\tx\nCapEff:\t0000000000000043\n", "utf-8")
    with pytest.raises(InputError, match="root needs CAP_SETUID to run"), temporary_folder():
        pass


@as_root
@pytest.mark.skipif(not shutil.which("setpriv"), reason="needs setpriv")
def test_root_with_exactly_these_rights_can_grade(tmp_path):
    rights = ",".join(f"+{name.lower()}" for name in sandbox_resources._RIGHTS)
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
    command = ["setpriv", f"--bounding-set=-all,{rights}", "--inh-caps=-all", sys.executable, "-m"]
    command += ["aima_search", "grade", "course.toml", submission(tmp_path, ZERO)]
    settings = {"cwd": tmp_path, "env": environment(), "text": True, "check": False}
    done = subprocess.run(command, capture_output=True, **settings)
    assert "4 passed" in done.stdout, done.stderr


@as_root
def test_containers_of_a_host_have_different_users(monkeypatch):
    monkeypatch.setattr(sandbox_resources, "_users_of_processes", set)
    found = []
    for space in range(4026532300, 4026532310):
        monkeypatch.setattr(os, "readlink", lambda path, space=space: f"pid:[{space}]")
        for process in range(10, 20):
            monkeypatch.setattr(os, "getpid", lambda process=process: process)
            found.append(free_user())
    assert len(set(found)) == len(found) == 100


@as_root
def test_without_a_free_user_nothing_is_graded(monkeypatch):
    monkeypatch.setattr(sandbox_resources, "_has_name", lambda user: True)
    with pytest.raises(sandbox_resources.SearchError, match="all user ids for submissions"):
        free_user()


@pytest.mark.gate("kills")
def test_a_grader_removes_what_a_killed_grader_left_and_nothing_else(place):
    kept = [place / name for name in ("grade-reports", "aima-search-grade-notes.txt")]
    kept[0].mkdir()
    kept[1].write_text("mine")
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    (place / "aima-search-grade-12345678").symlink_to(elsewhere)
    command = [sys.executable, "-c", HOLDS]
    settings = {"env": {**environment(), "TMPDIR": str(place)}, "text": True}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, **settings) as grader:
        folder = Path(grader.stdout.readline().strip())
        (folder / "closed" / "deep").mkdir(parents=True)
        for path in (folder / "closed" / "deep", folder / "closed", folder):
            path.chmod(0)
        remove_left_folders()
        assert folder.exists()
        folder.chmod(0o711)
        remove_left_folders()
        assert folder.stat().st_mode & 0o777 == 0o711  # what is in use is not touched
        folder.chmod(0)
        grader.send_signal(signal.SIGKILL)
    remove_left_folders()
    assert sorted(path.name for path in place.iterdir()) == sorted(
        ["aima-search-grade-12345678", "elsewhere", *(path.name for path in kept)]
    )


@as_root
def test_a_folder_of_somebody_else_is_left_alone(place):
    for user, is_kept in ((20_001, False), (1_000, True)):
        folder = place / "aima-search-grade-abcdefgh"
        folder.mkdir()
        os.chown(folder, user, user)
        remove_left_folders()
        assert folder.exists() == is_kept


def test_a_folder_that_is_removed_before_it_is_locked_is_made_again(place, monkeypatch):
    made = []
    make = tempfile.mkdtemp

    def lose_the_first(**how):
        made.append(make(**how))
        if len(made) == 1:
            os.rmdir(made[0])
        return made[-1]

    monkeypatch.setattr(tempfile, "mkdtemp", lose_the_first)
    with temporary_folder() as folder:
        assert Path(folder).is_dir()
    assert len(made) == 2
    assert not list(place.iterdir())


def test_folders_without_locks_are_an_error(place, monkeypatch):
    answers = iter([OSError(errno.ENOLCK, "no locks"), None])
    monkeypatch.setattr(fcntl, "flock", Mock(side_effect=answers))
    with pytest.raises(InputError, match="does not support locks: set TMPDIR"), temporary_folder():
        pass
    assert not list(place.iterdir())
