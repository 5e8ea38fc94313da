"""The store of an experiment: one SQLite file with a row for each run. Many labs can share it.

A run is *missing* until its status is written. A lab *claims* missing runs before it does them. If
a lab is dead (its process ended, or on another machine it sent no heartbeat), its claimed runs are
missing again. Each grid has its boards (``grid_boards``) and its runs in their order
(``grid_runs``); equal boards and equal runs of several grids are stored once.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aima_search.apps.lab.grid import Grid, grid_id, places_of, plan_of, runs_of
from aima_search.base.errors import InputError
from aima_search.base.files import no_file
from aima_search.runs.instances import Instance
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import CURVES, RunOutcome, RunSpec, columns_of_runs, flat_row

LEASE = 60.0  # seconds without a heartbeat after which a lab on another machine counts as dead
_APPLICATION = 0x41494D41  # "AIMA": this number in an SQLite file marks a store
_VERSION = 3
_PATIENCE = 60.0  # seconds that a lab waits for another lab to finish writing
_LONG = 500  # characters; a longer text of a board is compressed

_TYPES = {"int": "INTEGER", "float": "REAL", "str": "TEXT"}
_RUN_COLUMNS = {
    name: _TYPES.get(kind.removesuffix(" | None"), "TEXT")  # options are stored as JSON
    for name, kind in columns_of_runs().items()
    if name not in ("board", "instance")
}
"""The columns that describe a run, with their types; the columns of the board are left out."""
_DESCRIPTION = ", ".join(
    ["name AS board", "unpacked(text) AS instance", *(f"runs.{name}" for name in _RUN_COLUMNS)]
)

_TABLES = (
    "CREATE TABLE boards (id INTEGER PRIMARY KEY, digest TEXT UNIQUE NOT NULL, text NOT NULL)",
    "CREATE INDEX claimed ON runs (lab) WHERE status IS NULL AND lab IS NOT NULL",
    "CREATE TABLE grids (id TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL,"
    " plan TEXT NOT NULL, started REAL NOT NULL)",
    "CREATE TABLE grid_boards (grid TEXT NOT NULL REFERENCES grids (id), place INTEGER NOT NULL,"
    " name TEXT NOT NULL, board INTEGER NOT NULL REFERENCES boards (id), axes TEXT NOT NULL,"
    " options TEXT NOT NULL, block TEXT NOT NULL, PRIMARY KEY (grid, place)) WITHOUT ROWID",
    "CREATE TABLE grid_runs (grid TEXT NOT NULL REFERENCES grids (id), position INTEGER NOT NULL,"
    " run INTEGER NOT NULL REFERENCES runs (id), place INTEGER NOT NULL,"
    " configuration INTEGER NOT NULL, PRIMARY KEY (grid, position)) WITHOUT ROWID",
    "CREATE TABLE labs (id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL,"
    " process_started REAL NOT NULL, heartbeat REAL NOT NULL, versions TEXT NOT NULL)",
)

_ADVICE = (
    ("full", "the disk is full: free some space, then run the same command again to continue"),
    ("locked", "another program has locked the file: wait until that program ends"),
    ("readonly", "the file is read-only: name another file with --store, or copy it elsewhere"),
    ("unable to open", "the file cannot be opened: check that its folder exists and is writable"),
    ("malformed", "the file is damaged: use a backup, or name another file with --store"),
    ("disk I/O", "the disk failed while the file was read or written"),
)
"""Pairs: a part of an SQLite message, and the cause in plain words with advice."""


class StoreError(InputError):
    """A file is not a store, is a store of another version, or cannot be read or written."""


class Store:
    """An open store; use it as a context manager, in one thread. All errors are StoreErrors."""

    def __init__(self, path: str | Path, *, must_exist: bool = False) -> None:
        """Open the file, or create it; raise StoreError if it is not a store."""
        self.path = Path(path)
        self.lab: int | None = None
        self._position = 0  # almost all runs before this position in the order of work are claimed
        self._copy: TemporaryDirectory[str] | None = None
        if must_exist and not self.path.is_file():
            raise StoreError(f"store {str(path)!r}: {no_file(self.path)}")
        with self._store_errors():
            self._database = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        self._database.row_factory = sqlite3.Row
        try:
            with self._store_errors():
                self._set_up()
        except StoreError:
            self._database.close()
            raise

    @classmethod
    def to_read(cls, path: str | Path) -> Store:
        """Open a store for reading. If the store's folder is read-only, open a temporary copy."""
        try:
            return cls(path, must_exist=True)
        except StoreError as error:
            if not any(part in str(error) for part in ("(attempt to write a readonly", "(unable")):
                raise
        # even to read, SQLite creates files next to the store, so the folder must be writable
        folder, name = TemporaryDirectory(), Path(path).name
        for file in (name, f"{name}-wal"):  # the -wal file has the latest changes
            if Path(path).with_name(file).is_file():
                shutil.copyfile(Path(path).with_name(file), Path(folder.name, file))
        store = cls(Path(folder.name, name), must_exist=True)
        store._copy = folder
        return store

    @contextmanager
    def _store_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            if "not a database" in text:
                message = f"file {str(self.path)!r} is not a results store: {text}"
                raise StoreError(message) from None
            advice = next((f"{words} ({text})" for part, words in _ADVICE if part in text), text)
            raise StoreError(f"store {str(self.path)!r}: {advice}") from None

    def _set_up(self) -> None:
        query = self._database.execute
        is_new = "SELECT count(*) = 0 FROM sqlite_master"
        if not self._value(is_new):
            self._check_kind()
            existing = {row[1] for row in query("PRAGMA table_info(runs)")}
            for column, kind in {**_RUN_COLUMNS, **_outcome_columns()}.items():
                if column not in existing:  # a measure or limit that an older store lacks
                    query(f"ALTER TABLE runs ADD COLUMN {column} {kind}")
        self._use_write_ahead_log()
        query("PRAGMA synchronous = NORMAL")
        self._database.create_function("unpacked", 1, _unpacked, deterministic=True)
        if self._value(is_new):
            with self._transaction():
                if self._value(is_new):  # another lab may have created the tables in the meantime
                    self._create_tables()

    def _create_tables(self) -> None:
        columns = {"board": "INTEGER NOT NULL REFERENCES boards (id)", **_RUN_COLUMNS}
        columns |= {**_outcome_columns(), "lab": "INTEGER REFERENCES labs (id)"}
        listed = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        runs = f"CREATE TABLE runs (id INTEGER PRIMARY KEY, key TEXT UNIQUE, {listed})"
        kind = f"PRAGMA application_id = {_APPLICATION}"
        for statement in (runs, *_TABLES, kind, f"PRAGMA user_version = {_VERSION}"):
            self._database.execute(statement)

    def _use_write_ahead_log(self) -> None:
        # with this log, labs can read while another lab writes
        deadline = time.monotonic() + _PATIENCE  # SQLite's own timeout does not apply to this
        while True:
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def _check_kind(self) -> None:
        if self._value("PRAGMA application_id") != _APPLICATION:
            raise StoreError(f"{str(self.path)!r} is not a results store: use another --store FILE")
        version = self._value("PRAGMA user_version")
        if version != _VERSION:
            raise StoreError(
                f"store {str(self.path)!r} has version {version}, expected {_VERSION}: use the"
                " aima-search version that wrote the store, or choose another file with --store"
            )

    def _value(self, query: str, *values: Any) -> Any:
        row = self._database.execute(query, values).fetchone()
        return row and row[0]

    def _change(self, query: str, *values: Any) -> int:
        with self._store_errors():
            return self._database.execute(query, values).rowcount

    def select(self, query: str, *values: Any) -> Iterator[Any]:
        """Yield the rows that an SQL query returns."""
        with self._store_errors():
            yield from self._database.execute(query, values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._store_errors():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._database.in_transaction:  # not if a full disk rolled back
                    self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the claimed runs and close the file."""
        if self.lab is not None:
            with suppress(StoreError):  # if this fails, the next lab releases the runs
                self._release(self.lab)
        self._database.close()
        if self._copy is not None:
            self._copy.cleanup()

    def _release(self, lab: int) -> None:
        self._change("UPDATE runs SET lab = NULL WHERE lab = ? AND status IS NULL", lab)

    def add_grid(self, grid: Grid) -> str:
        """Store an experiment with its boards and runs; return its id. Old runs are not changed."""
        name = grid_id(grid)
        row = (name, grid.name, grid.text, json.dumps(plan_of(grid)), time.time())
        execute = self._database.execute
        with self._transaction():
            is_new = not self._value("SELECT count(*) FROM grids WHERE id = ?", name)
            execute("INSERT OR REPLACE INTO grids VALUES (?, ?, ?, ?, ?)", row)
            if is_new:
                boards = [
                    self._add_board(name, place, board)
                    for place, board in enumerate(grid.instances)
                ]
                columns = ["key", "board", *_RUN_COLUMNS]
                marks = ", ".join(f":{column}" for column in columns)
                query = f"INSERT OR IGNORE INTO runs ({', '.join(columns)}) VALUES ({marks})"
                runs = zip(runs_of(grid), places_of(grid), strict=True)
                for position, (run, (place, configuration, _)) in enumerate(runs):
                    values = {**flat_row(run.as_dict()), "key": run.key, "board": boards[place]}
                    execute(query, values)
                    execute(
                        "INSERT INTO grid_runs SELECT ?, ?, id, ?, ? FROM runs WHERE key = ?",
                        (name, position, place, configuration, run.key),
                    )
        return name

    def _add_board(self, grid: str, place: int, instance: Instance) -> int:
        content = instance.id.encode()
        digest = sha256(content).hexdigest()[:32]
        text = instance.id if len(instance.id) <= _LONG else zlib.compress(content)
        query = self._database.execute
        query("INSERT OR IGNORE INTO boards (digest, text) VALUES (?, ?)", (digest, text))
        board: int = self._value("SELECT id FROM boards WHERE digest = ?", digest)
        facts = [json.dumps(dict(values)) for values in (instance.axes, instance.options)]
        query(
            "INSERT INTO grid_boards VALUES (?, ?, ?, ?, ?, ?, ?)",
            (grid, place, instance.title, board, *facts, instance.block),
        )
        return board

    def sign_in(self, versions: str) -> None:
        """Register this process as a lab that can claim runs."""
        import socket

        import psutil

        query = "INSERT INTO labs (host, process, process_started, heartbeat, versions)"
        process = socket.gethostname(), os.getpid(), psutil.Process().create_time()
        self._change(f"{query} VALUES (?, ?, ?, ?, ?)", *process, time.time(), versions)
        self.lab = self._value("SELECT last_insert_rowid()")

    def beat(self) -> None:
        """Store a heartbeat of this lab."""
        self._change("UPDATE labs SET heartbeat = ? WHERE id = ?", time.time(), self.lab)

    def claim(self, grid: str, count: int) -> list[RunSpec]:
        """Claim at most ``count`` missing runs of an experiment, and return these runs."""
        with self._transaction():
            found = self._missing_runs(grid, count)
            if not found and self._position:  # other labs may have released earlier runs
                self._position = 0
                found = self._missing_runs(grid, count)
            self._database.executemany(
                "UPDATE runs SET lab = ? WHERE key = ?", [(self.lab, run.key) for run in found]
            )
        return found

    def _missing_runs(self, grid: str, count: int) -> list[RunSpec]:
        rows = self._rows(
            f"position, key, {_DESCRIPTION}",
            "position >= ? AND status IS NULL AND lab IS NULL ORDER BY position LIMIT ?",
            *(grid, self._position, count),
        )
        runs = []
        for row in rows:
            self._position = row["position"]
            runs.append(RunSpec.from_row(row))
            vars(runs[-1])["key"] = row["key"]  # so that the key is not computed again
        return runs

    def release_dead_claims(self) -> None:
        """If a lab has ended, release its unfinished runs, so that other labs can do these runs."""
        with self._transaction():
            labs = self._database.execute(
                "SELECT id, host, process, process_started, heartbeat FROM labs WHERE id IN"
                " (SELECT DISTINCT lab FROM runs WHERE status IS NULL AND lab IS NOT NULL)"
            ).fetchall()
            for lab, *life in labs:
                if lab != self.lab and not _is_alive(*life):
                    self._release(lab)

    def finish(self, key: str, outcome: RunOutcome) -> bool:
        """Store the outcome of a run. Return False if another lab has taken over the run."""
        row = {**outcome.values, "status": outcome.status, "message": outcome.message}
        row["ended"] = time.time()
        for name in CURVES:
            if curve := getattr(outcome, name):
                row[name] = json.dumps(curve)
        changes = ", ".join(f"{column} = ?" for column in _outcome_columns())
        query = f"UPDATE runs SET {changes} WHERE key = ? AND lab = ? AND status IS NULL"
        return self._change(query, *map(row.get, _outcome_columns()), key, self.lab) == 1

    def forget(self, grid: str, outcomes: Collection[str]) -> int:
        """Delete the results of runs with these outcomes, and return how many were deleted."""
        columns = ", ".join(f"{column} = NULL" for column in (*_outcome_columns(), "lab"))
        marks = ", ".join("?" * len(outcomes))
        own = "id IN (SELECT run FROM grid_runs WHERE grid = ?)"
        query = f"UPDATE runs SET {columns} WHERE status IN ({marks}) AND {own}"
        return self._change(query, *outcomes, grid)

    def counts(self, grid: str) -> dict[str | None, int]:
        """Return {status: number of runs} for an experiment; missing runs have the status None."""
        query = "SELECT status, count(*) FROM grid_runs JOIN runs ON runs.id = run WHERE grid = ?"
        return dict(self.select(f"{query} GROUP BY status", grid))

    def grids(self) -> list[dict[str, Any]]:
        """Return all experiments in the store with their plans, newest first."""
        grids = self.select("SELECT id, name, text, plan FROM grids ORDER BY started DESC")
        return [{**grid, "plan": json.loads(grid["plan"])} for grid in grids]

    def boards(self, grid: str) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Yield (name, varied options, ``Instance.block``) for each board of an experiment."""
        query = "SELECT name, axes, block FROM grid_boards WHERE grid = ? ORDER BY place"
        return ((name, json.loads(axes), block) for name, axes, block in self.select(query, grid))

    def rows(self, grid: str, where: str = "TRUE", *values: Any) -> Iterator[dict[str, Any]]:
        """Yield the finished runs of an experiment that satisfy the SQL condition ``where``."""
        columns = ", ".join(["key", _DESCRIPTION, *_outcome_columns(), "lab, place, configuration"])
        return self._rows(columns, f"status IS NOT NULL AND {where} ORDER BY key", grid, *values)

    def instance(self, grid: str, place: int) -> tuple[str, dict[str, str]]:
        """Return the id and the ``parse`` options of the board at position ``place`` in a grid."""
        query = (
            "SELECT unpacked(text), options FROM grid_boards JOIN boards ON boards.id = board"
            " WHERE grid = ? AND place = ?"
        )
        ((text, options),) = self.select(query, grid, place)
        return text, json.loads(options)

    def _rows(self, columns: str, where: str, *values: Any) -> Iterator[dict[str, Any]]:
        query = (
            f"SELECT {columns} FROM grid_runs JOIN runs ON runs.id = run"
            " JOIN grid_boards USING (grid, place) JOIN boards ON boards.id = runs.board"
            f" WHERE grid = ? AND {where}"
        )
        return map(dict, self.select(query, *values))


def _unpacked(text: str | bytes) -> str:
    return text if isinstance(text, str) else zlib.decompress(text).decode()


def _is_alive(host: str, process: int, started: float, heartbeat: float) -> bool:
    import socket

    import psutil

    if host != socket.gethostname():  # here, it may have been suspended without a heartbeat
        return time.time() - heartbeat <= LEASE
    try:
        found = psutil.Process(process)
        return abs(found.create_time() - started) < 1 and found.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _outcome_columns() -> dict[str, str]:
    is_whole = {name: measure.kind in ("count", "bytes") for name, measure in MEASURES.items()}
    return {
        **dict.fromkeys(("status", "message"), "TEXT"),
        **{name: "INTEGER" if whole else "REAL" for name, whole in is_whole.items()},
        "wall_seconds": "REAL",
        **dict.fromkeys(CURVES, "TEXT"),  # curves are stored as JSON
        "ended": "REAL",
    }
