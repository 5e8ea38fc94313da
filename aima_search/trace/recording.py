"""Recording: a ``Search`` whose every node is written down while it goes on.

The algorithm tells what becomes of its nodes, see ``Step``. The recording also reads its steps as
they pass.
"""

from __future__ import annotations

from math import inf
from typing import Any

from aima_search.algorithms.engines import OBJECTS, find_engine
from aima_search.algorithms.fates import EVALUATED, PRUNED, QUEUED, UNDECIDED
from aima_search.algorithms.steps import StepsTo
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.contract import Action, ProblemLike, State
from aima_search.errors import NotApplicable
from aima_search.limits import Limits
from aima_search.problem import Heuristic, Node
from aima_search.runs.result import SearchResult
from aima_search.runs.search import Search
from aima_search.runs.solve import pull_to_end
from aima_search.trace.reader import Reader
from aima_search.trace.record import MOST, Record
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
        self._record = Record(most)
        self._reader = Reader(self._record, EVALUATED if self.algorithm.local else QUEUED)
        self.trace: Trace = Trace(problem, self.algorithm, self._record)

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
        record, trace, reader = self._record, self.trace, self._reader
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
            if record.is_open:
                at = reader.arrive(step)
                record.expanded.setdefault(at, len(record.expansions))
                record.expansions.append(at)
                record.expansion_values.append(step.f)
                counts = step.expanded, step.generated, step.reopened, step.frontier
                record.counts.append(counts)
                record.marks.append(len(record.states))
                if len(record.states) >= record.most:
                    record.is_open, step.tell = False, None
            yield step

    def _finish(self, answer: Any) -> None:
        """Find the answer among the nodes."""
        self.trace.answer = answer if isinstance(answer, Node) else None
        if self._record.is_open and self.trace.answer is not None and not self.algorithm.joins:
            self._record.goal = self._reader.find(answer)

    def _note_start(self, h: Heuristic[State, Action]) -> None:
        """Write down the start of a search that ended before its first step."""
        root: Node[State, Action] = Node(self.problem.initial)
        root.f = root.h = h(root)
        self._reader.tell(PRUNED if root.h == inf else UNDECIDED, root)


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
