"""The options of the algorithms, with their meanings and values.

The default values are in the signatures of the algorithms; see ``names.Algorithm``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import astuple, dataclass
from operator import index
from typing import Any, TypeAlias

from aima_search.base.errors import InputError
from aima_search.base.option import Option, is_number, shortest
from aima_search.base.seeds import is_source

Schedule: TypeAlias = Callable[[int], float]
"""The temperature of simulated annealing at a time 0, 1, 2, ...; zero ends the search."""


@dataclass(frozen=True, repr=False)
class ExponentialSchedule:
    """The result of ``exp_schedule``: the temperature k * exp(-lam * t), or 0 from ``limit`` on.

    >>> exp_schedule(k=10)
    exp_schedule(10, 0.005, 100)
    """

    k: float = 20
    lam: float = 0.005
    limit: float = 100

    def __call__(self, t: int) -> float:
        """Return the temperature at the time ``t``."""
        return self.k * math.exp(-self.lam * t) if t < self.limit else 0

    def __repr__(self) -> str:
        return f"exp_schedule({self})"

    def __str__(self) -> str:
        return ", ".join(map(str, astuple(self)))


def exp_schedule(k: float = 20, lam: float = 0.005, limit: float = 100) -> Schedule:
    """Return a temperature schedule: k * exp(-lam * t) at time t, and 0 from ``limit`` on."""
    return ExponentialSchedule(k, lam, limit)


def _schedule(text: str) -> ExponentialSchedule:
    try:
        numbers = [_NUMBER.read(part) for part in text.split(",")]
    except InputError:  # the message shows the whole text
        raise ValueError(text) from None
    if len(numbers) > 3:
        raise ValueError(text)
    return ExponentialSchedule(*numbers)


_NUMBER = Option("number", float, "a parameter of the cooling schedule: k, lam or limit", least=0)
OPTIONS = {
    option.name: option
    for option in (
        Option("weight", float, "weight of h in f = g + weight * h; with a weight above 1, the"
               " solution may not be optimal", least=0),
        Option("guided", int, "number of expansions after which the algorithm also searches with"
               " additional heuristics; 0 means never", least=0),
        Option("k", int, "number of states that are kept at each step", least=1),
        Option("width", int, "width of the beam: how many nodes are kept at each depth", least=1),
        Option("capacity", int, "largest number of nodes in memory", least=2),
        Option("limit", int, "largest depth, in actions", least=0),
        Option("tries", int, "largest number of neighbours to try in a state", least=1,
               without="all neighbours"),
        Option("restarts", int, "number of restarts after the first climb", least=0),
        Option("tenure", int, "number of most recent states to which a search may not return",
               least=0),
        Option("strength", int, "number of random actions to leave a local maximum", least=1),
        Option("walk", int, "largest number of random actions before a new climb begins",
               least=0),
        Option("iterations", int, "largest number of steps", least=0, without="no limit"),
        Option("schedule", _schedule,
               "three numbers k, lam, limit: the temperature in step t is k e^(-lam t)"
               " if t < limit, and otherwise 0",
               without="the problem's own schedule, or 20, 0.005, 100", accepts=callable,
               words="one to three numbers from 0 up, such as 20, 0.005, 100 (in Python a "
                     "function)"),
        Option("sideways", int, "largest number of consecutive moves to equally good neighbours",
               least=0),
        Option("ngen", int, "largest number of generations", least=0),
        Option("pmut", float, "probability that an individual mutates", least=0, greatest=1),
        Option("n", int, "number of individuals in the population", least=1),
        Option("seed", int, "seed for the random numbers", without="different numbers in every run",
               accepts=is_source),
    )
}  # fmt: skip
"""Every option that can be written as a text, by its name."""


def write_value(value: object) -> Any:
    """Return the value of an option as a number or a text, so that a table can show the value."""
    if value is None:
        return None
    if is_number(value):
        return shortest(value)
    if isinstance(value, str | ExponentialSchedule):
        return str(value)
    try:
        return index(value)  # type: ignore[arg-type] # it may be anything
    except TypeError:
        return str(getattr(value, "__name__", None) or type(value).__name__)
