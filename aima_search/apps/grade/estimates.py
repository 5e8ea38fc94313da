"""A student's heuristic as the engine asks it: whole expansions at once, each state once.

The engine searches here, on a stand-in for the problem. The stand-in fetches the estimates of all
children of an expansion at once: the same search, in fewer messages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from aima_search.apps.grade.boards import AssignedBoard, is_least
from aima_search.apps.grade.sandbox.box import Misbehaved
from aima_search.apps.grade.sandbox.values import Odd
from aima_search.apps.grade.work import Work
from aima_search.model.problem import Expand, Node, Successor, transitions
from aima_search.runs.result import SearchResult

_AT_ONCE = 500  # states in a message


class BadEstimate(Exception):
    """An estimate that is not a number, or that never came: the state, and a message."""

    def __init__(self, state: Any, message: str, fault: Misbehaved | None = None) -> None:
        super().__init__(message)
        self.state, self.message, self.fault = state, message, fault


class Estimates:
    """The estimates of a board's states that were fetched; ``calls``: how many these are."""

    def __init__(self, work: Work, board: AssignedBoard) -> None:
        """Let the heuristic be built for the board; it has to estimate as in other checks."""
        box = self._box = work.box
        self._known: dict[Any, float] = {}
        key = (board.puzzle, board.id, str(board.settings()))
        self._before: dict[Any, float] = work.once(key, dict)
        box.ask("board", board.puzzle, board.id, board.settings())
        self.calls = 0

    def h(self, node: Node) -> float:
        """Return the estimate of a node's state."""
        value = self._known.get(node.state)
        return self.fetch([node.state])[0] if value is None else value

    def prepare(self, states: Iterable[Any]) -> None:
        """Fetch what is not known yet."""
        missing = list(dict.fromkeys(one for one in states if one not in self._known))
        if missing:
            self._known.update(zip(missing, self.fetch(missing), strict=True))

    def fetch(self, states: Sequence[Any]) -> list[float]:
        """Ask for the estimates of states, known ones too."""
        found: list[float] = []
        for start in range(0, len(states), _AT_ONCE):
            found += self._ask(states[start : start + _AT_ONCE])
        return found

    def _ask(self, states: Sequence[Any]) -> list[float]:
        self.calls += len(states)
        try:
            values = self._box.numbers("estimate", len(states), states)
        except Misbehaved as fault:
            if not 0 <= fault.at < len(states):
                raise
            raise BadEstimate(states[fault.at], fault.message, fault) from None
        numbers = [value for value in values if not isinstance(value, Odd)]
        if len(numbers) < len(values):
            at = next(at for at, value in enumerate(values) if isinstance(value, Odd))
            raise BadEstimate(
                states[at],
                f"h returned {values[at].text}: expected a number"  # type: ignore[union-attr]
                " (float('inf') if no goal can be reached)",
            )
        for state, value in zip(states, numbers, strict=True):
            if (known := self._before.setdefault(state, value)) != value:
                raise BadEstimate(
                    state,
                    f"h returned {known:g} and, asked again of the same state, {value:g}:"
                    " expected a function of the state",
                )
        return numbers


class Fetching:
    """Stands in for a problem: the children of an expansion are estimated at once."""

    def __init__(self, problem: Any, estimates: Estimates) -> None:
        self._problem, self._estimates = problem, estimates
        self._f_values: Counter[float] = Counter()  # how often nodes of an f were expanded

    def __getattr__(self, name: str) -> Any:
        return getattr(self._problem, name)

    def _f(self, node: Node) -> float:
        return node.path_cost + self._estimates.h(node)

    def expanded_but_ties(self, result: SearchResult, best: float) -> int:
        """Return how many nodes a search expanded whose f is not the least cost."""
        replayed = Counter(map(self._f, result.node.path()[:-1] if result.node else ()))
        expanded = self._f_values - replayed
        return sum(times for f, times in expanded.items() if not is_least(f, best))

    def watched_transitions(self) -> tuple[Expand, bool]:
        """Return what ``problem.transitions`` does."""
        expand, of_paths = transitions(self._problem)
        prepare = self._estimates.prepare

        def fetching(node: Node) -> list[Successor]:
            found = list(expand(node))
            prepare(state for _, state, _ in found)
            self._f_values[self._f(node)] += 1
            return found

        return fetching, of_paths
