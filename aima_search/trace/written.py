"""Writes a trace as text: a line for each expansion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from aima_search.display.tables import format_value
from aima_search.model.puzzle import preparation_of
from aima_search.trace.trace import RecordedNode, Trace


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


def trace_text(trace: Trace) -> str:
    """Return the lines of ``step_lines`` as one text, for a file."""
    return "".join(f"{line}\n" for _, line in step_lines(trace))
