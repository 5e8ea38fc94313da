"""The stream of a packed search: a step for every batch of states that is expanded at once.

The nodes of a step and of the answer are ordinary nodes, made from the rows when asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from aima_search.algorithms.packed.states import States
from aima_search.algorithms.steps import Step
from aima_search.base.errors import WrongAnswer
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Node, successors

if TYPE_CHECKING:
    from aima_search.model.packed import Packed


class BatchStep(Step[Any, Any]):
    """Where a packed search stands: as ``Step``, but ``batch`` nodes are about to be expanded.

    ``node`` is the node of ``row``, the first of the batch; it is made when it is used. ``reached``
    counts the states known. ``batches`` has the sizes of all batches, this batch's last.
    """

    __slots__ = ("batches", "make_node", "reached", "row")

    def __init__(self, root: Node[Any, Any], make_node: Callable[[int], Node[Any, Any]]) -> None:
        super().__init__(root)
        self.make_node = make_node
        self.batches = array("q")
        self.row = 0
        self.reached = 1

    @property
    def batch(self) -> int:
        """The size of the batch."""
        return self.batches[-1]

    @property
    def node(self) -> Node[Any, Any]:
        """The first node of the batch."""
        return self.make_node(self.row)

    @node.setter
    def node(self, node: Node[Any, Any]) -> None:
        """Keep no node: the node follows from the row."""


def path_to(
    problem: ProblemLike[State, Action], form: Packed, states: States, row: int
) -> Node[State, Action]:
    """Return the node of a row with its parents, made by the problem's own rules.

    WrongAnswer if they do not lead from a state to the next, or not as cheaply as its row says.
    """
    rows = [row]
    while (row := int(states.parent[row])) >= 0:
        rows.append(row)
    rows.reverse()
    expand = successors(problem)
    node: Node[State, Action] = Node(problem.initial)
    for state in form.unpack(states.key[np.array(rows[1:], dtype=np.int64)]):
        ways = [one for one in expand(node) if one[1] == state]
        if not ways:
            raise WrongAnswer(
                f"wrong answer: the packed form goes from {node.state!r} to {state!r},"
                " and no action does"
            )
        action, state, cost = min(ways, key=lambda way: way[2])
        node = Node(state, node, action, cost)
    known = float(states.g[rows[-1]])
    if node.path_cost > known + 1e-9 * abs(known):
        raise WrongAnswer(
            f"wrong answer: the packed form goes to {node.state!r} at the cost {known:g},"
            f" the problem's actions at {node.path_cost!r}"
        )
    return node
