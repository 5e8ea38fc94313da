"""The store of an experiment: one SQLite file, a row a run, shared by any number of labs.

A run is *missing* until its status is written. A lab *claims* missing runs before it does them. A
claim holds while the lab is alive: while its heartbeat is recent or, on the same machine, while its
process is there. The claims of a dead lab are missing runs again.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aima_search.apps.lab.claims import is_alive, this_process
from aima_search.apps.lab.schema import CURVES, RUN_COLUMNS, VERSION, ending_columns, schema
from aima_search.apps.lab.store_faults import (
    StoreError,
    UnwritableStore,
    copy_of,
    store_error,
    telling,
)
from aima_search.runs.record import Ending, Run

_APPLICATION = 0x41494D41  # "AIMA": a file with this number is a store
_PATIENCE = 60.0  # seconds that one lab waits while another lab writes


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
