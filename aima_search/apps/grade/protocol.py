"""The protocol of a submission's process: the answers are JSON with numbers, texts and lists.

An answer repeats the number of its request and has a kind: a value, a call (a request that the
submission itself sends before it answers), or one of FAULTS with a text. Numbers are floats, or
integers of moderate size. A text describes any other value.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from numbers import Number, Rational
from typing import Any

from aima_search.base.interchange import storable_text

VALUE, CALL = "value", "call"
RAISED, MEMORY_LIMIT, WROTE_OUTSIDE = "raised", "memory-limit", "wrote-outside"
IMPORT_FAILED, NOT_FOUND = "import-failed", "not-found"
FAULTS = (RAISED, MEMORY_LIMIT, WROTE_OUTSIDE, IMPORT_FAILED, NOT_FOUND)
"""The faults that a submission's process may report."""

_LARGEST = 2**63  # the largest whole number that is sent
_DIGITS = 20  # most digits of a whole number in an answer
_LONG_NUMBER = re.compile(rb"[0-9]{40}")


class MalformedReply(Exception):
    """A message from the process is not a valid answer to the request."""


class Numbering:
    """Gives a number to each value, counted from 0; equal values have the same number."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        """Return the number of a value; a new value gets a new number."""
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def plain_number(value: Any) -> Any:
    """Return a value as a number that JSON represents exactly, or a text that describes it.

    Fractions and numbers of numpy become floats; integers stay integers. This raises no exception.
    """
    try:
        if type(value) is float and isfinite(value):
            return value
        if isinstance(value, Rational) and value.denominator == 1:
            whole = int(value.numerator)
            return whole if abs(whole) <= _LARGEST else "an integer that is too large"
        if isinstance(value, Number) or hasattr(value, "item"):
            number = float(value.item() if hasattr(value, "item") else value)
            return "nan" if number != number else number
    except BaseException:  # noqa: BLE001, S110, RUF100  # a student's class may raise anything
        pass
    return describe_value(value)


def describe_value(value: Any) -> str:
    """Return a short text for any value, with its type; raise no exception."""
    return f"{short_text(value)} ({type(value).__name__})"


def short_text(value: Any) -> str:
    """Return a short text for any value; raise no exception."""
    try:
        text = value if isinstance(value, str) else repr(value)
        return storable_text(f"{text[:60]}..." if len(text) > 60 else text)
    except BaseException:  # a student's class may raise anything
        return f"a {type(value).__name__}"


def encode(number: int, kind: str, value: Any) -> bytes:
    """Return the bytes of an answer to the request with this number."""
    return json.dumps({"number": number, kind: value}).encode()


def decode(content: bytes, number: int) -> tuple[str, Any]:
    """Return the kind and value of an answer; raise MalformedReply if the answer is not valid."""
    try:
        is_long = _LONG_NUMBER.search(content)  # otherwise no number needs a check
        answer = json.loads(content, parse_int=_whole if is_long else None)
    except (ValueError, RecursionError, MemoryError):
        raise MalformedReply("an answer that cannot be read as JSON") from None
    if not isinstance(answer, dict) or answer.get("number") != number:
        raise MalformedReply("an answer to another request")
    for kind in (VALUE, CALL, *FAULTS):
        if kind in answer:
            break
    else:
        raise MalformedReply("an answer of an unknown kind")
    value = answer[kind]
    if kind in FAULTS:
        if not isinstance(value, str):
            raise MalformedReply("a fault without a text")
        return kind, storable_text(value)
    if kind == CALL and not (isinstance(value, list) and value and isinstance(value[0], str)):
        raise MalformedReply("a request without a name")
    return kind, value


def numbers(value: Any, count: int) -> list[float | str]:
    """Return `value` if it is a list of `count` numbers or texts, else raise MalformedReply."""
    if not isinstance(value, list) or len(value) != count:
        raise MalformedReply(f"a value that is not a list of {count:,} numbers")
    return [_number(number) for number in value]


def _number(value: Any) -> float | str:
    if type(value) in (int, float):
        return "nan" if value != value else value
    if isinstance(value, str):
        return storable_text(value)
    raise MalformedReply("a list whose values are not numbers")


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(f"a number with {len(text):,} digits")
    return int(text)
