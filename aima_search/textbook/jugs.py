"""Measuring water with jugs; a state is the number of litres in each jug."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from aima_search.base.errors import InputError
from aima_search.model.problem import Problem

Levels: TypeAlias = tuple[int, ...]


class PourProblem(Problem):
    """Fill, empty and pour jugs until the number of litres in a jug is in ``goals``.

    ``initial`` lists the litres in the jugs, by default 0. ``("Fill", i)`` fills jug i,
    ``("Dump", i)`` empties jug i, and ``("Pour", i, j)`` pours from jug i into jug j until
    jug i is empty or jug j is full.
    """

    initial: Levels

    def __init__(
        self,
        initial: Sequence[int] | None = None,
        goals: Iterable[int] = (),
        capacities: Sequence[int] | None = None,
    ) -> None:
        if capacities is None:
            raise InputError("no capacities: expected the litres that each jug can hold")
        self.capacities = tuple(capacities)
        super().__init__((0,) * len(self.capacities) if initial is None else tuple(initial))
        if not isinstance(goals, Iterable):
            raise InputError(f"goals={goals!r}: expected a set of numbers, such as {{{goals!r}}}")
        self.goals = set(goals)
        if len(self.initial) != len(self.capacities):
            raise InputError(
                f"found {len(self.initial)} levels for {len(self.capacities)} jugs, expected one"
                " level for each jug"
            )
        for jug, (level, size) in enumerate(zip(self.initial, self.capacities, strict=True)):
            if not 0 <= level <= size:
                raise InputError(f"jug {jug} holds {level}: expected a level from 0 to {size}")

    def actions(self, state: Levels) -> list[tuple[Any, ...]]:
        """Return the possible actions in the order fill, dump, pour."""
        jugs = range(len(state))
        fill = [("Fill", i) for i in jugs if state[i] < self.capacities[i]]
        dump = [("Dump", i) for i in jugs if state[i] > 0]
        pour = [("Pour", i, j) for i in jugs if state[i] > 0 for j in jugs if i != j]
        return [*fill, *dump, *pour]

    def result(self, state: Levels, action: tuple[Any, ...]) -> Levels:
        """Return the litres in each jug after an action."""
        levels, (kind, i, *into) = list(state), action
        if kind == "Fill":
            levels[i] = self.capacities[i]
        elif kind == "Dump":
            levels[i] = 0
        else:
            (j,) = into
            litres = min(levels[i], self.capacities[j] - levels[j])
            levels[i] -= litres
            levels[j] += litres
        return tuple(levels)

    def goal_test(self, state: Levels) -> bool:
        """Return True if a jug holds a number of litres that is in ``goals``."""
        return not self.goals.isdisjoint(state)
