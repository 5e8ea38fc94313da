"""Limits on memory and disk hold at once, for root's grader and for an ordinary user's.

Every attack says by a beacon how far it came.
"""

import errno
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP
from tests.aima_search.apps.grade.test_hostile import as_nobody, python_of_everybody

pytestmark = [
    pytest.mark.gate("confinement"),
    pytest.mark.skipif(sys.platform != "linux", reason="these limits are Linux's"),
]
LIMIT = 256 * 2**20
KNOWS_NUMBERS = os.uname().machine == "x86_64"  # the numbers of system calls
TIGHT = TOP.replace("seconds = 20", 'seconds = 20\nmemory = "256MiB"')
GRADES = """
import json
from pathlib import Path
from aima_search.apps import grade
paths = sorted(Path().glob("*.py"))
scores = grade.run(Path("course.toml"), paths)
for path in paths:
    [part] = scores[path.name].parts
    [finding] = part.findings
    print(json.dumps([finding.outcome, finding.message, dict(part.protections)]))
"""


@pytest.fixture(scope="module", params=["this user", "an ordinary user"])
def run_python(request, tmp_path_factory):
    """Return a function that starts a Python program in a new folder, as one of the users."""
    is_other = request.param != "this user"
    if is_other and (os.geteuid() != 0 or python_of_everybody() is None):
        pytest.skip("no other user can be tried here")

    def start(program, **files):
        folder = tmp_path_factory.mktemp("attack")
        for parent in (folder, *folder.parents[:2]):
            parent.chmod(0o777)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
        python, settings = sys.executable, {"cwd": folder}
        if is_other:
            python, settings = python_of_everybody(), as_nobody(folder)
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        return subprocess.Popen([python, "-c", program], text=True, **pipes, **settings)

    return start


def grade_texts(run_python, *texts):
    """Grade texts with a limit of 256 MiB; return {text: (outcome, message, protections)}."""
    files = {f"{number}.py": text for number, text in enumerate(texts)}
    with run_python(GRADES, **files, **{"course.toml": TIGHT + PROPERTIES}) as process:
        out, errors = process.communicate()
    assert process.returncode == 0, errors
    return dict(zip(texts, map(json.loads, out.splitlines()), strict=True))


@pytest.fixture(scope="module")
def attacked(run_python):
    """Return the results of all attacks but one by text; they are graded in one run."""
    attacks = [SPARSE, RESERVES, TEMPORARY, HIDES, QUEUES, FILLS]
    return grade_texts(run_python, *attacks, *([CHANGES] if KNOWS_NUMBERS else []))


def beacon(message):
    """Return the numbers that an attack has told."""
    assert "beacon" in message, message
    return [int(number) for number in re.findall(r"-?\d+", message.partition("beacon")[2])]


SPARSE = """
import mmap, re
def my_h(node):
    kept = []
    try:
        while len(kept) < 4096:
            kept.append(mmap.mmap(-1, 2**30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ))
            for at in range(0, 2**30, 2**21): kept[-1][at]
    except OSError: pass
    tables = int(re.search(r"VmPTE:\\s+(\\d+)", open("/proc/self/status").read())[1])
    raise ValueError(f"beacon {len(kept)} {tables}")
"""


def test_tables_of_pages_cannot_pass_the_limit_on_memory(attacked):
    outcome, message, protections = attacked[SPARSE]
    mapped, kilobytes = beacon(message)
    assert (outcome, protections["limits"]) == ("raised", True)
    assert 1 <= mapped < 4  # it came to map, and not far
    assert kilobytes < 20_000


RESERVES = """
import ctypes, os, struct
def my_h(node):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long]
    file = os.open("f", os.O_RDWR | os.O_CREAT)
    space = struct.pack("=hxxxxxxqqiIqqqq", 0, 0, 2**34, 0, 0, 0, 0, 0, 0)
    tried = [
        libc.fallocate(file, 1, 0, 2**34),
        libc.ioctl(file, 0x4030582A, space),  # XFS_IOC_RESVSP64, for any file system
        libc.ioctl(file, 0x40305828, space),
        libc.fsetxattr(file, b"user.x", b"x" * 1000, 1000, 0),
    ]
    raise ValueError(f"beacon {sum(tried)} {os.fstat(file).st_blocks}")
"""


def test_no_space_on_the_disk_is_reserved(attacked):
    outcome, message, _ = attacked[RESERVES]
    assert (outcome, beacon(message)) == ("raised", [-4, 0])


TEMPORARY = """
import os, tempfile
def my_h(node):
    with open("log", "w") as file: file.write("x")
    os.remove("log")
    with tempfile.NamedTemporaryFile("w") as file: file.write("x")
    with tempfile.TemporaryFile("w") as other: other.write("x")
    with tempfile.TemporaryDirectory() as folder: open(f"{folder}/x", "w").close()
    places = [os.path.samefile(os.path.dirname(name), ".") for name in (file.name, folder)]
    raise ValueError(f"beacon {sum(places)} {len(os.listdir())}")
"""


def test_temporary_files_are_in_the_own_folder_and_can_be_removed(attacked):
    outcome, message, protections = attacked[TEMPORARY]
    own, left = beacon(message)
    assert (outcome, own) == ("raised", 2)
    assert left == (1 if protections["disk"] else 5)


HIDES = """
import os
def my_h(node):
    kept = []
    for number in range(50):
        kept.append(open(str(number), "wb"))
        os.remove(kept[-1].name)
        kept[-1].write(bytes(10 * 2**20))
    raise ValueError("beacon 500 MiB")
"""


def test_removed_files_count_while_they_are_open(attacked):
    assert attacked[HIDES][0] == "memory-limit"


CHANGES = """
import ctypes, os, shutil
def my_h(node):
    libc = ctypes.CDLL(None, use_errno=True)
    def call(number, *arguments):
        filled = [*arguments, *[0] * (5 - len(arguments))]
        return libc.syscall(*map(ctypes.c_long, (number, *filled)))
    name = ctypes.create_string_buffer(b".")
    path, opened = ctypes.addressof(name), os.open(".", os.O_RDONLY)
    before = os.stat(".").st_ctime_ns
    for numbers, arguments in {
        (90, 132, 235): [path], (268, 452, 261, 280): [-100, path], (91,): [opened],
        (92, 94): [path, os.getuid(), os.getgid()], (93,): [opened, os.getuid(), os.getgid()],
        (260,): [-100, path, os.getuid(), os.getgid()],
    }.items():
        for number in numbers: call(number, *arguments)
    is_changed = os.stat(".").st_ctime_ns != before
    refused = {
        call(number) + ctypes.get_errno()  # -1 and EACCES
        for number in (197, 198, 199, 206, 253, 254, 294, 300, 301, 440, 463, 466, 469)
    }
    # vmsplice, splice, tee, sendfile, socketpair, setsockopt, landlock_create_ruleset, F_SETPIPE_SZ
    # use memory that no process is charged for
    refused |= {call(number) + ctypes.get_errno() for number in (278, 275, 276, 40, 53, 54, 444)}
    refused |= {call(72, os.pipe()[1], 1031, 2**20) + ctypes.get_errno()}
    with open("a", "w") as file: file.write("x")
    os.mkdir("d"); shutil.copy2("a", "d/b"); shutil.copytree("d", "e")
    raise ValueError(f"beacon {is_changed:d} {sorted(refused)} {os.path.getsize('e/b')}")
"""


@pytest.mark.skipif(not KNOWS_NUMBERS, reason="the numbers of its system calls")
def test_modes_owners_and_times_of_files_stay(attacked):
    outcome, message, _ = attacked[CHANGES]
    assert (outcome, beacon(message)) == ("raised", [0, 12, 1])


STARTS = """
import os, time
def my_h(node):
    started = 0
    try:
        while started < 100:
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
            started += 1
    except OSError: pass
    raise ValueError(f"beacon {started}")
"""
THREADS = """
import threading
for number in range(50): threading.Thread(target=threading.Event().wait, daemon=True).start()
print(flush=True)
input()
"""


def test_other_programs_of_the_user_do_not_raise_the_limit_on_processes(run_python):
    with run_python(THREADS) as program:
        program.stdout.readline()
        outcome, message, protections = grade_texts(run_python, STARTS)[STARTS]
    (started,) = beacon(message)
    assert (outcome, protections["limits"]) == ("raised", True)
    if protections["processes"]:  # it has its own namespaces
        assert started == 15  # and itself
    else:
        assert 10 < started < 30


QUEUES = """
import ctypes, os, re, signal
def my_h(node):
    libc = ctypes.CDLL(None, use_errno=True)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN + 1])
    for number in range(300):
        os.kill(os.getpid(), signal.SIGRTMIN + 1)
        libc.sigqueue(os.getpid(), signal.SIGRTMIN + 1, None)
        libc.timer_create(1, None, ctypes.byref(ctypes.c_void_p()))
    queued = re.search(r"SigQ:\\s+(\\d+)", open("/proc/self/status").read())[1]
    libc.mq_open(b"/queue", os.O_CREAT | os.O_RDWR, 0o600, None)
    raise ValueError(f"beacon {queued} {ctypes.get_errno()}")
"""


def test_what_a_user_may_queue_is_left_to_other_programs(attacked):
    outcome, message, _ = attacked[QUEUES]
    assert (outcome, beacon(message)) == ("raised", [64, errno.EMFILE])


FILLS = """
import os
def my_h(node):
    written = 0
    try:
        for at in range(10**6):
            with open(str(at), "wb", buffering=0) as file: written += file.write(b"x" * 2**23)
    except OSError as error: pass
    room = os.statvfs(".")
    raise ValueError(f"beacon {written} {room.f_blocks * room.f_frsize}")
"""


def test_the_folder_of_a_submission_holds_no_more_than_its_limit(attacked):
    outcome, message, protections = attacked[FILLS]
    if not protections["disk"]:
        pytest.skip("this system gives no file system of one's own")
    if outcome == "memory-limit":  # it was seen in the middle of writing
        assert "of memory and files" in message
    else:
        written, room = beacon(message)
        assert 0 < written <= room <= LIMIT


@pytest.fixture
def public_folder():
    """Yield a folder that every user can enter; pytest's own folders are root's."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


def test_missing_protections_are_printed_once_before_grading(public_folder):
    if os.geteuid() != 0 or python_of_everybody() is None:
        pytest.skip("no other user can be tried here")
    (public_folder / "course.toml").write_text(TIGHT + PROPERTIES, "utf-8")
    for name in ("a.py", "b.py"):
        (public_folder / name).write_text("def my_h(node): return 0", "utf-8")
    command = [python_of_everybody(), "-m", "aima_search", "grade", "course.toml", "a.py", "b.py"]
    done = subprocess.run(command, capture_output=True, text=True, **as_nobody(public_folder))
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("protection not in force: user (a separate user, who has no") == 1
    assert "a submission may start about 100 processes more than its limit)\n" in done.stderr
    assert "not in force" not in done.stdout
    script = (
        "from aima_search.apps import grade\n"
        "grade.run('course.toml', ['a.py'], on_protections=lambda one: print(one['user']),"
        " on_result=lambda result: print('result'))"
    )
    command = [python_of_everybody(), "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, **as_nobody(public_folder))
    assert done.stdout == "False\nresult\n", done.stderr
