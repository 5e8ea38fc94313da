"""The tables of a store, made of the fields of a run and of all measures.

runs: a row a run, finished or not (no status yet), with the lab that has claimed or done it.
grids: the text of each grid and its plan, JSON of what reports need. grid_runs: which runs belong
to a grid, in the order of work. labs: the processes that did the work, and with what versions.
"""

from __future__ import annotations

from aima_search.runs.measures import MEASURES
from aima_search.runs.record import columns_of_runs

VERSION = 2

CURVES = ("curve", "bounds")
"""The columns of pairs; see ``runs.found.Found``."""

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
