"""Requests and answers between the laboratory and a worker: JSON in frames.

An answer carries the key of its run and the nonce of its request, so that no answer is ever taken
for the answer of another run.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from aima_search.apps.lab.schema import CURVES
from aima_search.apps.lab.task import Task
from aima_search.base.interchange import json_value, storable_text
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import OUTCOMES
from aima_search.runs.record import Ending

_LARGEST = 2**63  # of the whole numbers that a store holds


class BadAnswer(Exception):
    """An answer that does not fit the request."""


def request(task: Task, nonce: str) -> bytes:
    """Return the request to do a run."""
    return json.dumps({"task": task.as_line(), "nonce": nonce}).encode()


def read_request(content: bytes) -> tuple[Task, str]:
    """Return task and nonce of a request."""
    values = json.loads(content)
    return Task.from_line(values["task"]), values["nonce"]


def answer(key: str, nonce: str, ending: Ending, left: str) -> bytes:
    """Return the answer to a request; left: what the run has left behind in the process."""
    values = {"key": key, "nonce": nonce, "ending": asdict(ending), "left": left}
    return json.dumps(values, default=json_value).encode()


def read_answer(content: bytes, key: str, nonce: str) -> tuple[Ending, str]:
    """Return the ending and what was left behind; BadAnswer if it answers another request."""
    try:
        values = json.loads(content)
    except ValueError:
        raise BadAnswer("its answer is not JSON") from None
    if not isinstance(values, dict) or not {"key", "nonce", "ending", "left"} <= values.keys():
        raise BadAnswer("its answer is incomplete")
    if (values["key"], values["nonce"]) != (key, nonce):
        raise BadAnswer("it answered another request")
    ending = values["ending"]
    if not isinstance(ending, dict) or ending.get("status") not in OUTCOMES:
        raise BadAnswer("its answer is not an outcome")
    message, measures = ending.get("message"), ending.get("values")
    if not isinstance(message, str) or not isinstance(measures, dict):
        raise BadAnswer("its answer is incomplete")
    kept = {name: _number(measures.get(name)) for name in MEASURES}
    curve, bounds = (_points(ending.get(name)) for name in CURVES)
    message = storable_text(message)
    told = Ending(ending["status"], message, kept, curve=curve, bounds=bounds)
    return told, str(values["left"])


def _points(curve: Any) -> list[tuple[int, float]]:
    """Return the points of a curve; all else in it is left out."""
    found: list[tuple[int, float]] = []
    for point in curve if isinstance(curve, list) else []:
        x, y = map(_number, point) if isinstance(point, list) and len(point) == 2 else (None, None)
        if isinstance(x, int) and y is not None:
            found.append((x, y))
    return found


def _number(value: Any) -> float | None:
    if not isinstance(value, int | float):
        return None
    try:
        return float(value) if isinstance(value, int) and abs(value) >= _LARGEST else value
    except OverflowError:  # nor does a floating-point number stand for it
        return None
