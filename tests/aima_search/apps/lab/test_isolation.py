"""A run ruins nothing but itself: every outcome, and the worker that goes on."""

import pickle
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace

import psutil
import pytest

from aima_search.apps.lab.grid import runs_of
from aima_search.apps.lab.worker import RunWorker, task_of
from aima_search.base.limits import Limits
from tests.aima_search.apps.lab.grids import with_specimens

pytestmark = pytest.mark.gate("processes of a laboratory")

killed = pytest.mark.gate("kills")


@pytest.fixture(scope="module")
def worker():
    worker = RunWorker()
    yield worker
    worker.close()


def run_of(folder, name, **limits):
    """Return the task of a run with one of the specimens."""
    grid = with_specimens(folder, name, **limits)
    (run,) = runs_of(grid)
    return task_of(run, grid)


def changed(task, **values):
    """Return the task of a run that differs in some fields."""
    return replace(task, run=replace(task.run, **values))


@pytest.mark.parametrize(
    ("name", "limits", "outcome", "words"),
    [
        ("good", {}, "solved", ""),
        ("raises", {}, "heuristic-raised", "specimens.py, line 23: RuntimeError: no idea"),
        ("leaves", {}, "heuristic-raised", "SystemExit: bye"),
        ("is_text", {}, "heuristic-raised", "returned the text 'seven': expected a number"),
        ("takes_a_state", {}, "heuristic-raised", "failed. h gets a node, not a state: begin"),
        ("lies_about_costs", {}, "wrong-answer", "does not lead"),
        ("moves_the_goal", {}, "wrong-answer", "is not a goal"),
        ("ends_the_process", {}, "worker-died", "exit status 7"),
        pytest.param("never_returns", {"seconds": 1}, "time-limit", "was killed", marks=killed),
        pytest.param("sleeps", {"seconds": 1}, "time-limit", "was killed", marks=killed),
        pytest.param("eats_memory", {"memory": "250MiB"}, "memory-limit", "", marks=killed),
        pytest.param("eats_at_once", {"memory": "250MiB"}, "memory-limit", "", marks=killed),
        ("talks", {}, "solved", ""),
    ],
)
def test_every_outcome_has_its_name(tmp_path, worker, name, limits, outcome, words):
    result = worker.execute(run_of(tmp_path, name, **limits))
    assert (result.status, words in result.message) == (outcome, True), result.message
    assert worker.execute(run_of(tmp_path, "good")).status == "solved"


def test_a_worker_serves_many_runs_until_it_is_spoilt(tmp_path, worker):
    def process_after(name, **limits):
        worker.execute(run_of(tmp_path, name, **limits))
        return worker._child and worker._child.worker

    first = process_after("good")
    assert first is not None
    assert process_after("good") == first
    assert process_after("raises") is None
    assert process_after("good") != first
    assert process_after("eats_memory", memory="250MiB") is None


def test_limits_of_the_search_itself(tmp_path, worker):
    run = run_of(tmp_path, "good")
    assert worker.execute(changed(run, limits=Limits(nodes=3))).status == "node-limit"
    never = changed(run, instance="6x6,6:1L3M/1V4/4H1/2M1H1/V4S/2ML2")
    result = worker.execute(changed(never, limits=Limits(seconds=1)))
    assert (result.status, result.message) == ("time-limit", "")
    assert result.expanded > 0


def test_counts_are_those_of_solve(tmp_path, worker):
    from aima_search import solve
    from puzzles import MovIX

    run = changed(run_of(tmp_path, "good"), heuristic="assignment")
    result = worker.execute(run)
    direct = solve(MovIX.level("2-tiny"), heuristic="assignment")
    names = "cost expanded generated reopened expanded_below_cost max_frontier branching_factor"
    for name in names.split():
        assert getattr(result, name) == getattr(direct, name)
    assert result.depth == len(direct.actions)


def test_an_algorithm_that_does_not_apply(tmp_path, worker):
    run = changed(run_of(tmp_path, "good"), algorithm="hill-climbing", heuristic=None, seed=1)
    result = worker.execute(run)
    assert result.status in ("not-applicable", "problem-raised", "not-found"), result


@contextmanager
def asking(run, whose):
    """Let a laboratory of its own do a run; yield it and its "worker", or the worker's keeper."""
    script = (
        "import pickle, sys; from aima_search.apps.lab.worker import RunWorker;"
        f"w = RunWorker(); print(w._started().{whose}, flush=True);"
        "w.execute(pickle.loads(bytes.fromhex(sys.argv[1])))"
    )
    command = [sys.executable, "-c", script, pickle.dumps(run).hex()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as laboratory:
        yield laboratory, psutil.Process(int(laboratory.stdout.readline()))


def test_no_process_outlives_its_laboratory(tmp_path):
    """A worker in an endless search ends when its laboratory is killed."""
    with asking(run_of(tmp_path, "never_returns", seconds=600), "worker") as (laboratory, worker):
        laboratory.kill()
    gone, _ = psutil.wait_procs([worker], timeout=20)
    assert gone, "the worker is still there"


def test_closing_ends_the_process(tmp_path):
    worker = RunWorker()
    worker.execute(run_of(tmp_path, "good"))
    process = psutil.Process(worker._child.worker)
    worker.close()
    assert psutil.wait_procs([process], timeout=20)[1] == []
    assert worker.execute(run_of(tmp_path, "good")) is None
