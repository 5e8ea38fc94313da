"""The problems of the engine's benchmarks, and a minimal A* to compare with.

The minimal A* has a heap, two dictionaries and no nodes. The heuristic is the Manhattan distance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import inf
from operator import getitem
from typing import Any, NamedTuple

import heuristics
import puzzles
from aima_search.model.problem import Node
from aima_search.textbook.fourth.problems import GridProblem
from aima_search.textbook.grids import GridPoint
from aima_search.textbook.tiles import EightPuzzle, NPuzzle, TileState


@dataclass(frozen=True)
class Instance:
    """A problem with its heuristic, both as a function of a state and as a function of a node.

    optimum: the optimal cost, None if it is not known.
    """

    name: str
    problem: Any
    of_state: Callable[[Any], float]
    of_node: Callable[[Node], float]
    optimum: int | None = None


def tiles(problem: NPuzzle, name: str, optimum: int | None = None) -> Instance:
    """Return a board of tiles with the sum of the tiles' distances from their goals."""
    squares = [divmod(square, problem.width) for square in range(problem.width**2)]
    goals = [squares[problem.goal.index(tile)] for tile in range(1, len(squares))]
    distances = [[0, *(abs(x - a) + abs(y - b) for a, b in goals)] for x, y in squares]
    return Instance(
        name,
        problem,
        lambda state: sum(map(getitem, distances, state)),
        lambda node: sum(map(getitem, distances, node.state)),
        optimum,
    )


def eight_puzzles(
    depth: int, boards: int, levels: list[list[TileState]], seed: int
) -> list[Instance]:
    """Return random boards of one depth; levels: the result of ``eight_puzzle_levels``."""
    drawn = random.Random(f"{seed} {depth}").sample(levels[depth], boards)
    return [tiles(EightPuzzle(board), f"8-puzzle, depth {depth}", depth) for board in drawn]


def eight_puzzle_levels(deepest: int = 31) -> list[list[TileState]]:
    """Return lists of the boards of the 8-puzzle, by their distance from the goal (at most 31)."""
    problem = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 8, 0))
    levels, seen = [[problem.initial]], {problem.initial}
    while len(levels) <= deepest:
        levels.append([])
        for board in levels[-2]:
            for _, after, _ in problem.successors(board):
                if after not in seen:
                    seen.add(after)
                    levels[-1].append(after)
    return levels


def walled_grid(seed: int, size: int = 300) -> Instance:
    """Return a path problem on a square grid with 25 % walls and four directions."""
    problem = puzzles.Paths.generate(seed, size=size, walls=25, neighbours=4)
    goal_x, goal_y = problem.goal

    def of_state(state: GridPoint) -> int:
        return abs(goal_x - state[0]) + abs(goal_y - state[1])

    h = heuristics.get("manhattan", problem)
    return Instance(f"{size} x {size} grid", problem, of_state, h)


def korf_boards() -> list[tuple[puzzles.Tiles, int]]:
    """Return Korf's hundred 15-puzzles, each with the published cost of its cheapest solution."""
    lines = puzzles.Tiles.collections()["korf"].splitlines()
    parts = [line.split("#") for line in lines if line and line[0] != "#"]
    return [(puzzles.Tiles(board.strip()), int(cost)) for board, cost in parts]


def fifteen_puzzle(seed: int = 1) -> Instance:
    """Return a random solvable 15-puzzle, far too hard for 10^6 expansions of A*."""
    rng = random.Random(seed)
    board = list(range(16))
    while True:
        rng.shuffle(board)
        problem = NPuzzle(board)
        if problem.check_solvability(problem.initial):
            return tiles(problem, "15-puzzle")


def endless_plane() -> Instance:
    """Return a path problem on a grid without walls or end, with a goal too far away, and h = 0."""
    problem = GridProblem((0, 0), (10**9, 0))
    return Instance("plane, h = 0", problem, lambda _: 0, lambda _: 0)


class Found(NamedTuple):
    """The result of the minimal A*: the states of the path (None: no path), and the expansions.

    kept: the search's data at the end, so that the time to free its memory is not measured.
    """

    path: list[Any] | None
    expanded: int
    kept: object


def minimal_astar(
    initial: Hashable,
    successors: Callable[[Any], Iterable[tuple[Any, Any, float]]],
    is_goal: Callable[[Any], bool],
    h: Callable[[Any], float],
) -> Found:
    """Search by g + h, with ties first in, first out; ``h`` is a function of the state.

    ``successors`` yields (action, state, cost of the action).
    """
    costs: dict[Any, float] = {initial: 0}
    parents: dict[Any, Any] = {initial: None}
    order = count()
    frontier = [(h(initial), next(order), 0.0, initial)]
    kept = costs, parents, frontier
    expanded = 0
    while frontier:
        _, _, cost, state = heappop(frontier)
        if cost > costs[state]:
            continue
        if is_goal(state):
            return Found(_path(parents, state), expanded, kept)
        expanded += 1
        for _, after, step_cost in successors(state):
            new_cost = cost + step_cost
            if new_cost < costs.get(after, inf):
                costs[after] = new_cost
                parents[after] = state
                heappush(frontier, (new_cost + h(after), next(order), new_cost, after))
    return Found(None, expanded, kept)


def _path(parents: dict[Any, Any], state: Any) -> list[Any]:
    path = [state]
    while (state := parents[state]) is not None:
        path.append(state)
    return path[::-1]
