"""An option: a value that users give by a name, to a puzzle, an algorithm, a file or a command.

All values of options are read here: a text of the command line or of a page, a number of JSON, a
value of TOML or of Python. A wrong value is an error of one line that says what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from operator import index
from typing import Any, TypeGuard

from aima_search.base.errors import InputError, UnknownName, shown

_EXACT = 2**53  # below it a float holds every whole number

WHOLE, NUMBER, TEXT, SWITCH = "whole number", "number", "text", "yes or no"


def read_switch(text: str) -> bool:
    """Return the value of an option that is "yes" or "no"."""
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
    """A value that users give by a name.

    type: int, float, str, ``read_switch``, or a function of a text that raises ValueError with
    what it expects. least, greatest: bounds of a number. without: in words, what happens if no
    value is given and there is no default. accepts: tells whether a value of Python is allowed
    besides those that ``type`` reads, such as a function. words: what is expected, if ``type`` is a
    function. among: the values, if they are few and have names: forms offer them. meanings: a line
    about each name that a value may consist of, for lists and pages of the puzzle. is_setting: for
    board options: the value stays with the problem, as an attribute of this name, and is not in the
    board's id; False if it only says how to read a text, or is a part of the id. is_paired: for
    options of ``generate``: with the same seed, other values change nothing else of the board, so
    that experiments can compare them on the same board.
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
        """Its name in Python."""
        return self.name.replace("-", "_")

    @property
    def flag(self) -> str:
        """Its name in messages of the command line."""
        return f"option --{self.name}"

    @property
    def kind(self) -> str:
        """Its kind of values, in a word or two."""
        return _KINDS.get(self.type, "numbers" if self.words else TEXT)

    @property
    def expected(self) -> str:
        """Its values in words, bounds included; "" if only ``type`` knows them.

        >>> Option("weight", float, "how much h counts", least=0).expected
        'a finite number from 0 up'
        """
        words = self.words or _WORDS.get(_KINDS.get(self.type, ""), "")
        if self.least is None:
            return words
        upper = "up" if self.greatest is None else f"to {self.greatest}"
        return f"{words} from {self.least} {upper}"

    def read(self, given: object, said: str = "") -> Any:
        """Return the value that a text, or a number, stands for; InputError for any other.

        said: the option's name in the message; by default its own name.

        >>> Option("weight", float, "how much h counts", least=0).read("2.5")
        2.5
        """
        if not isinstance(given, str):
            if not is_number(given) or self.kind not in (WHOLE, NUMBER) or not self.fits(given):
                raise self._fault(given, said)
            return given
        try:
            value = (_read_number if self.type is float else self.type)(given)
        except InputError as error:  # which says what was given
            raise InputError(f"{said or self.name}: {error}") from None
        except ValueError as error:
            raise self._fault(given, said, str(error)) from None
        if not self.fits(value):
            raise self._fault(given, said)
        return value

    def check(self, value: object) -> None:
        """Refuse a value of Python that is not allowed; InputError says what is expected."""
        if not self.fits(value):
            raise self._fault(value)

    def fits(self, value: Any) -> bool:
        """Tell whether a value of Python, or of TOML, is allowed."""
        if self.accepts is not None and self.accepts(value):
            return True
        if self.kind in (WHOLE, NUMBER):
            return self._is_of_kind(value) and self._is_within(value)
        if self.type not in _KINDS:
            return self.accepts is None
        return isinstance(value, bool if self.kind == SWITCH else str)

    def short_of(self, value: object) -> str:
        """Return what is expected in place of a value that does not fit: the bound that it missed.

        >>> Option("repetitions", int, "of every run", least=1).short_of(0)
        'at least 1'
        """
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
            # a whole number may exceed any float
            return (self.kind == NUMBER and isinstance(value, int)) or isfinite(value)
        except (TypeError, ValueError, OverflowError):  # no number, several, or too large a one
            return False

    def _is_within(self, value: Any) -> bool:
        is_above = self.least is None or value >= self.least
        return bool(is_above and (self.greatest is None or value <= self.greatest))

    def _fault(self, given: object, said: str = "", words: str = "") -> InputError:
        return InputError(f"{said or self.name} {shown(given)}: expected {self.expected or words}")


def read_texts(kind: str, known: Iterable[Option], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the parameters for texts by the options' names.

    kind: the word for the options in the message about an unknown name.
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
    """Refuse what is given by a parameter's name in place of a whole number; None is no value."""
    for option in known:
        if option.kind == WHOLE and given.get(option.parameter) is not None:
            option.check(given[option.parameter])


def write_text(value: Any) -> str:
    """Return a value of Python, of TOML or of JSON as the text that an option reads."""
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
    """Return a whole number as an int: 2.0 is 2, as tables and files have it."""
    is_whole = isinstance(number, float) and number.is_integer() and abs(number) < _EXACT
    return int(number) if is_whole else number


def is_number(given: object) -> TypeGuard[float]:
    """Tell whether a value is a number in JSON."""
    return isinstance(given, int | float) and not isinstance(given, bool)
