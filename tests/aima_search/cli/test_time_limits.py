"""--seconds is kept whatever a command is busy with; what was found until then is printed."""

import csv
import json
import signal
import sys
import weakref

import pytest

from aima_search.runs import deadline

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")

STUCK = {
    "a call that loops": "def my_h(node):\n    while True:\n        pass\n",
    "a call that sleeps": "import time\ndef my_h(node):\n    time.sleep(1000)\n",
    "a construction that loops": "def my_h(problem):\n    while True:\n        pass\n",
    "a call that survives its errors": (
        "import time\n"
        "def my_h(node):\n"
        "    while True:\n"
        "        try:\n"
        "            time.sleep(1000)\n"
        "        except Exception:\n"
        "            pass\n"
    ),
}
LITTLE = "0.05"
stuck = pytest.mark.parametrize("text", STUCK.values(), ids=STUCK)


@stuck
def test_solve_is_ended_wherever_it_is(run, write, text):
    finished = run("solve", "movix", "2-tiny", "-h", write(text), "--seconds", LITTLE, "--json")
    answer = json.loads(finished.out)
    assert (finished.status, answer["status"], answer["cost"]) == (3, "time-limit", None)
    assert answer["seconds"] + (answer["prepared"] or 0) > 0  # the rest of the time is for reading


@pytest.mark.gate("long waits")
@stuck
def test_compare_goes_on_with_the_next_row(run, write, text):
    heuristics = f"zero,{write(text)},manhattan"
    limits = ["--seconds", "1", "--json"]
    finished = run("compare", "movix", "2-tiny", "-a", "astar", "-h", heuristics, *limits)
    statuses = [row["status"] for row in json.loads(finished.out)["rows"]]
    assert statuses == ["solved", "time-limit", "solved"]


@stuck
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.gate("workers"))])
def test_batch_goes_on_with_the_next_board(run, write, tmp_path, text, jobs):
    boards, out = tmp_path / "boards.txt", tmp_path / "out.csv"
    boards.write_text("5x5,4:5/1S1H1/2L2/V4/5\n4x4,3:M1H1/V2L/3M/S2M\n")
    how = ["-h", write(text), "--seconds", LITTLE, "--jobs", jobs, "--out", out]
    finished = run("batch", "movix", boards, *how)
    assert finished.status == 3
    with out.open(newline="") as file:
        assert [row["status"] for row in csv.DictReader(file)] == ["time-limit"] * 2


@stuck
def test_check_prints_the_boards_before(run, write, text):
    finished = run("check", "movix", "2-tiny", "-h", write(text), "--seconds", "0.5", "--json")
    assert finished.status == 3
    assert json.loads(finished.out)["boards"] == {}
    assert finished.err == "aima-search: time-limit in 2-tiny\n"


@pytest.mark.gate("long waits")
@stuck
def test_analyse_prints_what_was_measured_before(run, write, text):
    finished = run("analyse", "movix", "2-tiny", "-h", write(text), "--seconds", "0.5", "--json")
    assert finished.status == 3
    assert finished.err.startswith("aima-search: time-limit in ")


@pytest.fixture
def endless_board(monkeypatch):
    """Let the reading of a board take for ever."""

    def read(*_, **__):
        while True:
            pass

    for name in ("read_problem", "read_problems"):
        monkeypatch.setattr(f"aima_search.cli.arguments.{name}", read)


@pytest.mark.usefixtures("endless_board")
@pytest.mark.parametrize(
    "command", ["solve movix", "compare movix", "check movix -h zero", "analyse movix"]
)
def test_a_board_that_takes_for_ever_to_read_is_one_line(run, command):
    finished = run(*command.split(), "--seconds", LITTLE)
    assert (finished.status, finished.out) == (3, "")
    assert finished.err.startswith("aima-search: time-limit")
    assert len(finished.err.splitlines()) == 1


def test_a_solution_whose_replay_takes_too_long_is_not_believed(run, monkeypatch):
    def replay(*_):
        while True:
            pass

    monkeypatch.setattr("aima_search.runs.search.replay", replay)
    finished = run("solve", "movix", "2-tiny", "--seconds", LITTLE, "--json")
    assert (finished.status, json.loads(finished.out)["status"]) == (3, "time-limit")


def test_no_alarm_is_left_behind(run):
    before = signal.getsignal(signal.SIGALRM)
    assert run("solve", "movix", "2-tiny", "--seconds", "100").status == 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_an_alarm_waits_for_the_callback_of_a_weak_reference():
    """Python only prints an exception there, and so the alarm would be lost."""
    frames, thing = [], type("Thing", (), {})()
    weakref.finalize(thing, lambda: frames.append(sys._getframe()))
    del thing
    assert [deadline._must_wait(frame) for frame in frames] == [True]
    assert not deadline._must_wait(sys._getframe())


def test_a_users_file_that_is_never_done_is_ended_too(run, write):
    text = "while True:\n    pass\n"
    finished = run("solve", "movix", "2-tiny", "-h", write(text), "--seconds", LITTLE, "--json")
    assert (finished.status, json.loads(finished.out)["status"]) == (3, "time-limit")


def test_a_users_file_that_is_never_done_does_not_hold_up_a_comparison(run, write):
    text = "while True:\n    pass\n"
    finished = run("compare", "movix", "2-tiny", "-h", write(text), "--seconds", LITTLE)
    assert (finished.status, finished.out) == (3, "")
    assert finished.err.startswith("aima-search: time-limit")
