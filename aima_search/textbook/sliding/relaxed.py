"""Sliding tiles without some of their rules (AIMA 3.6.2).

A tile moves from A to B if A is *adjacent* to B, and B is *blank*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial

from aima_search.model.contract import Abstraction
from aima_search.model.problem import Node, Problem, Successor
from aima_search.textbook.sliding.abstraction import SlidingTiles


class TileAlone(Problem[int, int]):
    """Bring a tile home; a state is its square, an action the square that it goes to."""

    def __init__(self, puzzle: SlidingTiles, tile: int, *, by_steps: bool) -> None:
        super().__init__(puzzle.initial.index(tile), puzzle.goal.index(tile))
        squares = range(len(puzzle.goal))
        self._steps = [_neighbours(puzzle, one) if by_steps else [*squares] for one in squares]

    def successors(self, state: int) -> Iterator[Successor]:
        """Yield every square to go to, with the cost 1."""
        for square in self._steps[state]:
            if square != state:
                yield square, square, 1


class AnyTileToTheBlank(Problem[tuple[int, ...], int]):
    """Bring all tiles home, any tile moving to the blank's square; an action is that tile."""

    def successors(self, state: tuple[int, ...]) -> Iterator[Successor]:
        """Yield every tile to be moved, the board after it, and the cost 1."""
        blank = state.index(0)
        for square, tile in enumerate(state):
            if square != blank:
                after = list(state)
                after[blank], after[square] = tile, 0
                yield tile, tuple(after), 1

    def h(self, node: Node) -> int:
        """Return how many tiles are not home."""
        return sum(
            1 for tile, home in zip(node.state, self.goal, strict=True) if tile not in (0, home)
        )


def relaxed_tiles(puzzle: SlidingTiles, rules: Sequence[str]) -> list[Abstraction]:
    """Return the puzzle without "blank", without "adjacent", or without both."""
    squares = len(puzzle.goal)
    if {*rules} == {"adjacent"}:
        problem = AnyTileToTheBlank(puzzle.initial, puzzle.goal)
        return [Abstraction(problem, tuple, "any tile to the blank", factorial(squares))]
    by_steps = "adjacent" not in rules
    return [_alone(puzzle, tile, by_steps) for tile in range(1, squares)]


def _alone(puzzle: SlidingTiles, tile: int, by_steps: bool) -> Abstraction:
    problem = TileAlone(puzzle, tile, by_steps=by_steps)
    return Abstraction(
        problem, lambda board: board.index(tile), f"tile {tile} alone", len(puzzle.goal)
    )


def _neighbours(puzzle: SlidingTiles, square: int) -> list[int]:
    """Return the squares next to a square: where the blank could go from there."""
    board = [-1] * len(puzzle.goal)
    board[square] = 0
    return [puzzle.result(board, action).index(0) for action in puzzle.actions(board)]
