"""The store of an experiment: one SQLite file, a row a run, shared by any number of labs.

A run is *missing* until its status is written. A lab *claims* missing runs before it does them. A
claim holds while the lab is alive: while its heartbeat is recent or, on the same machine, while its
process is there. The claims of a dead lab are missing runs again.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from aima_search.base.errors import InputError
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import CURVES, Ending, Run, columns_of_runs

_APPLICATION = 0x41494D41  # "AIMA": a file with this number is a store
_PATIENCE = 60.0  # seconds that one lab waits while another lab writes


# The tables of a store, made of the fields of a run and of all measures.
#
# runs: a row a run, finished or not (no status yet), with the lab that has claimed or done it.
# grids: the text of each grid and its plan, JSON of what reports need. grid_runs: which runs
# belong
# to a grid, in the order of work. labs: the processes that did the work, and with what versions.


VERSION = 2

_TYPES = {"int": "INTEGER", "float": "REAL", "str": "TEXT"}
_OPTIONS = "TEXT"  # as JSON

RUN_COLUMNS = {
    name: _TYPES.get(kind.removesuffix(" | None"), _OPTIONS)
    for name, kind in columns_of_runs().items()
}
"""The columns that describe a run, with their types."""


def ending_columns() -> dict[str, str]:
    """Return the columns of a run's ending, with their types."""
    whole = ("count", "bytes")
    return {
        "status": "TEXT",
        "message": "TEXT",
        **{
            name: "INTEGER" if measure.kind in whole else "REAL"
            for name, measure in MEASURES.items()
        },
        "wall_seconds": "REAL",
        **dict.fromkeys(CURVES, "TEXT"),  # JSON: pairs
    }


def schema() -> list[str]:
    """Return the statements that set a store up."""
    columns = {"key": "TEXT PRIMARY KEY", **RUN_COLUMNS, **ending_columns()}
    columns |= {"ended": "REAL", "lab": "INTEGER REFERENCES labs (id)"}
    listed = ", ".join(f"{name} {kind}" for name, kind in columns.items())
    return [f"CREATE TABLE runs ({listed}) WITHOUT ROWID", *_OTHER_TABLES]


_OTHER_TABLES = (
    """CREATE TABLE grids (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    plan TEXT NOT NULL,
    started REAL NOT NULL
)""",
    """CREATE TABLE grid_runs (
    grid TEXT NOT NULL REFERENCES grids (id),
    position INTEGER NOT NULL,
    key TEXT NOT NULL REFERENCES runs (key),
    PRIMARY KEY (grid, position)
) WITHOUT ROWID""",
    """CREATE TABLE labs (
    id INTEGER PRIMARY KEY,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    process_started REAL NOT NULL,
    heartbeat REAL NOT NULL,
    versions TEXT NOT NULL
)""",
)


# What can go wrong with the file of a store, in words; reading a store that is read-only.


_P = ParamSpec("_P")
_R = TypeVar("_R")

_WORDS = (
    ("full", "the disk is full: make room, and the same command goes on with what is finished"),
    ("locked", "another program holds it locked: wait until it ends, or end it"),
    ("readonly", "it cannot be written: name a file elsewhere with --store, or copy it there"),
    ("unable to open", "it cannot be opened for writing: is there such a folder, may you write?"),
    ("malformed", "it is damaged: take a copy of it, or name another file with --store"),
    ("disk I/O", "the disk failed while it was read or written"),
)


class StoreError(InputError):
    """A file is not a store, or a store of another version, or cannot be used."""


class UnwritableStore(StoreError):
    """A store that can perhaps be read, but not written."""


class _HasPath(Protocol):
    path: Path


_S = TypeVar("_S", bound=_HasPath)


def store_error(path: Path, error: sqlite3.Error) -> StoreError:
    """Return SQLite's error as a StoreError that says what to do."""
    text = str(error)
    words = next((words for part, words in _WORDS if part in text), "")
    kind = UnwritableStore if "readonly" in text or "unable to open" in text else StoreError
    return kind(
        f"store {str(path)!r}: {words} ({text})" if words else f"store {str(path)!r}: {text}"
    )


def telling(method: Callable[Concatenate[_S, _P], _R]) -> Callable[Concatenate[_S, _P], _R]:
    """Return a method of a store that raises SQLite's errors as StoreError, in a line."""

    @wraps(method)
    def told(self: _S, /, *arguments: _P.args, **options: _P.kwargs) -> _R:
        try:
            return method(self, *arguments, **options)
        except sqlite3.Error as error:
            raise store_error(self.path, error) from None

    return told


def copy_of(path: Path) -> tuple[Path, TemporaryDirectory[str]]:
    """Return a copy of a store, with the last writes, and the folder of the copy.

    SQLite makes files next to a store even to read it, and a read-only place does not allow that.
    """
    folder = TemporaryDirectory()
    for name in (path.name, f"{path.name}-wal"):
        if path.with_name(name).is_file():
            shutil.copyfile(path.with_name(name), Path(folder.name, name))
    return Path(folder.name, path.name), folder


class Store:
    """An open store; use as a context manager, in one thread."""

    def __init__(self, path: str | Path, *, must_exist: bool = False) -> None:
        """Open the file, or set it up if it is new; StoreError if it is not a store."""
        self.path = Path(path)
        self.lab: int | None = None
        self._position = 0  # in the order of work: few runs before it are missing
        self._copy: TemporaryDirectory[str] | None = None
        if must_exist and not self.path.is_file():
            raise StoreError(f"store {str(path)!r}: there is no such file")
        self._open(self.path)

    @classmethod
    def to_read(cls, path: str | Path) -> Store:
        """Open an existing store; if it cannot be written, open a copy."""
        try:
            return cls(path, must_exist=True)
        except UnwritableStore:
            copy, folder = copy_of(Path(path))
            store = cls(copy, must_exist=True)
            store._copy = folder
            return store

    def _open(self, path: Path) -> None:
        try:
            self._database = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        except sqlite3.Error as error:
            raise store_error(path, error) from None
        try:
            self._set_up()
        except sqlite3.Error as error:
            self._database.close()
            if "not a database" in str(error):
                what = f"file {str(path)!r} is not a store of a laboratory: {error}"
                raise StoreError(what) from None
            raise store_error(path, error) from None
        except StoreError:
            self._database.close()
            raise

    def _set_up(self) -> None:
        query = self._database.execute
        is_new = self._is_empty()
        if not is_new:
            self._check_kind()
            self._add_new_columns()
        self._write_ahead()
        query("PRAGMA synchronous = NORMAL")
        if is_new:
            with self._transaction():
                if self._is_empty():  # and no other lab has just set it up
                    for statement in schema():
                        query(statement)
                    query(f"PRAGMA application_id = {_APPLICATION}")
                    query(f"PRAGMA user_version = {VERSION}")

    def _write_ahead(self) -> None:
        """Let readers and a writer work side by side.

        SQLite does not wait for other connections during this change: its busy timeout does not
        apply. Two labs that start at once both make the change, so this method waits.
        """
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    def _is_empty(self) -> bool:
        return not self._value("SELECT count(*) FROM sqlite_master")

    def _check_kind(self) -> None:
        if self._value("PRAGMA application_id") != _APPLICATION:
            raise StoreError(f"file {str(self.path)!r} is a database, not a store of a laboratory")
        version = self._value("PRAGMA user_version")
        if version != VERSION:
            raise StoreError(
                f"store {str(self.path)!r} has version {version}, expected {VERSION}: read it with"
                " the aima-search that wrote it, or name another file with --store"
            )

    def _add_new_columns(self) -> None:
        """Give a store a column for each measure and limit that is newer than the store."""
        there = {row[1] for row in self._database.execute("PRAGMA table_info(runs)")}
        for column, kind in {**RUN_COLUMNS, **ending_columns()}.items():
            if column not in there:
                self._database.execute(f"ALTER TABLE runs ADD COLUMN {column} {kind}")

    def _value(self, query: str) -> Any:
        return self._database.execute(query).fetchone()[0]

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back the claimed runs and close the file."""
        with suppress(sqlite3.Error):  # else the next lab finds out that this lab is dead
            if self.lab is not None:
                self._database.execute(
                    "UPDATE runs SET lab = NULL WHERE lab = ? AND status IS NULL", (self.lab,)
                )
        self._database.close()
        if self._copy is not None:
            self._copy.cleanup()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._database.in_transaction:  # SQLite has gone back by itself if a disk is full
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @telling
    def add_grid(self, grid: str, name: str, text: str, plan: str, runs: Sequence[Run]) -> None:
        """Write down a grid and its runs; known runs are kept as they are."""
        columns = ", ".join(["key", *RUN_COLUMNS])
        marks = ", ".join(f":{column}" for column in ["key", *RUN_COLUMNS])
        with self._transaction():
            self._database.execute(
                "INSERT OR REPLACE INTO grids VALUES (?, ?, ?, ?, ?)",
                (grid, name, text, plan, time.time()),
            )
            self._database.execute("DELETE FROM grid_runs WHERE grid = ?", (grid,))
            self._database.executemany(
                f"INSERT OR IGNORE INTO runs ({columns}) VALUES ({marks})",
                [{"key": run.key, **run.as_row()} for run in runs],
            )
            self._database.executemany(
                "INSERT INTO grid_runs VALUES (?, ?, ?)",
                [(grid, position, run.key) for position, run in enumerate(runs)],
            )

    @telling
    def sign_in(self, versions: str) -> None:
        """Become a lab that can claim runs."""
        host, process, started = this_process()
        cursor = self._database.execute(
            "INSERT INTO labs (host, process, process_started, heartbeat, versions)"
            " VALUES (?, ?, ?, ?, ?)",
            (host, process, started, time.time(), versions),
        )
        self.lab = cursor.lastrowid

    @telling
    def beat(self) -> None:
        """Tell that this lab is alive."""
        self._database.execute(
            "UPDATE labs SET heartbeat = ? WHERE id = ?", (time.time(), self.lab)
        )

    @telling
    def claim(self, grid: str, count: int) -> list[Run]:
        """Return the next missing runs of a grid, at most ``count``: they are this lab's now."""
        with self._transaction():
            found = self._missing(grid, count)
            if not found and self._position:  # other labs may have given earlier runs back
                self._position = 0
                found = self._missing(grid, count)
            self._database.executemany(
                "UPDATE runs SET lab = ? WHERE key = ?", [(self.lab, run.key) for run in found]
            )
        return found

    def _missing(self, grid: str, count: int) -> list[Run]:
        """Return missing runs from where the last search for them ended."""
        columns = ", ".join(f"runs.{column}" for column in RUN_COLUMNS)
        rows = self._database.execute(
            f"SELECT position, {columns} FROM grid_runs JOIN runs USING (key) WHERE grid = ?"
            " AND position >= ? AND status IS NULL AND lab IS NULL ORDER BY position LIMIT ?",
            (grid, self._position, count),
        ).fetchall()
        self._position = rows[-1][0] if rows else self._position
        return [Run.from_row(dict(zip(RUN_COLUMNS, row[1:], strict=True))) for row in rows]

    @telling
    def release_dead_claims(self) -> None:
        """Make the claimed runs of dead labs missing again."""
        with self._transaction():
            labs = self._database.execute(
                "SELECT id, host, process, process_started, heartbeat FROM labs WHERE id IN"
                " (SELECT DISTINCT lab FROM runs WHERE status IS NULL AND lab IS NOT NULL)"
            ).fetchall()
            for lab, *life in labs:
                if lab != self.lab and not is_alive(*life):
                    self._database.execute(
                        "UPDATE runs SET lab = NULL WHERE lab = ? AND status IS NULL", (lab,)
                    )

    @telling
    def finish(self, key: str, ending: Ending) -> bool:
        """Write what came of a run, once; return False if the run is no longer this lab's."""
        columns = ending_columns()
        values = ", ".join(f"{column} = :{column}" for column in columns)
        row = {
            **{column: ending.values.get(column) for column in columns},
            "status": ending.status,
            "message": ending.message,
            **{name: json.dumps(getattr(ending, name)) for name in CURVES if getattr(ending, name)},
        }
        cursor = self._database.execute(
            f"UPDATE runs SET {values}, ended = :ended"
            " WHERE key = :key AND lab = :lab AND status IS NULL",
            {**row, "ended": time.time(), "key": key, "lab": self.lab},
        )
        return cursor.rowcount == 1

    @telling
    def forget(self, grid: str, outcomes: Iterable[str]) -> int:
        """Make a grid's runs with these outcomes missing again; return how many there were."""
        columns = ", ".join(f"{column} = NULL" for column in (*ending_columns(), "ended", "lab"))
        chosen = list(outcomes)
        marks = ", ".join("?" * len(chosen))
        cursor = self._database.execute(
            f"UPDATE runs SET {columns} WHERE status IN ({marks})"
            " AND key IN (SELECT key FROM grid_runs WHERE grid = ?)",
            (*chosen, grid),
        )
        return cursor.rowcount

    @telling
    def counts(self, grid: str) -> dict[str | None, int]:
        """Return how many runs of a grid ended with each status; None stands for missing."""
        return dict(
            self._database.execute(
                "SELECT status, count(*) FROM grid_runs JOIN runs USING (key)"
                " WHERE grid = ? GROUP BY status",
                (grid,),
            )
        )

    @telling
    def grids(self) -> list[dict[str, Any]]:
        """Return the grids, the last started grid first."""
        return self._rows("SELECT * FROM grids ORDER BY started DESC")

    @telling
    def rows(self, grid: str) -> list[dict[str, Any]]:
        """Return the finished runs of a grid as dictionaries, in the order of their keys."""
        return self._rows(
            "SELECT runs.* FROM grid_runs JOIN runs USING (key)"
            " WHERE grid = ? AND status IS NOT NULL ORDER BY key",
            grid,
        )

    @telling
    def versions(self, grid: str) -> list[str]:
        """Return the versions that the finished runs of a grid were made with, each once."""
        rows = self._rows(
            "SELECT DISTINCT versions FROM labs WHERE id IN (SELECT lab FROM runs JOIN grid_runs"
            " USING (key) WHERE grid = ? AND status IS NOT NULL) ORDER BY id",
            grid,
        )
        return [row["versions"] for row in rows]

    def _rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        cursor = self._database.execute(query, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]


# Whether the laboratory that has claimed a run is still alive.


LEASE = 60.0  # seconds after the last heartbeat of a lab elsewhere until its claims are void


def this_process() -> tuple[str, int, float]:
    """Return the host, the number of this process and when it started."""
    import socket

    import psutil

    return socket.gethostname(), os.getpid(), psutil.Process().create_time()


def is_alive(host: str, process: int, started: float, heartbeat: float) -> bool:
    """Tell whether a lab's claims still hold.

    On this machine the process itself is looked for: a process that was asleep is not dead. On
    another machine only the heartbeat counts.
    """
    import socket

    import psutil

    if host != socket.gethostname():
        return time.time() - heartbeat <= LEASE
    try:
        there = psutil.Process(process)
        return abs(there.create_time() - started) < 1 and there.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
