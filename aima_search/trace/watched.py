"""A problem and its h as a recorder shows them to an algorithm: the same, and written down.

What an algorithm asks is passed on and nothing is asked twice; only the nodes that are expanded
in earnest are recorded, those that the recorder has been told to expect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from aima_search.algorithms.bidirectional import has_a_way_back, predecessors
from aima_search.algorithms.refinement import refinement_of, with_refinement
from aima_search.heuristic import plain
from aima_search.problem import Expand, Heuristic, Node, Successor, goal_test, transitions
from aima_search.trace.record import Record


class Watched:
    """Stands in for a problem; what it does not have itself is the problem's."""

    def __init__(self, problem: Any, record: Record) -> None:
        self._problem = problem
        self._record = record
        self._node: Node | None = None
        self._id = -1
        columns: tuple[list[Any], ...] = (
            record.parents,
            record.actions,
            record.states,
            record.costs,
            record.depths,
        )
        self._add = tuple(column.append for column in columns)  # looked up once: it is asked a lot
        self.goal_test = goal_test(problem)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._problem, name)

    def expect(self, node: Node | None, at: int) -> None:
        """Record what the expansion of this node brings, its id being ``at``; None: of none."""
        self._node, self._id = node, at

    def _is_expected(self, state: Any) -> bool:
        """Tell whether this is the expansion expected, which comes once."""
        if self._node is None or self._node.state is not state:
            return False
        self._node = None
        return True

    def watched_transitions(self) -> tuple[Expand, bool]:
        """Return what ``problem.transitions`` does, recorded."""
        expand, of_paths = transitions(self._problem)

        def watched(node: Node) -> Iterable[Successor]:
            if node is not self._node:
                return expand(node)
            self._node = None
            return self._record_all(expand(node), node, 0 if of_paths else node.path_cost)

        return watched, of_paths

    def _record_all(
        self, successors: Iterable[Successor], parent: Node, cost_there: Any
    ) -> Iterator[Successor]:
        record, parent_id, depth = self._record, self._id, parent.depth + 1
        add_parent, add_action, add_state, add_cost, add_depth = self._add
        for successor in successors:
            if record.is_open:
                action, state, cost = successor
                add_parent(parent_id)
                add_action(action)
                add_state(state)
                add_cost(cost_there + cost if cost_there else cost)
                add_depth(depth)
            yield successor


class _WithAWayBack(Watched):
    """A problem whose ``predecessors`` are recorded, declared or found by undoing actions."""

    def predecessors(self, state: Any) -> Iterable[tuple[Any, Any, Any]]:
        """Yield (action, state before, cost of the action)."""
        node = self._node
        come_from = predecessors(self._problem)(Node(state))
        if node is None or not self._is_expected(state):
            return come_from
        return self._record_all(come_from, node, node.path_cost)


_NOWHERE: tuple[int, Any, Any, Any, int] = (-1, None, None, 0, 0)
"""Parent, action, state, path cost and depth of what nothing has led to."""


class WatchedValues(Watched):
    """A problem for local search, in which every state that is evaluated is generated.

    Where it comes from is what was made last: it is evaluated before the next one is. What a
    search that lists successors makes otherwise are random walks, to where it starts.
    """

    def __init__(self, problem: Any, record: Record, identify: Callable[[Node], int]) -> None:
        super().__init__(problem, record)
        self._identify = identify
        self._made = _NOWHERE
        self._lists_successors = False

    def watched_transitions(self) -> tuple[Expand, bool]:
        """Return what ``problem.transitions`` does; what it makes is remembered."""
        expand, of_paths = transitions(self._problem)

        def watched(node: Node) -> Iterator[Successor]:
            self._lists_successors = True
            parent, depth = self._identify(node), node.depth + 1
            there = 0 if of_paths else node.path_cost
            for action, state, cost in expand(node):
                self._made = parent, action, state, there + cost, depth
                yield action, state, cost

        return watched, of_paths

    def result(self, state: Any, action: Any) -> Any:
        """Return the problem's result; it may be about to be evaluated."""
        new = self._problem.result(state, action)
        node = self._node
        if node is not None and node.state is state and not self._lists_successors:
            self._made = self._id, action, new, None, node.depth + 1
        return new

    def value(self, state: Any) -> Any:
        """Return the problem's value and record the state."""
        value = self._problem.value(state)
        record = self._record
        if record.is_open:
            came_from = self._made if self._made[2] is state else _NOWHERE
            parent, action, _, cost, depth = came_from
            self._made = _NOWHERE
            record.add(parent, action, state, cost, depth)
            record.level()
            record.values[-1] = value
        return value


def watched_problem(problem: Any, record: Record) -> Watched:
    """Return a stand-in for a problem; messages name it by the problem's own class."""
    kind = named(_WithAWayBack if has_a_way_back(problem) else Watched, problem)
    watched: Watched = kind(problem, record)
    return watched


def named(kind: type[Any], problem: Any) -> Any:
    """Return a class of stand-ins under the name of the problem's class."""
    return type(type(problem).__name__, (kind,), {})


def watched_heuristic(h: Heuristic, calls: list[Node], refined: list[Node]) -> Heuristic:
    """Return a heuristic that notes the nodes that it was asked about, and those it refined."""
    offered = refinement_of(h)
    if offered is None:
        return _noting(h, calls)
    return with_refinement(
        _noting(h, calls),
        _noting(offered.bound, calls),
        _noting(offered.refine, refined),
        instead=None
        if offered.instead is None
        else _noting_by_turn(offered.instead, calls, refined),
    )


def _noting_by_turn(h: Heuristic, calls: list[Node], refined: list[Node]) -> Heuristic:
    """Return h, noting whether a node was new or, as those that wait, evaluated anew."""

    def noted(node: Node) -> float:
        value = h(node)
        (refined if hasattr(node, "_open") else calls).append(node)
        return value

    return noted


def _noting(h: Heuristic, nodes: list[Node]) -> Heuristic:
    note, h = nodes.append, plain(h)

    def noted(node: Node) -> float:
        value = h(node)
        note(node)
        return value

    return noted
