"""Problem and Node (AIMA figures 3.1 and 3.10).

Problems may use the names of the textbook's third edition, ``goal_test`` and ``path_cost``, or of
its fourth edition, ``is_goal`` and ``action_cost``. They need not inherit from ``Problem``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from reprlib import repr as repr_briefly
from types import CodeType
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeAlias

from aima_search.base.errors import HeuristicError, ProblemError
from aima_search.base.interchange import make_path, without_parent
from aima_search.base.path_costs import PLAIN, plain_path_costs, total_cost
from aima_search.model.contract import (
    DEFAULTS,
    MEMBERS,
    RULES,
    Action,
    ProblemLike,
    State,
    TransitionModel,
    has_same_rules,
    offered,
)
from aima_search.model.values import unhashable_part

if TYPE_CHECKING:
    from aima_search.display import Scene

Successor: TypeAlias = tuple[Action, State, float]
"""(action, next state, path cost of the next state)"""


class Problem(Generic[State, Action]):
    """A search problem: an initial state, actions and their results, a goal, and costs.

    A subclass defines ``actions`` and ``result``. If the defaults do not fit, it also defines
    ``goal_test`` (or ``is_goal``) and ``path_cost`` (or ``action_cost``). Local search needs
    ``value``, informed search ``h(node)``. ``aima_search.model.contract`` lists all optional
    members. ``Problem[State, Action]`` gives type checkers the types of the states and the actions.
    """

    initial: State
    goal: Any  # a state, a list of states, or a value for a subclass's goal test

    def __init__(
        self,
        initial: State = None,  # type: ignore[assignment] # a subclass may set it later
        goal: Any = None,
        **attributes: Any,
    ) -> None:
        """Store the initial state, the goal (a state or a list of states) and other attributes."""
        self.initial = initial
        self.goal = goal
        for name, value in attributes.items():
            setattr(self, name, value)

    def actions(self, state: State) -> Iterable[Action]:
        """Return the actions applicable in ``state``, as any iterable."""
        raise NotImplementedError(f"{type(self).__name__} does not define actions(state)")

    def result(self, state: State, action: Action) -> State:
        """Return the state after ``action``, which is one of ``actions(state)``."""
        raise NotImplementedError(f"{type(self).__name__} does not define result(state, action)")

    def goal_test(self, state: State) -> bool:
        """Return True if ``state`` equals ``goal``, or is in ``goal`` if ``goal`` is a list."""
        if defines(self, "is_goal") and not defines(self, "goal_test"):
            return self.is_goal(state)
        return self._is_given_goal(state)

    def is_goal(self, state: State) -> bool:
        """Return True if ``state`` is a goal; the textbook's fourth edition uses this name."""
        if defines(self, "goal_test") and not defines(self, "is_goal"):
            return self.goal_test(state)
        return self._is_given_goal(state)

    def _is_given_goal(self, state: State) -> bool:
        goal = self.goal
        if isinstance(goal, list):
            return any(state is known or state == known for known in goal)
        return bool(state == goal)

    def path_cost(self, c: float, state1: State, action: Action, state2: State) -> float:
        """Return the path cost after the action; ``c`` is the path cost at ``state1``."""
        if defines(self, "action_cost"):
            return c + self.action_cost(state1, action, state2)
        return c + 1

    def action_cost(self, s: State, a: Action, s1: State) -> float:
        """Return an action's cost: 1, unless you redefine this method or ``path_cost``."""
        if defines(self, "path_cost") and not defines(self, "action_cost"):
            return self.path_cost(0, s, a, s1)
        return 1

    def value(self, state: State) -> float:
        """Return the value of ``state``; local search maximises it."""
        raise NotImplementedError(f"{type(self).__name__} does not define value(state)")

    def __repr__(self) -> str:
        initial, goal = getattr(self, "initial", None), getattr(self, "goal", None)
        shown = [initial] if goal is None else [initial, goal]
        return f"{type(self).__name__}({', '.join(map(repr_briefly, shown))})"

    def __str__(self) -> str:
        picture = self._picture()
        return repr(self) if picture is None else str(picture)

    def _repr_svg_(self) -> str | None:
        """Return a picture of the initial state for notebooks, or None if there is no ``scene``."""
        picture = self._picture()
        return None if picture is None else picture._repr_svg_()

    def _picture(self) -> Scene | None:
        from aima_search.display.scene import picture_of

        return picture_of(self, self.initial)


DEFAULTS.update(id(vars(Problem)[name]) for name in MEMBERS.keys() & vars(Problem))


class Node(Generic[State, Action]):
    """A node of a path: its state, its parent node, the action from the parent, and the path cost.

    Nodes with equal states are equal. Searches set ``f`` and ``h``; you may set other attributes.
    """

    __slots__ = ("__dict__", "_open", "action", "depth", "f", "h", "parent", "path_cost", "state")

    state: State
    parent: Node[State, Action] | None
    action: Action | None  # None at the root
    path_cost: float
    depth: int
    f: float
    h: float
    _open: bool

    def __init__(
        self,
        state: State,
        parent: Node[State, Action] | None = None,
        action: Action | None = None,
        path_cost: float = 0,
    ) -> None:
        self.state = state
        self.parent = parent
        self.action = action
        self.path_cost = path_cost
        self.depth = 0 if parent is None else parent.depth + 1

    def __repr__(self) -> str:
        return f"<Node {self.state}>"

    def __lt__(self, other: Node[State, Action]) -> bool:
        return bool(self.state < other.state)  # type: ignore[operator] # states may have no order

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)

    def __len__(self) -> int:
        """Return the number of actions on the path, as in the fourth edition of the textbook."""
        return self.depth

    def __bool__(self) -> bool:
        return True

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        """Pickle the path as a list, because a recursion over all parents could be too deep."""
        return make_path, ([without_parent(node) for node in self.path()],)

    def __copy__(self) -> Node[State, Action]:
        copy: Node[State, Action] = make_path([without_parent(self)])
        copy.parent = self.parent
        return copy

    def expand(self, problem: ProblemLike[State, Action]) -> list[Node[State, Action]]:
        """Return a list with a child node for each action in the node's state."""
        kind: Any = type(problem)
        state = self.state
        if has_actions_alone(problem):
            # a fast path for user scripts, which call this for every node
            actions, result = problem.actions(state), problem.result
            if kind.path_cost is Problem.path_cost and kind.action_cost is Problem.action_cost:
                cost = self.path_cost + 1
                return [Node(result(state, action), self, action, cost) for action in actions]
            cost_of = cost_function(problem)
            return [
                Node(after := result(state, action), self, action, cost_of(self, action, after))
                for action in actions
            ]
        return [
            Node(state, self, action, cost) for action, state, cost in successors(problem)(self)
        ]

    def child_node(
        self, problem: ProblemLike[State, Action], action: Action
    ) -> Node[State, Action]:
        """Return the node that ``action`` leads to."""
        state = problem.result(self.state, action)
        return Node(state, self, action, cost_function(problem)(self, action, state))

    def solution(self) -> list[Action]:
        """Return the actions on the path from the root to this node."""
        return [node.action for node in self.path()[1:]]  # type: ignore[misc] # without the root

    def path(self) -> list[Node[State, Action]]:
        """Return the nodes on the path from the root to this node."""
        nodes: list[Node[State, Action]] = []
        node: Node[State, Action] | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def path_states(self) -> list[State]:
        """Return the states on the path from the root to this node."""
        return [node.state for node in self.path()]


Heuristic: TypeAlias = Callable[[Node[State, Action]], float]
"""h: an estimate of the cost from a node to the nearest goal."""

Expand: TypeAlias = Callable[[Node[State, Action]], Iterable[Successor[Action, State]]]
"""A function from a node to its successors."""

USUAL_TIE_BREAK = "high-g-lifo"  # the default tie-break, except for the textbook's functions

EXPECTED_PROBLEM = "expected a problem, such as MovIX.level('1-first')"

OWN_HEURISTIC = "problem.h"  # the name of the problem's own `h` in results and tables


def heuristic_of(
    problem: TransitionModel[State, Action], h: Heuristic[State, Action] | None
) -> Heuristic[State, Action]:
    """Return ``h``, or ``problem.h`` if ``h`` is None; raise HeuristicError if h cannot be used."""
    h = offered(problem, "h") if h is None else h
    if isinstance(problem, str) and h is None:
        raise HeuristicError(f"got the text {problem!r}: {EXPECTED_PROBLEM}")
    if h is None:
        raise HeuristicError(
            f"{type(problem).__name__} has no h(node): define this method, or pass h, as in"
            " solve(problem, heuristic=h) or astar_search(problem, h). To search without a"
            " heuristic, use algorithm='uniform-cost'"
        )
    code = getattr(h, "__code__", None)
    is_factory = code is not None and code.co_varnames[: code.co_argcount][:1] == ("problem",)
    if isinstance(h, str) or is_factory:
        name = h if isinstance(h, str) else h.__name__.replace("_", "-")
        raise HeuristicError(
            f"h is {'a name' if isinstance(h, str) else 'a function of a problem'}: expected a"
            f" function of a node, such as heuristics.get({name!r}, problem)"
        )
    return h


def defines(problem: Problem, *names: str) -> bool:
    """Return True if a problem redefines at least one of these methods of ``Problem``."""
    kind, own = type(problem), vars(problem)
    for name in names:  # noqa: SIM110 - faster than any(...)
        if name in own or getattr(kind, name) is not getattr(Problem, name):
            return True
    return False


def has_actions_alone(problem: object) -> bool:
    """Return True if the problem defines ``actions``, but no other method that lists successors."""
    return (
        isinstance(problem, Problem)
        and type(problem).actions is not Problem.actions
        and not hasattr(problem, "successors")  # faster than for the class
        and not hasattr(problem, "successor")
        and not hasattr(problem, "watched_transitions")
        and RULES.isdisjoint(vars(problem))
    )


def is_hashable(state: Any) -> bool:
    """Return True if ``state`` can be hashed."""
    return unhashable_part(state) is None


def goal_test(problem: TransitionModel[State, Action]) -> Callable[[State], bool]:
    """Return the problem's goal test: ``goal_test``, or ``is_goal`` as in the fourth edition."""
    if isinstance(problem, Problem) and not defines(problem, "goal_test", "is_goal"):
        return problem._is_given_goal  # looked up once instead of for every state
    untyped: Any = problem
    test: Callable[[State], bool] = getattr(untyped, "goal_test", None) or untyped.is_goal
    code = getattr(test, "__code__", None)
    if code is not None and _returns_nothing(code):
        raise ProblemError(
            f"{type(problem).__name__}.{code.co_name} never returns a value: expected True or"
            " False. Is a `return` missing?"
        )
    return test


@lru_cache
def _returns_nothing(code: CodeType) -> bool:
    """Return True if a non-empty function never returns a value (a forgotten ``return``)."""
    import dis

    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE):
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("RESUME", "NOP")]
    returned = [
        step if step.opname == "RETURN_CONST" else before
        for before, step in pairwise([steps[0], *steps])
        if step.opname in ("RETURN_VALUE", "RETURN_CONST")
    ]
    is_none = [step.opname.endswith("_CONST") and step.argval is None for step in returned]
    return len(steps) > 2 and bool(is_none) and all(is_none)


def cost_function(
    problem: TransitionModel[State, Action],
) -> Callable[[Node[State, Action], Action, State], float]:
    """Return a function ``f(node, action, state)`` that returns the path cost of the next state."""
    untyped: Any = problem
    path_cost = getattr(untyped, "path_cost", None)
    is_default = isinstance(untyped, Problem) and not defines(untyped, "path_cost")
    if path_cost is None or (is_default and defines(untyped, "action_cost")):
        cost = untyped.action_cost
        return lambda node, action, state: total_cost(node, action, cost(node.state, action, state))
    return plain_path_costs(path_cost)


def has_unit_costs(problem: object) -> bool:
    """Return True if every action costs 1, by default or because ``unit_costs`` is True."""
    if has_same_rules(problem, "successors"):
        return offered(problem, "unit_costs") is True
    return has_default_costs(problem)


def has_default_costs(problem: object) -> bool:
    """Return True if the problem does not define costs, so that every action costs 1."""
    return isinstance(problem, Problem) and not defines(problem, "path_cost", "action_cost")


def successors(problem: TransitionModel[State, Action]) -> Expand[State, Action]:
    """Return a function that takes a node and yields triples (action, next state, path cost)."""
    expand, of_paths = transitions(problem)
    if of_paths:
        return expand

    def with_path_costs(node: Node[State, Action]) -> Iterator[Successor[Action, State]]:
        cost_here = node.path_cost
        for action, state, cost in expand(node):
            is_plain = type(cost) is type(cost_here) in PLAIN
            yield action, state, cost_here + cost if is_plain else total_cost(node, action, cost)

    return with_path_costs


def all_successors(problem: TransitionModel[State, Action]) -> Expand[State, Action]:
    """Return a function that takes a node and returns a list of (action, next state, path cost)."""
    expand = successors(problem)
    return lambda node: list(expand(node))


def transitions(problem: TransitionModel[State, Action]) -> tuple[Expand[State, Action], bool]:
    """Return a function that expands a node, and a bool ``of_paths``.

    The function yields triples (action, next state, cost). If ``of_paths`` is True, the cost is the
    path cost of the next state; otherwise, the cost is the cost of the action.
    """
    if not has_actions_alone(problem):
        untyped: Any = problem
        watching = offered(problem, "watched_transitions")
        if watching is not None:
            return watching()
        if has_same_rules(problem, "successors"):
            of_state = untyped.successors
            return lambda node: of_state(node.state), False
        if speaks_second_edition(problem):
            successor, pair_cost = untyped.successor, cost_function(problem)

            def from_pairs(node: Node[State, Action]) -> Iterator[Successor[Action, State]]:
                for action, next_state in successor(node.state):
                    yield action, next_state, pair_cost(node, action, next_state)

            return from_pairs, True
    actions, result = problem.actions, problem.result
    if has_default_costs(problem):

        def with_unit_costs(node: Node[State, Action]) -> Iterator[Successor[Action, State]]:
            state, cost = node.state, node.path_cost + 1
            for action in actions(state):
                yield action, result(state, action), cost

        return with_unit_costs, True

    cost_of = cost_function(problem)

    def from_actions(node: Node[State, Action]) -> Iterator[Successor[Action, State]]:
        state = node.state
        for action in actions(state):
            next_state = result(state, action)
            yield action, next_state, cost_of(node, action, next_state)

    return from_actions, True


def speaks_second_edition(problem: object) -> bool:
    """Return True if the problem defines ``successor(state)`` but not ``actions``."""
    if not hasattr(problem, "successor"):
        return False
    has_actions = callable(getattr(problem, "actions", None))  # actions may be a list
    if isinstance(problem, Problem):
        has_actions = has_actions and defines(problem, "actions")
    return not has_actions


def excludes_negative_costs(problem: object) -> bool | None:
    """Return True if no cost can be negative, False if costs may be negative, None if unknown."""
    if has_unit_costs(problem):
        return True
    try:
        least = offered(problem, "least_cost")
        return None if least is None else bool(least >= 0)
    except TypeError:  # numbers of different types, which have no order
        return None
