"""A trace as text, one line for each expansion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from aima_search.display.tables import format_value
from aima_search.model.puzzle import preparation_of
from aima_search.trace.trace import RecordedNode, Trace


def expansion_line(trace: Trace, step: int) -> str:
    """Return the line of one step: its number, f = g + h, the action, the generated nodes.

    >>> from aima_search.search import EightPuzzle
    >>> from aima_search.trace import record
    >>> trace = record(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)))
    >>> expansion_line(trace, 1)
    '2. f = 2 = 1 + 1, RIGHT: 3 generated (1 known, 2 queued), frontier 2'
    """
    at = trace.expansions[step]
    node = trace.node(at, step)
    value = trace.expansion_values[step]
    action = "start" if node.parent is None else trace.describe(node)
    line = f"{step + 1}. {_evaluation(trace, node, value)}, {action}"
    if step >= trace.done:
        return f"{line}: not expanded any more"
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
    """Yield (step, line) for each expansion, and (None, line) for other lines.

    The other lines are the preparation, as step 0, new rounds, the goal, and the missing parts.
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
