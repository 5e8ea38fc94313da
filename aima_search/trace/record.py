"""The record of a search: a column for each property of its nodes, a row for each node.

Vocabulary: a node's *id* is its row; a *step* is an expansion, numbered from 0; the *fate* of a
node is what the search did with it when it was generated.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any

from aima_search.problem import Node

FATES = (
    "undecided",  # the search ended before it looked at it
    "queued",  # it waits for its expansion, or is the next to be followed
    "known",  # a path to its state was known that is not worse, or it leads back on its own path
    "reopened",  # it is a better path to a state that had been expanded
    "pruned",  # its f is infinite: no goal can be reached
    "beyond",  # its f, or its depth, is beyond the limit of this round
    "evaluated",  # of local search: it was looked at
    "taken",  # of local search: it was moved to
    "replaced",  # it waited, and a better path to its state took its place
    "goal",
)
UNDECIDED, QUEUED, KNOWN, REOPENED, PRUNED, BEYOND, EVALUATED, TAKEN, REPLACED, GOAL = range(
    len(FATES)
)
MOST = 100_000
"""How many nodes are kept in full."""


class Record:
    """The nodes of a search in the order in which they were generated, and its expansions.

    marks[k] is the number of nodes there were when step k began. expanded, replaced and hopeless
    (its f was raised to infinity) say at which step a node left the frontier. raised holds, by id,
    (step, h, f) of the nodes that went back into the frontier with a higher f. rounds holds (step,
    limit on f or on the depth).
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.is_open = True
        self.parents: list[int] = []  # -1: none
        self.actions: list[Any] = []
        self.states: list[Any] = []
        self.costs: list[Any] = []
        self.depths: list[int] = []
        self.estimates: list[Any] = []
        self.values: list[Any] = []
        self.fates = bytearray()
        self.expansions: list[int] = []
        self.expansion_values: list[Any] = []
        self.marks: list[int] = []
        self.counts: list[tuple[int, int, int, int]] = []  # as of Step, when it began
        self.expanded: dict[int, int] = {}
        self.replaced: dict[int, int] = {}
        self.hopeless: dict[int, int] = {}
        self.raised: dict[int, list[tuple[int, Any, Any]]] = {}
        self.rounds: list[tuple[int, Any]] = []
        self.goal: int | None = None

    def add(self, parent: int, action: Any, state: Any, cost: Any, depth: int) -> int:
        """Add a node of which no more is known yet; return its id."""
        self.parents.append(parent)
        self.actions.append(action)
        self.states.append(state)
        self.costs.append(cost)
        self.depths.append(depth)
        return len(self.states) - 1

    def add_root(self, node: Node, fate: int = QUEUED) -> int:
        """Add a node where the search, or a part of it, starts; return its id."""
        root = self.add(-1, None, node.state, node.path_cost, node.depth)
        self.level()
        self.judge(root, fate, getattr(node, "h", None), getattr(node, "f", None))
        return root

    def level(self) -> None:
        """Make the columns that are filled later as long as the others."""
        missing = len(self.states) - len(self.fates)
        if missing:
            self.fates += bytes(missing)
            self.estimates += repeat(None, missing)
            self.values += repeat(None, len(self.states) - len(self.values))

    def judge(self, node: int, fate: int, h: Any, f: Any) -> None:
        """Keep what became of a node."""
        self.fates[node] = fate
        self.estimates[node] = h
        self.values[node] = f
