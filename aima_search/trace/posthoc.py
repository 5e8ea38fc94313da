"""A trace as the Posthoc visualiser reads it: YAML, an event a line, each one a JSON object.

JSON is YAML's flow style, so that no library for YAML is needed. Every node has an ``id`` of its
own and its parent's in ``pId``: the visualiser's tree needs no more. Format:
https://posthoc.pathfinding.ai/docs/search-trace, version 1.4.0.
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
    for event in events(trace):
        yield f"- {{{', '.join(f'{json.dumps(key)}: {_json(event[key])}' for key in event)}}}"


def events(trace: Trace) -> Iterator[dict[str, Any]]:
    """Yield what happened: source, expanding, generating, closing, end; the path if nodes lack."""
    under_way: list[int] = []  # of a search of one path: what it has not left
    for at in range(trace.history.marks[0] if trace.steps else len(trace)):
        yield _event(trace, "source", at, 0)
    for step in range(trace.done):
        at = trace.history.expansions[step]
        depth = trace.history.depths[at]
        while under_way and trace.history.depths[under_way[-1]] >= depth:
            yield _event(trace, "closing", under_way.pop(), step)
        yield _event(trace, "expanding", at, step)
        for child in trace.made_by(step):
            yield _event(trace, "generating", child, step + 1)
        if trace.algorithm.holds_path:
            under_way.append(at)
        else:
            yield _event(trace, "closing", at, step + 1)
    yield from _ending(trace, under_way)


def _ending(trace: Trace, under_way: list[int]) -> Iterator[dict[str, Any]]:
    if trace.history.goal is not None:
        yield _event(trace, "end", trace.history.goal, None)
    elif trace.answer is not None and not trace.is_whole:
        for place, node in enumerate(trace.answer.path()):
            parent = f"path {place - 1}" if place else None
            event = {"type": "path", "id": f"path {place}", "pId": parent, "g": node.path_cost}
            yield {**event, "action": None if node.action is None else str(node.action)}
    elif trace.answer is None:
        for at in reversed(under_way):
            yield _event(trace, "closing", at, None)


def _event(trace: Trace, kind: str, at: int, step: int | None) -> dict[str, Any]:
    node = trace.node(at, step)
    event = {"type": kind, "id": node.id, "pId": node.parent}
    event.update({name: getattr(node, name) for name in "fgh" if getattr(node, name) is not None})
    if node.action is not None:
        event["action"] = str(node.action)
    return {**event, "fate": node.fate}


def _json(value: Any) -> str:
    """Return a value as JSON that is YAML too, whichever of YAML's versions."""
    if isinstance(value, str):
        return "".join(map(_printable, json.dumps(value, ensure_ascii=False)))
    if value is not None:
        value = json_value(value) if not isinstance(value, int | float) else value
    if value in (inf, -inf):
        return INFINITY if value > 0 else f"-{INFINITY}"
    text = json.dumps(value)
    return (
        text if "." in text else text.replace("e", ".0e") if "e-" in text or "e+" in text else text
    )


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
