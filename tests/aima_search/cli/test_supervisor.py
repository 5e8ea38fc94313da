"""What no alarm interrupts is killed, and what is known by then is said."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
from io import StringIO

import psutil
import pytest

from tests.aima_search.cli.processes import call, environment, run

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="there is no supervisor here"),
    pytest.mark.gate("kills"),
]

DEAF = """
import time

def in_c(node):
    return sum(range(10**15)) if node.depth == 1 else 0

def swallows(node):
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            pass

def leaves(node):
    import os
    os._exit(0)

def leaves_as_a_proof(node):
    import os
    os._exit(1)

def crashes(node):
    import ctypes
    ctypes.string_at(0)

def is_killed(node):
    import os, signal
    os.kill(os.getpid(), signal.SIGKILL)

def exits(node):
    raise SystemExit(0)

def forks(node):
    import os, time
    if node.depth == 0 and not os.fork():
        os.setsid()
        time.sleep(600)
    return 0
"""
LITTLE = ["--seconds", "1"]  # fifty times what it takes to reach the heuristic


@pytest.fixture
def deaf(tmp_path):
    """Return references to heuristics that let nothing end them."""
    (tmp_path / "deaf.py").write_text(DEAF)
    names = re.findall(r"def (\w+)", DEAF)
    return {name: f"{tmp_path / 'deaf.py'}:{name}" for name in names}


def aima(*arguments):
    return run([*call(), *map(str, arguments)])


@pytest.mark.parametrize("name", ["in_c", "swallows"])
def test_solve_says_how_far_it_was_at_least(deaf, name):
    done = aima("solve", "movix", "2-tiny", "-h", deaf[name], *LITTLE, "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["status"]) == (3, "time-limit")
    assert answer["board"] == "4x4,3:M1H1/V2L/3M/S2M"
    assert "killed in code that" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_compare_shows_the_rows_before(deaf):
    heuristics = f"zero,{deaf['in_c']},manhattan"
    done = aima("compare", "movix", "2-tiny", "-a", "astar", "-h", heuristics, *LITTLE, "--csv")
    assert [row["heuristic"] for row in csv.DictReader(StringIO(done.stdout))] == ["zero"]
    assert done.returncode == 3
    assert done.stderr.startswith("aima-search: time-limit in 2-tiny: astar, ")
    assert "deaf.py:in_c: the comparison was killed in code" in done.stderr


def test_batch_goes_on_after_the_board(deaf, tmp_path):
    boards, out = tmp_path / "boards.txt", tmp_path / "out.csv"
    boards.write_text("5x5,4:5/1S1H1/2L2/V4/5\n4x4,3:M1H1/V2L/3M/S2M\n")
    how = ["batch", "movix", boards, "-h", deaf["in_c"], *LITTLE, "--out", out]
    assert aima(*how).returncode == 3
    assert aima(*how, "--resume").returncode == 3
    done = aima(*how, "--resume")
    assert (done.returncode, done.stdout.splitlines()[0]) == (3, "2 of 2 boards: 2 time-limit")


@pytest.mark.parametrize("command", ["check", "analyse"])
def test_check_and_analyse_say_where_they_were(deaf, command):
    done = aima(command, "movix", "1x4,1:SH__", "-h", deaf["swallows"], "--seconds", "3")
    assert done.returncode == 3
    assert done.stderr.startswith("aima-search: time-limit in ")
    assert ": killed in code that" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["2-tiny"], 0),
        (["3x3,3:HMH/MMM/HMM"], 1),
        (["2-tiny", "-h", "no-such"], 2),
        (["--nodes", "1"], 3),
    ],
)
def test_the_exit_status_is_the_childs(arguments, status):
    supervised = aima("solve", "movix", *arguments, "--seconds", "100", "--json")
    alone = aima("solve", "movix", *arguments, "--json")
    assert supervised.returncode == alone.returncode == status
    assert supervised.stderr == alone.stderr
    if status < 2:
        statuses = [json.loads(done.stdout)["status"] for done in (supervised, alone)]
        assert statuses[0] == statuses[1]


@pytest.mark.parametrize("command", [["solve", "-q"], ["compare", "-a", "astar"], ["check"]])
def test_an_error_of_a_users_own_kind_is_told_in_a_line(run, write, command):
    name, *options = command
    h = write("class Stop(BaseException):\n    pass\ndef h(node):\n    raise Stop('enough')\n", "h")
    done = run(name, "movix", "2-tiny", "-h", h, *options)
    assert done.status in (2, 3)
    assert "my.py, line 4: Stop: enough" in done.out + done.err
    assert "Traceback" not in done.err


def test_a_thread_of_a_heuristic_does_not_keep_an_ended_command_alive(write):
    waits = "import threading\nthreading.Thread(target=threading.Event().wait).start()\n"
    h = write(f"{waits}def h(node):\n    return 0\n", "h")
    for status, board in ((0, "2-tiny"), (2, "nowhere")):
        done = aima("solve", "movix", board, "-h", h, "-q")
        assert done.returncode == status, done


ENDS = {  # what a heuristic does, to the exit status and the words for it
    "leaves": (2, "exit status 0"),
    "leaves_as_a_proof": (2, "exit status 1"),
    "crashes": (2, "signal SIGSEGV"),
    "is_killed": (3, "signal SIGKILL"),
}


@pytest.mark.parametrize("limit", [[], ["--seconds", "100"]], ids=["no limit", "a limit"])
@pytest.mark.parametrize("name", ENDS)
def test_whatever_ends_a_search_is_said_in_a_line_and_proves_nothing(deaf, name, limit):
    status, words = ENDS[name]
    done = aima("solve", "movix", "2-tiny", "-h", deaf[name], *limit)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(
        "aima-search: 2-tiny: worker-died: the process ended unexpectedly: "
    )
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["compare", "check", "analyse", "batch"])
@pytest.mark.parametrize("name", ["leaves", "crashes", "exits"])
def test_every_command_says_what_ended_it(deaf, tmp_path, command, name):
    boards = tmp_path / "boards.txt"
    boards.write_text("5x5,4:5/1S1H1/2L2/V4/5\n")
    board = boards if command == "batch" else "2-tiny"
    more = {"batch": ["--out", tmp_path / "out.csv"], "compare": ["-a", "astar"]}.get(command, [])
    done = aima(command, "movix", board, "-h", deaf[name], *more)
    said = f"{done.stdout}{done.stderr}"
    words = "SystemExit: 0" if name == "exits" else "the process ended unexpectedly"
    assert (done.returncode in (2, 3), words in said) == (True, True), done


def test_the_rows_before_an_end_are_shown(deaf):
    heuristics = ["-h", f"zero,{deaf['leaves']},manhattan", "--csv"]
    done = aima("compare", "movix", "2-tiny", "-a", "astar", *heuristics)
    assert [row["heuristic"] for row in csv.DictReader(StringIO(done.stdout))] == ["zero"]
    assert (done.returncode, done.stderr.count("exit status 0")) == (2, 1)


def test_what_a_heuristic_has_started_ends_with_the_command(deaf):
    assert aima("solve", "movix", "2-tiny", "-h", deaf["forks"], "-q").returncode == 0
    there = psutil.process_iter(["cmdline"])
    left = [one for one in there if deaf["forks"] in (one.info["cmdline"] or ())]
    assert psutil.wait_procs(left, timeout=30)[1] == []


def interrupt(arguments):
    """Run a command, and interrupt it alone as soon as it is at work."""
    command = [*call(), *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment(), **pipes) as process:
        parent = psutil.Process(process.pid)
        while not parent.children():
            assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        process.communicate()
        return process.returncode


@pytest.mark.parametrize("name", ["in_c", "swallows"])
def test_an_interruption_ends_what_does_not_let_itself_be_interrupted(deaf, name):
    arguments = ["solve", "movix", "2-tiny", "-h", deaf[name], "--seconds", "1000"]
    assert interrupt(arguments) == 130


ORPHAN = """
import os, sys
from aima_search.cli import supervisor

print(os.getpid(), flush=True)
supervisor.supervise()
print(os.getpid(), flush=True)
sys.stdin.read()
"""


def test_the_child_dies_with_the_command():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(call(code=ORPHAN), env=environment(), **pipes) as command:
        command.stdout.readline()
        child = psutil.Process(int(command.stdout.readline()))
        assert child.ppid() == command.pid
        os.kill(command.pid, signal.SIGKILL)
        assert child in psutil.wait_procs([child], timeout=30)[0]


QUEUED = """
import os, sys, time
from aima_search.cli import supervisor

reading, writing = os.pipe()
waited = iter([0.0, *[float(sys.argv[1])] * 1000])  # an end, looks

def seconds_in_queue(child):
    os.write(writing, b".")
    return next(waited)

supervisor.seconds_in_queue = seconds_in_queue
supervisor.supervise()
now = time.perf_counter()
supervisor._send("deadline", (now, now + float(sys.argv[2])))
for look in range(5):
    os.read(reading, 1)
print("it answered")
supervisor.report_done()
"""


@pytest.mark.parametrize(
    ("waited", "cap", "said", "status"),
    [
        (0, 1000, "", 3),
        (1000, 1000, "it answered\n", 0),
        (1000, 0, "", 3),
    ],
)
def test_time_in_the_queue_for_a_processor_is_granted_up_to_a_cap(waited, cap, said, status):
    done = run([*call(code=QUEUED), str(waited), str(cap)])
    assert (done.stdout, done.returncode) == (said, status)
