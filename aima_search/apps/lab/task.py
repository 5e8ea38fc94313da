"""A run on its way to a worker, with the files that it needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aima_search.runs.record import Run

if TYPE_CHECKING:  # a worker reads no grid
    from aima_search.apps.lab.grid import Grid


@dataclass(frozen=True)
class Task:
    """A run with all that its worker needs.

    files: path to text of the files with its heuristic, as they were when the grid was read.
    folder: the working folder that such a heuristic expects, if it exists. scripts: path to text of
    the files that register the puzzle, or heuristics for it, and are not plug-ins.
    """

    run: Run
    files: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    scripts: Mapping[str, str] = field(default_factory=dict)

    def as_line(self) -> str:
        """Return the task as one line of JSON."""
        rest = {"files": self.files, "folder": self.folder, "scripts": dict(self.scripts)}
        return json.dumps({"run": self.run.as_row(), **rest})

    @classmethod
    def from_line(cls, line: str) -> Task:
        """Return the task of a line of JSON."""
        values = json.loads(line)
        run = Run.from_row(values["run"])
        return cls(run, values["files"], values["folder"], values["scripts"])


def task_of(run: Run, grid: Grid) -> Task:
    """Return a run of a grid with all that its worker needs; built-in names need nothing."""
    files = grid.files_of(run.heuristic)
    return Task(run, files, str(grid.folder) if files else "", grid.scripts)
