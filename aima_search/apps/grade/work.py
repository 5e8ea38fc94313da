"""A part of a submission under way: its process, started when needed, and again if it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aima_search.apps.grade.handed_in.submission import Handed
from aima_search.apps.grade.sandbox.box import Box, Misbehaved
from aima_search.apps.grade.sandbox.confinement import Confinement

_TO_START = 3  # seconds of the processor until the package is imported


@dataclass(frozen=True)
class Bounds:
    """The limits of a check of a submission; see ``[limits]`` of an assignment."""

    seconds: float = 60
    memory: int = 2**30
    processes: int = 16
    nodes: int = 200_000


@dataclass(frozen=True)
class Asked:
    """What a part asks for: the kind, the name looked up, modules not allowed, how many checks."""

    kind: str
    function: str
    forbidden: Sequence[str]
    checks: int


class Work:
    """Lets checks ask what was handed in."""

    def __init__(
        self, handed: Handed, asked: Asked, bounds: Bounds, *, confined: bool = True
    ) -> None:
        """Begin; confined: whether the process is kept from everything else."""
        self.handed, self.asked, self.bounds = handed, asked, bounds
        self._confined = confined
        self._kept: dict[Any, Any] = {}
        self._box: Box | None = None
        self._faulty: Misbehaved | None = None
        self.protections: Mapping[str, bool] = {}
        self.notes: Sequence[str] = ()

    def begin(self) -> None:
        """Give the next check its time; code that could not be loaded is not tried again."""
        if self._faulty is not None:
            raise self._faulty
        if self._box is None or not self._box.is_open:
            self._start()
        else:
            self._box.allow(self.bounds.seconds)

    def once(self, key: Any, find: Callable[[], Any]) -> Any:
        """Return the value of a key; the first check that needs the value finds it."""
        if key not in self._kept:
            self._kept[key] = find()
        return self._kept[key]

    @property
    def box(self) -> Box:
        """The process."""
        assert self._box is not None
        return self._box

    def end(self) -> None:
        """End a check: only the process itself may be left of it."""
        if self._box is not None and self._box.is_open:
            self._box.check_left()

    def restart(self) -> None:
        """End the process in the middle of an answer; a new one goes on with the check."""
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        if self._box is not None:
            self._box.close()

    def _start(self) -> None:
        bounds, asked = self.bounds, self.asked
        confinement = Confinement(
            folder=self.handed.folder,
            memory=bounds.memory,
            seconds=_TO_START + bounds.seconds * asked.checks,
            processes=bounds.processes,
            user=self.handed.user,
            holds=self._confined,
        )
        self._box = box = Box(confinement)
        self.protections = box.protections
        box.allow(bounds.seconds)
        try:
            left = box.ask("load", asked.kind, self.handed.file, asked.function, asked.forbidden)
        except Misbehaved as fault:
            self._faulty = fault
            raise
        if isinstance(left, list) and left and type(left[0]) is int:
            lines = f", {left[0]:,} {'line' if left[0] == 1 else 'lines'} with % or ! left out"
            self.notes = (f"a notebook: its code cells in order{lines if left[0] else ''}",)
