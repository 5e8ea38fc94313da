"""A search that records its nodes in a trace; on a map, it also records the expanded cells."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from aima_search.algorithms.steps import FATES, Emit, Fate, Step, StepGenerator
from aima_search.base.errors import NotApplicable, UnknownName
from aima_search.base.limits import Limits
from aima_search.catalog.configuration import Configuration
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.compiled.engines import OBJECTS, find_engine
from aima_search.model.contract import Action, ProblemLike, State, offered
from aima_search.model.problem import Node
from aima_search.runs.result import SearchResult
from aima_search.runs.search import Search, pull_to_end
from aima_search.trace.trace import CODES, MOST, Trace

MOST_CELLS = 2_000_000
"""The largest number of steps that a ``MapCellsRecorder`` records."""


class NodeRecorder:
    """Records the nodes of a search in ``trace``, but at most ``most`` nodes."""

    def __init__(self, trace: Trace, most: int) -> None:
        self._trace = trace
        self._most = most
        # False: do not read the attribute, because reading a missing attribute is slow
        self._has_h = self._has_f = trace.algorithm.informed
        self._ids: dict[int, int] = {}  # ids in the trace, by id() of the nodes
        self._nodes: list[Node] = []  # keeps the nodes alive, so that no id() is used twice
        self._evaluated: dict[tuple[int, int], int] = {}  # ids by (parent, id() of the state)

    def emit(self, fate: str, node: Node) -> None:
        """Record the fate of a node (such as "queued"); if the node is new, add it to the trace."""
        trace, code = self._trace, CODES.get(fate)
        if code is None:
            raise UnknownName("fate of a node", fate, FATES)
        at = self._ids.get(id(node))
        if at is None:
            at = self._add(node, code)
            if fate != Fate.KNOWN:  # the search never reports such a node again
                self._ids[id(node)] = at
                self._nodes.append(node)
                if fate == Fate.EVALUATED:
                    self._evaluated[trace.parents[at], id(node.state)] = at
        elif trace.fates[at] == CODES[Fate.UNDECIDED]:
            trace.fates[at] = code
            trace.estimates[at] = getattr(node, "h", None)
            trace.values[at] = getattr(node, "f", None)
        elif fate not in (Fate.REPLACED, Fate.DROPPED, Fate.BEYOND):
            self._record_raised_f(at, node)
        elif at not in trace.expanded:
            trace.left[at] = trace.steps - 1, fate

    def _add(self, node: Node, code: int) -> int:
        trace, parent = self._trace, self._ids.get(id(node.parent), -1)
        trace.parents.append(parent)
        trace.actions.append(None if parent < 0 else node.action)
        trace.states.append(node.state)
        trace.costs.append(node.path_cost)
        trace.depths.append(node.depth)
        trace.estimates.append(getattr(node, "h", None) if self._has_h else None)
        trace.values.append(getattr(node, "f", None) if self._has_f else None)
        trace.fates.append(code)
        return len(trace.states) - 1

    def _record_raised_f(self, at: int, node: Node) -> None:
        trace, step = self._trace, self._trace.steps
        h, f = getattr(node, "h", None), getattr(node, "f", None)
        raised = trace.raised.get(at, [])
        if f == (raised[-1][2] if raised else trace.values[at]):
            return
        if raised and raised[-1][0] == step:
            raised.pop()
        trace.raised[at] = [*raised, (step, h, f)]
        if f == inf:
            trace.left[at] = step - 1, Fate.PRUNED

    def listen(self, step: Step) -> None:
        """Record the start nodes and, from now on, every node that the search reports."""
        if not self._trace.is_whole:
            return
        self._has_f = self._has_h or step.f is not None
        if not self._nodes:
            for node in step.starts:
                self.emit(Fate.EVALUATED if self._trace.algorithm.local else Fate.QUEUED, node)
        step.emit = self.emit

    def arrive(self, step: Step) -> None:
        """Record the node that is about to be expanded."""
        trace = self._trace
        self._note_solution(step)
        at, number = self.find(step.node), len(trace.expansions)
        if trace.fates[at] == CODES[Fate.EVALUATED]:
            trace.fates[at] = CODES[Fate.TAKEN]
            trace.values[at] = step.f
        if step.limit is not None and (not trace.rounds or trace.rounds[-1][1] != step.limit):
            trace.rounds.append((number, step.limit))
        trace.expanded.setdefault(at, number)
        trace.expansions.append(at)
        trace.expansion_values.append(step.f)
        trace.counts.append((step.expanded, step.generated, step.reopened, step.frontier))
        trace.marks.append(len(trace.states))
        trace.is_whole = trace.marks[-1] < self._most

    def _note_solution(self, step: Step) -> None:
        trace = self._trace
        if not trace.algorithm.anytime:
            return
        found, bound = step.found, step.lower_bound
        best = trace.solutions[-1][1] if trace.solutions else None
        if found is not None and found.path_cost != best:
            trace.solutions.append((trace.steps, found.path_cost))
        if not trace.bounds or trace.bounds[-1][1] != bound:
            trace.bounds.append((trace.steps, bound))

    def finish(self, answer: Any) -> None:
        """Record the result of the search: the node that it returned, or None."""
        trace = self._trace
        trace.answer = answer if isinstance(answer, Node) else None
        if trace.is_whole and trace.step is not None:
            self._note_solution(trace.step)
        if trace.is_whole and trace.answer is not None and not trace.algorithm.joins:
            trace.goal = self.find(trace.answer)

    def find(self, node: Node) -> int:
        """Return a node's id in the trace; first add the node and its path if they are missing."""
        at = self._ids.get(id(node))
        if at is not None:
            return at
        at = self._evaluated.get((self._ids.get(id(node.parent), -1), id(node.state)))
        if at is not None:  # the state was evaluated before the node was created
            self._ids[id(node)] = at
            self._nodes.append(node)
            self._trace.costs[at], self._trace.depths[at] = node.path_cost, node.depth
            return at
        for step in node.path():
            if id(step) not in self._ids:
                self.emit(Fate.QUEUED, step)
        return self._ids[id(node)]


class MapCellsRecorder:
    """Records which cells of a map a search expands, and which cells enter its frontier.

    Four lists have an item for each step. ``cells``: the expanded cell. ``costs``: its g.
    ``values``: its f, or g if there is no f. ``parents``: the step that expanded the parent, or -1
    for a start node. Two lists have an item for each cell that enters the frontier. ``waiting``:
    the cell. ``waiting_at``: how many cells the search had expanded by then.
    """

    def __init__(self, number: Callable[[Any], int]) -> None:
        self._number = number
        self.cells, self.parents = array("q"), array("q")
        self.costs, self.values = array("d"), array("d")
        self.waiting, self.waiting_at = array("q"), array("q")
        self._seen: set[int] = set()
        self._steps: dict[int, int] = {}  # steps by id() of nodes that their children keep alive

    def add(self, step: Step) -> None:
        """Record the node that is about to be expanded."""
        if len(self.cells) >= MOST_CELLS:
            return
        node = step.node
        self._steps[id(node)] = len(self.cells)
        self.cells.append(self._number(node.state))
        self.parents.append(-1 if node.parent is None else self._steps.get(id(node.parent), -1))
        self.costs.append(node.path_cost)
        self.values.append(node.path_cost if step.f is None else step.f)

    def emit(self, fate: str, node: Node) -> None:
        """Record the node's cell if ``fate`` says that the node enters the frontier."""
        if fate not in (Fate.QUEUED, Fate.REOPENED) or len(self.cells) >= MOST_CELLS:
            return
        cell = self._number(node.state)
        if cell not in self._seen:
            self._seen.add(cell)
            self.waiting.append(cell)
            self.waiting_at.append(len(self.cells))

    def part(self, since: int, waiting_since: int, count: int) -> dict[str, Any]:
        """Return up to ``count`` steps and 4 * ``count`` frontier cells, from the given indices."""
        steps = slice(since, since + count)
        waiting = slice(waiting_since, waiting_since + 4 * count)
        return {
            "steps": len(self.cells),
            "cells": self.cells[steps].tolist(),
            "parents": self.parents[steps].tolist(),
            "g": [_rounded(value) for value in self.costs[steps]],
            "f": [_rounded(value) for value in self.values[steps]],
            "waiting": self.waiting[waiting].tolist(),
            "waiting_at": self.waiting_at[waiting].tolist(),
        }


def _rounded(value: float) -> float:
    return round(value, 4) if abs(value) >= 1 else float(f"{value:.4g}")


class Recording(Search[State, Action]):
    """A ``Search`` that records its nodes in ``trace``.

    Parameters
    ----------
    problem, algorithm, heuristic, limits, tie_break, engine, **options
        As in ``Search``.
    most
        The largest number of nodes to record. Later nodes are only counted.

    Examples
    --------
    >>> from aima_search.search import EightPuzzle
    >>> recording = Recording(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)))
    >>> [step.f for step in recording]
    [2, 2]
    >>> [(node.action, node.g, node.h, node.fate) for node in recording.trace][-1]
    ('RIGHT', 2, 0, 'goal')
    """

    def __init__(
        self,
        problem: ProblemLike[State, Action],
        algorithm: str | Configuration = "astar",
        heuristic: HeuristicSpec[State, Action] | None = None,
        limits: Limits | None = None,
        tie_break: str | None = None,
        *,
        most: int = MOST,
        engine: str | None = None,
        **options: Any,
    ) -> None:
        """Prepare the search and its recording. The time limit starts with this call."""
        if engine is not None and find_engine(engine) != OBJECTS:
            raise NotApplicable(f"engine {engine!r} cannot record a search: omit the option engine")
        super().__init__(
            problem, algorithm, heuristic, limits, tie_break, engine=OBJECTS, **options
        )
        self.trace: Trace = Trace(problem, self.algorithm)
        self._recorder = NodeRecorder(self.trace, most)
        number, chosen = offered(problem, "cell_number"), self.algorithm
        has_flood = number and not (chosen.local or chosen.holds_path or chosen.joins)
        self.flood = MapCellsRecorder(number) if has_flood else None

    def result(self) -> SearchResult[State, Action]:
        """Return the result of the search, and also store it in the trace."""
        self.trace.result = result = super().result()
        return result

    def steps_of(self, options: dict[str, Any]) -> StepGenerator[State, Action, Any]:
        """Yield the steps of the algorithm, and record each of them."""
        steps, h = super().steps_of(options), options.get("h")
        trace, recorder, flood = self.trace, self._recorder, self.flood
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                recorder.finish(stop.value)
                if trace.step is None and trace.answer is None and h is not None:
                    root: Node[State, Action] = Node(self.problem.initial)
                    root.f = root.h = h(root)
                    recorder.emit(Fate.PRUNED if root.h == inf else Fate.UNDECIDED, root)
                return stop.value
            if step is not trace.step:
                trace.step = step
                recorder.listen(step)
                if flood is not None and step.emit is not None:
                    step.emit = partial(_both, step.emit, flood.emit)
            if flood is not None:
                flood.add(step)
            if trace.is_whole:
                recorder.arrive(step)
                if not trace.is_whole:
                    step.emit = None if flood is None else flood.emit
            yield step


def _both(first: Emit, second: Emit, fate: str, node: Node) -> None:
    first(fate, node)
    second(fate, node)


def record(
    problem: ProblemLike[State, Action],
    algorithm: str = "astar",
    heuristic: HeuristicSpec[State, Action] | None = None,
    limits: Limits | None = None,
    tie_break: str | None = None,
    **options: Any,
) -> Trace:
    """Run a search until it ends or reaches a limit, and return its trace; see ``Recording``."""
    recording = Recording(problem, algorithm, heuristic, limits, tie_break, **options)
    pull_to_end(recording)
    return recording.trace
