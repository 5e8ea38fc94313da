"""The single runs of a grid, and the key under which the store knows each.

A *run* is one search: a configuration on an instance within limits, for the n-th time. It is
made of plain values, so that it can be sent to another process or another machine.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.lab.grid import Configuration, Grid, heuristic_files


@dataclass(frozen=True)
class Run:
    """One search to be done; see Grid for the words.

    key: a hash of everything that decides what the run does: puzzle and version, instance,
        configuration (with the contents of a heuristic's files), limits, seed, repetition.
    seed: for algorithms that draw random numbers, None for all others.
    folder: where relative paths in ``heuristic`` start.
    """

    key: str
    puzzle: str
    puzzle_version: int
    instance: str
    algorithm: str
    heuristic: str | None
    tie_break: str | None
    limit_seconds: float | None
    limit_nodes: int | None
    limit_memory: int | None
    seed: int | None
    repetition: int
    folder: str


@dataclass(frozen=True)
class RunResult:
    """What came of a run; counts as in SearchResult, ``memory`` is its ``used_memory``.

    wall_seconds: from the request to the answer, isolation included.
    """

    outcome: str
    message: str = ""
    cost: float | None = None
    depth: int | None = None
    expanded: int | None = None
    expanded_below_cost: int | None = None
    generated: int | None = None
    reopened: int | None = None
    max_frontier: int | None = None
    branching_factor: float | None = None
    seconds: float | None = None
    memory: int | None = None
    wall_seconds: float | None = None


def runs_of(grid: Grid) -> list[Run]:
    """Return every run of a grid in the order of work, which its seed has shuffled."""
    digests = {how: _digest_of_files(how, grid.folder) for how in grid.configurations}
    runs = [
        _run(grid, instance.id, how, digests[how], repetition)
        for instance in grid.instances
        for how in grid.configurations
        for repetition in range(1, grid.repetitions + 1)
    ]
    random.Random(grid.seed).shuffle(runs)
    return runs


def _run(grid: Grid, instance: str, how: Configuration, digest: str, repetition: int) -> Run:
    values: dict[str, Any] = {
        "puzzle": grid.puzzle,
        "puzzle_version": grid.puzzle_version,
        "instance": instance,
        "algorithm": how.algorithm,
        "heuristic": how.heuristic,
        "tie_break": how.tie_break,
        "limit_seconds": grid.limits.seconds,
        "limit_nodes": grid.limits.nodes,
        "limit_memory": grid.limits.bytes,
        "seed": grid.seed + repetition - 1 if takes_seed(how.algorithm) else None,
        "repetition": repetition,
    }
    text = json.dumps({**values, "heuristic_files": digest}, sort_keys=True)
    key = hashlib.sha256(text.encode()).hexdigest()[:32]
    return Run(key=key, folder=str(grid.folder), **values)


def takes_seed(algorithm: str) -> bool:
    """Tell whether an algorithm draws random numbers."""
    return "seed" in ALGORITHMS.get(algorithm).options


def _digest_of_files(how: Configuration, folder: Path) -> str:
    """Return a hash of the files that a configuration's heuristic is made of, "" for none."""
    files = heuristic_files(how.heuristic, folder) if how.heuristic else []
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest() if files else ""


def as_json(value: Run | RunResult) -> str:
    """Return a run or its result as one line of JSON."""
    return json.dumps(asdict(value))
