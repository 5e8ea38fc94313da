"""A run on its way to a worker, with the files that it needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aima_search.runs.record import Run

if TYPE_CHECKING:  # a worker reads no grid
    from aima_search.lab.grid import Grid


@dataclass(frozen=True)
class Task:
    """A run with what it needs where it is done.

    files: path to text of the files that its heuristic is in, as they were when the grid was
    read. folder: where such a heuristic expects to be, if that is there. scripts: path to text of
    the files that register the puzzle, or heuristics for it, and are no plug-ins.
    """

    run: Run
    files: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    scripts: Mapping[str, str] = field(default_factory=dict)

    def as_line(self) -> str:
        """Return it as one line of JSON."""
        rest = {"files": self.files, "folder": self.folder, "scripts": dict(self.scripts)}
        return json.dumps({"run": self.run.as_row(), **rest})

    @classmethod
    def from_line(cls, line: str) -> Task:
        """Return the task of such a line."""
        values = json.loads(line)
        run = Run.from_row(values["run"])
        return cls(run, values["files"], values["folder"], values["scripts"])


def task_of(run: Run, grid: Grid) -> Task:
    """Return a run of a grid with all that it needs; what is built in needs nothing."""
    files = grid.files_of(run.heuristic)
    return Task(run, files, str(grid.folder) if files else "", grid.scripts)
