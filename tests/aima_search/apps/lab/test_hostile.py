"""What hostile heuristics leave behind reaches no other run, nor outlives its laboratory."""

import os
from dataclasses import replace

import psutil
import pytest

from aima_search import solve
from aima_search.apps.lab import load, run_grid
from aima_search.apps.lab.worker import RunWorker
from puzzles import MovIX
from tests.aima_search.apps.lab.grids import with_specimens
from tests.aima_search.apps.lab.test_isolation import asking, run_of

EXPANDED = solve(MovIX.level("2-tiny"), heuristic="zero").expanded  # as ``good`` does it
pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="of systems with fork"),
    pytest.mark.gate("kills"),
]


@pytest.fixture(scope="module")
def worker():
    """One worker for all tests; it outlasts each test, or is replaced during it."""
    worker = RunWorker()
    yield worker
    worker.close()


@pytest.mark.parametrize(
    "name",
    [
        "leaves_a_thread",
        "leaves_an_alarm",
        "leaves_a_handler",
        "leaves_the_folder",
        "leaves_a_limit",
        "leaves_a_patch",
        "leaves_a_child",
        "leaves_a_child_in_a_session_of_its_own",
        "leaves_an_orphan",
        "forks",
    ],
)
def test_a_worker_that_is_not_clean_is_replaced(tmp_path, worker, name):
    assert worker.execute(run_of(tmp_path, "good")).status == "solved"
    spoilt = worker._child
    descendants = psutil.Process(spoilt.pid).children
    first = worker.execute(run_of(tmp_path, name))
    assert worker._child is None, first
    assert not spoilt.is_alive()
    with pytest.raises(psutil.NoSuchProcess):
        descendants(recursive=True)
    again = worker.execute(run_of(tmp_path, "good"))
    assert (again.status, again.expanded) == ("solved", EXPANDED)


def test_a_clean_worker_stays_whatever_is_built_in(tmp_path, worker):
    """The heuristics that import scipy and numpy, and start threads for them, leave no trace."""
    from aima_search.apps.lab import parse_grid
    from aima_search.apps.lab.grid import runs_of
    from aima_search.apps.lab.worker import task_of

    numbers = set()
    for puzzle, limits in (("movix", 300), ("hitori", 30), ("sudoku", 30)):
        text = f'puzzle = "{puzzle}"\nheuristics = "all"\n[limits]\nnodes = {limits}\n[instances]\n'
        grid = parse_grid(text + "count = 1\n", tmp_path)
        for run in runs_of(grid):
            outcome = worker.execute(task_of(run, grid))
            assert outcome.status in ("solved", "node-limit", "not-applicable"), outcome
            if (outcome.used_memory or 0) < 2**24:  # growth is a reason of its own
                assert worker._child is not None, run
                numbers.add(worker._child.worker)
    assert len(numbers) <= 2


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("forks", "solved", ""),
        ("forks_and_raises", "heuristic-raised", "after a fork"),
        ("asks_processes", "solved", ""),
        ("writes_everywhere", "worker-died", "gave no valid answer"),
        ("closes_everything", "worker-died", ""),
        ("says_half_a_character", "heuristic-raised", r"\ud800"),
        ("has_no_text", "heuristic-raised", "Unspeakable"),
    ],
)
def test_an_answer_is_that_of_its_run(tmp_path, worker, name, status, words):
    for _ in range(2):
        outcome = worker.execute(run_of(tmp_path, name))
        assert (outcome.status, words in outcome.message) == (status, True), outcome
        good = worker.execute(run_of(tmp_path, "good"))
        assert (good.status, good.expanded) == ("solved", EXPANDED)


def test_a_worker_that_speaks_out_of_turn_is_stopped_at_the_time_limit(tmp_path, worker):
    outcome = worker.execute(run_of(tmp_path, "writes_half_a_line_and_waits", seconds=0.1))
    assert outcome.status == "time-limit"
    assert worker.execute(run_of(tmp_path, "good")).status == "solved"


def test_memory_is_counted_over_all_that_a_run_has_started(tmp_path, worker):
    outcome = worker.execute(run_of(tmp_path, "eats_memory_in_a_child", memory="250MiB"))
    assert (outcome.status, "was killed" in outcome.message) == ("memory-limit", True), outcome


def test_the_clock_of_a_run_does_not_wait_for_what_another_has_left(tmp_path, worker):
    """A forked child that sleeps in a session of its own holds every pipe that the worker has."""
    for name in ("forks_a_sleeper", "raises", "forks_a_sleeper", "good"):
        outcome = worker.execute(run_of(tmp_path, name))
        assert outcome.values["wall_seconds"] < 60  # of the child's 600


def test_a_heuristic_in_an_endless_call_ends_with_its_laboratory(tmp_path):
    """With what it has started, in a session of its own too, though nothing can be told to it."""
    with asking(run_of(tmp_path, "is_inside_a_call", seconds=600), "pid") as (laboratory, keeper):
        for _ in range(100_000):
            there = [keeper, *keeper.children(recursive=True)]
            if len(there) == 3:  # keeper, worker, and what the heuristic starts
                break
        laboratory.kill()
    _, left = psutil.wait_procs(there, timeout=30)
    assert (len(there), left) == (3, [])


def test_a_worker_ended_with_the_machine_has_no_outcome(tmp_path, worker):
    process = psutil.Process(worker._started().worker)
    run = run_of(tmp_path, "good")
    process.terminate()
    process.wait(20)
    assert worker._run_task(worker._child, run) == (None, False)
    assert worker.execute(run).status == "solved"


def test_a_run_whose_workers_are_ended_again_and_again_is_given_up(tmp_path, worker):
    """A signal of shutdown is not an outcome of the run, unless it keeps coming."""
    task = run_of(tmp_path, "is_ended_with_the_machine")
    assert worker.execute(task) is None
    grid = with_specimens(tmp_path, "is_ended_with_the_machine")
    run_grid(grid, tmp_path / "s.sqlite", jobs=1)
    (row,) = load(tmp_path / "s.sqlite").as_dicts()
    assert (row["status"], row["message"]) == ("worker-died", "lost 3 times with its machine")


def test_hostile_heuristics_leave_the_rows_of_honest_ones_as_they_are(tmp_path):
    names = ["good", "forks", "leaves_a_patch", "says_half_a_character", "writes_everywhere"]
    grid = with_specimens(tmp_path, *names)
    honest = replace(grid, configurations=grid.configurations[:1])
    quiet, loud = (tmp_path / f"{name}.sqlite" for name in ("quiet", "loud"))
    run_grid(honest, quiet, jobs=1)
    progress = run_grid(replace(grid, repetitions=3), loud, jobs=2)
    assert progress.finished == 15
    (row,) = load(quiet).as_dicts()
    same = [one for one in load(loud).as_dicts() if one["heuristic"] == row["heuristic"]]
    assert len(same) == 3
    for name in ("status", "cost", "depth", "expanded", "generated", "max_frontier"):
        assert {one[name] for one in same} == {row[name]}, name
