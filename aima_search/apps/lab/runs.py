"""The single runs of a grid, each under the key by which the store knows it."""

from __future__ import annotations

import random
from hashlib import sha256

from aima_search.apps.lab.grid import Grid
from aima_search.catalog.files import with_neighbours
from aima_search.catalog.origins import files_needed
from aima_search.runs.configuration import Configuration
from aima_search.runs.instances import Instance
from aima_search.runs.record import Run


def runs_of(grid: Grid) -> list[Run]:
    """Return every run of a grid in the order of work, which its seed has shuffled."""
    digests = {how: _digest_of_files(grid, how) for how in grid.configurations}
    runs = [
        _run(grid, instance, how, digests[how], repetition)
        for instance in grid.instances
        for how in grid.configurations
        for repetition in range(1, grid.repetitions + 1)
    ]
    random.Random(grid.seed).shuffle(runs)
    return runs


def _run(grid: Grid, instance: Instance, how: Configuration, digest: str, repetition: int) -> Run:
    return Run.of(
        how,
        grid.limits,
        seed=grid.seed + repetition - 1,
        puzzle=grid.puzzle,
        puzzle_version=grid.puzzle_version,
        board=instance.name,
        instance=instance.id,
        board_options=instance.options,
        repetition=repetition,
        heuristic_files=digest,
    )


def _digest_of_files(grid: Grid, how: Configuration) -> str:
    """Return a hash of the files that a run is made of, "" if it is all of plug-ins."""
    files = grid.files_of(how.heuristic)
    for script in files_needed(grid.puzzle, how.heuristic):
        files |= with_neighbours(script, grid.scripts.get)
    texts = files.values()
    digest = sha256()
    for text in texts:
        digest.update(text.encode())
    return digest.hexdigest() if texts else ""
