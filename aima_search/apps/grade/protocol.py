"""The messages that a submission's process sends to the grader.

A message is JSON with the number of the grader's request, and a value of a certain kind. The kind
is VALUE for an answer, CALL for a request to the grader, or one of FAULTS for an error. A value
consists only of numbers, texts and lists. Any other object is replaced by a text.
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
    """A message from a submission's process is not a valid answer."""


class Numbering:
    """Gives the numbers 0, 1, 2, ... to new values. Equal values have the same number."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        """Return the number of a value. A new value gets the next number."""
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def plain_number(value: Any) -> Any:
    """Return a number as an int or a float, and any other value as a text that describes it.

    A fraction becomes a float, and a very large integer becomes a text. No exception is raised.
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
    """Return a short text with a value and its type, such as "7 (int)". Raise no exception."""
    return f"{short_text(value)} ({type(value).__name__})"


def short_text(value: Any) -> str:
    """Return a short text for any value. Raise no exception."""
    try:
        text = value if isinstance(value, str) else repr(value)
        return storable_text(f"{text[:60]}..." if len(text) > 60 else text)
    except BaseException:  # a student's class may raise anything
        return f"a {type(value).__name__}"


def encode(number: int, kind: str, value: Any) -> bytes:
    """Return an answer as JSON in bytes. ``number`` is the number of the request."""
    return json.dumps({"number": number, kind: value}).encode()


def decode(content: bytes, number: int) -> tuple[str, Any]:
    """Return (kind, value) of the answer to request ``number``, or raise MalformedReply."""
    try:
        is_long = _LONG_NUMBER.search(content)  # otherwise no number needs a check
        answer = json.loads(content, parse_int=_whole if is_long else None)
    except (ValueError, RecursionError):
        raise MalformedReply("the code's answer cannot be read as JSON") from None
    if not isinstance(answer, dict) or answer.get("number") != number:
        raise MalformedReply("the code's answer does not belong to the grader's request")
    kind = next((kind for kind in (VALUE, CALL, *FAULTS) if kind in answer), "")
    if not kind:
        raise MalformedReply("the code sent an answer of an unknown kind")
    value = answer[kind]
    if kind in FAULTS:
        if not isinstance(value, str):
            raise MalformedReply("the code reported an error without a text")
        return kind, storable_text(value)
    if kind == CALL:
        parts = value[:2] if isinstance(value, list) else []
        if list(map(type, parts)) != [str, int]:
            raise MalformedReply("the code sent an invalid request: expected a name and a number")
    return kind, value


def number_or_text(value: Any) -> float | str:
    """Return a number or text; NaN becomes "nan". Raise MalformedReply for any other value."""
    if type(value) in (int, float):
        return "nan" if value != value else value
    if isinstance(value, str):
        return storable_text(value)
    raise MalformedReply("a value in the code's answer is not a number")


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(f"a number has {len(text):,} digits: expected at most {_DIGITS}")
    return int(text)
