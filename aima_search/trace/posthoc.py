"""Writes a trace as a search trace of the Posthoc visualiser, version 1.4.0 of its format.

The file is YAML. Each event is one line of JSON, which is YAML too, so no library is needed. An
event has ``type``, ``id``, ``pId`` (the id of the parent), ``f``, ``g``, ``h``, ``action`` and
``fate``. Format: https://posthoc.pathfinding.ai/docs/search-trace.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from typing import Any

from aima_search.base.interchange import json_value
from aima_search.trace.trace import Trace

VERSION = "1.4.0"
INFINITY = "1.0e+999"
"""Too large for a floating-point number, so that readers of JSON and YAML get infinity."""


def posthoc_lines(trace: Trace) -> Iterator[str]:
    """Yield the lines of the file."""
    yield f"version: {VERSION}"
    if trace.note:
        yield f"# {trace.note}"
    yield "events:"
    for event in _events(trace):
        yield f"- {{{', '.join(f'{json.dumps(key)}: {_json(event[key])}' for key in event)}}}"


def _events(trace: Trace) -> Iterator[dict[str, Any]]:
    """Yield the events: source, expanding, generating, closing, end, or the path as events."""
    current_path: list[int] = []  # of a search that stores one path
    leaving: dict[int, list[int]] = {}  # by step: nodes that leave the frontier unexpanded
    for at, (step, _) in trace.left.items():
        leaving.setdefault(step, []).append(at)
    for at in range(trace.marks[0] if trace.steps else len(trace)):
        yield _event(trace, "source", at, 0)
    for step in range(trace.done):
        at = trace.expansions[step]
        depth = trace.depths[at]
        while current_path and trace.depths[current_path[-1]] >= depth:
            yield _event(trace, "closing", current_path.pop(), step)
        yield _event(trace, "expanding", at, step)
        for child in trace.generated_by(step):
            yield _event(trace, "generating", child, step + 1)
        for node in leaving.get(step, ()):
            yield _event(trace, "closing", node, step + 1)
        if trace.algorithm.holds_path:
            current_path.append(at)
        else:
            yield _event(trace, "closing", at, step + 1)
    yield from _last_events(trace, current_path)


def _last_events(trace: Trace, current_path: list[int]) -> Iterator[dict[str, Any]]:
    if trace.goal is not None:
        yield _event(trace, "end", trace.goal, None)
    elif trace.answer is not None and not trace.is_whole:
        for place, node in enumerate(trace.answer.path()):
            parent = f"path {place - 1}" if place else None
            event = {"type": "path", "id": f"path {place}", "pId": parent, "g": node.path_cost}
            yield {**event, "action": None if node.action is None else str(node.action)}
    elif trace.answer is None:
        for at in reversed(current_path):
            yield _event(trace, "closing", at, None)


def _event(trace: Trace, kind: str, at: int, step: int | None) -> dict[str, Any]:
    node = trace.node(at, step)
    event = {"type": kind, "id": node.id, "pId": node.parent}
    event.update({name: getattr(node, name) for name in "fgh" if getattr(node, name) is not None})
    if node.action is not None:
        event["action"] = str(node.action)
    return {**event, "fate": node.fate}


def _json(value: Any) -> str:
    """Return a value as JSON that every version of YAML reads as the same value."""
    if isinstance(value, str):
        return "".join(map(_printable, json.dumps(value, ensure_ascii=False)))
    if value is not None and not isinstance(value, int | float):
        value = json_value(value)
    if value in (inf, -inf):
        return INFINITY if value > 0 else f"-{INFINITY}"
    text = json.dumps(value)
    has_exponent = "e-" in text or "e+" in text
    return text.replace("e", ".0e") if has_exponent and "." not in text else text


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
