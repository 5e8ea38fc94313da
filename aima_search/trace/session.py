"""A session: moves forwards and backwards through the steps of a recorded search."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from aima_search.base.errors import InputError, UnknownName
from aima_search.display.scene import Scene, picture_data, scene_data
from aima_search.model.puzzle import action_words
from aima_search.runs.attempt import describe, exception_status, outcome_of
from aima_search.runs.record import RunOutcome
from aima_search.runs.result import SearchResult
from aima_search.trace.recording import Recording

MOST_SECONDS = 0.05
LONGEST = 0.25  # seconds; the longest time for one request
PAGE = 50
ORDERS = ("f", "g", "h", "depth", "id")


class TraceSession:
    """Moves forwards and backwards through the steps of a search; methods return JSON values.

    A *position* is a dictionary. ``step``: first None, then the number of the current step (0, 1,
    ...); after the last step, it is equal to ``steps``. ``steps``: the number of steps recorded so
    far. ``node``: the current node. ``round``: the current round, for example of iterative
    deepening. ``status``: None until the search has ended. The other keys include counts of nodes.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.trace = recording.trace
        self.step = -1  # the current step; -1 before the first step
        self.has_ended = False
        self.failure: RunOutcome | None = None
        self._result: SearchResult | None = None

    def advance(self, count: int = 1, seconds: float = MOST_SECONDS) -> dict[str, Any]:
        """Go ``count`` steps forward, but stop after ``seconds``; return the position.

        A step is never interrupted, so the call may take longer. An exception in the heuristic or
        the problem ends the search.
        """
        if count < 1 or not 0 <= seconds <= LONGEST:
            raise InputError(
                f"{count=}, {seconds=}: expected count from 1 up, and seconds from 0 to {LONGEST}"
            )
        end, target, has_pulled = perf_counter() + seconds, self.step + count, False
        while self.step < target:
            if self.step < self.last:
                self.step = min(target, self.last)
            elif self.has_ended or (has_pulled and perf_counter() >= end):
                break
            else:
                has_pulled = True
                self._pull()
                if not self.trace.is_whole:  # the last step was only counted, not recorded
                    target -= 1
        return self.position()

    def go_until(self, happens: Callable[[int], bool], *, back: bool = False) -> bool | None:
        """Go step by step until ``happens(step)`` is True; go backwards if ``back`` is True.

        Return True if such a step is found, and False if the first or the last step is reached.
        Return None after MOST_SECONDS; to continue, call again.
        """
        end, move = perf_counter() + MOST_SECONDS, -1 if back else 1
        while True:
            if 0 <= self.step + move <= self.last:
                self.step += move
            elif back or self.has_ended or not self.trace.is_whole:
                return False
            else:
                self._pull()
                continue
            if happens(self.step):
                return True
            if perf_counter() >= end:
                return None

    @property
    def last(self) -> int:
        """The number of the last recorded step: the end of the search, if the end is recorded."""
        is_at_end = self.has_ended and self.trace.is_whole and not self.failure
        return self.trace.steps if is_at_end else self.trace.steps - 1

    @property
    def is_done(self) -> bool:
        """True if there are no more steps."""
        return self.has_ended and self.step >= self.last

    @property
    def at(self) -> int:
        """The number of the current step. Steps that are not recorded count, too."""
        live = self.trace.step
        is_beyond = live is not None and not self.trace.is_whole and self.step >= self.last
        return live.expanded if live is not None and is_beyond else self.step

    def _pull(self) -> None:
        try:
            next(self.recording)
        except StopIteration:
            self.stop()
        except BaseException as error:  # a user's heuristic may raise anything
            self.has_ended = True
            self._fail(error)
            raise

    def _fail(self, error: BaseException) -> None:
        self.failure = RunOutcome(exception_status(error), describe(error))

    def rewind(self, step: int) -> dict[str, Any]:
        """Go back to a ``step`` that was reached before; return the position."""
        if not 0 <= step <= self.last:
            known = f", 0 to {self.last}" if self.trace.steps else "; advance first"
            raise InputError(f"step {step}: expected a step that the search has reached{known}")
        self.step = step
        return self.position()

    def stop(self) -> dict[str, Any]:
        """End the search and keep the recorded steps. Return ``position()``."""
        if not self.has_ended:
            self.has_ended = True
            try:
                self._result = self.recording.result()
            except Exception as error:  # the replay of the solution failed
                self._fail(error)
                raise
        return self.position()

    def outcome(self) -> RunOutcome | None:
        """Return the outcome of the search, or None before its end."""
        if self.failure is not None or self._result is None:
            return self.failure
        return outcome_of(self._result)

    def position(self) -> dict[str, Any]:
        """Return the position: the current step with its node and counts."""
        trace, step, current = self.trace, self.step, self._current()
        ended = self.failure or self._result
        limit = trace.limit_at(min(step, trace.steps - 1)) if step >= 0 and trace.steps else None
        return {
            "step": step if step >= 0 else None,
            "steps": trace.steps,
            "nodes": self._recorded_nodes(),
            "ended": self.has_ended,
            "status": None if ended is None else ended.status,
            "message": "" if self.failure is None else self.failure.message,
            "note": trace.note,
            "node": None if current is None else self.node(current),
            "round": limit and {"number": limit[0], "limit": limit[1]},
            **self._counts(),
        }

    def _counts(self) -> dict[str, int]:
        names = ("expanded", "generated", "reopened", "frontier")
        counts, step = self.trace.counts, self.step
        if step < 0:
            return dict.fromkeys(names, 0)
        if step < len(counts) and (self.trace.is_whole or step < self.last):
            return dict(zip(names, counts[step], strict=True))
        live = self.trace.step
        return {name: getattr(live, name) if live else 0 for name in names}

    def _current(self) -> int | None:
        trace, step = self.trace, self.step
        if 0 <= step < trace.steps:
            return trace.expansions[step]
        return None if step < 0 else trace.goal

    def _recorded_nodes(self) -> int:
        if self.step < 0:
            return 0
        marks = self.trace.marks
        return marks[self.step] if self.step < len(marks) else len(self.trace)

    def node(self, at: int) -> dict[str, Any]:
        """Return JSON data of the node with the id ``at``, as it was at the current step."""
        at_end = self.step >= self.trace.steps
        return self.trace.as_plain(self.trace.node(at, None if at_end else self.step))

    def _check(self, at: int) -> int:
        known = self._recorded_nodes()
        if not 0 <= at < known:
            raise InputError(f"node {at}: this step has {known:,} nodes, numbered from 0")
        return at

    def picture(self, node: int) -> dict[str, Any]:
        """Return the picture of a node's state; if the problem has a map, the picture of the map.

        A picture of a map also shows the states that were expanded before the node. If the node was
        not expanded, the picture shows the states expanded before the current step.
        """
        found = self.trace.node(self._check(node))
        whole = self.trace.scene(self.trace.expanded.get(node, self.step), node)
        if whole is not None:
            return scene_data(self.annotated(whole))
        return picture_data(self.trace.problem, found.state, found.action)

    def annotated(self, scene: Scene) -> Scene:
        """Return ``scene``, the picture of a map. Subclasses can draw more on it."""
        return scene

    def frontier(self, page: int = 0, order: str = "f") -> dict[str, Any]:
        """Return one page of the frontier's nodes, sorted by f or another value."""
        if order not in ORDERS:
            raise UnknownName("order", order, ORDERS)
        if page < 0:
            raise InputError(f"page {page}: expected a number from 0 up")
        step = self.step
        ids = self.trace.frontier(step) if step >= 0 else []
        waiting = [(getattr(self.trace.node(at, step), order), at) for at in ids]
        waiting.sort(key=lambda pair: (pair[0] is None, 0 if pair[0] is None else pair[0]))
        shown = [at for _, at in waiting[page * PAGE : (page + 1) * PAGE]]
        pages = -(-len(ids) // PAGE)
        # not len(ids), because beam and bidirectional search have nodes that are not recorded
        total = self._counts()["frontier"]
        return {"total": total, "page": page, "pages": pages, "nodes": list(map(self.node, shown))}

    def children(self, node: int) -> list[dict[str, Any]]:
        """Return the children of a node that were generated before the current step."""
        known, children = self._recorded_nodes(), self.trace.children(self._check(node))
        return [self.node(child) for child in children if child < known]

    def path(self, node: int) -> list[dict[str, Any]]:
        """Return the nodes on the path from the start to a node."""
        return list(map(self.node, self.trace.path(self._check(node))))

    def solution(self) -> list[dict[str, Any]]:
        """Return the actions and path costs of the solution, even if its nodes are not recorded."""
        problem, path = self.trace.problem, self._path()
        words = [action_words(problem, node.parent.state, node.action) for node in path[1:]]
        steps = zip(["", *words], path, strict=False)  # there may be no path
        return [{"action": text, "g": node.path_cost} for text, node in steps]

    def solution_picture(self, step: int) -> dict[str, Any]:
        """Return the picture of one state of the solution; the first state has the number 0."""
        path = self._path()
        if not 0 <= step < len(path):
            raise InputError(f"step {step}: expected a step of the solution, 0 to {len(path) - 1}")
        return picture_data(self.trace.problem, path[step].state, path[step].action)

    def _path(self) -> list[Any]:
        answer = self.trace.answer
        return answer.path() if answer is not None and self.has_ended else []
