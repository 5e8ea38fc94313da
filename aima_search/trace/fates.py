"""What became of the nodes generated: read between two steps, by the rule of the algorithm.

A reader is told which node is next, judges what the expansion before it has generated, and says
under which id the next node is recorded. It holds no node that the search does not hold.
"""

from __future__ import annotations

from math import inf
from typing import Any

from aima_search.problem import Node, is_hashable
from aima_search.trace.record import (
    BEYOND,
    EVALUATED,
    KNOWN,
    PRUNED,
    QUEUED,
    REOPENED,
    TAKEN,
    Record,
)


class Reader:
    """A rule; ``calls`` are the nodes that h was asked about since the last step, in order."""

    def __init__(self, record: Record, informed: bool = False) -> None:
        self.record = record
        self.informed = informed
        self.calls: list[Node] = []
        self.refined: list[Node] = []

    def arrive(self, node: Node, first: int) -> int:
        """Judge the nodes from ``first`` on and return the id of the node that is next."""
        raise NotImplementedError

    def leave(self, first: int) -> None:
        """Judge the nodes from ``first`` on where no node is next."""
        raise NotImplementedError

    def forget(self) -> None:
        """Judge no more: the record is full."""
        self.calls.clear()
        self.refined.clear()

    def root(self, node: Node) -> int:
        """Record a node without a parent, which h was asked about first if at all."""
        if self.calls and self.calls[0].parent is None:
            del self.calls[0]
        return self.record.add_root(node)


class FirstPath(Reader):
    """Breadth-first and depth-first search: the first path to a state is the one that counts."""

    def __init__(self, record: Record, informed: bool = False) -> None:
        super().__init__(record, informed)
        self.latest: dict[Any, int] = {}

    def arrive(self, node: Node, first: int) -> int:
        """See ``Reader``."""
        if not self.latest:
            self.latest[node.state] = self.root(node)
        else:
            self.leave(first)
        return self.latest[node.state]

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        record, latest = self.record, self.latest
        record.level()
        for child in range(first, len(record.states)):
            is_first = latest.setdefault(record.states[child], child) == child
            record.fates[child] = QUEUED if is_first else KNOWN


class CheapestPath(FirstPath):
    """Best-first search where f is g plus a function of the state: the cheaper path counts."""

    def arrive(self, node: Node, first: int) -> int:
        """See ``Reader``."""
        at = super().arrive(node, first)
        if self.refined:
            self._raise_refined()
        return at

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        self._judge_all(self.latest, first)

    def _judge_all(self, latest: dict[Any, int], first: int) -> None:
        record, calls, informed = self.record, self.calls, self.informed
        record.level()
        states, costs, fates = record.states, record.costs, record.fates
        values, place = record.values, 0
        for child in range(first, len(states)):
            state = states[child]
            known = latest.get(state)
            if known is not None and costs[known] <= costs[child]:
                fates[child] = KNOWN
                continue
            if informed:
                node = calls[place]
                place += 1
                record.estimates[child] = node.h
                values[child] = f = node.f
            else:
                values[child] = f = costs[child]
            latest[state] = child
            fates[child] = self._fate(known, f)
        calls.clear()

    def _fate(self, known: int | None, f: Any) -> int:
        """Return the fate of a node that is kept, and retire the one it is better than."""
        record, was_expanded = self.record, False
        if known is not None and record.fates[known] != PRUNED:
            was_expanded = known in record.expanded
            if not was_expanded:
                record.replaced[known] = len(record.expansions) - 1
        if f == inf:
            return PRUNED
        return REOPENED if was_expanded else QUEUED

    def _raise_refined(self) -> None:
        record, step = self.record, len(self.record.expansions)
        for node in dict.fromkeys(map(_Same, self.refined)):
            at = self.latest[node.node.state]
            h, f = node.node.h, node.node.f
            earlier = record.raised.get(at)
            if f != (earlier[-1][2] if earlier else record.values[at]):
                record.raised.setdefault(at, []).append((step, h, f))
        self.refined.clear()


class _Same:
    """A node that is equal to itself only; nodes are equal when their states are."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.node is other.node

    def __hash__(self) -> int:
        return id(self.node)


class LowestF(CheapestPath):
    """Best-first search where every path is evaluated and the one of the lower f counts."""

    def _judge_all(self, latest: dict[Any, int], first: int) -> None:
        record, calls = self.record, self.calls
        record.level()
        for child, node in zip(range(first, len(record.states)), calls, strict=True):
            known = latest.get(node.state)
            is_kept = known is None or node.f < record.values[known]
            fate = self._fate(known, node.f) if is_kept else KNOWN
            record.judge(child, fate, node.h, node.f)
            if is_kept:
                latest[node.state] = child
        calls.clear()


class BothWays(CheapestPath):
    """Bidirectional search: two searches by path cost, each with a memory of its own."""

    def __init__(self, record: Record, informed: bool = False) -> None:
        super().__init__(record, informed)
        self._sides: dict[int, dict[Any, int]] = {}
        self._kept: list[Node] = []  # so that no other node gets the identity of one of them
        self._in_hand: dict[Any, int] = {}

    def arrive(self, node: Node, first: int) -> int:
        """See ``Reader``."""
        self.leave(first)
        if node.parent is None:
            side = {node.state: self.root(node)}
        else:
            side = self._sides[id(node.parent)]
        self._sides[id(node)] = self._in_hand = side
        self._kept.append(node)
        return side[node.state]

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        self._judge_all(self._in_hand, first)


class OnePath(Reader):
    """Depth-first searches of one path, in rounds of a growing limit on the depth or on f."""

    def __init__(self, record: Record, informed: bool = False, *, cuts_cycles: bool = True) -> None:
        super().__init__(record, informed)
        self.cuts_cycles = cuts_cycles
        self._root = -1
        self._path: list[Any] = []
        self._least_beyond = inf

    def arrive(self, node: Node, first: int) -> int:
        """See ``Reader``."""
        record = self.record
        if node.parent is None:
            self.leave(first)
            if self._root < 0:
                self._root = self.root(node)
                self._least_beyond = 1 if not self.informed else node.f
            record.rounds.append((len(record.expansions), self._least_beyond))
            self._least_beyond = inf if self.informed else self._least_beyond + 1
            return self._root
        followed = len(record.states) - 1
        self._judge_all(first, followed)
        record.fates[followed] = QUEUED
        return followed

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        self._judge_all(first, None)

    def _judge_all(self, first: int, followed: int | None) -> None:
        record, calls, place = self.record, self.calls, 0
        record.level()
        for child in range(first, len(record.states)):
            node = calls[place] if place < len(calls) else None
            if node is not None and _is_row(record, child, node):
                place += 1
                record.judge(child, self._fate(node.f, child == followed), node.h, node.f)
            elif child != followed:
                passed_by = self.informed or self._leads_back(child)
                record.fates[child] = KNOWN if passed_by else BEYOND
            if not self.informed and self.cuts_cycles:
                self._keep_path(child, child == followed)
        calls.clear()

    def _fate(self, f: Any, is_followed: bool) -> int:
        if f == inf:
            return PRUNED
        if is_followed:
            return QUEUED
        self._least_beyond = min(self._least_beyond, f)
        return BEYOND

    def _leads_back(self, child: int) -> bool:
        """Tell whether a node comes back to a state of its own path."""
        if not self.cuts_cycles or not is_hashable(self.record.states[child]):
            return False
        depth = self.record.depths[child]
        return any(self.record.states[child] == state for state in self._path_to(child, depth))

    def _path_to(self, child: int, depth: int) -> list[Any]:
        return self._path[:depth] or [self.record.states[self._root]]

    def _keep_path(self, child: int, is_followed: bool) -> None:
        if is_followed:
            depth = self.record.depths[child]
            if not self._path:
                self._path.append(self.record.states[self._root])
            self._path[depth:] = [self.record.states[child]]


class BestPath(Reader):
    """Recursive best-first search: every child is kept until its parent is left."""

    def __init__(self, record: Record, informed: bool = True) -> None:
        super().__init__(record, informed)
        self._ids: dict[int, int] = {}
        self._kept: list[Node] = []

    def arrive(self, node: Node, first: int) -> int:
        """See ``Reader``."""
        if not self._ids:
            self._keep(node, self.root(node))
        else:
            self.leave(first)
        return self._ids[id(node)]

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        record, place = self.record, 0
        record.level()
        for child in range(first, len(record.states)):
            node = self.calls[place] if place < len(self.calls) else None
            if node is None or not _is_row(record, child, node):
                record.fates[child] = KNOWN
                continue
            place += 1
            record.judge(child, PRUNED if node.f == inf else QUEUED, node.h, node.f)
            self._keep(node, child)
        self.calls.clear()

    def _keep(self, node: Node, at: int) -> None:
        self._ids[id(node)] = at
        self._kept.append(node)


class Local(Reader):
    """Local search: what is evaluated is recorded; the next node is one of the last of them.

    A node is known by its state, the very object, and where it has one by its parent.
    """

    def __init__(self, record: Record, informed: bool = False) -> None:
        super().__init__(record, informed)
        self._ids: dict[int, int] = {}
        self._kept: list[Node] = []

    def arrive(self, node: Node, first: int) -> int:
        """See ``Reader``."""
        self.leave(first)
        at = self.identify(node)
        self.record.fates[at] = TAKEN
        return at

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        fates = self.record.fates
        for child in range(first, len(fates)):
            fates[child] = EVALUATED

    def identify(self, node: Node) -> int:
        """Return the id of a node; one that was never evaluated is added."""
        if id(node) not in self._ids:
            self._ids[id(node)] = at = self._find(node)
            self._kept.append(node)
            self.record.costs[at], self.record.depths[at] = node.path_cost, node.depth
        return self._ids[id(node)]

    def _find(self, node: Node) -> int:
        record = self.record
        parent = -1 if node.parent is None else self._ids.get(id(node.parent), -1)
        for at in range(len(record.states) - 1, -1, -1):
            if record.states[at] is node.state and record.parents[at] == parent:
                return at
        return record.add_root(node, TAKEN)


def _is_row(record: Record, at: int, node: Node) -> bool:
    """Tell whether a node that h was asked about is the one of a row."""
    return (
        record.states[at] is node.state
        and record.actions[at] is node.action
        and record.costs[at] == node.path_cost
    )
