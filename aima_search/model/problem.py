"""Problem and Node: what is searched, and a point on the way (AIMA figures 3.1 and 3.10).

Both dialects of the textbook are understood: the third edition's ``goal_test`` and
``path_cost``, the fourth edition's ``is_goal`` and ``action_cost``. A problem that
inherits from somebody else's copy of the textbook's module is as good as a problem of ours.
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
from aima_search.base.interchange import (
    PLAIN,
    make_path,
    plain_path_costs,
    total_cost,
    without_parent,
)
from aima_search.model.contract import (
    DEFAULTS,
    RULES,
    Action,
    ProblemLike,
    State,
    StateSpace,
    offered,
    speaks_for,
)

if TYPE_CHECKING:
    from aima_search.display import Scene

Successor: TypeAlias = tuple[Action, State, float]
"""(action, state it leads to, path cost there); its parameters are in this order too"""


class Problem(Generic[State, Action]):
    """A search problem: an initial state, actions, their results, a goal, costs.

    Subclasses define ``actions`` and ``result`` and, if the defaults do not fit,
    ``goal_test`` (or ``is_goal``), ``path_cost`` (or ``action_cost``), ``value`` for
    local search and ``h(node)`` for informed search.

    A subclass may define many more members, such as ``successors``, ``reversible``, ``packed`` or
    ``scene``: ``aima_search.model.contract`` lists them all, and so does the page "The contract" of
    the docs. A subclass that redefines a rule has to say again what its base class says of it.
    ``Problem[State, Action]`` gives type checkers the types of the states and the actions.
    """

    initial: State
    goal: Any  # a state, a list of states, or whatever a subclass's goal test understands

    def __init__(
        self,
        initial: State = None,  # type: ignore[assignment] # a subclass may set it later
        goal: Any = None,
        **attributes: Any,
    ) -> None:
        """Keep the initial state, the goal (a state, or a list of states) and anything else."""
        self.initial = initial
        self.goal = goal
        for name, value in attributes.items():
            setattr(self, name, value)

    def actions(self, state: State) -> Iterable[Action]:
        """Return the actions applicable in ``state``, as any iterable."""
        raise NotImplementedError(f"{type(self).__name__} does not define actions(state)")

    def result(self, state: State, action: Action) -> State:
        """Return the state that ``action``, one of ``actions(state)``, leads to."""
        raise NotImplementedError(f"{type(self).__name__} does not define result(state, action)")

    def goal_test(self, state: State) -> bool:
        """Tell whether ``state`` is a goal: the goal itself, or one of a list of goals."""
        if defines(self, "is_goal") and not defines(self, "goal_test"):
            return self.is_goal(state)
        return self._is_given_goal(state)

    def is_goal(self, state: State) -> bool:
        """Tell whether ``state`` is a goal, in the fourth edition's words."""
        if defines(self, "goal_test") and not defines(self, "is_goal"):
            return self.goal_test(state)
        return self._is_given_goal(state)

    def _is_given_goal(self, state: State) -> bool:
        goal = self.goal
        if isinstance(goal, list):
            return any(state is one or state == one for one in goal)
        return bool(state == goal)

    def path_cost(self, c: float, state1: State, action: Action, state2: State) -> float:
        """Return the cost of a path that costs ``c`` up to ``state1`` and goes on to ``state2``."""
        if defines(self, "action_cost"):
            return c + self.action_cost(state1, action, state2)
        return c + 1

    def action_cost(self, s: State, a: Action, s1: State) -> float:
        """Return the cost of one action, in the fourth edition's words; 1 by default."""
        if defines(self, "path_cost") and not defines(self, "action_cost"):
            return self.path_cost(0, s, a, s1)
        return 1

    def value(self, state: State) -> float:
        """Return how good ``state`` is; local search looks for the highest value."""
        raise NotImplementedError(f"{type(self).__name__} does not define value(state)")

    def __repr__(self) -> str:
        shown = [repr_briefly(getattr(self, "initial", None))]
        goal = getattr(self, "goal", None)
        if goal is not None:
            shown.append(repr_briefly(goal))
        return f"{type(self).__name__}({', '.join(shown)})"

    def __str__(self) -> str:
        picture = self._picture()
        return repr(self) if picture is None else str(picture)

    def _repr_svg_(self) -> str | None:
        """Return what a notebook shows: the initial state, if the problem has a ``scene``."""
        picture = self._picture()
        return None if picture is None else picture._repr_svg_()

    def _picture(self) -> Scene | None:
        from aima_search.display.scene import picture_of

        return picture_of(self, self.initial)


DEFAULTS.add(Problem)


class Node(Generic[State, Action]):
    """A path to a state: the state, the node it came from, the action taken, the cost so far.

    Nodes are equal when their states are. Searches leave the values they used on the
    nodes they kept (``f``, ``h``); any further attribute may be set as well.
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
        """Return the number of actions on the path (fourth edition)."""
        return self.depth

    def __bool__(self) -> bool:
        return True

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        """Return the path as a list: a node is pickled with its parents without recursion."""
        return make_path, ([without_parent(node) for node in self.path()],)

    def __copy__(self) -> Node[State, Action]:
        copy: Node[State, Action] = make_path([without_parent(self)])
        copy.parent = self.parent
        return copy

    def expand(self, problem: ProblemLike[State, Action]) -> list[Node[State, Action]]:
        """Return the nodes one action away."""
        kind: Any = type(problem)
        state = self.state
        if _has_actions_alone(kind) and _UNUSUAL.isdisjoint(vars(problem)):
            # most scripts with a loop of their own; it calls this for every node
            actions, result = problem.actions(state), problem.result
            if kind.path_cost is Problem.path_cost and kind.action_cost is Problem.action_cost:
                cost = self.path_cost + 1
                return [Node(result(state, action), self, action, cost) for action in actions]
            cost_of = cost_function(problem)
            return [
                Node(after := result(state, one), self, one, cost_of(self, one, after))
                for one in actions
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
        """Return the actions on the path from the root to here."""
        return [node.action for node in self.path()[1:]]  # type: ignore[misc] # no root is among them

    def path(self) -> list[Node[State, Action]]:
        """Return the nodes on the path from the root to here."""
        nodes: list[Node[State, Action]] = []
        node: Node[State, Action] | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def path_states(self) -> list[State]:
        """Return the states on the path from the root to here."""
        return [node.state for node in self.path()]


Heuristic: TypeAlias = Callable[[Node[State, Action]], float]
"""h: an estimate of the cost from a node to the nearest goal"""

Expand: TypeAlias = Callable[[Node[State, Action]], Iterable[Successor[Action, State]]]
"""From a node to what its actions lead to"""

USUAL_TIE_BREAK = "high-g-lifo"
"""The tie-break of ``solve``, comparisons, labs and the page, not of the textbook's functions."""

A_PROBLEM = "expected a problem, such as MovIX.level('1-first')"

OWN_HEURISTIC = "problem.h"
"""The name of the problem's own ``h`` in results and tables."""


def heuristic_of(
    problem: StateSpace[State, Action], h: Heuristic[State, Action] | None
) -> Heuristic[State, Action]:
    """Return ``h``, or the problem's own ``h`` if no other is given.

    HeuristicError for a name, or for the function that makes a heuristic of a problem.
    """
    own: Heuristic[State, Action] | None = offered(problem, "h") if h is None else h
    if own is None:
        if isinstance(problem, str):
            raise HeuristicError(f"got the text {problem!r}: {A_PROBLEM}")
        raise HeuristicError(
            f"{type(problem).__name__} has no h(node): pass heuristic=h to solve, or h to a search"
            " function, or define the method"
        )
    code = getattr(own, "__code__", None)
    makes_one = code is not None and code.co_varnames[: code.co_argcount][:1] == ("problem",)
    if isinstance(own, str) or makes_one:
        name = own if isinstance(own, str) else own.__name__.replace("_", "-")
        raise HeuristicError(
            f"h is {'a name' if isinstance(own, str) else 'a function of a problem'}: expected a"
            f" function of a node, such as heuristics.get({name!r}, problem)"
        )
    return own


def defines(problem: Problem, name: str) -> bool:
    """Tell whether a problem has a method of its own in place of ``Problem``'s."""
    return name in vars(problem) or getattr(type(problem), name) is not getattr(Problem, name)


_UNUSUAL = RULES | {"successor", "watched_transitions"}


@lru_cache(maxsize=256)
def _has_actions_alone(kind: type) -> bool:
    """Return True if a class has actions and results, and no other way to list successors."""
    others = ("successors", "successor", "watched_transitions")
    return issubclass(kind, Problem) and not any(hasattr(kind, name) for name in others)


def is_hashable(state: Any) -> bool:
    """Tell whether a set can hold ``state``; tree searches do without."""
    try:
        hash(state)
    except TypeError:
        return False
    return True


def goal_test(problem: StateSpace[State, Action]) -> Callable[[State], bool]:
    """Return the problem's goal test, whichever edition's name it goes by."""
    if isinstance(problem, Problem) and not (
        defines(problem, "goal_test") or defines(problem, "is_goal")
    ):
        return problem._is_given_goal  # looked up once here instead of for every state
    asked: Any = problem  # this looks up the dialect that the problem speaks
    test: Callable[[State], bool] = getattr(asked, "goal_test", None) or asked.is_goal
    code = getattr(test, "__code__", None)
    if code is not None and _returns_nothing(code):
        raise ProblemError(
            f"{type(problem).__name__}.{code.co_name} never returns a value: expected True or"
            " False. Is a `return` missing?"
        )
    return test


@lru_cache
def _returns_nothing(code: CodeType) -> bool:
    """Return True if a function computes something, and all that it ever returns is None."""
    import dis  # only when used

    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE):
        return False
    steps = [one for one in dis.get_instructions(code) if one.opname not in ("RESUME", "NOP")]
    returned = [
        one if one.opname == "RETURN_CONST" else before
        for before, one in pairwise([steps[0], *steps])
        if one.opname in ("RETURN_VALUE", "RETURN_CONST")
    ]
    is_none = [one.opname.endswith("_CONST") and one.argval is None for one in returned]
    return len(steps) > 2 and bool(is_none) and all(is_none)


def cost_function(
    problem: StateSpace[State, Action],
) -> Callable[[Node[State, Action], Action, State], float]:
    """Return a function of (node, action, next state) that gives the path cost there."""
    asked: Any = problem
    path_cost = getattr(asked, "path_cost", None)
    is_asked_back = isinstance(asked, Problem) and not defines(asked, "path_cost")
    if path_cost is None or (is_asked_back and defines(asked, "action_cost")):
        of = asked.action_cost  # at once, not by way of Problem.path_cost
        return lambda node, action, state: total_cost(node, action, of(node.state, action, state))
    return plain_path_costs(path_cost)


def has_unit_costs(problem: object) -> bool:
    """Tell whether every action is known to cost 1.

    It is known if the defaults are in force, or if the class says ``unit_costs = True``.
    """
    if speaks_for(problem, "successors"):
        return offered(problem, "unit_costs") is True
    return has_default_costs(problem)


def has_default_costs(problem: object) -> bool:
    """Return True if the problem defines no cost of its own: every action costs 1."""
    return isinstance(problem, Problem) and not (
        defines(problem, "path_cost") or defines(problem, "action_cost")
    )


def successors(problem: StateSpace[State, Action]) -> Expand[State, Action]:
    """Return a function from a node to its ``(action, state, path cost)`` triples.

    The function calls the problem's own ``successors`` if defined, otherwise ``actions``,
    ``result`` and the cost, and skips the cost if every action is known to cost 1.
    """
    expand, of_paths = transitions(problem)
    if of_paths:
        return expand

    def with_path_costs(node: Node[State, Action]) -> Iterator[Successor[Action, State]]:
        cost_here = node.path_cost
        for action, state, cost in expand(node):
            is_plain = type(cost) is type(cost_here) in PLAIN
            yield action, state, cost_here + cost if is_plain else total_cost(node, action, cost)

    return with_path_costs


def all_successors(problem: StateSpace[State, Action]) -> Expand[State, Action]:
    """Return what ``successors`` returns, but every triple is made before the first is used."""
    expand = successors(problem)
    return lambda node: list(expand(node))


def transitions(problem: StateSpace[State, Action]) -> tuple[Expand[State, Action], bool]:
    """Return what ``successors`` returns, and whether its costs are those of paths.

    The costs are those of the actions if the problem itself lists all successors of a state: a
    search that adds them up saves a generator around the problem's own.
    """
    watching = offered(problem, "watched_transitions")
    if watching is not None:
        return watching()  # type: ignore[no-any-return]
    if speaks_for(problem, "successors"):
        listing: Any = problem
        at_once = listing.successors
        return lambda node: at_once(node.state), False

    if speaks_second_edition(problem):
        pairs: Any = problem
        cost_of = cost_function(problem)

        def from_pairs(node: Node[State, Action]) -> Iterator[Successor[Action, State]]:
            for action, next_state in pairs.successor(node.state):
                yield action, next_state, cost_of(node, action, next_state)

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
    """Tell whether the problem has ``successor(state)`` and no actions of its own."""
    if not hasattr(problem, "successor"):
        return False
    has_actions = callable(getattr(problem, "actions", None))  # some kept a list under that name
    if isinstance(problem, Problem):
        has_actions = has_actions and defines(problem, "actions")
    return not has_actions


def costs_at_least_nothing(problem: object) -> bool | None:
    """Tell whether no action costs less than 0; None if the problem does not say.

    It says so by unit costs, or by ``least_cost``, below which no action costs.
    """
    if has_unit_costs(problem):
        return True
    try:
        least = offered(problem, "least_cost")
        return None if least is None else bool(least >= 0)
    except TypeError:  # of several kinds of numbers, which have no order
        return None
