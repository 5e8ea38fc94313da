"""A flood: where a search has been, if its states are the cells of one picture; an entry a step.

It goes on after the history of the nodes ends, because it keeps only a few numbers of each node.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from aima_search.algorithms.fates import QUEUED, REOPENED
from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import Step
from aima_search.model.problem import Node

MOST = 2_000_000
"""Steps that are kept; later steps are only counted."""


class Flood:
    """What a search expands, step by step, and which cells wait; cells are numbered row by row.

    cells, costs, values: the cell that is expanded at a step, its g, its f (g without an f).
    parents: the step at which the node before it was expanded, -1 at a start. waiting: cells in the
    order in which they are first queued; waiting_at: the step that shows them first.
    """

    def __init__(self, number: Callable[[Any], int]) -> None:
        """Take the function that numbers the cell of a state."""
        self._number = number
        self.cells, self.parents = array("q"), array("q")
        self.costs, self.values = array("d"), array("d")
        self.waiting, self.waiting_at = array("q"), array("q")
        self._seen: set[int] = set()
        self._steps: dict[int, int] = {}  # by the identity of a node, which its children keep alive

    @classmethod
    def of(cls, problem: object, algorithm: Algorithm) -> Flood | None:
        """Return the flood of a search; None if its states are not cells or it does not spread."""
        number = getattr(problem, "cell_number", None)
        if number is None or algorithm.local or algorithm.holds_path or algorithm.joins:
            return None
        return cls(number)

    def add(self, step: Step) -> None:
        """Write down what is about to be expanded."""
        if len(self.cells) >= MOST:
            return
        node = step.node
        self._steps[id(node)] = len(self.cells)
        self.cells.append(self._number(node.state))
        self.parents.append(-1 if node.parent is None else self._steps.get(id(node.parent), -1))
        self.costs.append(node.path_cost)
        self.values.append(node.path_cost if step.f is None else step.f)

    def tell(self, fate: str, node: Node) -> None:
        """Write down which cells wait."""
        if fate not in (QUEUED, REOPENED) or len(self.cells) >= MOST:
            return
        cell = self._number(node.state)
        if cell not in self._seen:
            self._seen.add(cell)
            self.waiting.append(cell)
            self.waiting_at.append(len(self.cells))

    def part(self, since: int, waiting_since: int, most: int) -> dict[str, Any]:
        """Return what came after a number of steps, and of waiting cells, as lists."""
        steps = slice(since, since + most)
        waiting = slice(waiting_since, waiting_since + 4 * most)
        return {
            "steps": len(self.cells),
            "cells": self.cells[steps].tolist(),
            "parents": self.parents[steps].tolist(),
            "g": [round(value, 4) for value in self.costs[steps]],
            "f": [round(value, 4) for value in self.values[steps]],
            "waiting": self.waiting[waiting].tolist(),
            "waiting_at": self.waiting_at[waiting].tolist(),
        }
