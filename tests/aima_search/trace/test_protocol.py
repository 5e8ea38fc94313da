"""The arguments of a request are the parameters of the function that answers it."""

from __future__ import annotations

import json
from math import inf
from typing import TYPE_CHECKING, Any

import pytest

from aima_search.base.errors import SearchError
from aima_search.trace.protocol import (
    arguments_of,
    as_json,
    checked_arguments,
    open_recording,
    reply,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def draw(
    board: str,
    size: Sequence[int],
    marks: Mapping[str, str] | None = None,
    count: int = 1,
    back: bool = False,
    seconds: float = 0.5,
    other: Any = None,
) -> None:
    """Answer a request."""


def test_types_and_defaults_come_from_the_signature_without_types_that_json_lacks():
    expected = {"board": str, "size": list, "marks?": dict, "count?": int, "back?": bool}
    assert arguments_of(draw) == expected
    assert arguments_of(lambda: None) == {}


def test_a_wrong_a_missing_and_an_unknown_argument_are_refused():
    types = arguments_of(draw)
    whole = {"board": "x", "size": [1]}
    assert checked_arguments("draw", whole, types) == whole
    for wrong, words in (
        ({**whole, "count": "1"}, "expected a whole number"),
        ({"board": "x"}, "size is missing"),
        ({**whole, "seconds": 1}, "seconds"),
    ):
        with pytest.raises(SearchError, match=words):
            checked_arguments("draw", wrong, types)


def test_the_arguments_of_a_search_are_the_documented_ones():
    assert arguments_of(open_recording) == {
        "puzzle": str,
        "board?": str,
        "settings?": dict,
        "algorithm?": str,
        "heuristic?": str,
        "tie_break?": str,
        "limits?": dict,
        "options?": dict,
        "source?": str,
    }


def test_infinity_is_a_text():
    assert as_json({1: [inf, -inf, 0.5]}) == {"1": ["inf", "-inf", 0.5]}


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"ask": "position"}, "found version None, expected 1"),
        ({"version": 2, "ask": "position"}, "found version 2, expected 1"),
        ({"version": 1, "ask": "dance"}, "unknown request 'dance'"),
        ({"version": 1, "ask": ["stop"]}, "unknown request"),
        ({"version": 1, "ask": "stop", "now": 1}, "unknown argument of stop 'now'"),
        ({"version": 1, "ask": "rewind"}, "the argument step is missing"),
        ({"version": 1, "ask": "rewind", "step": True}, "expected a whole number"),
        ([], "expected a JSON object, got a list"),
    ],
)
def test_a_bad_request_is_answered(request_, message):
    asks = {"stop": {}, "rewind": {"step": int}}
    answer = json.loads(json.dumps(reply(request_, asks, lambda name, arguments: name)))
    assert message in answer["error"]["message"]
    assert "file" not in answer["error"]
    assert reply({"version": 1, "ask": "stop", "id": 7}, asks, lambda name, _: name) == {
        "version": 1,
        "id": 7,
        "answer": "stop",
    }
