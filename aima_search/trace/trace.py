"""Trace: what a recorded search did; it answers with nodes, paths and the frontier of any step."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import FATES, GOAL, QUEUED, REOPENED, Step
from aima_search.base.errors import InputError, NotApplicable
from aima_search.display import Scene, render_svg
from aima_search.display.tables import format_value
from aima_search.model.contract import offered
from aima_search.model.problem import Node
from aima_search.model.puzzle import action_words, preparation_of
from aima_search.runs.result import SearchResult

# A trace has a column for each property of the nodes of a search, and a row for each node.
#
# Vocabulary: a node's *id* is its row; a *step* is an expansion, numbered from 0; the *fate* of a
# node is what the search did with it when it was generated.


MOST = 100_000
"""How many nodes are kept in full."""

CODES = {fate: code for code, fate in enumerate(FATES)}
"""The byte that stands for a fate in a trace."""


class RecordedNode(NamedTuple):
    """A node of a trace; ``h`` and ``f`` are None if the search did not evaluate it.

    ``g`` is None if it was not computed. ``fate`` is one of ``algorithms.steps.FATES``.
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
    """The nodes of a search by their ids, in the order of their generation, and its expansions.

    ``answer`` is the node that the search returned, ``result`` its result if it has ended.
    ``is_whole`` says whether every node so far is kept.

    marks[k] is the number of nodes when step k began. expanded says at which step a node was
    expanded. left says at which step a node left the frontier otherwise, and its fate then. raised
    holds, by id, (step, h, f) of the nodes that went back into the frontier with a higher f. rounds
    holds (step, limit on f or on the depth). solutions, bounds: of an anytime search, (step, cost)
    of each better solution and (step, lower bound) of each higher bound.
    """

    def __init__(self, problem: Any, algorithm: Algorithm) -> None:
        self.problem = problem
        self.algorithm = algorithm
        self.step: Step | None = None
        self.answer: Node | None = None
        self.result: SearchResult | None = None
        self.is_whole = True
        self.parents: list[int] = []  # -1: none
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
        self.counts: list[tuple[int, int, int, int]] = []  # as of Step, when it began
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
        """The number of steps that are kept; the last may be under way."""
        return len(self.expansions)

    @property
    def note(self) -> str:
        """The missing parts of the trace, on one line; "" if it is whole."""
        if self.is_whole:
            return ""
        return (
            f"{len(self):,} nodes are kept, up to step {self.steps - 1:,}:"
            " what came after is counted only, and the path to the end is kept"
        )

    def node(self, at: int, step: int | None = None) -> RecordedNode:
        """Return a node as it was when a step began, by default as it is in the end."""
        self._check(at)
        h, f = self.estimates[at], self.values[at]
        for when, higher_h, higher_f in self.raised.get(at, ()):
            if step is None or when <= step:
                h, f = higher_h, higher_f
        parent = self.parents[at]
        left, fate = self.left.get(at, (inf, ""))
        if step is None and at == self.goal:
            fate = GOAL
        elif left >= (inf if step is None else step):
            fate = FATES[self.fates[at]]
        return RecordedNode(
            at,
            None if parent < 0 else parent,
            self.actions[at],
            self.states[at],
            self.costs[at],
            h,
            f,
            self.depths[at],
            fate,
        )

    def _check(self, at: int) -> None:
        if not isinstance(at, int) or not 0 <= at < len(self):
            raise InputError(f"node {at!r}: expected the id of a node, 0 to {len(self) - 1}")

    def check_step(self, step: int) -> None:
        """Raise InputError for a step that is not kept."""
        if not isinstance(step, int) or not 0 <= step < self.steps:
            raise InputError(f"step {step!r}: expected a step that is kept, 0 to {self.steps - 1}")

    def path(self, at: int) -> list[int]:
        """Return the ids on the path from the root to a node."""
        self._check(at)
        path = []
        while at >= 0:
            path.append(at)
            at = self.parents[at]
        return path[::-1]

    def children(self, at: int) -> list[int]:
        """Return the ids of the nodes that were generated from a node."""
        self._check(at)
        return [child for child in range(at + 1, len(self)) if self.parents[child] == at]

    def frontier(self, step: int) -> list[int]:
        """Return the ids of the nodes that waited when a step began, the one in hand included.

        After the last step of a search that has ended, the nodes that wait then, with the goal.
        Searches of one path hold that path; of local search only the current node is known.
        """
        if step == self.steps == self.done and self.result is not None:
            known, in_hand = len(self), self.goal
        else:  # the last node in hand was not expanded if something ended the search before
            step -= step == self.steps and self.result is not None
            self.check_step(step)
            known, in_hand = self.marks[step], self.expansions[step]
        if self.algorithm.local or self.algorithm.holds_path:
            if in_hand is None:
                return []
            return [in_hand] if self.algorithm.local else self.path(in_hand)
        return [
            at
            for at in range(known)
            if FATES[self.fates[at]] in (QUEUED, REOPENED)
            and self.expanded.get(at, inf) >= step
            and self.left.get(at, (inf, ""))[0] >= step
        ]

    def scene(self, step: int | None = None, at: int | None = None) -> Scene | None:
        """Return one picture of what was expanded before a step, by g, what waits, and the way.

        step: the end if it is None. at: the node to which the way leads; the answer if it is None.
        None unless the problem is a puzzle whose states are places of one picture.
        """
        draw = offered(self.problem, "path_scene")
        if draw is None or draw([self.problem.initial]) is None:
            return None
        step = self.steps if step is None else step
        states = self.states
        way = [self.problem.initial] if self.answer is None else self.answer.path_states()
        if at is not None:
            way = [states[one] for one in self.path(at)]
        expanded = self.expansions[: max(step, 0)]
        explored = {states[one]: self.costs[one] for one in reversed(expanded)}
        waiting = self.frontier(min(step, self.steps - 1)) if self.steps and step >= 0 else []
        frontier = [states[one] for one in waiting if states[one] not in explored]
        scene: Scene = draw(way, explored, frontier)
        return scene

    def save(self, path: str | Path) -> None:
        """Write the trace for the Posthoc visualiser (its search trace, version 1.4.0).

        A file that ends in .svg gets the picture of ``scene``.
        """
        if str(path).endswith(".svg"):
            scene = self.scene()
            if scene is None:
                kind = type(self.problem).__name__
                raise NotApplicable(
                    f"{kind}: its states are no places of one picture; trace to a file .trace.yaml"
                )
            Path(path).write_text(render_svg(scene), encoding="utf-8")
            return

        from aima_search.trace.posthoc import posthoc_lines

        with Path(path).open("w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.writelines(f"{line}\n" for line in posthoc_lines(self))

    def made_by(self, step: int) -> range:
        """Return the ids of the nodes that were generated between a step and the next."""
        self.check_step(step)
        return range(self.marks[step], self.marks[step + 1] if step + 1 < self.steps else len(self))

    @property
    def done(self) -> int:
        """The number of expansions that are kept with what they brought."""
        expanded = self.step.expanded if self.step else 0
        return min(expanded, self.steps if self.is_whole else self.steps - 1)

    def describe(self, node: RecordedNode) -> str:
        """Return a node's action in words, if the puzzle has them; "" at a start."""
        if node.parent is None:
            return ""
        return action_words(self.problem, self.states[node.parent], node.action)

    def as_plain(self, node: RecordedNode) -> dict[str, Any]:
        """Return a node with its action in words and without its state.

        The first node has what was decided before the search, in lines: ``preparation``.
        """
        told = {**node._asdict(), "action": self.describe(node)}
        del told["state"]
        prepared = preparation_of(self.problem) if node.id == 0 else []
        if prepared:
            told["preparation"] = prepared
        return told

    def limit_at(self, step: int) -> tuple[int, Any] | None:
        """Return (number of the round, its limit on f or depth), None without rounds."""
        rounds = self.rounds
        place = bisect_right([start for start, _ in rounds], step)
        return (place, rounds[place - 1][1]) if place else None


# A trace as lines of text, a line for each expansion, as coursework asks for it.


def expansion_line(trace: Trace, step: int) -> str:
    """Return the line of one step: its number, f = g + h, the action, what it brought.

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
    made = trace.made_by(step)
    fates = Counter(trace.node(child, step + 1).fate for child in made)
    told = ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items()))
    waiting = trace.counts[step][3]
    return f"{line}: {len(made)} generated{f' ({told})' if told else ''}, frontier {waiting}"


def _evaluation(trace: Trace, node: RecordedNode, f: object) -> str:
    g, h, value = (format_value("number", one) for one in (node.g, node.h, f))
    if trace.algorithm.local:
        return f"value = {value}"
    if node.h is None:
        return f"g = {g}"
    if node.g + node.h == f:
        return f"f = {value} = {g} + {h}"
    return f"f = {value} (g = {g}, h = {h})"


def step_lines(trace: Trace) -> Iterator[tuple[int | None, str]]:
    """Yield a line for each expansion and new round, the goal, and what the trace lacks.

    Each stands after its step, None for a line without a step. Before them stands, as step 0, what
    was decided before the search.
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
