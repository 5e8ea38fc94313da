"""What became of the nodes of searches that remember no states: of paths, trees and neighbours."""

from __future__ import annotations

from math import inf
from typing import Any

from aima_search.problem import Node, is_hashable
from aima_search.trace.fates import Reader
from aima_search.trace.record import BEYOND, EVALUATED, KNOWN, PRUNED, QUEUED, TAKEN, Record


class EveryPath(Reader):
    """Tree searches: no state is remembered, every child waits unless its f is infinite.

    f is the path cost where that is what puts the nodes in order, ``by_cost``.
    """

    def __init__(self, record: Record, informed: bool = False, *, by_cost: bool = False) -> None:
        super().__init__(record, informed)
        self._by_cost = by_cost
        self._ids: dict[int, int] = {}
        self._kept: list[Node] = []

    def arrive(self, node: Node, first: int) -> int:
        """See ``Reader``."""
        if node.parent is None:
            at = self.root(node)
        else:
            self.leave(first)
            at = self._find(node)
        self._ids[id(node)] = at
        self._kept.append(node)
        return at

    def leave(self, first: int) -> None:
        """See ``Reader``."""
        record, calls = self.record, self.calls
        record.level()
        for place, child in enumerate(range(first, len(record.states))):
            if self.informed:
                node = calls[place]
                record.judge(child, PRUNED if node.f == inf else QUEUED, node.h, node.f)
            else:
                f = record.costs[child] if self._by_cost else None
                record.judge(child, PRUNED if f == inf else QUEUED, None, f)
        calls.clear()

    def _find(self, node: Node) -> int:
        """Return the id of a child of a node that was expanded, its first one that still waits."""
        record = self.record
        step = record.expanded[self._ids[id(node.parent)]]
        end = record.marks[step + 1] if step + 1 < len(record.marks) else len(record.states)
        return next(
            child
            for child in range(record.marks[step], end)
            if child not in record.expanded and _is_row(record, child, node)
        )


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
