"""Whatever a submission is called, says or asks: the whole class is graded."""

import csv
import io
import json
import os
from contextlib import closing
from unittest.mock import Mock

import pytest

from aima_search.apps import grade
from aima_search.apps.grade.grading import GradingContext, GradingWorker, PartGradingTask
from aima_search.apps.grade.heuristic_checks import HeuristicOptimalityCheck
from aima_search.apps.grade.protocol import decode
from aima_search.apps.grade.results import CheckAborted
from aima_search.apps.grade.results_file import read_results
from aima_search.apps.grade.submission import Submission, SubmissionFiles
from aima_search.processes.memory import memory_of
from tests.aima_search.apps.grade import test_algorithm_parts, test_answers, test_problem_parts
from tests.aima_search.apps.grade.assignments import (
    OPTIMAL,
    PROPERTIES,
    TOP,
    ZERO,
    assignment,
    submission,
    table,
)

pytestmark = pytest.mark.gate("confinement")
STRICT = TOP.replace("seconds = 20", 'seconds = 20\nmemory = "300MiB"')


def results(top, *checks, folder, texts, names=("one.py", "two.py")):
    """Return the results of the only part, in order; the file of results is read, too."""
    asked = grade.parse_assignment("".join([top, *checks]), folder, "course.toml")
    files = [submission(folder, text, name) for text, name in zip(texts, names, strict=True)]
    scores = grade.run(asked, files, out=folder / "out.jsonl")
    found = [score.parts[0] for score in scores]
    assert str(read_results(folder / "out.jsonl")) == str(found)
    return found


def test_answers_built_to_hurt_are_parsed_in_the_sandbox(tmp_path):
    cases = [
        ("cost = 0x" + "f" * 3600, ["failed"]),
        ("cost = 0b" + "1" * 14000, ["failed"]),
        ("cost = 1e999999999", ["failed"]),
        (f"{'a.' * 20_000}b = 1\ncost = 1", ["memory-limit", "time-limit", "import-failed"]),
        (f"{'a.' * 1_000_000}b = 1\ncost = 1", ["memory-limit", "time-limit", "import-failed"]),
        (f"cost = {'{a=' * 10_000}", ["import-failed"]),
        ("cost = '\\ud800\x1b[31m'", ["import-failed"]),
    ]
    top = test_answers.PART.replace("seconds = 20", 'seconds = 2\nmemory = "300MiB"')
    right, states = test_answers.right()
    texts = [one for text, _ in cases for one in (text, f"cost = {right}\nstates = {states}")]
    names = [f"{number:02}.toml" for number in range(len(texts))]
    found = results(top, folder=tmp_path, texts=texts, names=names)
    for (_, outcomes), hurt, honest in zip(cases, found[::2], found[1::2], strict=True):
        assert hurt.findings[0].outcome in outcomes
        assert len(hurt.findings[0].message) < 2100
        assert honest.outcome == "passed"


LEAVES_A_TRACE = """
import sys
sys.trace_left = [*getattr(sys, "trace_left", ()), {name!r}]

def my_h(node):
    raise ValueError(sys.trace_left)
"""


def test_answers_do_not_cross_between_students_or_parts(tmp_path):
    more = table(
        "parts", name="second", kind="heuristic", function="my_h", forbidden_imports=["heuristics"]
    )
    names = ["a.py", "b.py", "c.py", "d.py"]
    files = [submission(tmp_path, LEAVES_A_TRACE.format(name=name), name) for name in names]
    scores = grade.run(assignment(tmp_path, PROPERTIES, OPTIMAL, more, OPTIMAL), files, jobs=2)
    messages = [(score.submission, finding.message) for score, _, finding in scores.findings()]
    assert len(messages) == 12
    assert all(f"ValueError: ['{name}']" in message for name, message in messages), messages


WIDE = """
from aima_search import Problem

class Mine(Problem):
    def __init__(self, rows, line):
        super().__init__((0,))

    def actions(self, state):
        return range({count})

    def result(self, state, action):
        return {result}

    def goal_test(self, state):
        return False
"""


@pytest.mark.parametrize("kind", ["contracts", "perft", "optimal"])
@pytest.mark.parametrize(
    ("count", "result"),
    [(60_000, "state"), (3_000, "(*state[-3:], action)")],
    ids=["actions", "states"],
)
def test_a_problem_that_is_too_wide_comes_to_an_end(tmp_path, kind, count, result):
    """It took hours."""
    kept = kind == "contracts" and result == "state"  # contracts do hold
    top = test_problem_parts.PART
    top = top if kept else top.replace("seconds = 20", "seconds = 1")
    wide, own = results(
        top,
        test_problem_parts.on_small(kind),
        folder=tmp_path,
        texts=[WIDE.format(count=count, result=result), test_problem_parts.OWN],
    )
    assert wide.outcome in (["passed"] if kept else ["failed", "time-limit", "broke-off"]), wide
    assert own.outcome == "passed"


def test_actions_that_differ_when_asked_again_are_a_fault(tmp_path):
    text = WIDE.format(count=3, result="state").replace(
        "return range(3)", "self.n = getattr(self, 'n', 0) + 1; return [self.n]"
    )
    texts = [text, test_problem_parts.OWN]
    check = test_problem_parts.on_small("contracts")
    (odd, own) = results(test_problem_parts.PART, check, folder=tmp_path, texts=texts)
    assert (odd.outcome, own.outcome) == ("failed", "passed")


def test_questions_without_an_end_are_out_of_time(tmp_path):
    questions = ["problem.goal_test(problem.initial)", "problem._call('h', 0)"]
    texts = [f"def search(problem, h):\n    while True: {question}\n" for question in questions]
    top = test_algorithm_parts.PART.replace("seconds = 20", "seconds = 1")
    parts = results(top, test_algorithm_parts.OPTIMAL, folder=tmp_path, texts=texts)
    assert [part.outcome for part in parts] == ["time-limit"] * 2


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError("of the grader's own"), "ZeroDivisionError: of the grader's own"),
        (MemoryError(), "the grader itself ran out of memory"),
    ],
)
def test_any_exception_about_a_submission_is_its_outcome(tmp_path, monkeypatch, error, words):
    judge = HeuristicOptimalityCheck.judge

    def fails(check, session):
        if session.part.file == "one.py":
            raise error
        return judge(check, session)

    monkeypatch.setattr(HeuristicOptimalityCheck, "judge", fails)
    asked = grade.parse_assignment(STRICT + OPTIMAL, tmp_path)
    files = [submission(tmp_path, ZERO, name) for name in ("one.py", "two.py")]
    hurt, honest = grade.run(asked, files, confined=False)
    assert (hurt.outcome, honest.outcome) == ("not-graded", "passed")
    assert words in hurt.parts[0].findings[0].message


def test_a_check_without_memory_is_tried_again_without_earlier_answers(tmp_path, monkeypatch):
    judge, tries = HeuristicOptimalityCheck.judge, []

    def fails_once(check, session):
        tries.append(session.cached("number of the try", lambda: len(tries)))
        if len(tries) == 1:
            raise MemoryError
        return judge(check, session)

    monkeypatch.setattr(HeuristicOptimalityCheck, "judge", fails_once)
    asked = grade.parse_assignment(STRICT + OPTIMAL, tmp_path)
    (score,) = grade.run(asked, [submission(tmp_path, ZERO)], confined=False)
    assert (score.outcome, tries) == ("passed", [0, 1])


def test_a_grader_without_memory_does_not_blame_the_answer(monkeypatch):
    monkeypatch.setattr(json, "loads", Mock(side_effect=MemoryError))
    with pytest.raises(MemoryError):
        decode(b'{"number": 1, "value": 2}', 1)


def test_a_submission_that_cannot_be_read_ends_only_itself(tmp_path, monkeypatch):
    asked = grade.parse_assignment(STRICT + PROPERTIES, tmp_path)
    monkeypatch.setattr(Submission, "contents", lambda self: 1 / 0)
    (score,) = grade.run(asked, [submission(tmp_path, ZERO)], confined=False)
    assert score.outcome == "not-graded"


def test_files_that_cannot_be_stored_get_no_points(tmp_path, monkeypatch):
    asked = grade.parse_assignment(STRICT + PROPERTIES + OPTIMAL, tmp_path)
    unstored = Mock(side_effect=CheckAborted("import-failed", "a/b cannot be stored"))
    monkeypatch.setattr(SubmissionFiles, "write", unstored)
    (score,) = grade.run(asked, [submission(tmp_path, ZERO)], confined=False)
    assert [one.outcome for one in score.parts[0].findings] == ["import-failed"] * 2
    assert score.points == 0


FLOOD = """
from aima_search.apps.grade.adapters import ProblemAdapter
made = [1]
def expand(adapter, number):
    made[0] += 20_000
    if made[0] > 120_000: raise ValueError('enough')
    return [["%0150d" % one, one, 1] for one in range(made[0] - 20_000, made[0])]
ProblemAdapter.make = lambda adapter, arguments: 0
ProblemAdapter.expand = expand
ProblemAdapter.inspect = lambda adapter, number: [False, expand(adapter, number)]
class Mine: pass
"""


def test_the_memory_of_a_submission_does_not_stay_for_the_next(tmp_path):
    top = test_problem_parts.PART.replace("seconds = 20", 'seconds = 20\nmemory = "100MiB"')
    asked = grade.parse_assignment(top + test_problem_parts.on_small("optimal"), tmp_path)
    texts = (FLOOD, test_problem_parts.OWN, test_problem_parts.OWN)
    files = [submission(tmp_path, text, f"{at}.py") for at, text in enumerate(texts)]
    found = []
    with closing(GradingContext(asked)) as context, closing(GradingWorker(context)) as worker:
        for one in grade.SubmissionFinder().submissions(files):
            result = worker.execute(PartGradingTask(one, 0))
            process = worker._child.worker
            found.append((result.points, process, memory_of([process]) - worker._first_size))
    points, processes, grown = zip(*found, strict=True)
    assert points == (0, 2, 2)
    assert grown[0] > 50 * 2**20  # the beacon: the process had grown
    assert processes[0] != processes[1] == processes[2]


RAISES = "def my_h(node):\n    raise ValueError({text})\n"
NAMES = [b"M\xfcller", "Müller".encode(), b"=1+1", b"a\rb", b"\x1b[31mred", b"\xed\xa0\x80"]


def test_names_and_messages_of_all_kinds_end_in_every_file(tmp_path, run):
    course = tmp_path / "course.toml"
    course.write_text(STRICT + PROPERTIES, "utf-8")
    folders = []
    for name in NAMES:
        folder = os.path.join(os.fsencode(tmp_path), name)
        os.mkdir(folder)
        text = RAISES.format(text=r"'\ud800 \x1b[31m \r=1+1,2 \x00 \u2028 ' + 'x' * 2500000")
        with open(os.path.join(folder, b"heuristic.py"), "w", encoding="utf-8") as file:
            file.write(text)
        folders.append(os.fsdecode(folder))
    out = [f"--{kind}={tmp_path / f'out.{kind}'}" for kind in ("csv", "html")]
    command = ["grade", str(course), *folders, *out, f"--out={tmp_path / 'results.jsonl'}"]
    status, out, err = run(*command)
    assert status == 0, err
    assert "\x1b" not in out + err
    raw = (tmp_path / "out.csv").read_bytes()
    assert b"\r" not in raw
    assert len(raw) < 20_000
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8"), newline="")))
    assert [row["submission"] for row in rows] == [
        r"M\udcfcller",
        "Müller",
        "'=1+1",
        r"a\rb",
        r"\x1b[31mred",
        r"\udced\udca0\udc80",
    ]
    assert {row["outcome"] for row in rows} == {"raised"}
    assert "Müller" in (tmp_path / "out.html").read_text("utf-8")
