"""Schedules of simulated annealing: the temperature at a time."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import TypeAlias

Schedule: TypeAlias = Callable[[int], float]
"""The temperature at a time 0, 1, 2, ...; zero ends the search."""


@dataclass(frozen=True, repr=False)
class ExponentialSchedule:
    """Cools from ``k`` by the factor exp(-lam) at every step, and is zero from ``limit`` on.

    >>> ExponentialSchedule(k=10)
    exp_schedule(10, 0.005, 100)
    """

    k: float = 20
    lam: float = 0.005
    limit: float = 100

    def __call__(self, t: int) -> float:
        """Return the temperature at a time."""
        return self.k * math.exp(-self.lam * t) if t < self.limit else 0

    def __repr__(self) -> str:
        return f"exp_schedule({self})"

    def __str__(self) -> str:
        return ", ".join(map(str, astuple(self)))


def exp_schedule(k: float = 20, lam: float = 0.005, limit: float = 100) -> Schedule:
    """Return a schedule that cools from ``k`` exponentially, and is zero from ``limit`` on."""
    return ExponentialSchedule(k, lam, limit)
