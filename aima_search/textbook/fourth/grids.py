"""The fourth edition's grid: a plane without end, walked on in eight directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist
from typing import TYPE_CHECKING, Any

from aima_search.base.seeds import Seed, random_source
from aima_search.model.problem import Successor
from aima_search.textbook.fourth.nodes import Problem
from aima_search.textbook.peaks import Point

if TYPE_CHECKING:
    from aima_search.textbook.packed.grids import PackedGrid


class GridProblem(Problem):
    """Go from cell to cell around obstacles; an action is the cell to go to.

    Steps lead in eight ``directions``, or those given, and cost the length of the straight line.
    A goal that is walled in is searched for without end.
    """

    initial: Point
    goal: Point
    directions: Sequence[Point] = (
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    )

    def __init__(
        self,
        initial: Point = (15, 30),
        goal: Point = (130, 30),
        obstacles: Iterable[Point] = (),
        **attributes: Any,
    ) -> None:
        """Keep the cells; obstacles on the initial cell or the goal are removed."""
        super().__init__(initial, goal, **attributes)
        self.obstacles = set(obstacles) - {initial, goal}

    def actions(self, state: Point) -> list[Point]:
        """Return the free cells around a cell."""
        x, y = state
        around = ((x + dx, y + dy) for dx, dy in self.directions)
        return [cell for cell in around if cell not in self.obstacles]

    def result(self, state: Point, action: Point) -> Point:
        """Return the next cell, or the same cell if an obstacle is in the next cell."""
        return state if action in self.obstacles else action

    def action_cost(self, s: Point, action: Point, s1: Point) -> float:
        """Return the length of the step."""
        return dist(s, s1)

    def successors(self, state: Point) -> Iterator[Successor]:
        """Yield the free cells around a cell, each with its distance."""
        for cell in self.actions(state):
            yield cell, cell, dist(state, cell)

    def predecessors(self, state: Point) -> Iterator[Successor]:
        """Yield the cells around a free cell: from each of them a step leads to the cell."""
        x, y = state
        for dx, dy in self.directions if state not in self.obstacles else ():
            cell = x - dx, y - dy
            yield state, cell, dist(cell, state)

    def h(self, node: Any) -> float:
        """Return the straight-line distance to the goal."""
        return dist(node.state, self.goal)

    def packed(self) -> PackedGrid | None:
        """Return the packed form, None if cells are not pairs of whole numbers."""
        from aima_search.textbook.packed.grids import packed_grid

        return packed_grid(self.initial, self.goal, self.directions, self.obstacles)


def line(x: int, y: int, dx: int, dy: int, length: int) -> set[Point]:
    """Return the cells of a line that starts at (x, y) and goes on by (dx, dy)."""
    return {(x + i * dx, y + i * dy) for i in range(length)}


def random_lines(
    X: Sequence[int] = range(15, 130),
    Y: Sequence[int] = range(60),
    N: int = 150,
    lengths: Sequence[int] = range(6, 12),
    *,
    seed: Seed = None,
) -> set[Point]:
    """Return the cells of ``N`` random lines, each to the right or up from a cell of X and Y."""
    random, cells = random_source(seed), set()
    for _ in range(N):
        x, y = random.choice(X), random.choice(Y)
        dx, dy = random.choice(((0, 1), (1, 0)))
        cells |= line(x, y, dx, dy, random.choice(lengths))
    return cells
