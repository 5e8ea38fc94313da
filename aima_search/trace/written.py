"""Writes a trace as text: a line for each expansion, and a file for the Posthoc visualiser.

A file for Posthoc is in YAML, in version 1.4.0 of Posthoc's format for search traces. Each event is
one line of JSON. JSON is also YAML, so no YAML library is needed. An event has ``type``, ``id``,
``pId`` (the id of the parent), ``f``, ``g``, ``h``, ``action`` and ``fate``. The format is
described at https://posthoc.pathfinding.ai/docs/search-trace.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from math import inf
from typing import Any

from aima_search.base.interchange import json_value
from aima_search.display.tables import format_value
from aima_search.model.puzzle import preparation_of
from aima_search.trace.trace import RecordedNode, Trace

VERSION = "1.4.0"
INFINITY = "1.0e+999"
"""A number that readers of JSON and YAML read as infinity."""


def expansion_line(trace: Trace, step: int) -> str:
    """Return a line of text that describes an expansion, such as the line in the example.

    >>> from aima_search.search import EightPuzzle
    >>> from aima_search.trace import record
    >>> trace = record(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)))
    >>> expansion_line(trace, 1)
    '2. f = 2 = 1 + 1, RIGHT: 3 generated (1 known, 2 queued), frontier 2'
    """
    node = trace.node(trace.expansions[step], step)
    value = trace.expansion_values[step]
    action = "start" if node.parent is None else trace.describe(node)
    line = f"{step + 1}. {_evaluation(trace, node, value)}, {action}"
    if step >= trace.done:
        return f"{line}: not expanded, because the search ended"
    generated = trace.generated_by(step)
    fates = Counter(trace.node(child, step + 1).fate for child in generated)
    counts = ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items()))
    frontier = trace.counts[step][3]
    counts = f" ({counts})" if counts else ""
    return f"{line}: {len(generated)} generated{counts}, frontier {frontier}"


def _evaluation(trace: Trace, node: RecordedNode, f: object) -> str:
    g, h, value = (format_value("number", number) for number in (node.g, node.h, f))
    if trace.algorithm.local:
        return f"value = {value}"
    if node.h is None:
        return f"g = {g}"
    if node.g + node.h == f:
        return f"f = {value} = {g} + {h}"
    return f"f = {value} (g = {g}, h = {h})"


def step_lines(trace: Trace) -> Iterator[tuple[int | None, str]]:
    """Yield pairs (step, line); the step is None if the line does not describe an expansion.

    Lines without a step show the preparation, each new round, the goal, and the trace's ``note``.
    """
    yield from ((None, f"0. {line}") for line in preparation_of(trace.problem))
    starts = dict(trace.rounds)
    for step in range(trace.steps):
        if step in starts:
            number, limit = trace.limit_at(step) or (0, None)
            yield None, f"round {number}, limit {format_value('number', limit)}"
        yield step, expansion_line(trace, step)
    if trace.goal is not None:
        goal = trace.node(trace.goal)
        yield None, f"goal: {_evaluation(trace, goal, goal.f)}, {trace.describe(goal) or 'start'}"
    if trace.note:
        yield None, trace.note


def posthoc_lines(trace: Trace) -> Iterator[str]:
    """Yield the lines of a file for the Posthoc visualiser."""
    yield f"version: {VERSION}"
    if trace.note:
        yield f"# {trace.note}"
    yield "events:"
    for event in _events(trace):
        yield f"- {{{', '.join(f'{json.dumps(key)}: {_json(event[key])}' for key in event)}}}"


def _events(trace: Trace) -> Iterator[dict[str, Any]]:
    current_path: list[int] = []  # only for a search that stores one path
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
    """Return a value as JSON that is also correct YAML."""
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
