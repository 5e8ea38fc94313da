"""The store: written once, claimed once, resumed, never mistaken for another file."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from aima_search.apps.lab.store import Store, StoreError
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.grids import small

pytestmark = pytest.mark.gate("processes of a laboratory, kills")

SOLVED = RunOutcome("solved", values={"cost": 3, "expanded": 10})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.sqlite"


@contextmanager
def opened(path):
    """Open any database, and close it with its changes written."""
    with closing(sqlite3.connect(path)) as database, database:
        yield database


def prepared(path):
    """Return an open store with the small grid, signed in, and the grid's id."""
    grid = small()
    store = Store(path)
    name = store.add_grid(grid)
    store.sign_in("{}")
    return store, name


def test_a_result_is_written_once_by_the_one_that_claimed_it(path):
    first, grid = prepared(path)
    second, _ = prepared(path)
    with first, second:
        (run,) = first.claim(grid, 1)
        assert not second.finish(run.key, SOLVED)
        assert first.finish(run.key, SOLVED)
        assert not first.finish(run.key, RunOutcome("time-limit"))
        (row,) = second.rows(grid)
        assert (row["status"], row["cost"], row["expanded"]) == ("solved", 3, 10)


def test_two_labs_never_claim_the_same_run(path):
    first, grid = prepared(path)
    second, _ = prepared(path)
    with first, second:
        claimed = [
            run.key for _ in range(9) for lab in (first, second) for run in lab.claim(grid, 1)
        ]
        assert len(claimed) == len(set(claimed)) == 18
        assert first.claim(grid, 5) == []


def test_a_new_store_waits_for_another_lab_that_is_setting_it_up(path):
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.3, other.execute, ["ROLLBACK"]).start()
        with Store(path) as store:
            assert not other.in_transaction
            assert store.grids() == []


def test_what_a_closed_lab_had_claimed_is_missing_again(path):
    first, grid = prepared(path)
    with first:
        before = first.claim(grid, 18)
    second, _ = prepared(path)
    with second:
        assert {run.key for run in second.claim(grid, 18)} == {run.key for run in before}


def test_claims_of_a_killed_process_are_void_at_once(path):
    store, grid = prepared(path)
    with store:
        script = (
            "import os, sys; from tests.aima_search.apps.lab.test_store import prepared;"
            f" store, grid = prepared({str(path)!r}); store.claim(grid, 5); os._exit(9)"
        )
        done = subprocess.run([sys.executable, "-c", script], check=False)
        assert done.returncode == 9
        assert len(store.claim(grid, 18)) == 13
        store.release_dead_claims()
        assert len(store.claim(grid, 18)) == 5


def test_a_lab_elsewhere_is_alive_as_long_as_its_heart_beats(path):
    mine, grid = prepared(path)
    other, _ = prepared(path)
    with mine, other:
        other.claim(grid, 18)
        with opened(path) as database:
            database.execute("UPDATE labs SET host = 'elsewhere' WHERE id = ?", (other.lab,))
        mine.release_dead_claims()
        assert mine.claim(grid, 18) == []
        with opened(path) as database:
            database.execute("UPDATE labs SET heartbeat = 0 WHERE id = ?", (other.lab,))
        mine.release_dead_claims()
        assert len(mine.claim(grid, 18)) == 18


def test_other_files_are_refused_and_left_as_they_are(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("no database at all, but quite long enough to look at\n" * 100)
    database = tmp_path / "other.sqlite"
    with opened(database) as other:
        other.execute("CREATE TABLE mine (x)")
    for path in (text, database):
        before = path.read_bytes()
        with pytest.raises(StoreError, match="not a results store"):
            Store(path)
        assert path.read_bytes() == before
    with pytest.raises(StoreError, match="no such file"):
        Store(tmp_path / "gone.sqlite", must_exist=True)
    with pytest.raises(StoreError, match="unable to open"):
        Store(tmp_path / "gone" / "results.sqlite")


def test_a_store_of_another_version_is_refused(path):
    Store(path).close()
    with opened(path) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="version 99, expected 3"):
        Store(path)


def test_a_full_disk_is_told_in_a_line_and_what_is_finished_is_kept(path, monkeypatch):
    from aima_search.apps.lab import run_grid

    grid = replace(small(), repetitions=10)
    add_grid = Store.add_grid

    def and_leave_little_room(store, grid):
        name = add_grid(store, grid)
        pages = store._value("PRAGMA page_count")
        store._value(f"PRAGMA max_page_count = {pages}")
        return name

    monkeypatch.setattr(Store, "add_grid", and_leave_little_room)
    with pytest.raises(StoreError, match=r"results.sqlite.*: the disk is full: free some space"):
        run_grid(grid, path, jobs=1)
    finished = sum(count for status, count in statuses(path) if status)
    assert 0 < finished < 180
    monkeypatch.undo()
    progress = run_grid(grid, path, jobs=1)
    assert (progress.stored_before, progress.finished) == (finished, 180)


def statuses(path):
    with opened(path) as database:
        return database.execute("SELECT status, count(*) FROM runs GROUP BY status").fetchall()


def test_a_locked_store_is_told_in_a_line(path, monkeypatch):
    from aima_search.apps.lab import store as module

    prepared(path)[0].close()
    monkeypatch.setattr(module, "_PATIENCE", 0.05)
    with opened(path) as database:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="another program has locked the file"):
            prepared(path)


def test_a_damaged_store_is_told_in_a_line(path):
    store, grid = prepared(path)
    store.close()
    content = bytearray(path.read_bytes())
    content[8192:] = b"\x55" * (len(content) - 8192)
    path.write_bytes(bytes(content))
    with Store(path) as damaged, pytest.raises(StoreError, match="the file is damaged"):
        damaged.counts(grid)


def test_a_store_that_cannot_be_written_is_read_with_what_was_written_last(path, monkeypatch):
    from aima_search.apps.lab import load
    from aima_search.apps.lab import store as module

    store, grid = prepared(path)
    (run,) = store.claim(grid, 1)
    store.finish(run.key, SOLVED)
    connect = sqlite3.connect

    def as_on_a_read_only_disk(file, **options):
        if file == path:
            raise sqlite3.OperationalError("unable to open database file")
        return connect(file, **options)

    monkeypatch.setattr(module.sqlite3, "connect", as_on_a_read_only_disk)
    with pytest.raises(StoreError, match="the file cannot be opened"):
        Store(path)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0  # the row is not in the file yet
    assert [row["key"] for row in load(path).as_dicts()] == [run.key]
    store.close()
