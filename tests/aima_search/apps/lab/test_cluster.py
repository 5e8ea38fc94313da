"""Runs on a Dask cluster: a real scheduler and real workers, one of them killed."""

import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from aima_search.apps.lab import run_grid
from aima_search.base.errors import MissingExtra, SearchError
from tests.aima_search.apps.lab.grids import small

needs_distributed = pytest.mark.skipif(
    find_spec("distributed") is None, reason="distributed is not installed (extra 'distributed')"
)
pytestmark = [
    pytest.mark.filterwarnings("default"),  # warnings of Dask are not ours
    pytest.mark.gate("a cluster"),
]

_DASK = "import sys; from distributed.cli.{0} import main; sys.exit(main())"


@contextmanager
def dask(role, *arguments):
    """Start ``dask scheduler`` or ``dask worker`` in a process, yield it; end it."""
    command = [sys.executable, "-c", _DASK.format(f"dask_{role}"), *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_line(process, words):
    """Return the first line of a process' errors that has the words."""
    for line in process.stderr:
        if words in line:
            return line
    raise AssertionError(f"the process ended without {words!r}")


@contextmanager
def dask_scheduler():
    """Start a scheduler, yield its process and its address."""
    with dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard") as process:
        yield process, wait_for_line(process, "Scheduler at:").split()[-1]


@pytest.fixture
def scheduler():
    with dask_scheduler() as (_, address):
        yield address


@contextmanager
def worker(address):
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    with dask("worker", address, *options) as process:
        wait_for_line(process, "Registered to:")
        yield process


@needs_distributed
def test_the_runs_of_a_killed_worker_are_done_elsewhere(scheduler, tmp_path):
    store = tmp_path / "results.sqlite"
    with worker(scheduler) as first, worker(scheduler):

        def kill_one(progress):
            if progress.finished >= 3:
                first.kill()

        progress = run_grid(small(), store, scheduler=scheduler, on_progress=kill_one)
        assert progress.outcomes == {"solved": 18}
        assert first.wait() != 0
    again = run_grid(small(), store, jobs=1)
    assert again.stored_before == 18


@needs_distributed
def test_a_scheduler_that_is_not_there(tmp_path, monkeypatch):
    from aima_search.processes import pools

    monkeypatch.setattr(pools, "_CONNECT_TIMEOUT", 0.2)
    with pytest.raises(SearchError, match="Dask scheduler"):
        run_grid(small(), tmp_path / "s.sqlite", scheduler="tcp://127.0.0.1:9")
    assert not (tmp_path / "s.sqlite").exists()


@needs_distributed
def test_a_cluster_of_ones_own(tmp_path):
    progress = run_grid(small(), tmp_path / "s.sqlite", scheduler="local", jobs=2)
    assert progress.outcomes == {"solved": 18}


@needs_distributed
def test_a_lab_without_workers_says_what_it_waits_for(scheduler, tmp_path):
    messages = []

    class Enough(Exception):
        pass

    def listen(progress):
        if progress.waiting:
            messages.append(progress.waiting)
            raise Enough

    with pytest.raises(Enough):
        run_grid(small(), tmp_path / "s.sqlite", scheduler=scheduler, on_progress=listen)
    assert messages == [
        f"the cluster has no workers: start workers (dask worker {scheduler}), or wait"
    ]


@needs_distributed
def test_a_scheduler_that_dies_is_told_in_a_line(tmp_path, capfd):
    import dask

    with dask_scheduler() as (process, address), worker(address):

        def kill(progress):
            if progress.finished >= 3:
                dask.config.set({"distributed.comm.timeouts.connect": "1s"})
                process.kill()

        with (
            dask.config.set({}),  # what is set in it is forgotten after it
            pytest.raises(
                SearchError, match=f"lost the connection to the Dask scheduler {address}"
            ),
        ):
            run_grid(small(), tmp_path / "s.sqlite", scheduler=address, on_progress=kill)
    assert capfd.readouterr().err == ""
    again = run_grid(small(), tmp_path / "s.sqlite", jobs=1)
    assert again.stored_before >= 3
    assert again.outcomes == {"solved": 18}


def test_the_extra_is_named_where_it_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"\[distributed\]"):
        run_grid(small(), tmp_path / "s.sqlite", scheduler="local")
