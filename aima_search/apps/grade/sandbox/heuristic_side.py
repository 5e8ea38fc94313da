"""A student's heuristic in its process: built for a board, asked for the estimates of states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from aima_search.apps.grade.sandbox.values import in_words, plain_number
from aima_search.model.heuristic import as_factory
from aima_search.model.problem import Heuristic, Node
from aima_search.model.puzzle import PUZZLES


class StateNode(Node):
    """A state to be estimated, without the path to it: a graded h is a function of states."""

    __slots__ = ()

    def __init__(self, state: Any) -> None:
        self.state = state

    @property
    def parent(self) -> None:  # type: ignore[override]
        """None, as at the start of a search."""

    @property
    def action(self) -> Any:  # type: ignore[override]
        """Raise: it is not there."""
        _refuse("action")

    @property
    def depth(self) -> Any:  # type: ignore[override]
        """Raise: it is not there."""
        _refuse("depth")

    @property
    def path_cost(self) -> Any:  # type: ignore[override]
        """Raise: it is not there."""
        _refuse("path_cost")


class NoPath(Exception):
    """A graded heuristic asked how a state was reached."""


def _refuse(name: str) -> NoReturn:
    raise NoPath(f"node.{name} is not there: a graded heuristic is a function of node.state alone")


class HeuristicSide:
    """Estimates states; ``at``: the number of the state that it is estimating."""

    def __init__(self, function: Any, call: Callable[..., Any]) -> None:
        del call
        self._factory = as_factory(function)
        self._function = function
        self._h: Heuristic = lambda node: 0
        self.at = -1

    def commands(self) -> dict[str, Callable[..., Any]]:
        """Return what can be asked, by its name."""
        return {"board": self._board, "estimate": self._estimate}

    def _board(self, puzzle: str, instance: str, options: dict[str, str]) -> None:
        """Build the heuristic for a board."""
        self.at = -1
        chosen = PUZZLES.get(puzzle)
        self._h = self._factory(chosen.parse(instance, **chosen.read_options(options)))
        if not callable(self._h):
            raise TypeError(f"the factory gave {in_words(self._h)}: expected h(node)")

    def _estimate(self, states: Sequence[Any]) -> list[Any]:
        """Return the estimates of states, in their order."""
        h, found = self._h, []
        for self.at, state in enumerate(states):
            found.append(plain_number(h(StateNode(state))))
        self.at = -1
        return found
