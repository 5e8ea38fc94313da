"""Recording: a ``Search`` whose every node is written down while it goes on.

The algorithm does not know: it is given the problem and h wrapped, and its steps are looked at as
they pass.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import Step, StepsTo, exhaust
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.contract import Action, ProblemLike, State
from aima_search.errors import NotApplicable
from aima_search.limits import Limits
from aima_search.problem import Node
from aima_search.runs.search import Search
from aima_search.trace.fates import (
    BestPath,
    BothWays,
    CheapestPath,
    FirstPath,
    Local,
    LowestF,
    OnePath,
    Reader,
)
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
        **options: Any,
    ) -> None:
        """Start the clock; nothing is recorded before the first step is pulled."""
        super().__init__(problem, algorithm, heuristic, limits, tie_break, **options)
        self._record = Record(most)
        self._reader = _reader(self._algorithm, self._record)
        self.trace: Trace = Trace(problem, self._algorithm, self._record)

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
        return self._watch(problem, self._algorithm.steps(problem, **options))

    def _watch(
        self, problem: Watched, steps: StepsTo[State, Action, Any]
    ) -> StepsTo[State, Action, Any]:
        record, trace = self._record, self.trace
        try:
            while True:
                try:
                    step = next(steps)
                except StopIteration as stop:
                    self._finish(stop.value)
                    return stop.value
                trace.step = step
                if record.is_open:
                    self._begin(step, problem)
                else:
                    self._reader.forget()
                yield step
        finally:
            record.level()

    def _begin(self, step: Step[State, Action], problem: Watched) -> None:
        record = self._record
        at = self._reader.arrive(step.node, self._first())
        record.expanded.setdefault(at, len(record.expansions))
        record.expansions.append(at)
        record.expansion_values.append(step.f)
        record.counts.append((step.expanded, step.generated, step.reopened, step.frontier))
        record.marks.append(len(record.states))
        record.is_open = len(record.states) < record.most
        if record.is_open:
            problem.expect(step.node, at)

    def _finish(self, answer: Any) -> None:
        self.trace.answer = answer if isinstance(answer, Node) else None
        record = self._record
        if not record.is_open:
            return
        if self.trace.answer is not None and not isinstance(self._reader, BothWays):
            record.goal = self._reader.arrive(answer, self._first())
        elif record.states:
            self._reader.leave(self._first())
        elif self._reader.calls:  # of the start, whose h is infinite
            record.add_root(self._reader.calls.pop(), PRUNED)

    def _first(self) -> int:
        """Return the id of the first node that has not been judged."""
        marks = self._record.marks
        return marks[-1] if marks else 0


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
    exhaust(recording)
    recording.trace.result = recording.result()
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
