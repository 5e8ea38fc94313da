"""What a search tells of its nodes, written into a record; the same for every algorithm.

A search that tells nothing leaves the nodes that it expanded, and those on the way to them.
"""

from __future__ import annotations

from math import inf

from aima_search.algorithms.fates import (
    BEYOND,
    DROPPED,
    EVALUATED,
    FATES,
    KNOWN,
    PRUNED,
    QUEUED,
    REPLACED,
    TAKEN,
    UNDECIDED,
)
from aima_search.algorithms.steps import Step
from aima_search.errors import UnknownName
from aima_search.problem import Node
from aima_search.trace.record import CODES, Record


class Reader:
    """Listens to a search; ``fate_of_starts`` is the fate of the nodes that it begins with."""

    def __init__(self, record: Record, fate_of_starts: str = QUEUED) -> None:
        self._record = record
        self._fate_of_starts = fate_of_starts
        self._ids: dict[int, int] = {}  # by the identities of the nodes
        self._nodes: list[Node] = []  # so that no other node gets the identity of one of them
        self._evaluated: dict[tuple[int, int], int] = {}  # by parent and identity of the state

    def tell(self, fate: str, node: Node) -> None:
        """Write down what has become of a node; a new node is added."""
        record, code = self._record, CODES.get(fate)
        if code is None:
            raise UnknownName("fate of a node", fate, FATES)
        ids = self._ids
        at = ids.get(id(node))
        if at is None:
            at = record.add(node, ids.get(id(node.parent), -1), code)
            if fate != KNOWN:  # the search never tells such a node again
                ids[id(node)] = at  # as _keep does, without a call for each node
                self._nodes.append(node)
            if fate == EVALUATED:
                self._evaluated[record.parents[at], id(node.state)] = at
        elif record.fates[at] == CODES[UNDECIDED]:
            record.judge(at, fate, node)
        elif fate not in (REPLACED, DROPPED, BEYOND):
            self._raise(at, node)
        elif at not in record.expanded:
            record.left[at] = len(record.expansions) - 1, fate

    def _keep(self, node: Node, at: int) -> None:
        self._ids[id(node)] = at
        self._nodes.append(node)

    def _raise(self, at: int, node: Node) -> None:
        """Write down the new f of a node; the node waits on unless its new f is infinite."""
        record, step = self._record, len(self._record.expansions)
        h, f = getattr(node, "h", None), getattr(node, "f", None)
        raised = record.raised.get(at, [])
        if f == (raised[-1][2] if raised else record.values[at]):
            return
        if raised and raised[-1][0] == step:
            raised.pop()
        record.raised[at] = [*raised, (step, h, f)]
        if f == inf:
            record.left[at] = step - 1, PRUNED

    def listen(self, step: Step) -> None:
        """Listen from now on; write down the nodes that a search begins with."""
        if not self._record.is_open:
            return
        if not self._nodes:
            for node in step.starts:
                self.tell(self._fate_of_starts, node)
        step.tell = self.tell

    def arrive(self, step: Step) -> int:
        """Return the id of the node that is about to be expanded."""
        record, rounds = self._record, self._record.rounds
        at = self.find(step.node)
        if record.fates[at] == CODES[EVALUATED]:
            record.fates[at] = CODES[TAKEN]
            record.values[at] = step.f
        if step.limit is not None and (not rounds or rounds[-1][1] != step.limit):
            rounds.append((len(record.expansions), step.limit))
        return at

    def find(self, node: Node) -> int:
        """Return the id of a node; an unknown node is added with the way to it."""
        at = self._ids.get(id(node))
        if at is None:
            at = self._find_evaluated(node)
        if at is not None:
            return at
        for step in node.path():
            if id(step) not in self._ids:
                self.tell(QUEUED, step)
        return self._ids[id(node)]

    def _find_evaluated(self, node: Node) -> int | None:
        """Return the id of a state that was evaluated before its node was made."""
        at = self._evaluated.get((self._ids.get(id(node.parent), -1), id(node.state)))
        if at is not None:
            self._keep(node, at)
            self._record.costs[at], self._record.depths[at] = node.path_cost, node.depth
        return at
