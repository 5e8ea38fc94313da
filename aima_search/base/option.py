"""``Option``: the name, type, bounds and help of an option of a puzzle, algorithm or command."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from operator import index
from typing import Any, TypeGuard

from aima_search.base.errors import InputError, UnknownName, shown

_EXACT = 2**53  # floats represent all whole numbers up to this number exactly

WHOLE, NUMBER, TEXT, SWITCH = "whole number", "number", "text", "yes or no"


def read_switch(text: str) -> bool:
    """Return True for "yes" and False for "no"; raise ValueError for another text."""
    if text not in ("yes", "no"):
        raise ValueError("yes or no")
    return text == "yes"


def _read_number(text: str) -> float:
    try:
        return int(text)
    except ValueError:
        return shortest(float(text))


_KINDS: Mapping[Any, str] = {int: WHOLE, float: NUMBER, str: TEXT, read_switch: SWITCH}
_WORDS = {WHOLE: "a whole number", NUMBER: "a finite number", TEXT: "a text"}


@dataclass(frozen=True)
class Option:
    """An option of a puzzle, algorithm or command, with its name, type of values and help text.

    - type: int, float, str, ``read_switch``, or a function that converts a text to the value. If a
      text is not allowed, the function raises ValueError with the expected values as the message.
    - least, greatest: the lowest and the highest allowed number.
    - without: a text that says what happens if the option has no value and no default.
    - accepts: a function that returns True for additional allowed values. For example, the option
      ``seed`` also allows a random generator.
    - words: the expected values in words, if ``type`` is a function.
    - among: the possible values, for a selection list in a form.
    - meanings: if a value is a name or a list of names, a dict from names to descriptions.
    - is_setting: True if the problem stores the value in an attribute with the option's name. False
      if the board's id contains the value, or if the value only says how to read a board's text.
    - is_paired: True if ``generate`` with the same seed makes boards that differ only in this
      option. Experiments can then compare the option's values on the same boards.
    """

    name: str
    type: Callable[[str], Any]
    help: str
    is_setting: bool = False
    is_paired: bool = False
    least: float | None = None
    greatest: float | None = None
    without: str = ""
    accepts: Callable[[Any], bool] | None = None
    words: str = ""
    among: Collection[str] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameter(self) -> str:
        """The option's name in Python, such as "tie_break" for the option "tie-break"."""
        return self.name.replace("-", "_")

    @property
    def flag(self) -> str:
        """The option's name for error messages, such as "option --size"."""
        return f"option --{self.name}"

    @property
    def kind(self) -> str:
        """A short name for the kind of the values, such as "whole number"."""
        return _KINDS.get(self.type, "numbers" if self.words else TEXT)

    @property
    def expected(self) -> str:
        """What the option expects, such as "a finite number from 0 up"; "" if not known."""
        words = self.words or _WORDS.get(_KINDS.get(self.type, ""), "")
        if self.least is None:
            return words
        upper = "up" if self.greatest is None else f"to {self.greatest}"
        return f"{words} from {self.least} {upper}"

    def read(self, given: object, name: str = "") -> Any:
        """Convert a text or a number to the option's value; raise InputError if this fails.

        name: the option's name in the message, by default ``self.name``.

        >>> Option("weight", float, "how much h counts", least=0).read("2.5")
        2.5
        """
        if not isinstance(given, str):
            if not is_number(given) or self.kind not in (WHOLE, NUMBER) or not self.fits(given):
                raise self._fault(given, name)
            return given
        try:
            value = (_read_number if self.type is float else self.type)(given)
        except InputError as error:  # its message contains the value
            raise InputError(f"{name or self.name}: {error}") from None
        except ValueError as error:
            raise self._fault(given, name, str(error)) from None
        if not self.fits(value):
            raise self._fault(given, name)
        return value

    def check(self, value: object) -> None:
        """Raise InputError if ``value``, a Python object, is not allowed for this option."""
        if not self.fits(value):
            raise self._fault(value)

    def fits(self, value: Any) -> bool:
        """Return True if ``value`` is allowed for this option."""
        if self.accepts is not None and self.accepts(value):
            return True
        if self.kind in (WHOLE, NUMBER):
            is_above = self._is_of_kind(value) and (self.least is None or value >= self.least)
            return bool(is_above and (self.greatest is None or value <= self.greatest))
        if self.type not in _KINDS:
            return self.accepts is None
        return isinstance(value, bool if self.kind == SWITCH else str)

    def short_of(self, value: object) -> str:
        """Return a text that says what a wrong ``value`` should be, such as "at least 1"."""
        if self.least is not None and self._is_of_kind(value) and value < self.least:  # type: ignore[operator]
            return f"at least {self.least:g}"
        words = _WORDS.get(self.kind, "true or false").replace("finite ", "")
        is_quoted = isinstance(value, str) and self.kind in (WHOLE, NUMBER)
        return f"{words}, without quotes" if is_quoted else words

    def _is_of_kind(self, value: Any) -> bool:
        if isinstance(value, bool):
            return False
        try:
            if self.kind == WHOLE:
                index(value)
            # an int may be too large for a float
            return (self.kind == NUMBER and isinstance(value, int)) or isfinite(value)
        except (TypeError, ValueError, OverflowError):  # not a number, an array, or too large
            return False

    def _fault(self, given: object, name: str = "", words: str = "") -> InputError:
        return InputError(f"{name or self.name} {shown(given)}: expected {self.expected or words}")


def read_texts(kind: str, known: Iterable[Option], texts: Mapping[str, str]) -> dict[str, Any]:
    """Convert the texts of options to values; return a dict from parameter names to values.

    kind: what an error message calls an option, such as "tiles option".
    """
    options = {option.name: option for option in known}
    for name in texts:
        if name not in options:
            raise UnknownName(kind, name, options)
    return {
        options[name].parameter: options[name].read(text, options[name].flag)
        for name, text in texts.items()
    }


def check_whole(known: Iterable[Option], given: Mapping[str, Any]) -> None:
    """Raise InputError if a whole-number option has a wrong value in ``given``; None is fine."""
    for option in known:
        if option.kind == WHOLE and given.get(option.parameter) is not None:
            option.check(given[option.parameter])


def write_text(value: Any) -> str:
    """Convert a value to a text that an option can read, such as "yes" for True."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, set | frozenset):
        return ",".join(sorted(map(str, value))) or "none"
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], tuple):  # cells
            return "+".join(map(write_text, value))
        return ",".join(map(str, value)) or "none"
    return str(value)


def shortest(number: float) -> float:
    """Return a whole float such as 2.0 as an int, and any other number unchanged."""
    is_whole = isinstance(number, float) and number.is_integer() and abs(number) < _EXACT
    return int(number) if is_whole else number


def is_number(given: object) -> TypeGuard[float]:
    """Return True if a value is a JSON number: an int or a float, but not a bool."""
    return isinstance(given, int | float) and not isinstance(given, bool)
