"""The trace of a recorded search: its nodes, its paths, and the frontier at any step.

A trace has a column for each property of nodes, and a row for each node. The *id* of a node is its
row. A *step* is an expansion, numbered from 0. The *fate* of a node is what the search did with it
when it was generated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import FATES, Fate, Step
from aima_search.base.errors import InputError, NotApplicable
from aima_search.display import Scene, render_svg
from aima_search.display.tables import format_value
from aima_search.model.contract import offered
from aima_search.model.problem import Node
from aima_search.model.puzzle import action_words, preparation_of
from aima_search.runs.result import SearchResult

MOST = 100_000
"""The largest number of recorded nodes, by default."""

CODES = {fate: code for code, fate in enumerate(FATES)}
"""The number that stands for each fate in a trace."""


class RecordedNode(NamedTuple):
    """A node of a trace; ``g``, ``h`` and ``f`` are None if they were not computed.

    ``fate`` is a text from ``algorithms.steps.FATES``.
    """

    id: int
    parent: int | None
    action: Any
    state: Any
    g: Any
    h: Any
    f: Any
    depth: int
    fate: str


class Trace:
    """The recorded steps of a search, and its nodes in the order in which they were generated.

    ``answer``: the node that the search returned. ``result``: the search result, None until the
    search ends. ``is_whole``: True if all nodes are recorded.

    ``marks[k]``: the number of nodes at the start of step k. ``expanded``, ``left`` and ``raised``
    are dictionaries with node ids as keys. ``expanded``: the step at which the node was expanded.
    ``left``: (step, reason) if the node left the frontier without being expanded. ``raised``: a
    tuple (step, h, f) for each time that the node got a higher f and went back to the frontier.

    ``rounds``: a pair (step, limit) for each round of a search such as IDA*; the limit is on f or
    on the depth. For an anytime search, ``solutions`` has a pair (step, cost) for each better
    solution, and ``bounds`` a pair (step, bound) for each new lower bound.
    """

    def __init__(self, problem: Any, algorithm: Algorithm) -> None:
        self.problem = problem
        self.algorithm = algorithm
        self.step: Step | None = None
        self.answer: Node | None = None
        self.result: SearchResult | None = None
        self.is_whole = True
        self.parents: list[int] = []  # -1 for a node without a parent
        self.actions: list[Any] = []
        self.states: list[Any] = []
        self.costs: list[Any] = []
        self.depths: list[int] = []
        self.estimates: list[Any] = []
        self.values: list[Any] = []
        self.fates = bytearray()
        self.expansions: list[int] = []
        self.expansion_values: list[Any] = []
        self.marks: list[int] = []
        self.counts: list[tuple[int, int, int, int]] = []  # the counts of Step, per step
        self.expanded: dict[int, int] = {}
        self.left: dict[int, tuple[int, str]] = {}
        self.raised: dict[int, list[tuple[int, Any, Any]]] = {}
        self.rounds: list[tuple[int, Any]] = []
        self.solutions: list[tuple[int, Any]] = []
        self.bounds: list[tuple[int, Any]] = []
        self.goal: int | None = None

    def __len__(self) -> int:
        return len(self.fates)

    def __iter__(self) -> Iterator[RecordedNode]:
        return map(self.node, range(len(self)))

    @property
    def steps(self) -> int:
        """The number of recorded steps. At a limit, the last step may be recorded only in part."""
        return len(self.expansions)

    @property
    def note(self) -> str:
        """A sentence about the nodes that are not recorded; "" if all nodes are recorded."""
        if self.is_whole:
            return ""
        known = f"{len(self):,} nodes are recorded, up to step {self.steps - 1:,}"
        return f"{known}: later nodes are only counted, but the solution is recorded"

    def node(self, at: int, step: int | None = None) -> RecordedNode:
        """Return the node with the id ``at`` as it was before a step or, by default, at the end."""
        self._check(at)
        h, f = self.estimates[at], self.values[at]
        end = inf if step is None else step
        for raised_at, higher_h, higher_f in self.raised.get(at, ()):
            if raised_at <= end:
                h, f = higher_h, higher_f
        parent = self.parents[at] if self.parents[at] >= 0 else None
        left, fate = self.left.get(at, (inf, ""))
        if step is None and at == self.goal:
            fate = Fate.GOAL
        elif left >= end:
            fate = FATES[self.fates[at]]
        action, state, g = self.actions[at], self.states[at], self.costs[at]
        return RecordedNode(at, parent, action, state, g, h, f, self.depths[at], fate)

    def _check(self, at: int) -> None:
        if not isinstance(at, int) or not 0 <= at < len(self):
            raise InputError(f"node {at!r}: expected the id of a node, 0 to {len(self) - 1}")

    def check_step(self, step: int) -> None:
        """Raise InputError if this step is not recorded."""
        if not isinstance(step, int) or not 0 <= step < self.steps:
            raise InputError(f"step {step!r}: expected a recorded step, 0 to {self.steps - 1}")

    def path(self, at: int) -> list[int]:
        """Return the ids of the nodes on the path from the root to node ``at``."""
        self._check(at)
        path = []
        while at >= 0:
            path.append(at)
            at = self.parents[at]
        return path[::-1]

    def children(self, at: int) -> list[int]:
        """Return the ids of the children of node ``at``."""
        self._check(at)
        return [child for child in range(at + 1, len(self)) if self.parents[child] == at]

    def frontier(self, step: int) -> list[int]:
        """Return the ids of the nodes that are in the frontier when ``step`` begins.

        The node that the step expands is included. If ``step`` is the number of recorded
        steps, return the frontier at the end of the search, including the goal. If the search
        stores only one path, return this path. For a local search, return only the current node.
        """
        is_end = step == self.steps and self.result is not None
        if is_end and self.done == self.steps:
            known, current = len(self), self.goal
        else:
            if is_end:
                step -= 1  # a limit ended the search before it expanded its last node
            self.check_step(step)
            known, current = self.marks[step], self.expansions[step]
        if self.algorithm.local:
            return [] if current is None else [current]
        if self.algorithm.holds_path:
            return [] if current is None else self.path(current)
        return [
            at
            for at in range(known)
            if FATES[self.fates[at]] in (Fate.QUEUED, Fate.REOPENED)
            and self.expanded.get(at, inf) >= step
            and self.left.get(at, (inf, ""))[0] >= step
        ]

    def scene(self, step: int | None = None, at: int | None = None) -> Scene | None:
        """Return one picture of the expanded states, the frontier, and the path to the node ``at``.

        By default, the picture shows the end of the search, and the path is the solution, if found.
        Return None if the problem does not draw all states in one picture.
        """
        draw = offered(self.problem, "path_scene")
        if draw is None or draw([self.problem.initial]) is None:
            return None
        step, states = self.steps if step is None else step, self.states
        if at is not None:
            path = [states[node] for node in self.path(at)]
        else:
            path = [self.problem.initial] if self.answer is None else self.answer.path_states()
        expanded = self.expansions[: max(step, 0)]
        explored = {states[node]: self.costs[node] for node in reversed(expanded)}
        waiting = self.frontier(min(step, self.steps - 1)) if self.steps and step >= 0 else []
        frontier = [states[node] for node in waiting if states[node] not in explored]
        return draw(path, explored, frontier)

    def save(self, path: str | Path) -> None:
        """Save a text with a line for each expansion; if ``path`` ends in .svg, save a picture."""
        if str(path).endswith(".svg"):
            scene = self.scene()
            if scene is None:
                why = f"{type(self.problem).__name__} does not draw all states in one picture"
                raise NotApplicable(f"{why}, so the trace cannot be saved as .svg: save it as .txt")
            text = render_svg(scene)
        else:
            text = trace_text(self)
        Path(path).write_text(text, encoding="utf-8", errors="replace", newline="\n")

    def generated_by(self, step: int) -> range:
        """Return the ids of the nodes that were generated in ``step``."""
        self.check_step(step)
        return range(self.marks[step], self.marks[step + 1] if step + 1 < self.steps else len(self))

    @property
    def done(self) -> int:
        """The number of expansions that are recorded completely, with all their children."""
        expanded = self.step.expanded if self.step else 0
        return min(expanded, self.steps if self.is_whole else self.steps - 1)

    def describe(self, node: RecordedNode) -> str:
        """Return the text of the action that led to a node; "" for a start node."""
        if node.parent is None:
            return ""
        return action_words(self.problem, self.states[node.parent], node.action)

    def as_plain(self, node: RecordedNode) -> dict[str, Any]:
        """Return a node as a dict for JSON. The action becomes a text, and the state is left out.

        The dict of the first node also has the lines of the problem's ``preparation``.
        """
        values = {**node._asdict(), "action": self.describe(node)}
        del values["state"]
        if node.id == 0 and (prepared := preparation_of(self.problem)):
            values["preparation"] = prepared
        return values

    def limit_at(self, step: int) -> tuple[int, Any] | None:
        """Return (number, limit) of the round with this step, or None if there are no rounds."""
        rounds = self.rounds
        place = bisect_right([start for start, _ in rounds], step)
        return (place, rounds[place - 1][1]) if place else None


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
