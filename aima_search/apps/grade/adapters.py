"""Adapters run in a submission's process. They call the student's code for the grader."""

from __future__ import annotations

import copy
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from aima_search.apps.grade.protocol import Numbering, describe_value, plain_number, short_text
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.files import read_file
from aima_search.base.plugins import PluginError
from aima_search.base.toml_values import parse_toml
from aima_search.model.heuristic import as_factory
from aima_search.model.problem import Heuristic, Node, goal_test, successors

Call: TypeAlias = Callable[..., Any]
"""Sends a request to the grader, and returns the answer."""
Caller: TypeAlias = Callable[[], Call]
"""Returns a function for the requests of the current command."""


class HeuristicAdapter:
    """Runs a student's heuristic on the boards of ``puzzles``."""

    puzzles: Any = None

    def __init__(self, function: Any, _: Caller) -> None:
        self._factory = as_factory(function)
        self._h: Heuristic = lambda node: 0

    def board(self, puzzle: str, instance: str, options: dict[str, str]) -> None:
        """Create the student's heuristic function for a board."""
        chosen = self.puzzles.get(puzzle)
        self._h = self._factory(chosen.parse(instance, **chosen.read_options(options)))
        if not callable(self._h):
            raise TypeError(f"h(problem) returned {describe_value(self._h)}: expected a function")

    def h_values(self, states: Sequence[Any]) -> list[Any]:
        """Return the student's h value of each state."""
        return [plain_number(self._h(StateNode(state))) for state in states]


class PathAttributeError(Exception):
    """A heuristic used an attribute of the node that is not allowed, such as ``parent``."""


def _refusing_property(name: str) -> Any:
    def refuse(node: Node) -> None:
        expected = "expected a heuristic that uses only node.state"
        raise PathAttributeError(f"the heuristic uses node.{name}: {expected}")

    return property(refuse)


class StateNode(Node):
    """A node with a state and no path, like the first node of a search."""

    __slots__ = ()
    parent = None
    action, depth, path_cost = map(_refusing_property, ("action", "depth", "path_cost"))

    def __init__(self, state: Any) -> None:
        self.state = state

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:  # reads no refused attribute
        return StateNode, (self.state,)

    __copy__: Any = None  # copy.copy then calls __reduce_ex__


class ProblemAdapter:
    """Runs a student's problem class. The grader uses numbers in place of the states."""

    def __init__(self, make: Callable[..., Any], _: Caller) -> None:
        self._make = make
        self._problem: Any = None
        self._states, self._copies = Numbering(), list[Any]()

    def make(self, arguments: Sequence[Any]) -> int:
        """Make a new problem and return the number of its initial state."""
        self._states, self._copies = Numbering(), []
        self._problem = self._make(*arguments)
        return self._number(self._problem.initial)

    def expand(self, number: int) -> list[Any]:
        """Return the actions of a state, each with the next state and the cost."""
        found = successors(self._problem)(Node(self._states.values[number]))
        return [
            [short_text(action), self._number(state), plain_number(cost)]
            for action, state, cost in list(found)
        ]

    def inspect(self, number: int) -> list[Any]:
        """Return [True] for a goal. For any other state, return [False, its successors]."""
        is_goal = bool(goal_test(self._problem)(self._states.values[number]))
        return [True] if is_goal else [False, self.expand(number)]

    def changed(self) -> str:
        """Return a message if the student's code has changed a state. Otherwise, return ""."""
        for state, before in zip(self._states.values, self._copies, strict=True):
            if state != before:
                return f"{short_text(before)} was changed to {short_text(state)}"
        return ""

    def _number(self, state: Any) -> int:
        number = self._states.number(state)
        if number == len(self._copies):  # a new state: copy it to notice later changes, if possible
            self._copies.append(state)
            with suppress(Exception):
                if (copied := copy.deepcopy(state)) == state:
                    self._copies[-1] = copied
        return number


class AlgorithmAdapter:
    """Runs a student's algorithm on a proxy of the problem. The problem stays in the grader."""

    def __init__(self, function: Callable[..., Any], caller: Caller) -> None:
        self._function, self._caller = function, caller
        vars(sys.modules["__main__"])["Handle"] = Handle

    def search(self, initial: int, offers: Sequence[str]) -> list[int] | None:
        """Run the student's search; return its actions as numbers, or None for no solution."""
        problem = ProblemProxy(self._caller(), initial, offers)
        answer = self._function(problem, *([problem.h] if "h" in offers else []))
        return None if answer is None else [_number(action, "action") for action in _path(answer)]

    def improve(self, initial: int, offers: Sequence[str]) -> int:
        """Run the student's local search; return the number of the state where it ended."""
        answer = self._function(ProblemProxy(self._caller(), initial, offers))
        state = getattr(answer, "state", answer)
        if not isinstance(state, Handle):
            found = describe_value(answer)
            raise TypeError(f"the algorithm returned {found}: expected a state or a node")
        return _number(state, "state")

    def plan(self, initial: int, offers: Sequence[str]) -> list[Any] | None:
        """Run the student's AND-OR search. Return its plan, or None if it found no plan."""
        answer = self._function(ProblemProxy(self._caller(), initial, offers))
        return None if answer is None else _plan_in_numbers(answer)


def _plan_in_numbers(plan: Any) -> list[Any]:
    if not plan:
        return []
    if not isinstance(plan, list | tuple) or len(plan) != 2 or not isinstance(plan[1], dict):
        expected = "expected [] or [action, {state: plan}]"
        raise TypeError(f"{describe_value(plan)} is not a plan: {expected}")
    action, after = plan
    pairs = [[_number(state, "state"), _plan_in_numbers(rest)] for state, rest in after.items()]
    return [_number(action, "action"), pairs]


def _path(answer: Any) -> Sequence[Any]:
    solution = getattr(answer, "solution", None)
    if callable(solution):
        return list(solution())
    if hasattr(answer, "parent"):
        actions = []
        while answer.parent is not None:
            actions.append(answer.action)
            answer = answer.parent
        return actions[::-1]
    if hasattr(answer, "__iter__") and not isinstance(answer, str | bytes | Mapping | Set):
        return list(answer)
    expected = "expected a node, a list of actions or None"
    raise TypeError(f"the algorithm returned {describe_value(answer)}: {expected}")


class ProblemProxy:
    """The problem that a student's algorithm gets. offers: its optional methods, such as "h"."""

    def __init__(self, call: Call, initial: int, offers: Sequence[str]) -> None:
        self._call, self._offers = call, offers
        self._leads: dict[int, dict[int, list[tuple[int, float]]]] = {}
        self._h_values: dict[int, float] = {}
        self._values: dict[int, float] = {}
        self._goals: dict[int, bool] = {}
        self._board = next(_boards)
        self.initial = self._state(initial)

    def __deepcopy__(self, _: object) -> ProblemProxy:
        return copy.copy(self)  # the connection to the grader has no copy

    def actions(self, state: Handle) -> list[Handle]:
        """Return the actions of a state; each call counts as an expansion."""
        number = _number(state, "state")
        found = self._call("actions", number)
        if number not in self._leads:
            leads: dict[int, list[tuple[int, float]]] = defaultdict(list)
            for action, there, cost in found:
                leads[action].append((there, cost))
            self._leads[number] = leads
        return [_action(action) for action in self._leads[number]]

    def result(self, state: Handle, action: Handle) -> Handle:
        """Return the state that an action leads to."""
        return self.results(state, action)[0]

    def results(self, state: Handle, action: Handle) -> list[Handle]:
        """Return the states that an action may lead to."""
        return [self._state(there) for there, _ in self._steps(state, action)]

    def path_cost(self, c: float, state1: Handle, action: Handle, state2: Handle) -> float:
        """Return the cost of a path: ``c`` plus the cost of ``action``."""
        return c + self._steps(state1, action)[0][1]

    def action_cost(self, s: Handle, a: Handle, s1: Handle) -> float:
        """Return the cost of an action."""
        return self._steps(s, a)[0][1]

    def goal_test(self, state: Handle) -> bool:
        """Return True if a state is a goal. The grader is asked once for each state."""
        number = _number(state, "state")
        if number not in self._goals:
            self._goals[number] = bool(self._call("is-goal", number))
        return self._goals[number]

    is_goal = goal_test

    def value(self, state: Handle) -> float:
        """Return the value of a state, for local search."""
        number = _number(state, "state")
        if number not in self._values:
            self._values[number] = self._offered("value", state)
        return self._values[number]

    def random_state(self) -> Handle:
        """Return a random state, for genetic algorithms."""
        return self._new_state("random_state")

    def recombine(self, x: Handle, y: Handle) -> Handle:
        """Return a state that combines parts of two states."""
        return self._new_state("recombine", x, y)

    def mutate(self, x: Handle) -> Handle:
        """Return a copy of a state with one random change."""
        return self._new_state("mutate", x)

    def h(self, node: Node) -> float:
        """Return the h value of a node."""
        number = _number(node.state, "state")
        if number not in self._h_values:
            self._h_values.update(self._offered("h", node.state))
        return self._h_values[number]

    def _new_state(self, request: str, *parents: Handle) -> Handle:
        return self._state(self._offered(request, *parents))

    def _state(self, number: int) -> Handle:
        return Handle("state", number, self._board)

    def _offered(self, request: str, *states: Handle) -> Any:
        if request not in self._offers:
            raise NotImplementedError(f"this problem has no method {request}")
        return self._call(request, *(_number(state, "state") for state in states))

    def _steps(self, state: Handle, action: Handle) -> list[tuple[int, float]]:
        leads = self._leads.get(_number(state, "state"), {})
        if not (found := leads.get(_number(action, "action"))):
            raise ValueError(f"{action} is not in actions({state})")
        return found


_boards = count(1)


@dataclass(frozen=True, order=True, repr=False, slots=True)
class Handle:
    """A number that the student's code gets in place of a state or an action.

    States of different boards have different handles, so one dict can have all of them as keys.
    """

    __module__ = "__main__"  # pickle imports the module, and aima_search may be forbidden

    _kind: str
    _number: int
    _board: int = 0

    def __hash__(self) -> int:  # the order of a set does not depend on the number of the board
        return self._number

    def __repr__(self) -> str:
        board = f" of board {self._board}" if self._board > 1 else ""
        return f"<{self._kind} {self._number}{board}>"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@cache  # many states have the same actions
def _action(number: int) -> Handle:
    return Handle("action", number)


def _number(value: Any, kind: str) -> int:
    if not isinstance(value, Handle) or value._kind != kind:
        text = f"is not one of the {kind}s that the problem returned"
        raise TypeError(f"{describe_value(value)} {text}")
    return value._number


class AnswerFileReader:
    """Reads the numbers in a student's TOML or JSON file. An invalid file raises PluginError.

    Bytes that cannot be decoded are replaced. A first line such as "%%writefile answer.toml" is
    skipped. Parsing a hostile text may do harm, so only the confined process parses the file.
    """

    def __init__(self, path: str) -> None:
        self._file = os.path.basename(path)
        try:
            text = re.sub(r"\A\s*%%.*", "", read_file(Path(path), errors="replace"))
            values = json.loads(text) if path.endswith(".json") else parse_toml(text, self._file)
        except (InputError, ValueError) as error:
            raise PluginError(str(error)) from None
        except RecursionError:
            raise PluginError(f"{self._file}: lists or tables are too deeply nested") from None
        if not isinstance(values, dict):
            raise PluginError(f'{self._file}: expected a JSON object, such as {{"cost": 12}}')
        self._values = values

    def answer(self, name: str) -> list[Any]:
        """Return a list with one item: the value of the answer ``name``, as a number or text."""
        if name not in self._values:
            raise UnknownName(f"answer in {self._file}", name, self._values)
        value = self._values[name]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return [plain_number(value) if is_number else describe_value(value)]


ADAPTERS = {"heuristic": HeuristicAdapter, "problem": ProblemAdapter, "algorithm": AlgorithmAdapter}
"""The adapter of each kind of part that contains code."""
