"""Nothing that a submission's process does or says is taken for more than it is."""

import errno
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import psutil
import pytest

from aima_search.apps.grade import confinement, sandbox_resources
from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.results import CheckAborted
from aima_search.apps.grade.sandbox import CheckLimits, SandboxFactory, SubmissionRequirements
from aima_search.apps.grade.sandbox_resources import (
    free_user,
    remove_left_folders,
    temporary_folder,
)
from aima_search.apps.grade.submission import SubmissionFiles
from puzzles import MovIX
from tests.aima_search.cli.processes import environment

pytestmark = pytest.mark.gate("confinement")
LEVEL = MovIX.level("2-tiny")

WIRE = """
import json, os, struct, zlib

def pipes():
    for number in range(3, 64):
        try:
            if "pipe" in os.readlink(f"/proc/self/fd/{number}"):
                yield number
        except OSError:
            pass

def frame(content):
    return struct.pack(">4sII", b"AIMA", len(content), zlib.crc32(content)) + content

def say(content):
    for number in pipes():
        try:
            os.write(number, content)
        except OSError:
            pass
"""


@pytest.fixture
def sandboxed(tmp_path):
    """Return a function that starts a text in a box."""
    open_ones = []

    def start(text, seconds=60.0, memory=2**30):
        contents = SubmissionFiles()
        contents.files["code.py"] = text.encode()
        asked = SubmissionRequirements("heuristic", "code.py", "h", ())
        sandbox = pool.open(contents, asked, CheckLimits(60, memory))
        open_ones.append(sandbox)
        sandbox.call("load", "code.py", "h")
        sandbox.call("board", "movix", LEVEL.format(), {})
        sandbox._clock.seconds = sandbox._clock.passed + seconds
        return sandbox

    with temporary_folder() as folder:
        pool = SandboxFactory(folder)
        yield start
        for sandbox in open_ones:
            sandbox.close()
        pool.close()


def h_values(sandbox, count=2):
    return sandbox.numbers("h_values", count, [LEVEL.initial] * count)


def misbehaviour(sandbox):
    with pytest.raises(CheckAborted) as caught:
        h_values(sandbox)
    return caught.value.outcome, caught.value.message


def have_ended(processes):
    """Wait for processes; whoever should collect an orphan may leave it a zombie."""
    _, left = psutil.wait_procs(processes, timeout=0.1)
    until = time.monotonic() + 60
    while left and time.monotonic() < until:
        left = [one for one in left if is_at_work(one)]
    return not left


def is_at_work(process):
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_an_honest_process_answers_and_is_gone_when_it_is_closed(sandboxed):
    sandbox = sandboxed("def h(node):\n    return len(node.state)\n")
    assert sandbox._child.measures_queue
    assert h_values(sandbox) == [len(LEVEL.initial)] * 2
    assert set(sandbox.protections) == set(PROTECTIONS)
    worker = psutil.Process(sandbox._child.worker)
    sandbox.close()
    assert have_ended([worker])


def test_a_script_gets_no_arguments(sandboxed):
    text = "import sys\nfirst, *rest = sys.argv\ndef h(node): return len(first) + 100 * len(rest)\n"
    assert h_values(sandboxed(text)) == [len("code.py")] * 2


@pytest.mark.parametrize(("kills", "outcome"), [(0, "broke-off"), (1, "not-graded")])
def test_a_process_that_the_system_kills_for_lack_of_memory_is_not_graded(
    sandboxed, monkeypatch, kills, outcome
):
    counted = count(step=kills)
    monkeypatch.setattr(f"{SandboxFactory.__module__}.count_memory_kills", lambda: next(counted))
    sandbox = sandboxed("def h(node): return 0\n")
    psutil.Process(sandbox._child.worker).kill()
    assert misbehaviour(sandbox)[0] == outcome


@pytest.mark.parametrize(
    ("own", "free", "outcome"),
    [(True, 0, "memory-limit"), (False, 0, "not-graded"), (False, 2**30, "memory-limit")],
)
def test_a_disk_that_is_full_is_the_students_fault_only_if_it_is_their_own(
    sandboxed, monkeypatch, own, free, outcome
):
    sandbox = sandboxed("import os\ndef h(node): raise OSError(28, os.strerror(28))\n")
    monkeypatch.setattr(os.path, "ismount", lambda path: own)
    usage = SimpleNamespace(free=free)
    monkeypatch.setattr(f"{SandboxFactory.__module__}.disk_usage", lambda path: usage)
    assert misbehaviour(sandbox)[0] == outcome


@pytest.mark.parametrize(("used_up", "outcome"), [(True, "not-graded"), (False, "memory-limit")])
def test_a_quota_is_full_if_the_grader_cannot_write_either(
    sandboxed, monkeypatch, used_up, outcome
):
    sandbox = sandboxed(
        "import errno, os\ndef h(node): raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))\n"
    )
    monkeypatch.setattr(os.path, "ismount", lambda path: False)
    if used_up:
        full = Mock(side_effect=OSError(errno.EDQUOT, "Disk quota exceeded"))
        monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert misbehaviour(sandbox)[0] == outcome


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("say(b'nonsense, and more of it')", "a message that the grader cannot read"),
        ("say(frame(b'[1, 2'))", "cannot be read as JSON"),
        ("say(frame(b'[' * 100000))", "cannot be read as JSON"),
        ("say(frame(b'9' * 100000))", "cannot be read as JSON"),
        ("say(frame(b'[1, 2]'))", "does not belong to"),
        ('say(frame(b\'{"number": 0, "value": [0, 0]}\'))', "does not belong to"),
        ("say(frame(b'{\"number\": 3}'))", "an unknown kind"),
        ('say(frame(b\'{"number": 3, "value": [0, 0, 0]}\'))', "not a list of 2 numbers"),
        ('say(frame(b\'{"number": 3, "value": 0}\'))', "not a list of 2 numbers"),
        ('say(frame(b\'{"number": 3, "value": [[0], [0]]}\'))', "is not a number"),
        ('say(frame(b\'{"number": 3, "value": [true, true]}\'))', "is not a number"),
        ('say(frame(b\'{"number": 3, "grader": "forged"}\'))', "an unknown kind"),
        ('say(frame(b\'{"number": 3, "call": ["goal", 1]}\'))', "a request instead"),
        ('say(frame(b\'{"number": 3, "call": [1]}\'))', "expected a name and a number"),
        ('say(frame(b\'{"number": 3, "raised": 1}\'))', "an error without a text"),
        ("say(struct.pack('>4sII', b'AIMA', 2**31, 0))", "a message that the grader cannot read"),
        (
            "say(struct.pack('>4sII', b'AIMA', 5, 0) + b'12345')",
            "a message that the grader cannot read",
        ),
    ],
)
def test_what_is_no_answer_ends_the_process(sandboxed, body, words):
    sandbox = sandboxed(f"{WIRE}\ndef h(node):\n    {body}\n    return 0\n")
    outcome, message = misbehaviour(sandbox)
    assert (outcome, words in message) == ("broke-off", True), message
    assert sandbox._is_closed
    assert misbehaviour(sandbox) == (outcome, message)  # nothing is sent to it any more


def test_an_answer_before_the_question_is_one_to_another_question(sandboxed):
    early = 'say(frame(b\'{"number": 4, "value": [1, 1]}\') * 3)'
    sandbox = sandboxed(f"{WIRE}\ndef h(node):\n    {early}\n    return 0\n")
    assert misbehaviour(sandbox)[0] == "broke-off"


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "import time; time.sleep(1000)",
        "import signal; [signal.signal(s, signal.SIG_IGN) for s in (2, 15)]\n    while True: pass",
        "import time\n    while True: say(b'A'); time.sleep(0.05)",
        "import os; os.close(0)\n    while True: pass",
        "import threading; threading.Event().wait()",
    ],
)
def test_whatever_takes_too_long_is_ended(sandboxed, body):
    sandbox = sandboxed(f"{WIRE}\ndef h(node):\n    {body}\n", seconds=0.5)
    outcome, _ = misbehaviour(sandbox)
    assert outcome in ("time-limit", "broke-off")  # a letter at a time is not a message either
    assert sandbox._is_closed


def test_a_message_that_comes_a_letter_at_a_time_is_late(sandboxed):
    slow = "for one in frame(b'x' * 100000): say(bytes([one])); time.sleep(0.01)"
    sandbox = sandboxed(f"import time\n{WIRE}\ndef h(node):\n    {slow}\n", seconds=0.5)
    assert misbehaviour(sandbox)[0] == "time-limit"


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("import os; os._exit(0)", "broke-off"),
        ("import os; os.abort()", "broke-off"),
        ("import os; os.closerange(0, 64)", "broke-off"),
        ("import sys; sys.exit(0)", "raised"),
        ("raise KeyboardInterrupt", "raised"),
        ("return h(node)", "raised"),
        ("return bytearray(2**34)", "memory-limit"),
    ],
)
def test_every_other_end_has_its_outcome(sandboxed, body, outcome):
    assert misbehaviour(sandboxed(f"def h(node):\n    {body}\n"))[0] == outcome


def test_memory_that_grows_step_by_step_is_noticed(sandboxed):
    grow = "kept = []\ndef h(node):\n    while True: kept.append(bytearray(10**7))\n"
    assert misbehaviour(sandboxed(grow, memory=400 * 2**20))[0] == "memory-limit"


def test_processes_that_are_left_are_told_and_ended(sandboxed):
    text = (
        "import os, time\n"
        "def h(node):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        time.sleep(1000)\n"
        "    return 0\n"
    )
    sandbox = sandboxed(text)
    assert h_values(sandbox, 1) == [0]
    left = [psutil.Process(one) for one in sandbox._child.company()]
    assert left
    with pytest.raises(CheckAborted) as caught:
        sandbox.check_end()
    assert caught.value.outcome == "left-processes"
    assert have_ended(left)


def test_a_process_that_has_ended_by_itself_is_not_left(sandboxed):
    text = (
        "import os\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    os._exit(0)\n"
        "os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)\n"
        "def h(node):\n"
        "    return 0\n"
    )
    sandbox = sandboxed(text)
    assert h_values(sandbox, 1) == [0]
    assert len(sandbox._child.company()) == 1  # the process is still known to the system
    sandbox.check_end()


def test_a_process_must_not_end_after_its_last_answer(sandboxed):
    text = (
        "import os\n"
        "from aima_search.processes.messages import ParentConnection, write_frame\n"
        "def answer(channel, content):\n"
        "    write_frame(channel._answers, content)\n"
        "    if b'[7]' in content: os._exit(7)\n"
        "ParentConnection.answer = answer\n"
        "def h(node): return 7\n"
    )
    sandbox = sandboxed(text)
    assert h_values(sandbox, 1) == [7]
    with pytest.raises(CheckAborted, match="exit status 7") as caught:
        sandbox.check_end()
    assert caught.value.outcome == "broke-off"


def test_a_bomb_of_forks_is_bounded_and_ended(sandboxed):
    text = (
        "import os\n"
        "def h(node):\n"
        "    while True:\n"
        "        try:\n"
        "            os.fork()\n"
        "        except OSError:\n"
        "            pass\n"
    )
    sandbox = sandboxed(text, seconds=0.5)
    assert misbehaviour(sandbox)[0] == "time-limit"
    assert not sandbox._child.company()


def test_a_file_of_another_folder_is_not_written_and_that_is_told(sandboxed, tmp_path):
    there = tmp_path / "results.json"
    text = (
        "def h(node):\n"
        "    try:\n"
        f"        open({str(there)!r}, 'w').write('100')\n"
        "    except OSError:\n"
        "        pass\n"
        "    open('own.txt', 'w').write('mine')\n"
        "    return 0\n"
    )
    outcome, message = misbehaviour(sandboxed(text))
    assert (outcome, str(there) in message) == ("wrote-outside", True)
    assert not there.exists()


def test_files_are_out_of_reach_of_what_goes_past_python(sandboxed, tmp_path):
    secret = tmp_path / "tests.py"
    secret.write_text("the answer", encoding="utf-8")
    os.chmod(secret, 0o600)
    text = (
        "import ctypes, os\n"
        "def h(node):\n"
        "    libc = ctypes.CDLL(None)\n"
        f"    a = libc.open({os.fsencode(secret)!r}, os.O_RDONLY)\n"
        f"    b = libc.open({os.fsencode(tmp_path / 'new')!r}, os.O_RDWR | os.O_CREAT, 0o666)\n"
        "    return a + b\n"
    )
    sandbox = sandboxed(text)
    if not (sandbox.protections["files"] or sandbox.protections["user"]):
        pytest.skip("this system has no way to keep files out of reach")
    assert h_values(sandbox) == [-2, -2]


def test_the_grader_is_out_of_reach(sandboxed):
    text = (
        "import os, signal\n"
        "def h(node):\n"
        f"    tried = [{os.getpid()}, os.getppid()]\n"
        "    failed = 0\n"
        "    for one in tried:\n"
        "        try:\n"
        "            open(f'/proc/{one}/mem', 'rb').read(1) if one else 1 / 0\n"
        "        except (OSError, ZeroDivisionError):\n"
        "            failed += 1\n"
        "        try:\n"
        "            os.kill(one, 0) if one else 1 / 0\n"
        "        except (OSError, ZeroDivisionError):\n"
        "            failed += 1\n"
        "    return failed\n"
    )
    sandbox = sandboxed(text)
    if not (sandbox.protections["processes"] or sandbox.protections["user"]):
        pytest.skip("this system has no way to keep processes apart")
    assert h_values(sandbox, 1) == [4]


def test_nothing_of_the_graders_is_inherited(sandboxed, monkeypatch):
    monkeypatch.setenv("SECRET", "token")
    text = (
        "import os\n"
        "def h(node):\n"
        "    assert 'SECRET' not in os.environ, 'inherited'\n"
        "    assert os.environ['HOME'] == os.getcwd(), 'home'\n"
        "    return len([n for n in range(64) if os.path.exists(f'/proc/self/fd/{n}')\n"
        "                and os.path.isfile(f'/proc/self/fd/{n}')])\n"
    )
    with open(__file__, encoding="utf-8") as file:
        os.set_inheritable(file.fileno(), True)
        assert h_values(sandboxed(text), 1) == [0]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are followed by /proc")
def test_a_grader_that_is_killed_leaves_nothing(tmp_path):
    path = tmp_path / "slow.py"
    path.write_text(
        "import os, time\n"
        "def h(node):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "    open('ready', 'w').close()\n"
        "    time.sleep(1000)\n",
        encoding="utf-8",
    )
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from aima_search.apps.grade.sandbox_resources import temporary_folder\n"
        "from aima_search.apps.grade.sandbox import CheckLimits, SandboxFactory\n"
        "from aima_search.apps.grade.sandbox import SubmissionRequirements\n"
        "from aima_search.apps.grade.submission import SubmissionFiles, SubmittedPath\n"
        "contents = SubmissionFiles()\n"
        "contents.add(SubmittedPath(Path(sys.argv[1])))\n"
        "with temporary_folder() as folder:\n"
        "    asked = SubmissionRequirements('heuristic', 'slow.py', 'h', ())\n"
        "    box = SandboxFactory(folder).open(contents, asked, CheckLimits())\n"
        "    box.call('load', 'slow.py', 'h')\n"
        "    box.call('board', 'movix', sys.argv[2], {})\n"
        "    print(box.folder, flush=True)\n"
        "    box.call('h_values', [()])\n"
    )
    grader = subprocess.Popen(
        [sys.executable, "-c", code, str(path), LEVEL.format()],
        stdout=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    folder = Path(grader.stdout.readline().strip())
    while not (folder / "ready").exists():
        assert grader.poll() is None
    started = psutil.Process(grader.pid).children(recursive=True)
    assert len(started) >= 3
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    grader.stdout.close()
    assert have_ended(started)
    until = time.monotonic() + 60
    while folder.exists() and time.monotonic() < until:  # another test's grader may be at it
        remove_left_folders()
    assert not folder.exists()


def test_a_folder_that_others_cannot_enter_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    tmp_path.chmod(0o700)
    with temporary_folder() as folder:
        is_used = Path(folder).is_relative_to(tmp_path)
    assert is_used == (os.geteuid() != 0)


def test_a_user_of_its_own_is_nobody_elses():
    user = free_user()
    assert (user is None) == (os.geteuid() != 0)
    assert user is None or user != os.geteuid()


@pytest.mark.parametrize(
    "body",
    [
        "for n in range(40): open(f'{n}', 'wb').write(b'x' * 2**24)",
        "for n in range(10**5): os.mkdir(f'{n}')",
        "for n in range(4): os.fork() or hold()",
    ],
    ids=["files", "folders", "forks"],
)
def test_memory_is_that_of_the_group_and_of_its_folder(sandboxed, body):
    text = (
        "import os, time\n"
        "def hold():\n"
        "    kept = [os.urandom(10**6) for n in range(50)]\n"
        "    time.sleep(1000)\n"
        "def h(node):\n"
        f"    {body}\n"
        "    time.sleep(1000)\n"
    )
    outcome, message = misbehaviour(sandboxed(text, memory=160 * 2**20))
    assert outcome == "memory-limit", message


def test_memory_that_belongs_to_no_process_is_not_had(sandboxed):
    text = (
        "import mmap, os\n"
        "def h(node):\n"
        "    refused = 0\n"
        "    for attempt in (lambda: mmap.mmap(-1, 2**28), lambda: os.memfd_create('kept')):\n"
        "        try:\n"
        "            attempt()\n"
        "        except OSError:\n"
        "            refused += 1\n"
        "    mmap.mmap(-1, 2**12, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
        "    return refused\n"
    )
    sandbox = sandboxed(text)
    if not sandbox.protections["sockets"]:
        pytest.skip("no filter of calls here")
    assert h_values(sandbox, 1) == [2]


@pytest.mark.parametrize(
    "attempt",
    [
        "os.open('.', os.O_RDWR | os.O_TMPFILE)",
        "open('g', 'w').close() or os.rename('g', 'f')",
    ],
)
def test_no_file_is_held_that_no_folder_shows(sandboxed, attempt):
    text = (
        "import os\n"
        "def h(node):\n"
        "    open('f', 'w').close()\n"
        "    try:\n"
        f"        {attempt}\n"
        "    except PermissionError:\n"
        "        return 0\n"
        "    return 1\n"
    )
    sandbox = sandboxed(text)
    if not (sandbox.protections["files"] and sandbox.protections["sockets"]):
        pytest.skip("no rules of files, or no filter of calls here")
    assert h_values(sandbox, 1) == [0]


WRITES_MODULES = """
import sys
import zipfile

for name in ("core.py", "CORE.PY", "core.pyc"):
    try:
        (lambda write: write(name, "w"))(open)
    except PermissionError:
        pass
    else:
        raise SystemExit(name)
with zipfile.ZipFile("data", "w") as archive:
    archive.writestr("packed.py", "x = 1")
sys.path.insert(0, "data")
try:
    import packed
except ImportError:
    pass
else:
    raise SystemExit("packed")
with open("cache.json", "w") as file:
    file.write("{}")


def h(node):
    return 0
"""


def test_code_cannot_import_what_it_has_written(sandboxed):
    assert sandboxed(WRITES_MODULES) is not None


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_root_without_other_users_runs_the_code_without_privileges(sandboxed, monkeypatch):
    monkeypatch.setattr(sandbox_resources, "_USERS", range(2**32, 2**32 + 9))  # are never mapped
    body = "raise ValueError(open('/proc/self/status').read())"
    sandbox = sandboxed(f"def h(node):\n    {body}\n")
    outcome, message = misbehaviour(sandbox)
    assert (outcome, sandbox.protections["user"]) == ("raised", False)
    assert "Uid: 0 0 0 0" in message  # the beacon
    assert "CapEff: 0000000000000000" in message


@pytest.mark.parametrize(("others", "is_above"), [(0, False), (40, True)])
def test_processes_of_other_jobs_leave_a_submission_its_own(monkeypatch, others, is_above):
    found = {}
    monkeypatch.setattr(confinement, "_can_start_process", lambda limit: limit > others)
    monkeypatch.setattr("resource.setrlimit", lambda kind, value: found.update({kind: value[0]}))
    for user in (20_000, None):
        confinement._set_limits(confinement.ConfinementLimits("", 2**30, 1, 16, user))
        is_alone = found[resource.RLIMIT_NPROC] <= 16 + 1
        assert is_alone == (user is not None or not is_above)
    assert (found[resource.RLIMIT_NPROC] >= others + 6 * 16) == is_above
