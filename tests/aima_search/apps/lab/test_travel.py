"""What a run needs travels with it, by content: folders may move, files may change."""

import pickle
import shutil

import pytest

from aima_search.apps.lab import load, parse_grid, run_grid
from aima_search.apps.lab.grid import runs_of
from aima_search.apps.lab.worker import RunWorker, task_of
from tests.aima_search.apps.lab.grids import SMALL

pytestmark = pytest.mark.gate("processes of a laboratory")

MINE = "heuristics = ['zero', 'my.py:h']\n"
HALF = SMALL.replace('heuristics = ["zero", "assignment"]\n', MINE)
ZERO = "def h(node):\n    return 0\n"


class Stop(Exception):
    """Ends a lab in the middle, as a kill does."""


@pytest.fixture
def folder(tmp_path):
    """The folder of a grid that has a heuristic of its own."""
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "grid.toml").write_text(HALF)
    (folder / "my.py").write_text(ZERO)
    return folder


def begun(folder, store):
    """Do a few runs of the folder's grid."""

    def stop(progress):
        if progress.finished >= 3:
            raise Stop

    with pytest.raises(Stop):
        run_grid(folder / "grid.toml", store, jobs=1, on_progress=stop)


def test_a_grid_goes_on_where_its_folder_was_renamed(folder, tmp_path):
    begun(folder, tmp_path / "s.sqlite")
    moved = folder.rename(tmp_path / "elsewhere")
    progress = run_grid(moved / "grid.toml", tmp_path / "s.sqlite", jobs=1)
    assert progress.stored_before >= 3
    assert progress.outcomes == {"solved": 18}


def test_a_run_needs_no_folder(folder, tmp_path):
    grid = parse_grid(HALF, folder)
    tasks = {run.heuristic: pickle.dumps(task_of(run, grid)) for run in runs_of(grid)}
    assert str(folder).encode() not in tasks["zero"]
    shutil.rmtree(folder)
    worker = RunWorker()
    try:
        for line in tasks.values():
            assert worker.execute(pickle.loads(line)).status == "solved"
    finally:
        worker.close()


def test_workers_need_not_the_folder_that_the_lab_was_started_in(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(folder)
    grid = parse_grid(HALF, folder)
    shutil.rmtree(folder)
    assert run_grid(grid, tmp_path / "s.sqlite", jobs=1).outcomes == {"solved": 18}


HELPED = "from helper import dist\ndef h(node):\n    return dist(node)\n"
DIST = "def dist(node):\n    return 0\n"


def test_what_lies_next_to_a_file_travels_with_it_and_belongs_to_the_key(folder, tmp_path):
    (folder / "my.py").write_text(HELPED)
    (folder / "helper.py").write_text(DIST)
    (folder / "unused.py").write_text("1 / 0")
    grid = parse_grid(HALF, folder)
    assert set(grid.files) == {"my.py", "helper.py"}
    keys = {run.key for run in runs_of(grid)}
    (folder / "helper.py").write_text(DIST.replace("0", "1"))
    changed = {run.key for run in runs_of(parse_grid(HALF, folder))}
    assert (len(keys), len(keys - changed)) == (18, 6)
    shutil.rmtree(folder)
    assert run_grid(grid, tmp_path / "s.sqlite", jobs=1).outcomes == {"solved": 18}


def test_a_file_edited_while_its_lab_runs_is_run_as_it_was_read(folder, tmp_path):
    def edit(progress):
        (folder / "my.py").write_text("def h(node):\n    raise RuntimeError('of the new text')\n")

    store = tmp_path / "s.sqlite"
    progress = run_grid(folder / "grid.toml", store, jobs=1, on_progress=edit)
    assert progress.outcomes == {"solved": 18}
    keys = {row["key"] for row in load(store).as_dicts() if row["heuristic"] == "my.py:h"}
    again = run_grid(folder / "grid.toml", store, jobs=1)
    assert (again.stored_before, again.outcomes["heuristic-raised"]) == (12, 6)
    new = {row["key"] for row in load(store).as_dicts() if row["heuristic"] == "my.py:h"}
    assert len(keys) == len(new) == 6
    assert not keys & new
