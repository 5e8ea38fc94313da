"""What became of the nodes generated: read between two steps, by the rule of the algorithm.

A reader is told which node is next, judges what the expansion before it has generated, and says
under which id the next node is recorded. It holds no node that the search does not hold.
"""

from __future__ import annotations

from math import inf
from typing import Any

from aima_search.problem import Node
from aima_search.trace.record import KNOWN, PRUNED, QUEUED, REOPENED, Record


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
        if not self.latest:
            return super().arrive(node, first)
        self.leave(first)
        return self.latest[node.state]

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        self._judge_all(self.latest, first)
        if self.refined:
            self._raise_refined()

    def _judge_all(self, latest: dict[Any, int], first: int) -> None:
        record, informed = self.record, self.informed
        states, costs, values, fates = record.states, record.costs, record.values, record.fates
        if not informed:
            values += costs[len(values) :]
        record.level()
        calls = iter(self.calls)
        for child in range(first, len(states)):
            state = states[child]
            known = latest.get(state)
            if known is not None and costs[known] <= costs[child]:
                fates[child] = KNOWN
                continue
            if informed:
                node = next(calls)
                record.estimates[child] = node.h
                values[child] = node.f
            latest[state] = child
            f = values[child]
            fates[child] = QUEUED if known is None and f != inf else self._fate(known, f)
        self.calls.clear()

    def _fate(self, known: int | None, f: Any) -> int:
        """Return the fate of a node that is kept, and retire the one it is better than."""
        record, was_expanded = self.record, False
        if known is not None and record.fates[known] != PRUNED and known not in record.hopeless:
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
            if f == inf:
                record.hopeless[at] = step - 1
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
