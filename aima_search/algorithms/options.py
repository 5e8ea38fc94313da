"""The options of the algorithms: what each means, which values it takes, how a text is read.

The library, the command line and the page check a value here and nowhere else. What is set where
nothing is given stands in the signature of the algorithm; see ``names.Algorithm``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from operator import index
from typing import Any

from aima_search.algorithms.schedules import ExponentialSchedule
from aima_search.errors import InputError

_EXACT = 2**53  # below which a float tells one whole number from the next

WHOLE, NUMBER, NUMBERS = "whole number", "number", "numbers"


@dataclass(frozen=True)
class AlgorithmOption:
    """An option: its name in Python, the kind of its values, their bounds, a sentence of help.

    without: what happens where it is not given and has no value of its own then.
    """

    name: str
    kind: str
    help: str
    least: float | None = None
    greatest: float | None = None
    without: str = ""

    @property
    def expected(self) -> str:
        """What its values are, in words.

        >>> WEIGHT.expected
        'a finite number from 0 up'
        """
        if self.kind == NUMBERS:
            return "one to three numbers from 0 up, such as 20, 0.005, 100 (in Python a function)"
        words = "a whole number" if self.kind == WHOLE else "a finite number"
        if self.least is None:
            return words
        upper = "up" if self.greatest is None else f"to {self.greatest}"
        return f"{words} from {self.least} {upper}"

    def read(self, given: object) -> Any:
        """Return the value that a text, or a number, stands for; InputError where it is none.

        >>> WEIGHT.read("2.5")
        2.5
        """
        if not isinstance(given, str):
            if not _is_number(given):
                raise self._fault(given)
            self.check(given)
            return given
        try:
            value = _READERS[self.kind](given)
        except ValueError:
            raise self._fault(given) from None
        if not self._fits(value):
            raise self._fault(given)
        return value

    def check(self, value: object) -> None:
        """Refuse a value that no search can be made with; InputError says what is expected."""
        if not self._fits(value):
            raise self._fault(value)

    def _fits(self, value: Any) -> bool:
        if self.kind == NUMBERS:
            return callable(value)
        if isinstance(value, bool):
            return False
        if self.name == "seed" and _is_source(value):
            return True
        try:
            if self.kind == WHOLE:
                index(value)
            has_no_end = self.kind == NUMBER and isinstance(value, int)  # it may exceed any float
            return (has_no_end or isfinite(value)) and self._is_within(value)
        except (TypeError, ValueError, OverflowError):  # no number, several, too large a one
            return False

    def _is_within(self, value: Any) -> bool:
        is_above = self.least is None or value >= self.least
        return bool(is_above and (self.greatest is None or value <= self.greatest))

    def _fault(self, given: object) -> InputError:
        return InputError(f"{self.name} {given!r}: expected {self.expected}")


def _is_number(given: object) -> bool:
    """Tell whether a value is what JSON has for a number."""
    return isinstance(given, int | float) and not isinstance(given, bool)


def _is_source(value: object) -> bool:
    """Tell whether a value is a seed of Python's beside the numbers: see ``random_source``."""
    is_python = isinstance(value, str | random.Random) or value is random
    return is_python or hasattr(value, "integers")


def _number(text: str) -> float:
    try:
        return int(text)
    except ValueError:
        return _shortest(float(text))


def _shortest(number: float) -> float:
    """Return a whole number as one: 2.0 is 2, by which it is known in tables and files."""
    is_whole = isinstance(number, float) and number.is_integer() and abs(number) < _EXACT
    return int(number) if is_whole else number


def _schedule(text: str) -> ExponentialSchedule:
    numbers = [_number(part) for part in text.split(",")]
    if len(numbers) > 3 or not all(isfinite(one) and one >= 0 for one in numbers):
        raise ValueError(text)
    return ExponentialSchedule(*numbers)


_READERS: dict[str, Callable[[str], Any]] = {WHOLE: int, NUMBER: _number, NUMBERS: _schedule}

WEIGHT = AlgorithmOption(
    "weight", NUMBER, "how much h counts beside g; 1 is A*, with more the goal may cost more", 0
)
STATES = AlgorithmOption("k", WHOLE, "how many states are kept from step to step", 1)
OPTIONS = {
    option.name: option
    for option in (
        WEIGHT,
        STATES,
        AlgorithmOption("limit", WHOLE, "how many actions deep it goes at most", 0),
        AlgorithmOption(
            "tries",
            WHOLE,
            "how many neighbours it looks at for a better one",
            1,
            without="all of them",
        ),
        AlgorithmOption("restarts", WHOLE, "how many climbs follow the first", 0),
        AlgorithmOption(
            "walk",
            WHOLE,
            "how many random actions lead to a start at most, where no random state is known",
            0,
        ),
        AlgorithmOption(
            "iterations", WHOLE, "how many steps it takes at most", 0, without="no end of them"
        ),
        AlgorithmOption(
            "schedule",
            NUMBERS,
            "k, lam, limit: step t has the temperature k e^(-lam t), and 0 from limit on",
            without="the problem's own, or 20, 0.005, 100",
        ),
        AlgorithmOption("ngen", WHOLE, "how many generations are bred at most", 0),
        AlgorithmOption("pmut", NUMBER, "how likely an individual mutates", 0, 1),
        AlgorithmOption("n", WHOLE, "how many individuals there are", 1),
        AlgorithmOption(
            "seed", WHOLE, "the same one draws the same numbers again", without="by chance"
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
    if _is_number(value):
        return _shortest(value)  # type: ignore[arg-type] # it is one
    if isinstance(value, str | ExponentialSchedule):
        return str(value)
    try:
        return index(value)  # type: ignore[arg-type] # it may be anything
    except TypeError:
        return str(getattr(value, "__name__", None) or type(value).__name__)
