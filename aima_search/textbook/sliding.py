"""What heuristics of sliding tiles are made from: patterns of tiles, dropped rules, reflections.

In a *pattern* only its tiles are distinct, and only their moves cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial, perm
from operator import methodcaller
from typing import Any, Protocol, TypeAlias

from aima_search.base.errors import InputError, NotApplicable
from aima_search.model.contract import Abstraction, Symmetry
from aima_search.model.problem import Node, Problem, Successor

TilePlaces: TypeAlias = tuple[int, ...]

MOST_SQUARES = 16  # of a board whose packed form is one number
MOST_TILES = 6  # of a pattern: seven would need 57,657,600 entries, and over 2 GiB to be made

_BEST: dict[tuple[int, tuple[int, ...]], tuple[tuple[int, ...], ...]] = {
    (16, (5, 5, 5)): ((1, 4, 5, 8, 9), (2, 3, 6, 7, 10), (11, 12, 13, 14, 15)),
    (16, (6, 6, 3)): ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
}
"""By squares and sizes: the squares whose tiles make a pattern, if the blank's goal is square 0."""

_USUAL_TILES = 5  # of a pattern, at most: a table takes a third of a second


class SlidingTiles(Protocol):
    """The needed part of a sliding puzzle; moves: by the blank's square where actions lead."""

    initial: tuple[int, ...]
    goal: tuple[int, ...]
    width: int
    moves: list[dict[str, int]]


class TilePatternProblem(Problem[TilePlaces, str]):
    """Move the blank until the tiles of a pattern, and the blank, are where they belong.

    A state holds the squares of these tiles, in order, and the blank's. A move costs 1 if it
    moves such a tile, and else nothing.
    """

    def __init__(self, puzzle: SlidingTiles, pattern: Sequence[int]) -> None:
        self._moves, self._kept = puzzle.moves, (*pattern, 0)
        super().__init__(self.image(puzzle.initial), self.image(puzzle.goal))

    def image(self, board: Sequence[int]) -> TilePlaces:
        """Return the squares of the tiles and the blank on a board."""
        return tuple(map(board.index, self._kept))

    def successors(self, state: TilePlaces) -> Iterator[Successor]:
        """Yield every move with the state after it and its cost."""
        *tiles, blank = state
        for action, square in self._moves[blank].items():
            after = [blank if place == square else place for place in tiles]
            yield action, (*after, square), int(square in tiles)


def abstraction_of(puzzle: SlidingTiles, pattern: Sequence[Any]) -> Abstraction:
    """Return the abstraction that keeps some tiles, for pattern databases.

    Raises InputError if the board lacks such tiles.
    """
    from aima_search.textbook.packed_tiles import TilePatterns  # numpy only when used

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


def patterns_of(puzzle: SlidingTiles, text: str = "") -> list[tuple[int, ...]]:
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
    """Return the reflections at a diagonal through the blank's goal: one, two or none."""
    width, goal = puzzle.width, puzzle.goal
    if width * width != len(goal):
        return []
    transposed = [square % width * width + square // width for square in range(len(goal))]
    images, blank = (transposed, transposed[::-1]), goal.index(0)
    return [_reflection(goal, image) for image in images if image[blank] == blank]


@dataclass(frozen=True)
class Reflection(Symmetry):
    """Every square's content goes to another square; a tile becomes the tile whose home is there.

    names: the new name of every tile. places: the new square of each square's content.
    """

    names: Mapping[int, int]
    places: Sequence[int]


def _reflection(goal: tuple[int, ...], image: list[int]) -> Reflection:
    """Return the map that takes a tile to the image of its square, as the tile of the image."""
    renamed = {tile: goal[image[square]] for square, tile in enumerate(goal)}

    def of_state(board: Sequence[int]) -> tuple[int, ...]:
        return tuple(renamed[board[square]] for square in image)

    return Reflection(of_state, renamed, image)


# Sliding tiles without some of their rules (AIMA 3.6.2).
#
# A tile moves from A to B if A is *adjacent* to B, and B is *blank*.


class TileAlone(Problem[int, int]):
    """Bring a tile home; a state is its square, an action the square that it goes to."""

    def __init__(self, puzzle: SlidingTiles, tile: int, *, by_steps: bool) -> None:
        super().__init__(puzzle.initial.index(tile), puzzle.goal.index(tile))
        squares = range(len(puzzle.goal))
        self._steps = [puzzle.moves[one].values() if by_steps else squares for one in squares]

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


def relaxed_tiles(puzzle: SlidingTiles, *rules: str) -> list[Abstraction]:
    """Return the puzzle without "blank", without "adjacent", or without both."""
    squares = len(puzzle.goal)
    if {*rules} == {"adjacent"}:
        problem = AnyTileToTheBlank(puzzle.initial, puzzle.goal)
        return [Abstraction(problem, tuple, "any tile to the blank", factorial(squares))]
    by_steps = "adjacent" not in rules
    alone = {tile: TileAlone(puzzle, tile, by_steps=by_steps) for tile in range(1, squares)}
    return [
        Abstraction(problem, methodcaller("index", tile), f"tile {tile} alone", squares)
        for tile, problem in alone.items()
    ]
