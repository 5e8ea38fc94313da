"""What a search tells of its nodes, written into a history; the same for every algorithm.

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
from aima_search.base.errors import UnknownName
from aima_search.model.problem import Node
from aima_search.trace.history import CODES, History


class Reader:
    """Listens to a search.

    fate_of_starts: the fate of the nodes that it begins with. has_h: whether nodes may have an h;
    to look for a value that a node lacks takes as long as all else that is written down of it.
    """

    def __init__(self, history: History, fate_of_starts: str = QUEUED, has_h: bool = True) -> None:
        self._history = history
        self._fate_of_starts = fate_of_starts
        self._has_h = self._has_f = has_h
        self._ids: dict[int, int] = {}  # by the identities of the nodes
        self._nodes: list[Node] = []  # so that no other node gets the identity of these
        self._evaluated: dict[tuple[int, int], int] = {}  # by parent and identity of the state

    def tell(self, fate: str, node: Node) -> None:
        """Write down what has become of a node; a new node is added."""
        history, code = self._history, CODES.get(fate)
        if code is None:
            raise UnknownName("fate of a node", fate, FATES)
        ids, key = self._ids, id(node)
        at = ids.get(key)
        if at is None:
            h = getattr(node, "h", None) if self._has_h else None
            f = getattr(node, "f", None) if self._has_f else None
            at = history.add(node, ids.get(id(node.parent), -1), code, h, f)
            if fate != KNOWN:  # the search never tells such a node again
                ids[key] = at  # as _keep does, without a call for each node
                self._nodes.append(node)
                if fate == EVALUATED:
                    self._evaluated[history.parents[at], id(node.state)] = at
        elif history.fates[at] == CODES[UNDECIDED]:
            history.judge(at, fate, node)
        elif fate not in (REPLACED, DROPPED, BEYOND):
            self._raise(at, node)
        elif at not in history.expanded:
            history.left[at] = len(history.expansions) - 1, fate

    def _keep(self, node: Node, at: int) -> None:
        self._ids[id(node)] = at
        self._nodes.append(node)

    def _raise(self, at: int, node: Node) -> None:
        """Write down the new f of a node; the node waits on unless its new f is infinite."""
        history, step = self._history, len(self._history.expansions)
        h, f = getattr(node, "h", None), getattr(node, "f", None)
        raised = history.raised.get(at, [])
        if f == (raised[-1][2] if raised else history.values[at]):
            return
        if raised and raised[-1][0] == step:
            raised.pop()
        history.raised[at] = [*raised, (step, h, f)]
        if f == inf:
            history.left[at] = step - 1, PRUNED

    def listen(self, step: Step) -> None:
        """Listen from now on; write down the nodes that a search begins with."""
        if not self._history.is_open:
            return
        self._has_f = self._has_h or step.f is not None
        if not self._nodes:
            for node in step.starts:
                self.tell(self._fate_of_starts, node)
        step.tell = self.tell

    def arrive(self, step: Step) -> int:
        """Return the id of the node that is about to be expanded."""
        history, rounds = self._history, self._history.rounds
        at = self.find(step.node)
        if history.fates[at] == CODES[EVALUATED]:
            history.fates[at] = CODES[TAKEN]
            history.values[at] = step.f
        if step.limit is not None and (not rounds or rounds[-1][1] != step.limit):
            rounds.append((len(history.expansions), step.limit))
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
            self._history.costs[at], self._history.depths[at] = node.path_cost, node.depth
        return at
