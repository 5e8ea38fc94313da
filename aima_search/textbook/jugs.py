"""Measuring water with jugs (fourth edition); a state has the litres in each jug."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from aima_search.errors import BoardError
from aima_search.problem import Problem

Levels: TypeAlias = tuple[int, ...]


class PourProblem(Problem):
    """Fill, dump and pour until some jug holds ``goal`` litres.

    Actions are ``("Fill", i)``, ``("Dump", i)`` and ``("Pour", i, j)``, which pours from
    jug i into jug j until one is empty or the other full.
    """

    initial: Levels
    goal: int

    def __init__(self, initial: Sequence[int], goal: int, sizes: Sequence[int]) -> None:
        super().__init__(tuple(initial), goal)
        self.sizes = tuple(sizes)
        if len(self.initial) != len(self.sizes):
            raise BoardError(f"{len(self.initial)} levels for {len(self.sizes)} jugs")
        for jug, (level, size) in enumerate(zip(self.initial, self.sizes, strict=True)):
            if not 0 <= level <= size:
                raise BoardError(f"jug {jug} holds {level}: expected a level from 0 to {size}")

    def actions(self, state: Levels) -> list[tuple[Any, ...]]:
        """Return the jugs to fill, then those to dump, then those to pour."""
        jugs = range(len(state))
        fill = [("Fill", i) for i in jugs if state[i] < self.sizes[i]]
        dump = [("Dump", i) for i in jugs if state[i] > 0]
        pour = [("Pour", i, j) for i in jugs if state[i] > 0 for j in jugs if i != j]
        return [*fill, *dump, *pour]

    def result(self, state: Levels, action: tuple[Any, ...]) -> Levels:
        """Return the levels after an action."""
        levels, (kind, i, *into) = list(state), action
        if kind == "Fill":
            levels[i] = self.sizes[i]
        elif kind == "Dump":
            levels[i] = 0
        else:
            (j,) = into
            litres = min(levels[i], self.sizes[j] - levels[j])
            levels[i] -= litres
            levels[j] += litres
        return tuple(levels)

    def goal_test(self, state: Levels) -> bool:
        """Tell whether some jug holds the litres wanted."""
        return self.goal in state
