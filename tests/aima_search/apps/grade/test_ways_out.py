"""Ways out of the sandbox, tried against servers and memory that are really there."""

import os
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest

from aima_search.apps.grade import system_calls
from aima_search.apps.grade.confinement import PROTECTIONS
from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP, graded, graded_together
from tests.aima_search.apps.grade.test_hostile import as_nobody, python_of_everybody
from tests.aima_search.cli.processes import environment

pytestmark = pytest.mark.gate("confinement")

HURTS = """
import ctypes, mmap, os, socket

def connect(kind, address):
    with socket.socket(socket.AF_UNIX, kind) as one:
        one.connect(address)
        one.send(b"run this")

def send(address):
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"run this", address)

def call(number, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")

def shared():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.shmget(0, 2**20, 0o1600) < 0:
        raise OSError(ctypes.get_errno(), "no shared memory")

def page_out():
    with mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(21)

got_out = []
for name, attempt in {
    "stream": lambda: connect(socket.SOCK_STREAM, @STREAM@),
    "abstract": lambda: connect(socket.SOCK_STREAM, @ABSTRACT@),
    "datagram": lambda: connect(socket.SOCK_DGRAM, @DATAGRAM@),
    "pair": lambda: send(@DATAGRAM@),
    "machine": lambda: socket.socket(40, socket.SOCK_STREAM),
    "memfd": lambda: os.memfd_create("kept"),
    "page out": page_out,
    "watches": lambda: call(294, 0),
    "contexts": lambda: call(206, 1, ctypes.byref(ctypes.c_ulong(0))),
    "ring": lambda: call(425, 8, ctypes.byref((ctypes.c_char * 120)())),
    "shared": shared,
    "keys": lambda: call(248, b"user", b"name", b"text", 4, -3),
}.items():
    try:
        attempt()
        got_out.append(name)
    except OSError:
        pass

def my_h(node):
    raise ValueError(f"got out: {got_out}")
"""


@pytest.fixture
def servers():
    """Addresses of servers that anybody may send to, and what tells what they were sent."""
    with ExitStack() as open_ones:
        folder = open_ones.enter_context(tempfile.TemporaryDirectory(dir="/tmp"))
        os.chmod(folder, 0o777)
        addresses = {
            "@STREAM@": f"{folder}/stream",
            "@ABSTRACT@": f"\0search-{os.getpid()}",
            "@DATAGRAM@": f"{folder}/datagram",
        }
        found = []
        for mark, address in addresses.items():
            kind = socket.SOCK_DGRAM if mark == "@DATAGRAM@" else socket.SOCK_STREAM
            found.append(open_ones.enter_context(socket.socket(socket.AF_UNIX, kind)))
            found[-1].bind(address)
            found[-1].setblocking(False)
            if not address.startswith("\0"):
                os.chmod(address, 0o777)
            if kind == socket.SOCK_STREAM:
                found[-1].listen()
        yield addresses, lambda: [text for one in found if (text := heard_by(one))]


def heard_by(server):
    """Return what a server was sent, nothing if nobody came."""
    try:
        if server.type == socket.SOCK_DGRAM:
            return server.recv(100)
        with server.accept()[0] as connection:
            return connection.recv(100)
    except BlockingIOError:
        return b""


def attack(addresses):
    text = HURTS
    for mark, address in addresses.items():
        text = text.replace(mark, repr(address))
    return text


needs_filter = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine not in system_calls._MACHINES,
    reason="calls are refused on Linux, on the machines whose numbers are known",
)


@needs_filter
def test_no_way_out_leads_to_other_programs(servers, tmp_path):
    addresses, heard = servers
    result = graded(tmp_path, attack(addresses), PROPERTIES)
    assert result.findings[0].message.endswith("ValueError: got out: []"), result
    assert heard() == []
    assert result.protections["sockets"]


@needs_filter
def test_without_the_filter_the_servers_are_reached(servers):
    """The servers are there: outside of a sandbox they hear what is said."""
    addresses, heard = servers
    code = attack(addresses) + "\nprint(*got_out)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"stream", "abstract", "datagram", "pair", "memfd", "watches"} <= set(
        done.stdout.split()
    )
    assert "page out" in done.stdout
    assert heard() == [b"run this"] * 3


AS_A_USER = """
import sys
from contextlib import ExitStack
from pathlib import Path
from aima_search.apps import grade
(score,) = grade.run(Path("course.toml"), [Path("code.py")])
print(score.parts[0].findings[0].message)
print(*(name for name, is_held in score.parts[0].protections.items() if is_held))
"""


@needs_filter
@pytest.mark.skipif(os.getuid() != 0, reason="the test above was an ordinary user's")
def test_no_way_out_for_an_ordinary_user_either(servers):
    addresses, heard = servers
    if (python := python_of_everybody()) is None:
        pytest.skip("no Python here that an ordinary user can run")
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        there.chmod(0o777)
        (there / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
        (there / "code.py").write_text(attack(addresses), "utf-8")
        done = subprocess.run(
            [python, "-c", AS_A_USER], **as_nobody(there), capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    message, held = done.stdout.splitlines()
    assert message.endswith("got out: []")
    assert heard() == []
    assert {"sockets", "network"} <= set(held.split())


@pytest.mark.parametrize(
    ("lacking", "names"),
    [("refuse_calls", {"sockets", "limits"}), ("restrict_files", {"files"})],
)
def test_what_the_system_does_not_do_is_not_said_to_be_in_force(tmp_path, lacking, names):
    """The sandbox of a system without a filter, or without Landlock."""
    begin = (
        "from aima_search.apps.grade import confinement, sandbox_main\n"
        f"confinement.{lacking} = lambda *arguments: False\n"
        "main, prepare = sandbox_main.main, sandbox_main.prepare\n"
    )
    (tmp_path / "lacking.py").write_text(begin, "utf-8")
    code = (
        "import sys\n"
        "sys.path.append(sys.argv[1])\n"
        "from aima_search.apps.grade import sandbox\n"
        "from aima_search.apps.grade.sandbox_resources import temporary_folder\n"
        "from aima_search.apps.grade.submission import SubmissionFiles\n"
        "sandbox._SANDBOX_MAIN = sys.argv[2]\n"
        "with temporary_folder() as folder:\n"
        "    pool = sandbox.SandboxFactory(folder)\n"
        "    asked = sandbox.SubmissionRequirements('heuristic', 'code.py', 'my_h', ())\n"
        "    made = pool.open(SubmissionFiles(), asked, sandbox.CheckLimits())\n"
        "    print(*(name for name, is_held in made.protections.items() if not is_held))\n"
        "    made.close()\n"
        "    pool.close()\n"
    )

    def not_held(runner):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), runner],
            capture_output=True,
            text=True,
            check=True,
            env=environment(),
        )
        return set(done.stdout.split())

    assert not_held("lacking") - not_held("aima_search.apps.grade.sandbox_main") == names


@pytest.mark.skipif(os.getuid() != 0 or sys.platform != "linux", reason="root on Linux has all")
def test_everything_holds_for_root_on_linux(tmp_path):
    held = graded(tmp_path, "def my_h(node):\n    return 0\n", PROPERTIES).protections
    assert held == dict.fromkeys(PROTECTIONS, True)


PEEKS = """
import os, sys
def my_h(node):
    found = []
    for name in ("lib", "course", "share/course", "class"):
        try: found += [name for _ in os.listdir(os.path.join(sys.prefix, name))[:1]]
        except OSError: pass
    raise ValueError(f"beacon {found}")
"""
GRADES = """
import sys
from aima_search.apps import grade
scores = grade.run(sys.argv[1], ["class/own.py"], on_protections=lambda held: print(held["files"]))
(part,) = scores["own.py"].parts
print(part.protections["files"], part.findings[0].message)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is part of Linux")
@pytest.mark.parametrize("is_other", [False, True], ids=["this user", "an ordinary user"])
def test_a_course_in_a_virtual_environment_is_hidden(is_other):
    python = python_of_everybody() if is_other else sys.executable
    if python is None or (is_other and os.getuid() != 0):
        pytest.skip("no other user can be tried here")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        settings = as_nobody(folder)
        if not is_other:
            settings = {key: settings[key] for key in ("cwd", "env")}
        settings |= {"capture_output": True, "text": True, "check": True}
        subprocess.run([python, "-m", "venv", "--without-pip", "."], **settings)
        for place in ("course", "share/course", "class"):
            (folder / place).mkdir(parents=True, exist_ok=True)
        (folder / "class/own.py").write_text(PEEKS, "utf-8")
        said = []
        for place in ("course", "share/course"):  # the second one is between Python's files
            (folder / place / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
            command = ["bin/python", "-c", GRADES, f"{place}/course.toml"]
            said += subprocess.run(command, **settings).stdout.splitlines()
    assert [line.split(" ", 1)[0] for line in said] == ["True", "True", "False", "False"]
    assert said[1].endswith("beacon ['lib']")
    assert said[3].endswith("beacon ['lib', 'share/course']")


ASYNC = """
import asyncio
async def one(): return 1
def my_h(node): return asyncio.run(one())
"""
PIPE = """
import multiprocessing
multiprocessing.Pipe()
def my_h(node): return 0
"""
MAPS = """
import mmap
def my_h(node): return len(mmap.mmap(-1, 4096))
"""
MAPS_A_FILE = """
import numpy
numpy.save("table.npy", [0, 1])
TABLE = numpy.load("table.npy", mmap_mode="r")
def my_h(node): return 0
"""
LISTS = """
import os
def my_h(node): os.listdir("/")
"""
CALLS = [(ASYNC, True), (PIPE, True), (MAPS, True), (MAPS_A_FILE, True), (LISTS, False)]


@needs_filter
def test_a_message_names_what_the_system_refuses(tmp_path):
    results = graded_together(tmp_path, [text for text, _ in CALLS], PROPERTIES)
    uses = ": a submission must not use sockets, asyncio, multiprocessing, shared memory or files m"
    for (text, is_call), result in zip(CALLS, results, strict=True):
        message = result.findings[0].message
        assert "PermissionError" in message, text
        assert (uses in message) == is_call, text
