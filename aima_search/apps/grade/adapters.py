"""A submission seen from its own process: a side for each kind of part answers questions.

The methods of a side are the questions by their names. ``call`` asks the grader something.
"""

from __future__ import annotations

import copy
import json
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from aima_search.apps.grade.protocol import Numbering, describe_value, plain_number, short_text
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.files import read_file
from aima_search.base.registry import PluginError
from aima_search.base.toml_values import parse_toml
from aima_search.model.heuristic import as_factory
from aima_search.model.problem import Heuristic, Node, goal_test, successors

Call: TypeAlias = Callable[..., Any]


class HeuristicAdapter:
    """Builds a heuristic for a board, and estimates states.

    puzzles: their registry; of other kinds of parts no puzzle is in the process.
    """

    puzzles: Any = None

    def __init__(self, function: Any, call: Call) -> None:
        del call
        self._factory = as_factory(function)
        self._h: Heuristic = lambda node: 0

    def board(self, puzzle: str, instance: str, options: dict[str, str]) -> None:
        """Build the heuristic for a board."""
        chosen = self.puzzles.get(puzzle)
        self._h = self._factory(chosen.parse(instance, **chosen.read_options(options)))
        if not callable(self._h):
            raise TypeError(f"the factory gave {describe_value(self._h)}: expected h(node)")

    def estimate(self, states: Sequence[Any]) -> list[Any]:
        """Return the estimates of states."""
        return [plain_number(self._h(StateNode(state))) for state in states]


class NoPath(Exception):
    """A graded heuristic asked how a state was reached."""


def _refused(name: str) -> Any:
    """Return a property that is not there."""

    def refuse(node: Node) -> None:
        text = "a graded heuristic is a function of node.state alone"
        raise NoPath(f"node.{name} is not there: {text}")

    return property(refuse)


class StateNode(Node):
    """A state to be estimated, without the path to it, as at the start of a search."""

    __slots__ = ()
    parent = None
    action, depth, path_cost = map(_refused, ("action", "depth", "path_cost"))

    def __init__(self, state: Any) -> None:
        self.state = state


class ProblemAdapter:
    """Makes a problem and answers what a search asks of it; its states have numbers outside."""

    def __init__(self, make: Callable[..., Any], call: Call) -> None:
        del call
        self._make = make
        self._problem: Any = None
        self._states, self._copies = Numbering(), list[Any]()

    def make(self, arguments: Sequence[Any]) -> int:
        """Make the problem anew and return the number of its initial state."""
        self._states, self._copies = Numbering(), []
        self._problem = self._make(*arguments)
        return self._number(self._problem.initial)

    def expand(self, number: int) -> list[Any]:
        """Return the actions of a state, the states they lead to, the costs."""
        found = successors(self._problem)(Node(self._states.values[number]))
        return [
            [short_text(action), self._number(state), plain_number(cost)]
            for action, state, cost in list(found)
        ]

    def inspect(self, number: int) -> list[Any]:
        """Return whether a state is a goal and, if not, its actions: they are asked next."""
        is_goal = bool(goal_test(self._problem)(self._states.values[number]))
        return [True] if is_goal else [False, self.expand(number)]

    def changed(self) -> str:
        """Return in words the first state that has changed since it was made, "" if none has."""
        for state, before in zip(self._states.values, self._copies, strict=True):
            if state != before:
                return f"{short_text(before)} was changed to {short_text(state)}"
        return ""

    def _number(self, state: Any) -> int:
        """Return the number of a state; a new state is copied, to see whether it is changed."""
        number = self._states.number(state)
        if number == len(self._copies):
            self._copies.append(_copied(state))
        return number


def _copied(state: Any) -> Any:
    """Return a copy of a state; the state itself if a copy would not be equal to it."""
    try:
        copied = copy.deepcopy(state)
        return copied if copied == state else state
    except Exception:
        return state


class AlgorithmAdapter:
    """Runs an algorithm on a stand-in for a problem, whose rules are in the grader's process."""

    def __init__(self, function: Callable[..., Any], call: Call) -> None:
        self._function, self._call = function, call

    def search(self, initial: int, offers: Sequence[str]) -> list[int] | None:
        """Return the numbers of the actions that it found, None for no solution."""
        problem = ProblemProxy(self._call, initial, offers)
        with_h = "estimate" in offers
        answer = self._function(problem, problem.h) if with_h else self._function(problem)
        return None if answer is None else [_number(action, "action") for action in _path(answer)]

    def improve(self, initial: int, offers: Sequence[str]) -> int:
        """Return the number of the state where a local search ended."""
        answer = self._function(ProblemProxy(self._call, initial, offers))
        state = getattr(answer, "state", answer)
        if not isinstance(state, Opaque):
            raise TypeError(f"it returned {describe_value(answer)}: expected a state or a node")
        return _number(state, "state")

    def plan(self, initial: int, offers: Sequence[str]) -> list[Any] | None:
        """Return the plan of an and-or search in numbers, None for no plan."""
        answer = self._function(ProblemProxy(self._call, initial, offers))
        return None if answer is None else _plan_in_numbers(answer)


def _plan_in_numbers(plan: Any) -> list[Any]:
    """Return a plan, [] at a goal: an action, and pairs of a state it may lead to and its plan."""
    if not plan:
        return []
    if not isinstance(plan, list | tuple) or len(plan) != 2 or not isinstance(plan[1], dict):
        raise TypeError(f"{describe_value(plan)}: expected a plan, [] or [action, {{state: plan}}]")
    action, after = plan
    pairs = [[_number(state, "state"), _plan_in_numbers(rest)] for state, rest in after.items()]
    return [_number(action, "action"), pairs]


def _path(answer: Any) -> Sequence[Any]:
    """Return the actions of an answer: a node of any class with ``solution()``, or a list."""
    solution = getattr(answer, "solution", None)
    if callable(solution):
        return list(solution())
    if isinstance(answer, list | tuple):
        return answer
    if hasattr(answer, "parent"):
        actions = []
        while answer.parent is not None:
            actions.append(answer.action)
            answer = answer.parent
        return actions[::-1]
    raise TypeError(
        f"it returned {describe_value(answer)}: expected a node, a list of actions or None"
    )


class ProblemProxy:
    """The problem as an algorithm sees it, in both editions' words; every question is counted.

    offers: which questions it answers beyond the rules, such as "estimate" and "value".
    """

    def __init__(self, call: Call, initial: int, offers: Sequence[str]) -> None:
        self._call, self._offers = call, offers
        self._leads: dict[int, dict[int, list[tuple[int, float]]]] = {}
        self._estimates: dict[int, float] = {}
        self._values: dict[int, float] = {}
        self.initial = Opaque("state", initial)

    def actions(self, state: Opaque) -> list[Opaque]:
        """Return the actions of a state; asked for, they are counted as an expansion."""
        number = _number(state, "state")
        leads: dict[int, list[tuple[int, float]]] = defaultdict(list)
        for action, there, cost in self._call("actions", number):
            leads[action].append((there, cost))
        self._leads[number] = leads
        return [Opaque("action", action) for action in leads]

    def result(self, state: Opaque, action: Opaque) -> Opaque:
        """Return the state that an action leads to."""
        return self.results(state, action)[0]

    def results(self, state: Opaque, action: Opaque) -> list[Opaque]:
        """Return the states that an action may lead to."""
        return [Opaque("state", there) for there, _ in self._steps(state, action)]

    def path_cost(self, c: float, state1: Opaque, action: Opaque, state2: Opaque) -> float:
        """Return the cost of a path that goes on by an action."""
        return c + self._steps(state1, action)[0][1]

    def action_cost(self, s: Opaque, a: Opaque, s1: Opaque) -> float:
        """Return the cost of an action."""
        return self._steps(s, a)[0][1]

    def goal_test(self, state: Opaque) -> bool:
        """Tell whether a state is a goal."""
        return bool(self._call("is-goal", _number(state, "state")))

    is_goal = goal_test

    def value(self, state: Opaque) -> float:
        """Return how good a state is, for local search."""
        number = _number(state, "state")
        if number not in self._values:
            self._values[number] = self._offered("value", number)
        return self._values[number]

    def random_state(self) -> Opaque:
        """Return a state drawn at random, for genetic algorithms."""
        return Opaque("state", self._offered("random_state"))

    def recombine(self, x: Opaque, y: Opaque) -> Opaque:
        """Return a state joined from a part of one and a part of another."""
        both = _number(x, "state"), _number(y, "state")
        return Opaque("state", self._offered("recombine", *both))

    def mutate(self, x: Opaque) -> Opaque:
        """Return a state with a change made at random."""
        return Opaque("state", self._offered("mutate", _number(x, "state")))

    def h(self, node: Node) -> float:
        """Return the estimate of a node's state."""
        number = _number(node.state, "state")
        if number not in self._estimates:
            self._estimates.update(self._offered("estimate", number))
        return self._estimates[number]

    def _offered(self, question: str, *numbers: int) -> Any:
        if question not in self._offers:
            raise NotImplementedError(f"this problem has no {question} of a state")
        return self._call(question, *numbers)

    def _steps(self, state: Opaque, action: Opaque) -> list[tuple[int, float]]:
        leads = self._leads.get(_number(state, "state"), {})
        if not (found := leads.get(_number(action, "action"))):
            raise ValueError(f"{action} in {state}: expected one of actions({state})")
        return found


@dataclass(frozen=True, order=True, repr=False, slots=True)
class Opaque:
    """A state, or an action, by its number: it tells only whether it equals another."""

    _kind: str
    _number: int

    def __repr__(self) -> str:
        return f"<{self._kind} {self._number}>"


def _number(value: Any, kind: str) -> int:
    if not isinstance(value, Opaque) or value._kind != kind:
        raise TypeError(
            f"{describe_value(value)}: expected one of the {kind}s that the problem gave"
        )
    return value._number


class AnswerAdapter:
    """The numbers of a TOML or JSON file by their names; PluginError if it cannot be read.

    Such a file is data, and its text may do harm where it is parsed: so it is parsed here.
    """

    def __init__(self, path: str) -> None:
        self._file = os.path.basename(path)
        try:
            text = read_file(Path(path))
            values = json.loads(text) if path.endswith(".json") else parse_toml(text, self._file)
        except (InputError, ValueError) as error:
            raise PluginError(str(error)) from None
        except RecursionError:
            raise PluginError(f"{self._file} is nested too deeply") from None
        if not isinstance(values, dict):
            raise PluginError(f"{self._file}: expected names with numbers")
        self._values = values

    def answer(self, name: str) -> list[Any]:
        """Return the only number of a name, or the words that stand in its place."""
        if name not in self._values:
            raise UnknownName(f"answer in {self._file}", name, self._values)
        value = self._values[name]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return [plain_number(value) if is_number else describe_value(value)]


ADAPTERS = {"heuristic": HeuristicAdapter, "problem": ProblemAdapter, "algorithm": AlgorithmAdapter}
"""The side of each kind of part that is code."""
