"""The options of the algorithms: what each means and which values it takes.

The default of an option stands in the signature of the algorithm; see ``names.Algorithm``.
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

# Schedules of simulated annealing: the temperature at a time.


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


def _schedule(text: str) -> ExponentialSchedule:
    try:
        numbers = [_NUMBER.read(part) for part in text.split(",")]
    except InputError:  # of a part: the whole schedule is to be shown
        raise ValueError(text) from None
    if len(numbers) > 3:
        raise ValueError(text)
    return ExponentialSchedule(*numbers)


_NUMBER = Option("number", float, "of a schedule", least=0)
WEIGHT = Option(
    "weight",
    float,
    "how much h counts next to g; 1 is A*, with more the goal may cost more",
    least=0,
)
GUIDED = Option(
    "guided",
    int,
    "after how many expansions without a solution it makes as long a search by each guide of h;"
    " 0 is never",
    least=0,
)
STATES = Option("k", int, "how many states are kept from step to step", least=1)
WIDTH = Option("width", int, "how many nodes of a layer go on", least=1)
CAPACITY = Option("capacity", int, "how many nodes are kept at once", least=2)
OPTIONS = {
    option.name: option
    for option in (
        WEIGHT,
        GUIDED,
        STATES,
        WIDTH,
        CAPACITY,
        Option("limit", int, "how many actions deep it goes at most", least=0),
        Option(
            "tries",
            int,
            "how many neighbours it looks at for a better state",
            least=1,
            without="all of them",
        ),
        Option("restarts", int, "how many climbs follow the first", least=0),
        Option("tenure", int, "how many of the last states it may not go back to", least=0),
        Option("strength", int, "how many random actions lead away from a local maximum", least=1),
        Option(
            "walk",
            int,
            "how many random actions lead to a start at most, if no random state is known",
            least=0,
        ),
        Option(
            "iterations", int, "how many steps it takes at most", least=0, without="no end of them"
        ),
        Option(
            "schedule",
            _schedule,
            "k, lam, limit: step t has the temperature k e^(-lam t), and 0 from limit on",
            without="the problem's own, or 20, 0.005, 100",
            accepts=callable,
            words="one to three numbers from 0 up, such as 20, 0.005, 100 (in Python a function)",
        ),
        Option(
            "sideways",
            int,
            "how many moves in a row may lead to a neighbour that is as good",
            least=0,
        ),
        Option("ngen", int, "how many generations are bred at most", least=0),
        Option("pmut", float, "how likely an individual mutates", least=0, greatest=1),
        Option("n", int, "how many individuals there are", least=1),
        Option(
            "seed",
            int,
            "the same seed draws the same numbers again",
            without="by chance",
            accepts=is_source,
        ),
    )
}
"""Every option that can be written as a text, by its name."""


def write_value(value: object) -> Any:
    """Return a value of an option as a table can hold it: a number, or a text.

    Equal numbers are written alike.
    """
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
