"""Attacks of week one; each tells by a beacon that its code ran, or the test fails."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import pytest

from aima_search.apps import grade
from aima_search.apps.grade import confinement
from aima_search.apps.grade.confinement import rights_to_read
from aima_search.apps.grade.sandbox import Sandbox
from aima_search.base.errors import InputError
from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    OPTIMAL,
    PROPERTIES,
    TOP,
    ZERO,
    assignment,
    check,
    graded,
    graded_together,
    submission,
    top_for,
)
from tests.aima_search.cli.processes import environment

pytestmark = pytest.mark.gate("confinement")
FORBIDDEN = TOP + 'forbidden-imports = ["heuristics"]\n'
TIGHT = TOP.replace("seconds = 20", 'seconds = 20\nmemory = "200MiB"')

EQUAL_HASHES = """
from aima_search.apps.grade.adapters import ProblemAdapter
APART = 2**61 - 1
ProblemAdapter.expand = lambda side, number: [["on", number + APART, 1]]
ProblemAdapter.inspect = lambda side, number: [False, side.expand(number)]

class Mine:
    def __init__(self, rows): self.initial = 0
    def actions(self, state): return [1]
    def result(self, state, action): return state + 1
    def goal_test(self, state): return False
    def path_cost(self, c, a, b, d): return c + 1
"""


def test_states_with_equal_hashes_end_at_the_border(tmp_path):
    top = top_for("problem", "Mine")
    for name in ("optimal", "contracts", "perft"):
        result = graded(tmp_path, EQUAL_HASHES, check(name, 4, boards="small"), top=top)
        finding = result.findings[0]
        assert (finding.outcome, finding.points) == ("broke-off", 0), finding
        assert "a state number in the code's answer" in finding.message  # they came to the border


FILL = """
def fill(folder):
    for at in range(40): open(f'{folder}/{at}', 'wb').write(b'x' * 2**23)
"""
OF_DISK = {
    "folders deeper than a path": (
        "import os\n"
        "def my_h(node):\n"
        "    while True:\n"
        "        os.mkdir('d' * 200); os.chdir('d' * 200)\n"
        "        if not os.path.exists('/proc/self/cwd/x') and len(os.getcwd()) > 3800: fill('.')\n"
    ),
    "a folder that is closed": (
        "import os\n"
        "def my_h(node):\n"
        "    os.mkdir('d'); fd = os.open('d', os.O_RDONLY)\n"
        "    os.chmod('d', 0o300); fill('d'); raise ValueError('beacon: all was written')\n"
    ),
}


@pytest.mark.parametrize("text", OF_DISK.values(), ids=OF_DISK)
def test_what_cannot_be_measured_on_the_disk_is_over_the_limit(tmp_path, text):
    finding = graded(tmp_path, FILL + text, top=TIGHT).findings[0]
    assert finding.outcome == "memory-limit", finding
    assert "of memory and files" in finding.message  # the beacon: it had begun to write


TO_FORBIDDEN = {
    "a text that is compiled": 'exec(compile("from heuristics import get as g", "x", "exec"), {})',
    "the file": "open(os.path.join(os.path.dirname(aima_search.__file__), '..', 'heuristics',"
    " '__init__.py')).read()",
    "the memory": "[one for one in gc.get_objects() if 'heuristics.movix' in str(getattr(one,"
    " '__module__', ''))][0]",
    "modules": "sys.modules['heuristics' + '.movix']",
    "a loader": "importlib.machinery.SourceFileLoader('x', os.path.join(os.path.dirname("
    "aima_search.__file__), '..', 'heuristics', 'movix.py')).load_module()",
}


def test_what_is_forbidden_is_not_there(tmp_path):
    texts = [
        "import aima_search, gc, importlib.machinery, os, sys\n"
        "def my_h(problem):\n"
        f"    try:\n        found = {statement}\n"
        "    except BaseException as error: found = type(error).__name__\n"
        "    raise RuntimeError(f'beacon: {found}')\n"
        for statement in TO_FORBIDDEN.values()
    ]
    results = graded_together(tmp_path, texts, PROPERTIES, top=FORBIDDEN)
    for name, result in zip(TO_FORBIDDEN, results, strict=True):
        [finding] = result.findings
        assert finding.points == 0, name
        if finding.outcome == "import-failed":  # it was seen, at its line
            assert "heuristics must not be imported here" in finding.message, name
        else:
            refused = ("IndexError", "KeyError", "PermissionError", "ModuleNotFoundError")
            assert finding.message.endswith(tuple(f"beacon: {one}" for one in refused)), finding


def test_the_solutions_of_the_package_are_readable_for_nobody(tmp_path):
    text = (
        "from aima_search.apps.grade.course import masters\n"
        "def my_h(problem):\n"
        "    try: found = len(masters())\n"
        "    except OSError as error: found = type(error).__name__\n"
        "    raise ValueError(f'beacon: {found}')\n"
    )
    assert "beacon: PermissionError" in graded(tmp_path, text).findings[0].message


@pytest.mark.parametrize("place", ["prefix/lib/python3.9", "prefix/lib64/python3.12", "path"])
def test_no_copy_of_a_forbidden_module_is_readable(tmp_path, monkeypatch, place):
    site = tmp_path.resolve() / place / "site-packages"
    for name in ("heuristics", "others", "puzzles"):
        (site / name / "deep").mkdir(parents=True)
    (tmp_path / "prefix/pkgs/python3.9/site-packages/heuristics").mkdir(parents=True)
    (tmp_path / "prefix/course").mkdir()
    monkeypatch.setattr(confinement, "_INSTALLATIONS", {str(tmp_path.resolve() / "prefix")})
    if place == "path":
        monkeypatch.syspath_prepend(site)
    rights = rights_to_read(["heuristics", "puzzles.deep", "missing"])
    listed = {path for path, right in rights.items() if right == confinement._READ_FOLDER}
    own = [path.removeprefix(f"{site}{os.sep}") for path in rights.keys() - listed]
    assert [path for path in own if not os.path.isabs(path)] == ["others"]
    assert {str(site), str(site / "puzzles")} <= listed
    others = {str(tmp_path.resolve() / "prefix" / name) for name in (".", "course", "pkgs")}
    assert not others & rights.keys()


def test_hidden_boards_do_not_leak(tmp_path):
    text = (
        "import os, sys\n"
        "sys.seen = seen = getattr(sys, 'seen', [])\n"
        "def my_h(problem):\n"
        "    seen.append(problem.initial)\n"
        "    if os.path.exists('leak'): seen.append(open('leak').read())\n"
        "    open('leak', 'w').write(problem.format())\n"
        "    raise ValueError(f'beacon: {len(seen)} seen')\n"
    )
    hidden = check("optimal", 3, boards="large", visibility="hidden")
    for checks in ((hidden, PROPERTIES, OPTIMAL), (PROPERTIES, hidden, OPTIMAL)):
        asked = assignment(tmp_path, *checks)
        (score,) = grade.run(asked, [submission(tmp_path, text)])
        for finding in score.parts[0].findings:
            assert "beacon: 1 seen" in finding.message, finding


NAMESPACES = """
import ctypes, os
def my_h(node):
    libc = ctypes.CDLL(None, use_errno=True)
    flags = [0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x02000000, 0x04000000, 0x08000000]
    made = [int(libc.syscall(56, flag | 17, 0, 0, 0, 0)) for flag in flags]
    made.append(int(libc.syscall(435, ctypes.create_string_buffer(88), 88)))
    made.append(int(libc.unshare(0x10000000)))
    raise ValueError(f"beacon: {max(made)} of {len(made)}")
"""


def test_no_process_has_namespaces_of_its_own(tmp_path):
    finding = graded(tmp_path, NAMESPACES).findings[0]
    assert "beacon: -1 of 9" in finding.message


@pytest.mark.parametrize(
    ("asks", "outcome", "said"),
    [
        ("value(problem.initial)", "raised", "this problem has no method value"),
        ("_call('random_state')", "broke-off", "the code sent an unknown request"),
        ("_call('mutate', 0)", "broke-off", "the code sent an unknown request"),
    ],
)
def test_a_slip_of_a_student_is_the_students(tmp_path, run, monkeypatch, asks, outcome, said):
    monkeypatch.chdir(tmp_path)
    text = f"def search(problem, h=None):\n    return problem.{asks}\n"
    top = top_for("algorithm", "search")
    (tmp_path / "course.toml").write_text(top + check("optimal", 4, boards="small"), "utf-8")
    submission(tmp_path, text)
    status, out, _ = run("grade", "course.toml", "heuristic.py", "--csv", "all.csv")
    assert (status, f"0 {outcome}" in out) == (0, True), out
    assert said in (tmp_path / "all.csv").read_text("utf-8")


def test_a_message_is_no_formula_in_a_spreadsheet(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    submission(tmp_path, "def my_h(node):\n    raise ValueError('beacon;=1+1')\n")
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
    assert run("grade", "course.toml", "heuristic.py", "--csv", "all.csv").status == 0
    assert "beacon;'=1+1" in (tmp_path / "all.csv").read_text("utf-8")


def test_a_zip_of_one_student_is_of_nobody_else(tmp_path):
    path = tmp_path / "mallory.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("alice_111_1_heuristic.py", ZERO)
    asked = assignment(tmp_path, PROPERTIES)
    (score,) = grade.run(asked, [path])
    assert (score.submission, score.student, score.points) == ("mallory.zip", "mallory.zip", 4)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("bob_112_2_heuristic.py", ZERO)
    roster = tmp_path / "class.csv"
    roster.write_text("id,name\n111,alice\n112,bob\n113,mallory\n", "utf-8")
    named = grade.SubmissionFinder(roster=grade.Roster(roster))
    (one,) = named.submissions([path])
    assert one.student == "113"
    (one,) = grade.SubmissionFinder(downloads=False).submissions([path])
    assert one.student == "mallory.zip"


def test_a_lone_zip_with_the_names_of_others_is_pointed_out(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
    with zipfile.ZipFile("mallory.zip", "w") as archive:
        for one in ("alice_111_1", "bob_112_2"):
            archive.writestr(f"{one}_heuristic.py", ZERO)
    told = "only the names in the download identify the students; --one-each takes"
    status, out, _ = run("grade", "course.toml", "mallory.zip")
    assert (status, told in out, "alice_111" in out) == (0, True, True)
    status, out, _ = run("grade", "course.toml", "mallory.zip", "--one-each", "--out", "own.jsonl")
    assert (status, told in out, "alice_111" in out.split("mallory.zip", 1)[0]) == (0, False, False)


def test_a_zip_beside_the_download_takes_nobodys_place(tmp_path):
    paths = {"class.zip": ("alice_111_1", "mallory_113_3"), "mallory.zip": ("alice_111_1", "x_9_9")}
    for name, students in paths.items():
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for one in students:
                archive.writestr(f"{one}_heuristic.py", ZERO)
    both = [tmp_path / name for name in paths]
    with pytest.raises(InputError, match=r"alice_111 is in class\.zip and in mallory\.zip"):
        grade.SubmissionFinder().submissions(both)
    found = grade.SubmissionFinder(downloads=False).submissions(both)
    assert [one.student for one in found] == [*paths]


def test_a_renamed_file_is_graded_anew(tmp_path):
    asked = assignment(tmp_path, PROPERTIES)
    folder = tmp_path / "alice"
    folder.mkdir()
    out = tmp_path / "results.jsonl"
    submission(folder, ZERO, "heuristic.py")
    (score,) = grade.run(asked, [folder], out=out)
    assert score.points == 4
    (folder / "heuristic.py").rename(folder / "heuristic.txt")
    (score,) = grade.run(asked, [folder], out=out, resume=True)
    assert (score.points, score.outcome) == (0, "not-found")


@pytest.mark.parametrize("options", [(), ("--trust-me",), ("--scheduler", "local")], ids=" ".join)
def test_sigterm_leaves_no_folder(tmp_path, options):
    if "local" in options:
        pytest.importorskip("distributed", reason="distributed is not installed")
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)  # otherwise root's grader takes another place, which its users may enter
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES + EXPANDED, "utf-8")
    submission(tmp_path, "def my_h(node):\n    while True: pass\n")
    grader = subprocess.Popen(
        [sys.executable, "-m", "aima_search", "grade", "course.toml", "heuristic.py", *options],
        cwd=tmp_path,
        env={**environment(), "TMPDIR": str(place)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not list(place.rglob("grade-*")):  # the beacon: its folder is there, to be run in
        assert grader.poll() is None
        time.sleep(0.05)
    grader.send_signal(signal.SIGTERM)
    grader.wait(60)
    assert not list(place.rglob("*grade-*"))
    shutil.rmtree(place)


def test_a_signal_while_a_process_is_ended_leaves_no_folder(tmp_path, monkeypatch):
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))

    def close(sandbox):
        sandbox._child.end()
        raise SystemExit(143)

    monkeypatch.setattr(Sandbox, "close", close)
    with pytest.raises(SystemExit):
        graded(tmp_path, ZERO, confined=False)
    assert not list(place.iterdir())
