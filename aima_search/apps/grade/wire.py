"""What may come back from a submission's process: JSON of plain values, bounded in every way.

An answer repeats the number of its request. Numbers are floats, and whole numbers of moderate size.
Any other value becomes an ``Odd``, a text that says what the value was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Number, Rational
from typing import Any

from aima_search.base.interchange import storable_text

_LARGEST = 2**63  # of whole numbers
_DIGITS = 20  # of a whole number in an answer
_LONG_NUMBER = re.compile(rb"[0-9]{40}")
_ODD = "odd"


class BadAnswer(Exception):
    """The message is not an answer to the question."""


@dataclass(frozen=True)
class Odd:
    """A value that is not a number, in words."""

    text: str


@dataclass(frozen=True)
class Fault:
    """What went wrong on the other side, as it says: ``kind`` is one of FAULTS."""

    kind: str
    message: str
    place: str = ""


@dataclass(frozen=True)
class Call:
    """A question that the other side asks before it answers."""

    name: str
    arguments: Sequence[Any]


IMPORT, NOT_FOUND, RAISED, MEMORY, WROTE = "import", "not-found", "raised", "memory", "wrote"
FAULTS = (IMPORT, NOT_FOUND, RAISED, MEMORY, WROTE)
"""What a fault can be, as the other side tells it."""


def plain_number(value: Any) -> Any:
    """Return a number that JSON holds exactly, or words for another value; never raises.

    For the other side: fractions and numpy's numbers become floats, whole ones stay whole.
    """
    try:
        if type(value) is float and isfinite(value):
            return value
        if isinstance(value, Rational) and value.denominator == 1:
            whole = int(value.numerator)
            return whole if abs(whole) <= _LARGEST else {_ODD: "a whole number that is too large"}
        if isinstance(value, Number) or hasattr(value, "item"):
            number = float(value.item() if hasattr(value, "item") else value)
            return {_ODD: "nan"} if number != number else number
    except BaseException:  # noqa: BLE001, S110, RUF100  # whatever a class of the student's does
        pass
    return odd(value)


def odd(value: Any) -> dict[str, str]:
    """Return words for what is no number."""
    return {_ODD: in_words(value)}


def in_words(value: Any) -> str:
    """Return a short text for any value with its type, even if its class cannot show it."""
    return f"{briefly(value)} ({type(value).__name__})"


def briefly(value: Any) -> str:
    """Return a short text for any value; never raises."""
    try:
        text = value if isinstance(value, str) else repr(value)
        return storable_text(f"{text[:60]}..." if len(text) > 60 else text)
    except BaseException:  # whatever a class of the student's does
        return f"a {type(value).__name__}"


def encode_answer(number: int, value: Any) -> bytes:
    """Return the answer to a request; a Fault is an answer too."""
    if isinstance(value, Fault):
        return json.dumps({"number": number, "fault": vars(value)}).encode()
    return json.dumps({"number": number, "value": value}).encode()


def encode_call(number: int, name: str, arguments: Sequence[Any]) -> bytes:
    """Return a question of the other side, asked before it answers."""
    return json.dumps({"number": number, "value": [name, *arguments], "call": True}).encode()


def decode_answer(content: bytes, number: int) -> Any:
    """Return the value, or the Fault, or the Call; BadAnswer for anything else."""
    try:
        is_long = _LONG_NUMBER.search(content)  # otherwise no number needs a look
        answer = json.loads(content, parse_int=_whole if is_long else None)
    except (ValueError, RecursionError, MemoryError):
        raise BadAnswer("an answer that is not a plain value") from None
    if not isinstance(answer, dict) or answer.get("number") != number:
        raise BadAnswer("an answer to another question")
    if "fault" in answer:
        return _fault(answer["fault"])
    if "value" not in answer:
        raise BadAnswer("an answer without a value")
    value = answer["value"]
    if "call" not in answer:
        return value
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise BadAnswer("a question without a name")
    return Call(value[0], value[1:])


def numbers(value: Any, count: int) -> list[float | Odd]:
    """Return a list of so many numbers; BadAnswer for anything else."""
    if not isinstance(value, list) or len(value) != count:
        raise BadAnswer(f"something else: expected {count:,} numbers")
    return [_number(one) for one in value]


def _number(value: Any) -> float | Odd:
    if type(value) in (int, float):
        return Odd("nan") if value != value else value
    if isinstance(value, dict) and isinstance(value.get(_ODD), str):
        return Odd(storable_text(value[_ODD]))
    raise BadAnswer("something else: expected numbers")


def _fault(value: Any) -> Fault:
    if not isinstance(value, dict) or value.get("kind") not in FAULTS:
        raise BadAnswer("a fault of no known kind")
    texts = [value.get(name) for name in ("message", "place")]
    if not all(isinstance(text, str) for text in texts):
        raise BadAnswer("a fault without a text")
    message, place = (storable_text(str(text)) for text in texts)
    return Fault(value["kind"], message, place)


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(f"a number of {len(text):,} digits")
    return int(text)
