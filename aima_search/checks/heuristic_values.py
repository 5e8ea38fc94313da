"""The values of a heuristic at every state of a space, and whether they depend on the path.

A proof about h is a proof about a function of the state. So h is called with nodes that notice a
look at their path. If h looks, it is called again, with many paths to each state.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from aima_search.analysis.enumeration import enumerate_plainly, enumerate_space
from aima_search.analysis.plain_space import PlainSpace
from aima_search.analysis.space import Space
from aima_search.base.errors import HeuristicError
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import Node, successors

if TYPE_CHECKING:
    from aima_search.analysis.space import Numbers

Function = Callable[[Node], float]

_FAR = 1_000_003  # actions, and cost, that a path pretends to have on top


class Answers(NamedTuple):
    """The values of a heuristic at all states of a space, in the order of its indices.

    deterministic: whether two calls returned the same. depends_on_path: False if the heuristic
    never looked at a path; None if it looked, and returned the same for every path that was tried;
    True if the values differed.
    """

    space: Space
    values: Numbers
    deterministic: bool
    depends_on_path: bool | None


def ask(problem: ProblemLike, function: Function, limit: int) -> Answers:
    """Call a heuristic twice for every reachable state, at most ``limit`` states or a few more.

    A heuristic that looks at paths is called with nodes on a shortest path to each state.
    """
    space = enumerate_space(problem, limit)
    looks: set[str] = set()
    try:
        values, again = _of_states(space, function, looks)
    except Exception:
        if not looks:
            raise
    if not looks:
        return Answers(space, values, values == again, depends_on_path=False)
    plain = enumerate_plainly(problem, limit)
    values, again = _numbers(function, plain.nodes), _numbers(function, plain.nodes)
    same = all(_says(function, way, values[plain.index(way.state)]) for way in _other_ways(plain))
    return Answers(plain, values, values == again, depends_on_path=None if same else True)


def _of_states(space: Space, function: Function, looks: set[str]) -> tuple[Numbers, Numbers]:
    values, again = array("d"), array("d")
    for _, states in space.parts():
        nodes = [_WatchedNode(state, looks) for state in states]
        values.extend(_numbers(function, nodes))
        nodes.reverse()  # another order: earlier calls must not matter
        answers = _numbers(function, nodes)
        answers.reverse()
        again.extend(answers)
    return values, again


def _says(function: Function, way: Node, value: float) -> bool:
    try:
        return function(way) == value
    except Exception:  # the other path had another value
        return False


def _other_ways(space: PlainSpace) -> Iterator[Node]:
    """Yield every state without a path, and by a path through each edge that leads to it.

    The path pretends to be far longer than it is.
    """
    expand = successors(space.problem)
    for node in space.nodes:
        yield Node(node.state)
    for node in space.nodes[: space.expanded]:
        for action, state, cost in expand(node):
            way = Node(state, node, action, cost + _FAR)
            way.depth += _FAR
            yield way


def _numbers(function: Function, nodes: Sequence[Node]) -> array[float]:
    values = [function(node) for node in nodes]
    try:
        return array("d", values)
    except OverflowError:
        raise HeuristicError(
            "the heuristic returned a number that is too large for a float: expected"
            " float('inf') where no goal can be reached"
        ) from None


class _WatchedNode(Node):
    """A state without a path; it notes that a heuristic looks at the path."""

    __slots__ = ("_looks",)

    def __init__(self, state: Any, looks: set[str]) -> None:
        self.state = state
        self._looks = looks

    @property
    def parent(self) -> None:  # type: ignore[override]
        self._looks.add("parent")

    @property
    def action(self) -> None:  # type: ignore[override]
        self._looks.add("action")

    @property
    def depth(self) -> int:  # type: ignore[override]
        self._looks.add("depth")
        return 0

    @property
    def path_cost(self) -> float:  # type: ignore[override]
        self._looks.add("path_cost")
        return 0
