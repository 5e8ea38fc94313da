"""The arguments of a request are the parameters of the function that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from aima_search.base.errors import SearchError
from aima_search.trace.protocol import ASKS, arguments_of, checked_arguments

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


def test_the_requests_of_a_session_are_the_documented_ones():
    assert ASKS["open"] == {
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
    node, step = {"node": int}, {"step": int}
    assert {name: types for name, types in ASKS.items() if name != "open"} == {
        "position": {},
        "stop": {},
        "solution": {},
        "rewind": step,
        "solution_picture": step,
        "picture": node,
        "children": node,
        "path": node,
        "advance": {"count?": int},
        "frontier": {"page?": int, "order?": str},
    }
