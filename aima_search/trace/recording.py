"""Recording: a ``Search`` whose every node is written down while it goes on.

The algorithm tells what becomes of its nodes, see ``Step``. The recording also reads its steps as
they pass.
"""

from __future__ import annotations

from math import inf
from typing import Any

from aima_search.algorithms.engines import OBJECTS, find_engine
from aima_search.algorithms.fates import EVALUATED, PRUNED, QUEUED, UNDECIDED
from aima_search.algorithms.steps import StepsTo, Tell
from aima_search.base.errors import NotApplicable
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Heuristic, Node
from aima_search.runs.result import SearchResult
from aima_search.runs.search import Search
from aima_search.runs.solve import pull_to_end
from aima_search.trace.flood import Flood
from aima_search.trace.history import MOST, History
from aima_search.trace.reader import Reader
from aima_search.trace.trace import Trace


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
        engine: str | None = None,
        **options: Any,
    ) -> None:
        """Start the clock; nothing is recorded before the first step is pulled."""
        if engine is not None and find_engine(engine) != OBJECTS:
            raise NotApplicable(f"engine {engine}: its batches cannot be recorded; leave it out")
        super().__init__(
            problem, algorithm, heuristic, limits, tie_break, engine=OBJECTS, **options
        )
        self._history = History(most)
        fate_of_starts = EVALUATED if self.algorithm.local else QUEUED
        self._reader = Reader(self._history, fate_of_starts, has_h=self.algorithm.informed)
        self.flood = Flood.of(problem, self.algorithm)
        self.trace: Trace = Trace(problem, self.algorithm, self._history)

    def result(self) -> SearchResult[State, Action]:
        """Return what ``Search.result`` does; the trace has it too."""
        self.trace.result = result = super().result()
        return result

    def steps_of(self, options: dict[str, Any]) -> StepsTo[State, Action, Any]:
        """Return the algorithm's steps; they are recorded as they pass."""
        return self._watch(super().steps_of(options), options.get("h"))

    def _watch(
        self, steps: StepsTo[State, Action, Any], h: Heuristic[State, Action] | None
    ) -> StepsTo[State, Action, Any]:
        history, trace, reader, flood = self._history, self.trace, self._reader, self.flood
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                self._finish(stop.value)
                if trace.step is None and trace.answer is None and h is not None:
                    self._note_start(h)
                return stop.value
            if step is not trace.step:
                trace.step = step
                reader.listen(step)
                if flood is not None and step.tell is not None:
                    step.tell = _both(step.tell, flood.tell)
            if flood is not None:
                flood.add(step)
            if history.is_open:
                if self.algorithm.anytime:
                    history.note_solution(step.found, step.lower_bound)
                at = reader.arrive(step)
                history.expanded.setdefault(at, len(history.expansions))
                history.expansions.append(at)
                history.expansion_values.append(step.f)
                counts = step.expanded, step.generated, step.reopened, step.frontier
                history.counts.append(counts)
                history.marks.append(len(history.states))
                if len(history.states) >= history.most:
                    history.is_open = False
                    step.tell = None if flood is None else flood.tell
            yield step

    def _finish(self, answer: Any) -> None:
        """Find the answer among the nodes."""
        self.trace.answer = answer if isinstance(answer, Node) else None
        step = self.trace.step
        if self._history.is_open and self.algorithm.anytime and step is not None:
            self._history.note_solution(step.found, step.lower_bound)
        if self._history.is_open and self.trace.answer is not None and not self.algorithm.joins:
            self._history.goal = self._reader.find(answer)

    def _note_start(self, h: Heuristic[State, Action]) -> None:
        """Write down the start of a search that ended before its first step."""
        root: Node[State, Action] = Node(self.problem.initial)
        root.f = root.h = h(root)
        self._reader.tell(PRUNED if root.h == inf else UNDECIDED, root)


def _both(first: Tell, second: Tell) -> Tell:
    def tell(fate: str, node: Node) -> None:
        first(fate, node)
        second(fate, node)

    return tell


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
