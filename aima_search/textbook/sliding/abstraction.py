"""Sliding tiles with a pattern: only its tiles are distinct, and only their moves cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import perm
from typing import Any, Protocol, TypeAlias

from aima_search.base.errors import InputError, NotApplicable
from aima_search.model.contract import Abstraction, Symmetry
from aima_search.model.problem import Problem, Successor

Placement: TypeAlias = tuple[int, ...]

MOST_SQUARES = 16  # of a board whose packed form is one number
MOST_TILES = 6  # of a pattern: seven would need 57,657,600 entries, and over 2 GiB to be made

_BEST: dict[tuple[int, tuple[int, ...]], tuple[tuple[int, ...], ...]] = {
    (16, (5, 5, 5)): ((1, 4, 5, 8, 9), (2, 3, 6, 7, 10), (11, 12, 13, 14, 15)),
    (16, (6, 6, 3)): ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
}
"""By squares and sizes: the squares whose tiles make a pattern, if the blank's goal is square 0."""

_USUAL_TILES = 5  # of a pattern, at most: a table takes a third of a second


class SlidingTiles(Protocol):
    """The needed part of a sliding puzzle: its boards, as tuples row by row, and its moves."""

    initial: tuple[int, ...]
    goal: tuple[int, ...]
    width: int

    def actions(self, state: Sequence[int], /) -> list[str]:
        """Return where the blank can go."""

    def result(self, state: Sequence[int], action: str, /) -> tuple[int, ...]:
        """Return the board after the blank has moved."""


class TilePatternProblem(Problem[Placement, str]):
    """Move the blank until the tiles of a pattern, and the blank, are where they belong.

    A state holds the squares of these tiles, in order, and the blank's. A move costs 1 if it
    moves such a tile, and else nothing.
    """

    def __init__(self, puzzle: SlidingTiles, pattern: Sequence[int]) -> None:
        self.puzzle = puzzle
        self.pattern = tuple(pattern)
        super().__init__(self.image(puzzle.initial), self.image(puzzle.goal))

    def image(self, board: Sequence[int]) -> Placement:
        """Return the squares of the tiles and the blank on a board."""
        return tuple(board.index(tile) for tile in (*self.pattern, 0))

    def actions(self, state: Placement) -> list[str]:
        """Return where the blank can go."""
        return self.puzzle.actions(self._board(state))

    def result(self, state: Placement, action: str) -> Placement:
        """Move the blank, and the tile that it meets."""
        return self.image(self.puzzle.result(self._board(state), action))

    def path_cost(self, cost: float, state: Placement, action: str, after: Placement) -> float:
        """Add 1 if a tile of the pattern has moved."""
        return cost + (state[:-1] != after[:-1])

    def successors(self, state: Placement) -> Iterator[Successor]:
        """Yield every move with the state after it and its cost."""
        for action in self.actions(state):
            after = self.result(state, action)
            yield action, after, int(state[:-1] != after[:-1])

    def _board(self, state: Placement) -> list[int]:
        """Return a board whose other tiles are all -1."""
        board = [-1] * len(self.puzzle.goal)
        for square, tile in zip(state, (*self.pattern, 0), strict=True):
            board[square] = tile
        return board


def abstraction_of(puzzle: SlidingTiles, pattern: Sequence[Any]) -> Abstraction:
    """Return the abstraction that keeps some tiles; InputError if the board lacks such tiles."""
    squares = len(puzzle.goal)
    tiles = tuple(pattern)
    if not tiles or len({*tiles}) < len(tiles) or not {*tiles} <= {*range(1, squares)}:
        raise InputError(
            f"pattern {tiles}: expected different tiles from 1 to {squares - 1}, at least one"
        )
    if squares > MOST_SQUARES:
        raise NotApplicable(
            f"a pattern of a board of {squares} squares: boards of up to {MOST_SQUARES} have tables"
        )
    entries = perm(squares, len(tiles))
    if len(tiles) > MOST_TILES:
        raise NotApplicable(
            f"pattern {tiles}: a table of {len(tiles)} tiles has {entries:,} entries at"
            f" {16 ** len(tiles):,} places, more than fit into memory while it is made; take at"
            f" most {MOST_TILES} tiles"
        )
    from aima_search.textbook.sliding.table import TilePatterns  # numpy only when used

    problem = TilePatternProblem(puzzle, tiles)
    board = "x".join(map(str, (squares // puzzle.width, puzzle.width)))
    return Abstraction(
        problem,
        problem.image,
        identity=f"tiles 1, {board}, goal {puzzle.goal}, pattern {tiles}",
        entries=entries,
        is_additive=True,
        dense=TilePatterns(puzzle.goal, puzzle.width, tiles),
    )


def patterns_of(puzzle: SlidingTiles, text: str) -> list[tuple[int, ...]]:
    """Return the patterns that sizes such as "5-5-5" stand for; "" for the usual ones.

    Together they have every tile once. The patterns of the 15-puzzle are the best of several that
    were tried. The patterns of other boards follow the squares from the blank's goal on.
    """
    squares = len(puzzle.goal)
    try:
        sizes = tuple(map(int, text.split("-"))) if text else _usual_sizes(squares - 1)
    except ValueError:
        sizes = ()
    if not sizes or min(sizes) < 1 or sum(sizes) != squares - 1:
        usual = "-".join(map(str, _usual_sizes(squares - 1)))
        raise InputError(
            f"patterns {text!r}: expected sizes that add up to the {squares - 1} tiles, such as"
            f" {usual}"
        )
    blank = puzzle.goal.index(0)
    places = _BEST.get((squares, sizes)) if puzzle.width**2 == squares else None
    if places is None or blank not in (0, squares - 1):
        others = iter([square for square in range(squares) if square != blank])
        return [tuple(puzzle.goal[next(others)] for _ in range(size)) for size in sizes]
    turned = (squares - 1) if blank else 0  # the board turned half round
    return [tuple(puzzle.goal[abs(turned - place)] for place in part) for part in places]


def _usual_sizes(tiles: int) -> tuple[int, ...]:
    """Return sizes as equal as can be."""
    parts = -(-tiles // _USUAL_TILES)
    return tuple(tiles // parts + (part < tiles % parts) for part in range(parts))


def symmetries_of(puzzle: SlidingTiles) -> list[Symmetry]:
    """Return the reflection at the diagonal through the blank's goal, if there is one."""
    width, goal = puzzle.width, puzzle.goal
    if width * width != len(goal):
        return []
    return [
        _reflection(goal, image)
        for image in (_transposed(width), _transposed(width)[::-1])
        if image[goal.index(0)] == goal.index(0)
    ]


def _transposed(width: int) -> list[int]:
    return [square % width * width + square // width for square in range(width * width)]


def _reflection(goal: tuple[int, ...], image: list[int]) -> Symmetry:
    """Return the map that takes a tile to the image of its square, as the tile of the image."""
    renamed = {tile: goal[image[square]] for square, tile in enumerate(goal)}

    def of_state(board: Sequence[int]) -> tuple[int, ...]:
        return tuple(renamed[board[square]] for square in image)

    if len(goal) > MOST_SQUARES:
        return Symmetry(of_state)
    from aima_search.textbook.sliding.table import Renamed  # numpy only when used

    return Symmetry(of_state, Renamed(renamed, image))
