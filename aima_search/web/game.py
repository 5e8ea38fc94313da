"""A game: a board that a person plays, action by action, with everything that is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aima_search.contract import ProblemLike
from aima_search.errors import InputError
from aima_search.problem import Node, goal_test, successors
from aima_search.puzzle import Puzzle
from aima_search.render import Scene
from aima_search.render.pictures import picture_data, picture_of

Cells = list[list[int]]


class Game:
    """A board under way: its past, what can be done now, and what was undone.

    problem: with one action for each decision, see ``Puzzle.play_settings``. If it has
    ``changed_cells(state, action)``, the cells that its picture marks, and none is marked as left,
    no picture is drawn to learn what an action changes. told: more facts of
    the board for the page, such as its id.
    """

    def __init__(self, problem: ProblemLike, told: dict[str, Any] | None = None) -> None:
        self.problem = problem
        self._told = told or {}
        self._is_goal = goal_test(problem)
        self._expand = successors(problem)
        self._past = [Node(problem.initial)]
        self._future: list[Node] = []
        self._choose()

    @property
    def node(self) -> Node:
        """The position in hand: its state, and the way to it."""
        return self._past[-1]

    @property
    def actions(self) -> Sequence[Any]:
        """What can be done now, in the problem's order; an index stands for one of them."""
        return [action for action, _, _ in self._ways]

    def _choose(self) -> None:
        """Find what can be done now."""
        self._ways = list(self._expand(self.node))
        self._scenes: dict[int, Scene | None] = {}

    def play(self, moves: Sequence[Any]) -> None:
        """Do these actions, by their indices, one after the other."""
        for index in moves:
            self.do(index)

    def do(self, action: Any) -> None:
        """Do the action of an index."""
        if type(action) is not int or not 0 <= action < len(self._ways):
            known = f"0 to {len(self._ways) - 1}" if self._ways else "none, for no action is left"
            raise InputError(f"action {action!r}: expected {known}")
        done, state, cost = self._ways[action]
        node = Node(state, self.node, done, cost)
        node.index = action  # type: ignore[attr-defined] # of the page's address
        self._past.append(node)
        self._future.clear()
        self._choose()

    def undo(self) -> None:
        """Take the last action back, if there is one."""
        if len(self._past) > 1:
            self._future.append(self._past.pop())
            self._choose()

    def redo(self) -> None:
        """Do again what was taken back last, if there is such an action."""
        if self._future:
            self._past.append(self._future.pop())
            self._choose()

    def restart(self) -> None:
        """Go back to the start; everything can be done again by ``redo``."""
        while len(self._past) > 1:
            self._future.append(self._past.pop())
        self._choose()

    def view(self) -> dict[str, Any]:
        """Return the position as plain values: the picture, the actions, how the game stands."""
        node, problem = self.node, self.problem
        solved = bool(self._is_goal(node.state))
        return {
            **self._told,
            "picture": picture_data(problem, node.state, node.action),
            "moves": len(self._past) - 1,
            "cost": node.path_cost,
            "can_redo": len(self._future),
            "path": [self._words(one.parent, one.action) for one in self._past[1:]],
            "indices": [one.index for one in self._past[1:]],  # type: ignore[attr-defined]
            "actions": [self._action(index) for index in range(len(self._ways))],
            "solved": solved,
            "faults": list(problem.faults(node.state)) if isinstance(problem, Puzzle) else [],
            "is_stuck": not self._ways and not solved,
        }

    def _action(self, index: int) -> dict[str, Any]:
        cells, origins = self.marks(index)
        return {"index": index, "label": self.label(index), "cells": cells, "origins": origins}

    def label(self, index: int) -> str:
        """Return an action in words."""
        return self._words(self.node, self._ways[index][0])

    def _words(self, before: Node | None, action: Any) -> str:
        words = getattr(self.problem, "describe", None)
        return str(action) if words is None or before is None else words(before.state, action)

    def marks(self, index: int) -> tuple[Cells, Cells]:
        """Return the cells that an action changes or moves to, and those that it leaves."""
        changed = getattr(self.problem, "changed_cells", None)
        if changed is not None:
            return [list(cell) for cell in changed(self.node.state, self._ways[index][0])], []
        scene = self.scene_after(index)
        if scene is None:
            return [], []
        return (
            [[row, column] for row, column, cell in scene.positions() if cell.marked],
            [[row, column] for row, column, cell in scene.positions() if cell.origin],
        )

    def scene_after(self, index: int) -> Scene | None:
        """Return the picture of what an action leads to, with its marks."""
        if index not in self._scenes:
            action, after, _ = self._ways[index]
            self._scenes[index] = picture_of(self.problem, after, action)
        return self._scenes[index]

    def leads_to(self, index: int, there: Scene, *, marked: bool = False) -> bool:
        """Tell whether an action makes the cells that it marks look as they do in a picture.

        marked: whether they have to be marked there, too.
        """
        changed, _ = self.marks(index)
        if marked and not all(there.cells[row][column].marked for row, column in changed):
            return False  # without a picture of its own
        scene = self.scene_after(index) if changed else None
        if scene is None:
            return False
        pairs = [(scene.cells[row][column], there.cells[row][column]) for row, column in changed]
        return all((cell.text, cell.role) == (goal.text, goal.role) for cell, goal in pairs)
