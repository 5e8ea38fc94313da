"""lab run: everything once, whatever is killed, however many labs there are."""

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from aima_search.apps.lab import parse_grid, run_grid
from aima_search.apps.lab.grid import runs_of
from aima_search.base.errors import InputError, UnknownName
from tests.aima_search.apps.lab.grids import SMALL, small, with_specimens

pytestmark = pytest.mark.gate("processes of a laboratory, kills")


def rows(path, query="SELECT key, status, ended, lab FROM runs ORDER BY key"):
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute(query).fetchall()


@pytest.fixture
def store(tmp_path):
    return tmp_path / "results.sqlite"


def test_more_workers_than_the_machine_can_stand_are_refused(store):
    with pytest.raises(InputError, match="jobs=99999999: expected 1 to"):
        run_grid(small(), store, jobs=99_999_999)
    assert not store.exists()


def test_a_second_time_nothing_is_done_again(store):
    counts = []
    first = run_grid(small(), store, jobs=2, on_progress=lambda now: counts.append(now.finished))
    assert first.total == first.finished == first.outcomes["solved"] == 18
    assert counts == sorted(counts)
    before = rows(store)
    second = run_grid(small(), store, jobs=1)
    assert (second.stored_before, second.finished) == (18, 18)
    assert rows(store) == before


def test_a_grown_grid_does_only_what_is_new(store, tmp_path):
    run_grid(small(), store, jobs=2)
    before = set(rows(store))
    grown = parse_grid(SMALL.replace('"zero",', '"zero", "conflicts",'), tmp_path)
    progress = run_grid(grown, store, jobs=2)
    assert (progress.stored_before, progress.total) == (18, 24)
    assert before < set(rows(store))


@pytest.mark.gate("kills")
def test_one_bad_heuristic_leaves_the_others_alone(store, tmp_path):
    names = ("good", "raises", "ends_the_process", "lies_about_costs", "never_returns")
    progress = run_grid(with_specimens(tmp_path, *names, seconds=4), store, jobs=2)
    assert progress.outcomes == {
        "solved": 1,
        "heuristic-raised": 1,
        "worker-died": 1,
        "wrong-answer": 1,
        "time-limit": 1,
    }


LAB = """
import os, signal, sys
from aima_search.apps.lab import run_grid
signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal, wherever this runs
grid, store, signals = sys.argv[1], sys.argv[2], [int(number) for number in sys.argv[3:]]
def wait(words):
    print(words, flush=True)
    sys.stdin.readline()
waits = [lambda: wait("at work")]
def on_progress(now):
    if signals and now.finished >= 10:
        os.kill(os.getpid(), signals.pop())
    if now.last and waits:
        waits.pop()()
wait("ready")
run_grid(grid, store, jobs=1, on_progress=on_progress)
"""


def lab_process(folder, store, *ended_by, count=30):
    """Make ready for ``go_on`` a lab of 6 * count runs; it gets ``ended_by`` after ten of them."""
    (folder / "grid.toml").write_text(SMALL.replace("count = 3", f"count = {count}"))
    arguments = [str(folder / "grid.toml"), str(store), *(str(int(number)) for number in ended_by)]
    command = [sys.executable, "-c", LAB, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def go_on(*labs, after):
    """Let labs go on at the same moment, however long each took to come as far as that."""
    for lab in labs:
        assert lab.stdout.readline() == f"{after}\n"
    for lab in labs:
        lab.stdin.write("\n")
        lab.stdin.flush()


@pytest.mark.gate("kills")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_a_lab_ended_in_the_middle_goes_on_where_it_was(store, tmp_path, ending):
    with lab_process(tmp_path, store, ending, count=10) as lab:
        go_on(lab, after="ready")
        lab.communicate()
    done = {row for row in rows(store) if row[1] is not None}
    assert 10 <= len(done) < 60
    progress = run_grid(tmp_path / "grid.toml", store, jobs=2)
    assert (progress.stored_before, progress.finished) == (len(done), 60)
    assert done < set(rows(store))


@pytest.mark.gate("many processes")
def test_two_labs_on_one_store_share_the_work(store, tmp_path):
    with lab_process(tmp_path, store) as first, lab_process(tmp_path, store) as second:
        go_on(first, second, after="ready")
        go_on(first, second, after="at work")
        outputs = [lab.communicate() for lab in (first, second)]
    assert [lab.returncode for lab in (first, second)] == [0, 0], outputs
    finished = rows(store)
    assert len(finished) == 180
    assert {outcome for _, outcome, _, _ in finished} <= {"solved", "no-solution"}
    labs = dict(rows(store, "SELECT lab, count(*) FROM runs GROUP BY lab"))
    assert len(labs) == 2, labs


def test_a_lab_waits_for_what_another_one_has_claimed(store):
    """It returns when the grid is complete, not when nothing is left to claim."""
    from aima_search.runs.record import RunOutcome
    from tests.aima_search.apps.lab.test_store import prepared

    other, grid = prepared(store)
    with other:
        (claimed,) = other.claim(grid, 1)
        answers = []
        is_reported = threading.Event()

        def listen(progress):
            if progress.finished == 17:
                is_reported.set()

        thread = threading.Thread(
            target=lambda: answers.append(run_grid(small(), store, jobs=1, on_progress=listen))
        )
        thread.start()
        assert is_reported.wait(60)
        assert not answers
        other.finish(claimed.key, RunOutcome("solved", values={"cost": 1}))
        thread.join(60)
        assert [answer.finished for answer in answers] == [18]


def test_the_store_knows_the_grid_and_the_versions(store):
    run_grid(small(), store, jobs=1)
    ((text, versions),) = rows(store, "SELECT text, versions FROM grids, labs")
    assert text == SMALL
    assert '"Python": ' in versions
    assert {row[0] for row in rows(store)} == {run.key for run in runs_of(small())}


@pytest.mark.gate("many processes")
def test_unexpected_outcomes_are_tried_again_on_run_task(store, tmp_path):
    grid = with_specimens(tmp_path, "good", "raises", "ends_the_process")
    assert run_grid(grid, store, jobs=1).outcomes["worker-died"] == 1
    before = {key: ended for key, _, ended, _ in rows(store)}
    again = run_grid(grid, store, jobs=1, retry=["worker-died", "time-limit"])
    assert (again.stored_before, again.finished) == (2, 3)
    after = {key: ended for key, _, ended, _ in rows(store)}
    assert sum(before[key] != after[key] for key in before) == 1
    assert run_grid(grid, store, jobs=1).stored_before == 3
    with pytest.raises(UnknownName, match="did you mean 'worker-died'"):
        run_grid(grid, store, jobs=1, retry=["worker-did"])


def test_a_lab_that_slept_beside_another_one_does_nothing_twice(store, monkeypatch):
    """Its clock jumps an hour at every look, as over a laptop's sleep: its claims still hold."""
    from aima_search.apps.lab import store as store_of_labs
    from tests.aima_search.apps.lab.test_store import prepared

    hours = iter(range(10**6))
    clock = type("clock", (), {"time": lambda: 1e9 + 3600 * next(hours)})
    clock.monotonic = staticmethod(time.monotonic)
    monkeypatch.setattr(store_of_labs, "time", clock)
    other, grid = prepared(store)
    with other:
        claimed = other.claim(grid, 5)
        third, _ = prepared(store)
        with third:
            third.release_dead_claims()
            assert len(third.claim(grid, 100)) == 18 - len(claimed)


@pytest.mark.gate("many processes")
def test_a_claim_that_was_lost_and_won_again_is_in_flight_once(store):
    """As of a lab on another machine that slept until its claims were void, and woke."""

    def lose_claims(progress):
        with closing(sqlite3.connect(store)) as database, database:
            database.execute("UPDATE runs SET lab = NULL WHERE status IS NULL")

    progress = run_grid(small(), store, jobs=2, on_progress=lose_claims)
    assert (progress.finished, progress.outcomes) == (18, {"solved": 18})


@pytest.mark.gate("many processes")
def test_a_failure_of_the_lab_itself_is_an_outcome(store, monkeypatch):
    from aima_search.apps.lab import worker

    def fails(*arguments):
        raise ZeroDivisionError("of the lab")

    monkeypatch.setattr(worker.RunWorker, "_run_task", fails)  # such a worker is not used again
    grid = parse_grid(SMALL.replace("line = [3, 4]\ncount = 3", "line = 3\ncount = 1"), Path())
    assert run_grid(grid, store, jobs=2).outcomes == {"worker-died": 3}
