"""Sliding tiles with a pattern: only its tiles are distinct, and only their moves cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial, inf, perm
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from aima_search.base.errors import InputError, NotApplicable
from aima_search.model.compiled import Formula
from aima_search.model.contract import NO_COST, Abstraction, Symmetry
from aima_search.model.problem import Node, Problem, Successor
from aima_search.textbook.packed.tiles import SumOfSquares, steps_of

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

    return Symmetry(of_state, Renamed(renamed, image))


# Sliding tiles without some of their rules (AIMA 3.6.2).
#
# A tile moves from A to B if A is *adjacent* to B, and B is *blank*.


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
    alone = {tile: TileAlone(puzzle, tile, by_steps=by_steps) for tile in range(1, squares)}
    return [
        Abstraction(problem, methodcaller("index", tile), f"tile {tile} alone", squares)
        for tile, problem in alone.items()
    ]


def _neighbours(puzzle: SlidingTiles, square: int) -> list[int]:
    """Return the squares next to a square: where the blank could go from there."""
    board = [-1] * len(puzzle.goal)
    board[square] = 0
    return [puzzle.result(board, action).index(0) for action in puzzle.actions(board)]


# Pattern databases of sliding tiles: the exact cost of a few tiles, all others alike.
#
# A *placement* says where the tiles of a pattern are: four bits a tile, the first tile lowest.
# Moves of other tiles cost nothing, so the blank goes for nothing wherever they are: an abstract
# state is a placement with a *region*, the squares that the blank reaches without moving a tile of
# the pattern. Korf and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134
# (2002).


if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.model.contract import Costs8, OnProgress
    from aima_search.model.packed import Indices, Keys

    Squares: TypeAlias = NDArray[np.uint16]

_BITS = 4
_SQUARE = 2**_BITS - 1
_BYTES = 36  # for each place, at the peak: measured


class TilePatterns:
    """The costs of all placements of a pattern, and the placement of a board."""

    def __init__(self, goal: Sequence[int], width: int, pattern: Sequence[int]) -> None:
        """Take the goal, the width of the board, and the tiles of the pattern."""
        self.bytes = _BYTES << _BITS * len(pattern)
        self._goal = tuple(goal)
        self._pattern = tuple(pattern)
        self._squares = _SquareSets(len(goal), width)
        self._sums: SumOfSquares | None = None

    def place(self, state: Sequence[int]) -> int:
        """Return the placement of a board."""
        return sum(state.index(tile) << _BITS * i for i, tile in enumerate(self._pattern))

    def places(self, keys: Keys) -> Indices:
        """Return the placements of packed boards: a sum over squares, four at a time."""
        if self._sums is None:
            shift = {tile: _BITS * i for i, tile in enumerate(self._pattern)}
            tiles, squares = range(len(self._goal)), range(len(self._goal))
            of_squares = [[s << shift[t] if t in shift else 0 for t in tiles] for s in squares]
            self._sums = SumOfSquares(of_squares, np.int64, np.int64)
        return self._sums(keys)

    def formula(self, costs: Costs8, symmetry: Symmetry | None) -> Formula:
        """Return the compiled form of the cost of a board's placement, or of its mirror image's."""
        names = {tile: tile for tile in self._goal}
        places: Sequence[int] = range(len(self._goal))
        if symmetry is not None:
            assert isinstance(symmetry.of_keys, Renamed)
            names, places = symmetry.of_keys.names, symmetry.of_keys.places
        shifts = {tile: _BITS * i for i, tile in enumerate(self._pattern)}
        of_tiles = [shifts.get(names[tile], -1) for tile in range(len(names))]
        return Formula(_cost_of_placement, [len(places), *of_tiles, *places], raw=costs)

    def costs(self, on_progress: OnProgress | None = None) -> Costs8:
        """Return the fewest moves of pattern tiles for every placement, wherever the blank is.

        Breadth-first from the goal, all regions of one cost at a time.
        """
        size = 1 << _BITS * len(self._pattern)
        costs = np.full(size, NO_COST, dtype=np.uint8)
        reached = np.zeros(size, dtype=np.uint16)  # squares of the blank, by placement
        places = np.array([self.place(self._goal)])
        blank = np.array([1 << self._goal.index(0)], dtype=np.uint16)
        regions = self._squares.flood(blank, self._free(places))
        reached[places], costs[places] = regions, 0
        arrivals = np.zeros(size, dtype=np.uint16)  # the same, of the next cost
        number = np.empty(size, dtype=np.int32)
        cost, known = 0, 1
        while len(places):
            cost += 1
            if on_progress is not None:
                on_progress(known)
            touched = []
            for after, blank in self._moves(places, regions):
                arrivals[after] |= blank  # no placement twice: a single tile goes a single way
                touched.append(after)
            places = _once(np.concatenate(touched), number)
            regions = arrivals[places] & ~reached[places]
            for after in touched:
                arrivals[after] = 0
            places, regions = places[regions > 0], regions[regions > 0]
            regions = self._squares.flood(regions, self._free(places)) & ~reached[places]
            reached[places] |= regions
            before = costs[places]
            known += np.count_nonzero(before == NO_COST)
            costs[places] = np.minimum(before, cost)
        return costs

    def _moves(self, places: Indices, regions: Squares) -> list[tuple[Indices, Squares]]:
        """Return the placements after each move of a tile, with the blank's square as a bit."""
        moves = []
        for i in range(len(self._pattern)):
            square = places >> _BITS * i & _SQUARE
            for step, leaves in self._squares.steps:
                can = leaves >> square & regions.astype(np.int64) >> square + step & 1
                chosen = np.flatnonzero(can)
                blank = np.left_shift(1, square[chosen]).astype(np.uint16)
                moves.append((places[chosen] + (step << _BITS * i), blank))
        return moves

    def _free(self, places: Indices) -> Squares:
        """Return the squares that no tile of the pattern is on."""
        taken = np.zeros(len(places), dtype=np.uint16)
        for i in range(len(self._pattern)):
            taken |= np.left_shift(1, places >> _BITS * i & _SQUARE).astype(np.uint16)
        free: Squares = ~taken
        return free


def _cost_of_placement(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """Return the cost; ints: how many squares, by tile its shift or -1, by square its number."""
    size, placement = ints[0], 0
    for square in range(size):
        shift = ints[1 + (key >> 4 * square & 15)]
        if shift >= 0:
            placement |= ints[1 + size + square] << shift
    cost = raw[placement]
    return inf if cost == NO_COST else float(cost)


class _SquareSets:
    """Sets of squares as bits."""

    def __init__(self, squares: int, width: int) -> None:
        self._width = np.uint16(width)
        self._all = np.uint16((1 << squares) - 1)
        self.steps = [  # a step, and the squares from which it stays on the board
            (step, sum(1 << square for square in leaves))
            for step, leaves in steps_of(squares, width)
        ]
        self._not_first, self._not_last = (np.uint16(mask) for _, mask in self.steps[2:])

    def flood(self, blank: Squares, free: Squares) -> Squares:
        """Return all squares that the blank reaches over free ones."""
        free = free & self._all
        one, width = np.uint16(1), self._width
        while True:
            wider = blank | (blank & self._not_first) >> one | (blank & self._not_last) << one
            wider |= blank >> width | blank << width
            wider &= free
            if np.array_equal(wider, blank):
                reached: Squares = wider
                return reached
            blank = wider


class Renamed:
    """Packed boards with every square's content moved to another square, under another name."""

    def __init__(self, names: dict[int, int], squares: Sequence[int]) -> None:
        """Take the new name of every tile, and the new square of each square's content."""
        self.names, self.places = names, squares
        of_squares = [
            [names[tile] << _BITS * target for tile in range(len(squares))] for target in squares
        ]
        self._sums = SumOfSquares(of_squares, np.uint64, np.uint64)

    def __call__(self, keys: Keys) -> Keys:
        """Return the boards after it."""
        return self._sums(keys)


def _once(places: Indices, number: NDArray[np.int32]) -> Indices:
    """Return every place once; ``number`` has room for all places."""
    order = np.arange(len(places), dtype=np.int32)
    number[places] = order
    kept: Indices = places[number[places] == order]
    return kept
