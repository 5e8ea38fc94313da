"""The tables of a store.

runs: a row a run, finished or not (no outcome yet), with the lab that has claimed or done it.
grids: the text of each grid and its plan, JSON of what reports need. grid_runs: which runs belong
to a grid, in the order of work. labs: the processes that did the work, and with what versions.
"""

VERSION = 1

SCHEMA = """
CREATE TABLE runs (
    key TEXT PRIMARY KEY,
    puzzle TEXT NOT NULL,
    puzzle_version INTEGER NOT NULL,
    instance TEXT NOT NULL,
    algorithm TEXT NOT NULL,
    heuristic TEXT,
    tie_break TEXT,
    limit_seconds REAL,
    limit_nodes INTEGER,
    limit_memory INTEGER,
    seed INTEGER,
    repetition INTEGER NOT NULL,
    folder TEXT NOT NULL,
    outcome TEXT,
    message TEXT,
    cost REAL,
    depth INTEGER,
    expanded INTEGER,
    expanded_below_cost INTEGER,
    generated INTEGER,
    reopened INTEGER,
    max_frontier INTEGER,
    branching_factor REAL,
    seconds REAL,
    memory INTEGER,
    wall_seconds REAL,
    ended REAL,
    lab INTEGER REFERENCES labs (id)
) WITHOUT ROWID;
CREATE TABLE grids (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    plan TEXT NOT NULL,
    started REAL NOT NULL
);
CREATE TABLE grid_runs (
    grid TEXT NOT NULL REFERENCES grids (id),
    position INTEGER NOT NULL,
    key TEXT NOT NULL REFERENCES runs (key),
    PRIMARY KEY (grid, position)
) WITHOUT ROWID;
CREATE TABLE labs (
    id INTEGER PRIMARY KEY,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    process_started REAL NOT NULL,
    heartbeat REAL NOT NULL,
    versions TEXT NOT NULL
);
"""
