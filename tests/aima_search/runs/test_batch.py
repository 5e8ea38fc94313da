"""A file of boards: every board gets its row, and the record survives what happens."""

import csv
import signal
import subprocess
import sys
import threading
from dataclasses import replace

import psutil
import pytest

from aima_search import Limits, solve
from aima_search.base.errors import InputError, SearchError
from aima_search.model.puzzle import PUZZLES, split_boards
from aima_search.runs import results_file
from aima_search.runs.batch import BatchSettings, solve_board, solve_boards
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import RunOutcome
from aima_search.runs.results_file import ResultsFile, columns, remaining_boards
from puzzles import MovIX

BOARDS = [
    (1, "5x5,4:5/1S1H1/2L2/V4/5"),
    (2, "5x5,4:MH1MS/4H/1V2V/M4/M1S2"),
    (3, "3x3,2:nonsense"),
    (4, "4x4,3:M1H1/V2L/3M/S2M"),
]
JOB = BatchSettings("movix", {})


def read_results(path):
    return results_file.read_results(path, path.read_bytes().decode())


def row_of(line, text, outcome):
    measures = dict.fromkeys(MEASURES) | dict(outcome.values)
    return JOB.record(line, text, replace(outcome, values=measures))


def outcome(rows):
    return {row.extra["line"]: (row.status, row.cost) for row in rows}


EXPECTED = {1: ("solved", 2), 2: ("no-solution", None), 3: ("bad-input", None), 4: ("solved", 3)}


@pytest.mark.parametrize("workers", [1, 2])
def test_every_board_gets_a_row(workers):
    assert outcome(solve_boards(JOB, BOARDS, workers)) == EXPECTED


@pytest.mark.gate("many processes")
def test_many_boards_are_given_to_workers_and_none_is_lost():
    many = [(line, BOARDS[line % 4][1]) for line in range(1, 90)]
    expected = {line: EXPECTED[line % 4 + 1] for line, _ in many}
    rows = list(solve_boards(JOB, many, workers=2))
    assert len(rows) == len(many)
    assert outcome(rows) == expected


def test_the_engine_is_a_part_of_the_run_and_of_the_batch():
    job = replace(JOB, engine="auto", heuristic="zero")
    row = solve_board(job, *BOARDS[0])
    assert (row.status, row.cost) == ("solved", 2)
    assert (row.run.engine, row.run.options) == ("auto", {})
    assert row.as_dict()["options"] == {"engine": "auto"}
    assert row.extra["configuration"] == "movix astar zero on auto"
    job = replace(job, algorithm="depth-first", engine="compiled")
    assert solve_board(job, *BOARDS[0]).status == "not-applicable"


def test_the_solution_of_a_row_replays():
    row = solve_board(JOB, 1, BOARDS[0][1])
    problem = MovIX(BOARDS[0][1])
    state = problem.initial
    for step in row.outcome.solution.split("; "):
        (move,) = [move for move in problem.actions(state) if str(move) == step]
        state = problem.result(state, move)
    assert problem.goal_test(state)


def test_a_limit_and_an_unknown_heuristic_are_rows():
    limited = BatchSettings("movix", {}, heuristic="zero", limits=Limits(nodes=1))
    assert solve_board(limited, *BOARDS[3]).status == "node-limit"
    failed = solve_board(BatchSettings("movix", {}, heuristic="nope"), *BOARDS[3])
    assert failed.status == "heuristic-raised"
    assert "nope" in failed.message


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_board_ends_the_batch_and_has_no_row(tmp_path, workers):
    file = tmp_path / "interrupted.py"
    file.write_text("def h(node):\n    raise KeyboardInterrupt\n")
    job = BatchSettings("movix", {}, heuristic=f"{file}:h")
    with pytest.raises(KeyboardInterrupt):
        list(solve_boards(job, BOARDS[:2], workers))


def test_an_interruption_while_workers_start_ends_them(monkeypatch):
    start, started = threading.Thread.start, []

    def interrupted(thread):
        if thread.name.startswith("pool") and started:
            raise KeyboardInterrupt
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(solve_boards(JOB, BOARDS, workers=3))
    for thread in started:
        thread.join(60)
        assert not (thread.is_alive() and thread.name.startswith("pool"))


DEADLY = """
import os, signal, time

def ends(node):
    os._exit(1)

def never_ends(node):
    return sum(range(10**15))

def never_wakes(node):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(1000)
"""


@pytest.mark.gate("kills")
@pytest.mark.parametrize(
    ("name", "seconds", "status", "words"),
    [
        ("ends", 60, "worker-died", "exit status 1"),
        ("never_ends", 1, "time-limit", "was killed"),
    ],
)
def test_a_board_that_ends_its_process_is_a_row_and_the_others_go_on(
    tmp_path, name, seconds, status, words
):
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY)
    job = BatchSettings("movix", {}, heuristic=f"{file}:{name}", limits=Limits(seconds=seconds))
    rows = list(solve_boards(job, BOARDS, workers=2))
    found = {row.extra["line"]: row.status for row in rows}
    assert found == {1: status, 2: status, 3: "bad-input", 4: status}
    assert all(words in row.message for row in rows if row.extra["line"] != 3)


ON_SOME = """
def h(node):
    return {name}(node) if len(node.state) == 7 else 0
"""


@pytest.mark.gate("kills")
@pytest.mark.parametrize(
    ("name", "seconds", "status"), [("ends", 60, "worker-died"), ("never_wakes", 2, "time-limit")]
)
def test_a_deadly_board_among_quick_ones_is_the_only_row_that_it_costs(
    tmp_path, name, seconds, status
):
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY + ON_SOME.format(name=name))
    deadly = {70, 71, 90}
    boards = [
        (line, "6x6,6:1L3M/1V4/4H1/2M1H1/V4S/2ML2" if line in deadly else "4x4,3:M1H1/V2L/3M/S2M")
        for line in range(1, 121)
    ]
    job = BatchSettings("movix", {}, heuristic=f"{file}:h", limits=Limits(seconds=seconds))
    rows = list(solve_boards(job, boards, workers=2))
    found = {row.extra["line"]: row.status for row in rows}
    assert len(rows) == len(found) == 120
    assert {line for line, one in found.items() if one == status} == deadly
    assert {one for line, one in found.items() if line not in deadly} == {"solved"}


def test_the_record_is_complete_up_to_the_last_row(tmp_path):
    path = tmp_path / "results.csv"
    whole = RunOutcome("solved", "", {"cost": 3, "expanded": 12, "seconds": 0.5}, "a; b")
    rows = [row_of(7, "x", whole), row_of(9, "y", RunOutcome("problem-raised", '=1+1, a "b"'))]
    with ResultsFile(path, JOB, resume=False) as record:
        for row in rows:
            record.add(row)
            assert read_results(path)[-1] == row  # while the file is still open
    assert read_results(path) == rows
    assert """,'=1+1""" in path.read_text().replace('"', "")  # no formula to a spreadsheet


def test_a_row_cut_short_is_done_again(tmp_path):
    path = tmp_path / "results.csv"
    with ResultsFile(path, JOB, resume=False) as record:
        for line, text in BOARDS:
            record.add(solve_board(JOB, line, text))
    whole = path.read_text()
    cut = whole[: whole.rindex("\n4,") + 4].encode() + "é".encode()[:1]
    path.write_bytes(cut)  # killed in the middle of the last row, and of a sign
    with ResultsFile(path, JOB, resume=True) as record:
        waiting = remaining_boards(BOARDS, record.done)
        assert waiting == [BOARDS[3]]
        record.add(solve_board(JOB, *waiting[0]))
    assert outcome(read_results(path)) == EXPECTED


def test_a_results_file_is_not_overwritten(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("precious")
    with pytest.raises(ValueError, match="--resume"):
        ResultsFile(path, JOB, resume=False)
    with pytest.raises(ValueError, match="not a results file"):
        ResultsFile(path, JOB, resume=True)
    assert path.read_text() == "precious"


def test_rows_of_another_configuration_are_not_gone_on_with(tmp_path):
    path = tmp_path / "results.csv"
    with ResultsFile(path, JOB, resume=False) as record:
        record.add(solve_board(JOB, *BOARDS[0]))
    before = path.read_text()
    other = BatchSettings("movix", {"line": 3}, "breadth-first")
    with pytest.raises(
        ValueError,
        match="with 'movix astar assignment', but this batch uses 'movix breadth-first line=3'",
    ):
        ResultsFile(path, other, resume=True)
    assert path.read_text() == before


def test_the_same_options_in_another_order_are_the_same_configuration():
    one, other = (
        {"formulation": "naive", "cost": "shaded"},
        {"cost": "shaded", "formulation": "naive"},
    )
    assert BatchSettings("hitori", one).description == BatchSettings("hitori", other).description


def test_a_heuristic_written_on_two_lines_can_be_gone_on_with(tmp_path):
    path, job = tmp_path / "results.csv", BatchSettings("movix", {}, heuristic="zero\n+\x0czero")
    with ResultsFile(path, job, resume=False) as record:
        record.add(solve_board(job, *BOARDS[0]))
    with ResultsFile(path, job, resume=True) as again:
        assert again.done == read_results(path)


def fail(record, row=None):
    if row is not None:
        record.add(row)
    raise SearchError


def test_an_error_before_the_first_row_leaves_no_file(tmp_path):
    path = tmp_path / "results.csv"
    with ResultsFile(path, JOB, resume=False):
        assert path.exists()  # so that no second batch takes the name
    assert read_results(path) == []
    with pytest.raises(SearchError), ResultsFile(path, JOB, resume=True) as record:
        fail(record)
    assert not path.exists()
    with pytest.raises(SearchError), ResultsFile(path, JOB, resume=False) as record:
        fail(record, row_of(1, "x", RunOutcome("solved")))
    assert len(read_results(path)) == 1
    with pytest.raises(SearchError), ResultsFile(path, JOB, resume=True) as record:
        fail(record)
    assert len(read_results(path)) == 1


def test_boards_are_lines_or_blocks():
    text = "# title\n1x2,1:SH\nline 2\nSH_\n___\n\nline 1\nV\n[['S']]\n"
    assert list(split_boards(text)) == [
        (2, "1x2,1:SH"),
        (3, "line 2\nSH_\n___"),
        (7, "line 1\nV"),
        (9, "[['S']]"),
    ]
    assert list(split_boards("S_\n# line: two\n _S\n\n# nothing\n")) == [(1, "S_\n _S")]


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not end them")
@pytest.mark.gate("kills")
def test_no_worker_outlives_a_batch_that_was_killed():
    """Its two workers are in searches without an end."""
    script = (
        "from aima_search.runs.batch import BatchSettings, solve_boards;"
        "board = '6x6,6:1L3M/1V4/4H1/2M1H1/V4S/2ML2';"
        "job = BatchSettings('movix', heuristic='zero');"
        "list(solve_boards(job, [(1, board), (2, board)], workers=2))"
    )
    with subprocess.Popen([sys.executable, "-c", script]) as batch:
        for _ in range(100_000):
            workers = psutil.Process(batch.pid).children(recursive=True)
            if len(workers) == 4:  # and their keepers
                break
        batch.kill()
    _, left = psutil.wait_procs(workers, timeout=20)
    assert (len(workers), left) == (4, [])


def test_a_worker_whose_batch_was_killed_before_it_began_ends_too():
    script = (
        "import multiprocessing, os\n"
        "from aima_search.processes.process_tree import die_with_parent\n"
        "parent = os.getpid()\n"
        "def begin():\n"
        "    os.getppid = lambda: 1\n"
        "    die_with_parent(parent)\n"
        "multiprocessing.set_start_method('fork')\n"
        "worker = multiprocessing.Process(target=begin)\n"
        "worker.start()\n"
        "worker.join()\n"
        "print(worker.exitcode)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{-signal.SIGKILL}\n", "")


OLDER = "line,status,seconds,cost,expanded,solution,message,board,configuration\n"


def test_a_results_file_of_an_older_version_is_left_as_it_is(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text(OLDER + "1,solved,0.5,2,9,a; b,,x,movix astar assignment\n")
    before = path.read_text()
    with pytest.raises(
        ValueError, match="from an older version of aima-search: choose another file"
    ):
        ResultsFile(path, JOB, resume=True)
    assert path.read_text() == before


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("line", "x"), ("cost", "1 000"), ("seconds", "9" * 5000), ("limit_nodes", "-1")),
        *(("options", "nan"), ("options", "2"), ("options", "[" * 100_000), ("solution", '"')),
    ],
)
def test_a_results_file_that_was_edited_is_refused_with_its_row_and_left_as_it_is(
    tmp_path, column, value
):
    path = tmp_path / "results.csv"
    with ResultsFile(path, JOB, resume=False) as record:
        for line, text in BOARDS[:2]:
            record.add(solve_board(JOB, line, text))
    names, first, second = path.read_text().splitlines()
    cells = next(csv.reader([second]))
    cells[columns().index(column)] = value
    edited = "\n".join([names, first, ",".join(f'"{cell}"' for cell in cells), ""])
    path.write_text(edited)
    with pytest.raises(InputError, match="row 2 is damaged") as caught:
        ResultsFile(path, JOB, resume=True)
    assert len(str(caught.value)) < 400 + len(str(path))
    assert path.read_text() == edited


def test_two_batches_do_not_write_one_file(tmp_path):
    path = tmp_path / "results.csv"
    with ResultsFile(path, JOB, resume=False) as first:
        first.add(solve_board(JOB, *BOARDS[0]))
        with pytest.raises(SearchError, match="being written by another batch"):
            ResultsFile(path, JOB, resume=True)
        first.add(solve_board(JOB, *BOARDS[1]))
    assert [row.extra["line"] for row in read_results(path)] == [1, 2]
    with ResultsFile(path, JOB, resume=True) as other:
        assert [row.extra["line"] for row in other.done] == [1, 2]
        other.add(solve_board(JOB, *BOARDS[3]))
    assert [row.extra["line"] for row in read_results(path)] == [1, 2, 4]


def test_of_two_new_files_of_one_name_the_second_is_refused(tmp_path):
    path = tmp_path / "results.csv"
    expected = "exists: to continue it, use --resume"
    with ResultsFile(path, JOB, resume=False), pytest.raises(SearchError, match=expected):
        ResultsFile(path, JOB, resume=False)


def test_one_heuristic_that_raises_is_a_row_and_not_the_end(tmp_path):
    file = tmp_path / "raises.py"
    file.write_text(
        "def h(problem):\n    def estimate(node):\n        return 1 / (problem.line - 3)\n"
        "    return estimate\n"
    )
    rows = list(solve_boards(BatchSettings("movix", {}, heuristic=f"{file}:h"), BOARDS))
    statuses = {row.extra["line"]: row.status for row in rows}
    assert statuses[4] == "heuristic-raised"
    assert statuses[1] == "solved"


def test_options_of_the_algorithm_are_a_part_of_the_job(tmp_path):
    job, same, other = (
        BatchSettings("movix", {}, f"weighted-astar(weight={weight})", "zero")
        for weight in ("1.50", "1.5", "2")
    )
    assert job.description == same.description == "movix weighted-astar(weight=1.5) zero"
    row = solve_board(job, *BOARDS[0])
    assert row.run.options == {"weight": 1.5}
    alone = solve(MovIX.parse(BOARDS[0][1]), "weighted-astar", "zero", weight=1.5)
    assert row.expanded == alone.expanded
    path = tmp_path / "results.csv"
    with ResultsFile(path, job, resume=False) as results:
        results.add(row)
    assert read_results(path) == [row]
    with ResultsFile(path, same, resume=True) as again:
        assert again.done == [row]
    with pytest.raises(
        InputError, match=r"the rows were written with 'movix weighted-astar\(weight=1.5\) zero'"
    ):
        ResultsFile(path, other, resume=True)


def test_a_seed_among_the_options_is_the_seed_of_the_run():
    job = BatchSettings("sudoku-local", {}, "beam(seed=3, k=2)")
    row = solve_board(job, 1, "..1.2....4....3.")
    assert (row.run.seed, row.run.options) == (3, {"k": 2})
    assert row.run.arguments == {"k": 2, "seed": 3}
    assert job.description == "sudoku-local beam(k=2, seed=3)"
    alone = solve(PUZZLES.get("sudoku-local").parse("..1.2....4....3."), "beam", k=2, seed=3)
    assert (row.value, row.expanded) == (alone.value, alone.expanded)
