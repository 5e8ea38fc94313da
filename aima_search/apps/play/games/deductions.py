"""How a person would solve the board that is played: its deductions, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from aima_search.base.errors import InputError, NotApplicable
from aima_search.display import Scene
from aima_search.display.scene import picture_data, picture_of, scene_data
from aima_search.model.contract import ProblemLike
from aima_search.model.puzzle import Puzzle

_MOST_STEPS = 2_000


class Deduced(NamedTuple):
    """A step of an explanation, and the picture of what it decides."""

    step: Any
    scene: Scene
    is_note: bool
    """Whether the step changes nothing on the board: it only rules out candidates, for example."""

    def told(self) -> dict[str, Any]:
        """Return the rule's name and sentence, the cells it decides, the cells that show why."""
        cells = [[row, column] for row, column, cell in self.scene.positions() if cell.marked]
        return {
            "rule": str(getattr(self.step, "rule", "a deduction")),
            "sentence": str(getattr(self.step, "sentence", "")),
            "cells": cells,
            "where": [list(cell) for cell in getattr(self.step, "because", ())],
            "text": str(self.step),
        }


class Deductions:
    """The steps of the puzzle's own explanation, found when they are first needed."""

    def __init__(self, problem: ProblemLike) -> None:
        self._problem = problem
        self._steps: list[Deduced] | None = None

    @property
    def steps(self) -> list[Deduced]:
        """The steps; an empty list if the puzzle explains nothing."""
        if self._steps is None:
            self._steps = []
            if isinstance(self._problem, Puzzle):
                try:
                    steps = list(islice(self._problem.explain(), _MOST_STEPS))
                    self._steps = list(_deduced(self._problem, steps))
                except NotApplicable:
                    pass
        return self._steps

    def told(self, step: int) -> dict[str, Any]:
        """Return the board after a number of steps, and what the last of these steps says."""
        if not 0 <= step <= len(self.steps):
            raise InputError(f"step {step}: expected 0 to {len(self.steps)}")
        told: dict[str, Any] = {"step": step, "count": len(self.steps)}
        if step == 0:
            return {**told, "picture": picture_data(self._problem, self._problem.initial)}
        deduced = self.steps[step - 1]
        return {**told, **deduced.told(), "picture": scene_data(deduced.scene)}


def _deduced(problem: Puzzle, steps: list[Any]) -> Iterator[Deduced]:
    before = _faces(picture_of(problem, problem.initial))
    for step, scene in zip(steps, problem.pictures(steps), strict=False):
        after = _faces(scene)
        yield Deduced(step, scene, after == before)
        before = after


def _faces(scene: Scene | None) -> list[tuple[str, str]]:
    """Return what the cells of a picture show, without its marks."""
    return [] if scene is None else [(cell.text, cell.role) for _, _, cell in scene.positions()]
