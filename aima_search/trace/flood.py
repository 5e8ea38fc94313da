"""The flood of a search whose states are the cells of one picture: the expanded cells, by step.

It continues after the trace ends, because it stores only a few numbers for each node.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import QUEUED, REOPENED, Step
from aima_search.model.contract import offered
from aima_search.model.problem import Node

MOST_CELLS = 2_000_000
"""The number of recorded steps; later steps are not recorded."""


class Flood:
    """The expanded cells of a search by step, and the cells of its frontier.

    cells, costs, values: the cell expanded at a step, its g and its f (or g). parents: the step at
    which the parent was expanded, -1 for a start. waiting: cells in the order in which they are
    first queued; waiting_at: the first step after that.
    """

    def __init__(self, number: Callable[[Any], int]) -> None:
        self._number = number
        self.cells, self.parents = array("q"), array("q")
        self.costs, self.values = array("d"), array("d")
        self.waiting, self.waiting_at = array("q"), array("q")
        self._seen: set[int] = set()
        self._steps: dict[int, int] = {}  # by id() of a node, which its children keep alive

    @classmethod
    def of(cls, problem: object, algorithm: Algorithm) -> Flood | None:
        """Return the flood of a search; None if its states are not cells or it does not spread."""
        number = offered(problem, "cell_number")
        if number is None or algorithm.local or algorithm.holds_path or algorithm.joins:
            return None
        return cls(number)

    def add(self, step: Step) -> None:
        """Record the node that is about to be expanded."""
        if len(self.cells) >= MOST_CELLS:
            return
        node = step.node
        self._steps[id(node)] = len(self.cells)
        self.cells.append(self._number(node.state))
        self.parents.append(-1 if node.parent is None else self._steps.get(id(node.parent), -1))
        self.costs.append(node.path_cost)
        self.values.append(node.path_cost if step.f is None else step.f)

    def emit(self, fate: str, node: Node) -> None:
        """Record a cell that enters the frontier."""
        if fate not in (QUEUED, REOPENED) or len(self.cells) >= MOST_CELLS:
            return
        cell = self._number(node.state)
        if cell not in self._seen:
            self._seen.add(cell)
            self.waiting.append(cell)
            self.waiting_at.append(len(self.cells))

    def part(self, since: int, waiting_since: int, most: int) -> dict[str, Any]:
        """Return the entries from a step, and from a waiting cell, on, as lists."""
        steps = slice(since, since + most)
        waiting = slice(waiting_since, waiting_since + 4 * most)
        return {
            "steps": len(self.cells),
            "cells": self.cells[steps].tolist(),
            "parents": self.parents[steps].tolist(),
            "g": [_rounded(value) for value in self.costs[steps]],
            "f": [_rounded(value) for value in self.values[steps]],
            "waiting": self.waiting[waiting].tolist(),
            "waiting_at": self.waiting_at[waiting].tolist(),
        }


def _rounded(value: float) -> float:
    return round(value, 4) if abs(value) >= 1 else float(f"{value:.4g}")
