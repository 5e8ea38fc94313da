"""The plan of a grid, kept in the store next to its text: all that a report needs, as JSON."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.lab.grid import Grid
from aima_search.catalog.heuristics import heuristic_info
from aima_search.runs.configuration import Configuration
from aima_search.runs.record import Run


def plan_of(grid: Grid) -> str:
    """Return the plan: puzzle, limits, configurations with their facts, instances with axes."""
    return json.dumps(
        {
            "puzzle": grid.puzzle,
            "puzzle_version": grid.puzzle_version,
            "limits": grid.limits.given(),
            "repetitions": grid.repetitions,
            "seed": grid.seed,
            "configurations": [_facts(grid, how) for how in grid.configurations],
            "instances": [
                {
                    "name": instance.name,
                    "id": instance.id,
                    "axes": dict(instance.axes),
                    "options": dict(instance.options),
                    "block": instance.block,
                }
                for instance in grid.instances
            ],
        }
    )


def _facts(grid: Grid, how: Configuration) -> dict[str, Any]:
    algorithm = ALGORITHMS.get(how.algorithm)
    info = heuristic_info(grid.puzzle, how.heuristic) if how.heuristic else None
    return {
        "algorithm": how.algorithm,
        "heuristic": how.heuristic,
        "tie_break": how.tie_break,
        "options": how.plain_options,
        "optimal": algorithm.optimal,
        "admissible": info.admissible if info else None,
        "consistent": info.consistent if info else None,
        "summary": info.summary if info else algorithm.summary,
    }


def grid_id(grid: Grid, runs: list[Run]) -> str:
    """Return a hash of the grid's text and of its runs."""
    digest = hashlib.sha256(grid.text.encode())
    for run in runs:
        digest.update(run.key.encode())
    return digest.hexdigest()[:16]
