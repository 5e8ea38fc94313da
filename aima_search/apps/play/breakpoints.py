"""Jumps to the next step of a search at which an event happens, and describes the event."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from aima_search.algorithms.steps import FATES, Fate
from aima_search.analysis.enumeration import PerfectDistances
from aima_search.base.errors import InputError, NotApplicable, UnknownName
from aima_search.checks.heuristic import exceeds
from aima_search.display.tables import format_value
from aima_search.model.problem import Node, goal_test
from aima_search.model.puzzle import Puzzle
from aima_search.trace.session import TraceSession

_WHOLE = re.compile(r"-?\d{1,18}")


BreakpointEvent: TypeAlias = tuple[int, str]
"""An event at a step of a search: the node's id, and a sentence that describes the event."""


class BreakpointNavigator:
    """Goes to the next step of a search at which an event happens.

    These are the events. "f": f of the current node differs from f of the previous node. "goal": a
    goal has been generated. "reopened": an expanded state has returned to the frontier with a
    better path. "above": h of the current node is above h*. "state": the user's state has been
    generated.
    """

    def __init__(self, session: TraceSession, *, is_proved: bool = False) -> None:
        """Prepare to navigate in a search. ``is_proved``: True if h is proved to be admissible."""
        self._session, self._trace = session, session.trace
        self._is_proved = is_proved
        self._h_star: PerfectDistances | None = None

    def to(self, event: str, text: str = "", *, back: bool = False) -> dict[str, Any] | None:
        """Go to the next step at which an event happens, or go backwards if ``back`` is True.

        The event "above" needs h* of all states. If there are too many states, an error is raised.
        For the event "state", ``text`` is a name, numbers such as "3,4", or a board.

        Return a dict with a ``text`` and a ``node``. The ``node`` is None if the event does not
        happen. Return None if 50 ms are not enough; then call the method again to continue.
        """
        if event not in _WORDS:
            raise UnknownName("event", event, _WORDS)
        if event == "above" and self._is_proved:
            raise NotApplicable("h is never above h*, because h is proved to be admissible")
        happens = self._state(text) if event == "state" else getattr(self, f"_{event}")
        is_found = self._session.go_until(lambda step: happens(step) is not None, back=back)
        if is_found is None:
            return None
        found = happens(self._session.step) if is_found else None
        if found is None:
            where = "before this step" if back else "after this step"
            if not back and not self._trace.is_whole:
                where = f"up to step {self._trace.steps:,}; later steps are not stored"
            return {"text": f"{_WORDS[event]}: not found {where}", "node": None}
        at, words = found
        return {"text": words, "node": self._session.node(at)}

    def _f(self, step: int) -> BreakpointEvent | None:
        values = self._trace.expansion_values
        if not 0 < step < len(values) or values[step] == values[step - 1]:
            return None
        before, now = (format_value("number", f) for f in values[step - 1 : step + 1])
        return self._trace.expansions[step], f"f changes from {before} to {now}"

    def _goal(self, step: int) -> BreakpointEvent | None:
        is_goal, states = goal_test(self._trace.problem), self._trace.states
        return self._first(step, lambda at: is_goal(states[at]), "generates a goal")

    def _reopened(self, step: int) -> BreakpointEvent | None:
        words = "finds a better path to an expanded state"
        return self._first(step, lambda at: FATES[self._trace.fates[at]] == Fate.REOPENED, words)

    def _state(self, text: str) -> Callable[[int], BreakpointEvent | None]:
        wanted = list(read_states(self._trace.problem, text))
        if not wanted:
            raise InputError("no state given: expected a board, or a state such as Arad or 3,4")

        def is_new(at: int) -> bool:
            return self._trace.states[at] in wanted and FATES[self._trace.fates[at]] != Fate.KNOWN

        return lambda step: self._first(step, is_new, "generates that state")

    def _above(self, step: int) -> BreakpointEvent | None:
        if step >= len(self._trace.expansions):
            return None
        at = self._trace.expansions[step]
        if self._h_star is None:
            self._h_star = PerfectDistances.of(self._trace.problem)
        h, exact = self._trace.estimates[at], self._h_star(Node(self._trace.states[at]))
        if h is None:
            raise NotApplicable("h cannot be above h*, because this search uses no heuristic")
        texts = [format_value("number", value) for value in (h, exact)]
        return (at, f"h {texts[0]} is above h* {texts[1]}") if exceeds(h, exact) else None

    def _first(self, step: int, is_so: Callable[[int], bool], words: str) -> BreakpointEvent | None:
        first = self._trace.marks[step - 1] if step else 0
        last = self._trace.marks[step] if step < len(self._trace.marks) else len(self._trace.states)
        at = next(filter(is_so, range(first, last)), None)
        if at is None:
            return None
        return at, f"step {step:,} {words}" if step else f"the start {words}"


_WORDS = {
    "f": "a different f",
    "goal": "a goal",
    "reopened": "a reopened state",
    "above": "h above h*",
    "state": "this state",
}


def read_states(problem: object, text: str) -> Iterator[Any]:
    """Yield the states that a text may mean, such as "A", (3, 4) or a board's initial state."""
    text = text.strip()
    if not text:
        return
    yield text
    parts = text.strip("()[]").replace(",", " ").split()
    if all(_WHOLE.fullmatch(part) for part in parts):
        yield tuple(map(int, parts))
    if isinstance(problem, Puzzle):
        try:
            yield type(problem).parse(text, **problem.read_options(problem.settings())).initial
        except ValueError:
            return
