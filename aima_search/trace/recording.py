"""Recording: a ``Search`` whose every node is written down while it goes on.

The algorithm does not know: it is given the problem and h wrapped, and its steps are looked at as
they pass.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from aima_search.algorithms.engines import OBJECTS, find_engine
from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import StepsTo
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.contract import Action, ProblemLike, State
from aima_search.errors import NotApplicable
from aima_search.limits import Limits
from aima_search.problem import Node
from aima_search.runs.result import SearchResult
from aima_search.runs.search import Search
from aima_search.runs.solve import pull_to_end
from aima_search.trace.fates import BothWays, CheapestPath, FirstPath, LowestF, Reader
from aima_search.trace.paths import BestPath, EveryPath, Local, OnePath
from aima_search.trace.record import MOST, PRUNED, Record
from aima_search.trace.trace import Trace
from aima_search.trace.watched import (
    Watched,
    WatchedValues,
    named,
    watched_heuristic,
    watched_problem,
)

READERS: dict[str, Callable[..., Reader]] = {
    "breadth-first": FirstPath,
    "depth-first": FirstPath,
    "depth-limited": partial(OnePath, cuts_cycles=False),
    "iterative-deepening": OnePath,
    "uniform-cost": CheapestPath,
    "bidirectional": BothWays,
    "greedy": LowestF,
    "astar": CheapestPath,
    "weighted-astar": CheapestPath,
    "ida-star": OnePath,
    "recursive-best-first": BestPath,
    "breadth-first-tree": EveryPath,
    "depth-first-tree": EveryPath,
    "uniform-cost-tree": partial(EveryPath, by_cost=True),
    "greedy-tree": EveryPath,
    "astar-tree": EveryPath,
}


class Recording(Search[State, Action]):
    """A search under way that keeps what it does in ``trace``; see ``Search`` for the rest.

    most: how many nodes are kept in full. A search that generates more goes on, counted only.

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
        algorithm: str = "astar",
        heuristic: HeuristicSpec[State, Action] | None = None,
        limits: Limits | None = None,
        tie_break: str | None = None,
        *,
        most: int = MOST,
        engine: str = OBJECTS,
        **options: Any,
    ) -> None:
        """Start the clock; nothing is recorded before the first step is pulled."""
        if find_engine(engine) != OBJECTS:
            raise NotApplicable(f"engine {engine}: its batches cannot be recorded; leave it out")
        super().__init__(problem, algorithm, heuristic, limits, tie_break, **options)
        self._record = Record(most)
        self._reader = _reader(self.algorithm, self._record)
        self.trace: Trace = Trace(problem, self.algorithm, self._record)

    def result(self) -> SearchResult[State, Action]:
        """Return what ``Search.result`` does; the trace has it too."""
        self.trace.result = result = super().result()
        return result

    def steps_of(self, options: dict[str, Any]) -> StepsTo[State, Action, Any]:
        """Return the algorithm's steps, which are recorded as they pass."""
        reader = self._reader
        if "h" in options:
            noted = watched_heuristic(options["h"], reader.calls, reader.refined)
            options = {**options, "h": noted}
        if isinstance(reader, Local):
            kind = named(WatchedValues, self.problem)
            problem: Watched = kind(self.problem, self._record, reader.identify)
        else:
            problem = watched_problem(self.problem, self._record)
        return self._watch(problem, self.algorithm.steps(problem, **options))

    def _watch(
        self, problem: Watched, steps: StepsTo[State, Action, Any]
    ) -> StepsTo[State, Action, Any]:
        record, trace, arrive = self._record, self.trace, self._reader.arrive
        states, expanded, expect = record.states, record.expanded, problem.expect
        note_node, note_f = record.expansions.append, record.expansion_values.append
        note_counts, note_mark = record.counts.append, record.marks.append
        known, at_step = 0, 0
        try:
            while True:
                try:
                    step = next(steps)
                except StopIteration as stop:
                    self._finish(stop.value, known)
                    return stop.value
                trace.step = step
                if record.is_open:
                    node = step.node
                    at = arrive(node, known)
                    if at not in expanded:
                        expanded[at] = at_step
                    at_step += 1
                    note_node(at)
                    note_f(step.f)
                    note_counts((step.expanded, step.generated, step.reopened, step.frontier))
                    known = len(states)
                    note_mark(known)
                    expect(node, at)
                    if known >= record.most:
                        self._close(problem)
                else:
                    self._reader.forget()
                yield step
        finally:
            record.level()

    def _close(self, problem: Watched) -> None:
        """Record no more: enough is kept."""
        self._record.is_open = False
        problem.expect(None, -1)

    def _finish(self, answer: Any, known: int) -> None:
        """Judge the nodes that are not ``known`` yet, the answer among them."""
        self.trace.answer = answer if isinstance(answer, Node) else None
        record = self._record
        if not record.is_open:
            return
        if self.trace.answer is not None and not isinstance(self._reader, BothWays):
            record.goal = self._reader.arrive(answer, known)
        elif record.states:
            self._reader.leave(known)
        elif self._reader.calls:  # of the start, whose h is infinite
            record.add_root(self._reader.calls.pop(), PRUNED)


def record(
    problem: ProblemLike[State, Action],
    algorithm: str = "astar",
    heuristic: HeuristicSpec[State, Action] | None = None,
    limits: Limits | None = None,
    tie_break: str | None = None,
    **options: Any,
) -> Trace:
    """Search to the end, or to a limit, and return the trace; ``options`` as of ``Recording``."""
    recording = Recording(problem, algorithm, heuristic, limits, tie_break, **options)
    pull_to_end(recording)
    return recording.trace


def _reader(algorithm: Algorithm, kept: Record) -> Reader:
    if algorithm.local:
        return Local(kept)
    if algorithm.name not in READERS:
        raise NotApplicable(
            f"{algorithm.name} cannot be recorded: expected one of {', '.join(READERS)}"
            " or a local search"
        )
    return READERS[algorithm.name](kept, algorithm.informed)
