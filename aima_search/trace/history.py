"""The history of a search: a column for each property of its nodes, a row for each node.

Vocabulary: a node's *id* is its row; a *step* is an expansion, numbered from 0; the *fate* of a
node is what the search did with it when it was generated.
"""

from __future__ import annotations

from typing import Any

from aima_search.algorithms.fates import FATES
from aima_search.model.problem import Node

MOST = 100_000
"""How many nodes are kept in full."""

CODES = {fate: code for code, fate in enumerate(FATES)}
"""The byte that stands for a fate in a history."""


class History:
    """The nodes of a search in the order in which they were generated, and its expansions.

    marks[k] is the number of nodes when step k began. expanded says at which step a node was
    expanded. left says at which step a node left the frontier otherwise, and its fate then. raised
    holds, by id, (step, h, f) of the nodes that went back into the frontier with a higher f. rounds
    holds (step, limit on f or on the depth). solutions, bounds: of an anytime search, (step, cost)
    of each better solution and (step, lower bound) of each higher bound.
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
        self.left: dict[int, tuple[int, str]] = {}
        self.raised: dict[int, list[tuple[int, Any, Any]]] = {}
        self.rounds: list[tuple[int, Any]] = []
        self.solutions: list[tuple[int, Any]] = []
        self.bounds: list[tuple[int, Any]] = []
        self.goal: int | None = None

    def add(self, node: Node, parent: int, code: int, h: Any, f: Any) -> int:
        """Add a node with the code of its fate, its h and f, None if not known; return its id."""
        self.parents.append(parent)
        self.actions.append(None if parent < 0 else node.action)
        self.states.append(node.state)
        self.costs.append(node.path_cost)
        self.depths.append(node.depth)
        self.estimates.append(h)
        self.values.append(f)
        self.fates.append(code)
        return len(self.states) - 1

    def note_solution(self, found: Node | None, lower_bound: Any) -> None:
        """Keep the best solution and the lower bound that are known now, if they are new."""
        now = len(self.expansions)
        if found is not None and [found.path_cost] != [cost for _, cost in self.solutions[-1:]]:
            self.solutions.append((now, found.path_cost))
        if [lower_bound] != [bound for _, bound in self.bounds[-1:]]:
            self.bounds.append((now, lower_bound))

    def judge(self, at: int, fate: str, node: Node) -> None:
        """Keep what became of a node."""
        self.fates[at] = CODES[fate]
        self.estimates[at] = getattr(node, "h", None)
        self.values[at] = getattr(node, "f", None)
