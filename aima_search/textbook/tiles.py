"""Sliding tiles: the 8-puzzle, the 15-puzzle and larger puzzles.

A state is a tuple of the tiles, row by row, in which 0 is the blank. A *square* is an index into
this tuple. An action is the direction in which the blank moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from aima_search.base.errors import BoardError, UnknownName
from aima_search.base.seeds import Seed, random_source
from aima_search.display import Cell, Scene
from aima_search.model.compiled import BitFields, CompiledForm, Formula, is_key, signed
from aima_search.model.contract import Self
from aima_search.model.problem import Problem, Successor
from aima_search.textbook import distances, sliding
from aima_search.textbook.utilities import steps_of

if TYPE_CHECKING:
    from aima_search.textbook.packed_tiles import PackedTiles

TileState: TypeAlias = tuple[int, ...]

_BACK = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}  # keys as in ``steps_of``


class NPuzzle(distances.TileHeuristicsMixin, Problem):
    """Slide the tiles of a square board until the board equals ``goal``.

    The default goal is 1, 2, 3, ... with the blank in the last square. The first board is
    ``initial`` or, by default, the goal. ``shuffle`` is the number of random moves that the blank
    then makes: by default 0 if you pass ``initial``, otherwise 10. ``size`` is the width; by
    default, it is the width of the given board, or 3. ``heuristic`` is "hamming" or "manhattan".
    Raises BoardError if a board is not square or lacks a tile.
    """

    initial: TileState
    goal: TileState
    heuristic = "hamming"
    rules_to_drop = ("blank", "adjacent")
    unit_costs = True

    def __init__(
        self,
        initial: Iterable[int] | None = None,
        goal: Iterable[int] | None = None,
        size: int | None = None,
        heuristic: str = "hamming",
        shuffle: int | None = None,
        *,
        seed: Seed = None,
    ) -> None:
        start = None if initial is None else tuple(initial)
        squares = len(start) if start is not None else (3 if size is None else size) ** 2
        target = (*range(1, squares), 0) if goal is None else tuple(goal)
        if start is None:
            start, shuffle = target, 10 if shuffle is None else shuffle
        _check("initial", start)
        _check("goal", target)
        if len(start) != len(target):
            raise BoardError(f"goal has {len(target)} squares, but initial has {len(start)}")
        if size is not None and size * size != len(start):
            raise BoardError(
                f"size {size}: expected the side length of a board with {len(start)} squares"
            )
        if heuristic not in distances.TILE_HEURISTICS:
            raise UnknownName("heuristic", heuristic, distances.TILE_HEURISTICS)
        super().__init__(start, target)
        side = math.isqrt(len(start))
        self._set_shape(side, side)
        self.heuristic = heuristic
        self.initial = self.shuffle_state(shuffle or 0, start, seed=seed)

    def _set_shape(self, rows: int, columns: int) -> None:
        self.width, self.moves = columns, _moves(rows, columns)

    def find_blank_square(self, state: Sequence[int]) -> int:
        """Return the square of the blank on the board ``state``."""
        return state.index(0)

    def actions(self, state: Sequence[int]) -> list[str]:
        """Return the possible moves of the blank, in the order UP, DOWN, LEFT, RIGHT."""
        return list(self.moves[state.index(0)])

    def result(self, state: Sequence[int], action: str) -> TileState:
        """Return the board after the blank has moved in the direction ``action``."""
        tiles, blank = list(state), state.index(0)
        square = self.moves[blank][action]
        tiles[blank], tiles[square] = tiles[square], 0
        return tuple(tiles)

    def successors(self, state: Sequence[int]) -> Iterator[Successor]:
        """Yield (action, next board, 1) for each possible move; 1 is the cost of a move."""
        blank = state.index(0)
        for action, square in self.moves[blank].items():
            tiles = list(state)
            tiles[blank] = tiles[square]
            tiles[square] = 0
            yield action, tuple(tiles), 1

    def predecessors(self, state: Sequence[int]) -> Iterator[Successor]:
        """Yield (action, previous board, cost) for each action that leads to ``state``."""
        for action, before, cost in self.successors(state):
            yield _BACK[action], before, cost

    def reversed_problem(self) -> Self:
        """Return a copy of the puzzle in which the initial board and the goal are exchanged."""
        other = copy(self)
        other.initial, other.goal = self.goal, self.initial
        return other

    def check_solvability(self, state: Sequence[int]) -> bool:
        """Return True if the goal can be reached from ``state``; this needs no search."""
        # A move is one swap, so swaps to the goal and the blank's distance have the same parity.
        square_of = {tile: square for square, tile in enumerate(self.goal)}
        permutation = list(map(square_of.__getitem__, state))
        blank_row, blank_column = divmod(state.index(0), self.width)
        goal_row, goal_column = divmod(square_of[0], self.width)
        moves = abs(blank_row - goal_row) + abs(blank_column - goal_column)
        return sum(a > b for a, b in combinations(permutation, 2)) % 2 == moves % 2

    def shuffle_state(self, shuffle: int, state: Sequence[int], *, seed: Seed = None) -> TileState:
        """Return the board after ``shuffle`` random moves. A move may undo the move before."""
        random, board = random_source(seed), tuple(state)
        for _ in range(shuffle):
            board = self.result(board, random.choice(self.actions(board)))
        return board

    def packed(self) -> PackedTiles | None:
        """Return a ``Packed`` object that stores boards in 64 bits, or None if they do not fit."""
        from aima_search.textbook.packed_tiles import PackedTiles

        return PackedTiles(self.goal, self.width) if self._fits() else None

    def _fits(self) -> bool:
        wanted = sorted(range(len(self.goal)), key=repr)
        boards = [sorted(board, key=repr) for board in (self.initial, self.goal)]
        return len(wanted) <= sliding.MOST_SQUARES and boards == [wanted, wanted]

    def compiled(self) -> CompiledForm | str:
        """Return functions that numba can compile, or a text that says why this is impossible."""
        squares = len(self.goal)
        if not self._fits():
            return f"a board of {squares} squares: expected at most 16, with different tiles"
        moves = [[len(targets), *targets.values(), 0, 0, 0] for targets in self.moves]
        fields = BitFields(squares, 4)
        estimates = {
            "manhattan": partial(sum_over_squares, distances.distances_to(self.goal, self.width)),
            "hamming_distance_heuristic": partial(
                sum_over_squares, distances.misplaced_on(self.goal)
            ),
        }
        return CompiledForm(
            expand=Formula(slides, [word for row in moves for word in row[:5]], lists=True),
            goal=Formula(is_key, [signed(fields.pack(self.goal))]),
            most=max(squares, 4),
            pack=fields.pack,
            unpack=fields.unpack,
            numbers=fields.numbers,
            goal_numbers=self.goal,
            estimates={**estimates, "h": estimates[distances.TILE_HEURISTICS[self.heuristic]]},
        )

    abstraction, patterns = sliding.abstraction_of, sliding.patterns_of
    relaxed, symmetries = sliding.relaxed_tiles, sliding.symmetries_of

    def scene(self, state: Sequence[int], action: str | None = None) -> Scene:
        """Return the picture of a board, with a mark on the tile that ``action`` has moved.

        The tiles on their goal squares have a different colour.
        """
        moved = None if action is None else self.moves[state.index(0)][_BACK[action]]
        cells = [
            Cell(str(tile), "piece", kind=int(tile != wanted), marked=square == moved)
            if tile
            else Cell(origin=action is not None)
            for square, (tile, wanted) in enumerate(zip(state, self.goal, strict=True))
        ]
        width = self.width
        return Scene(
            tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))
        )


class EightPuzzle(NPuzzle):
    """Slide the eight tiles of a 3 x 3 board; ``initial`` and ``goal`` are not checked."""

    def __init__(
        self, initial: Iterable[int], goal: Iterable[int] = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    ) -> None:
        Problem.__init__(self, tuple(initial), tuple(goal))
        self._set_shape(3, 3)


def _check(role: str, tiles: TileState) -> None:
    size = len(tiles)
    if size < 1 or math.isqrt(size) ** 2 != size:
        raise BoardError(f"{role} has {size} squares: expected 4, 9, 16, ... squares")
    for square, tile in enumerate(tiles):
        if tile not in range(size):
            raise BoardError(
                f"{role} has {tile!r} in square {square}: expected a number from 0 to {size - 1}"
            )
        if tile in tiles[:square]:
            raise BoardError(f"{role} has the tile {tile} a second time in square {square}")


@cache
def _moves(rows: int, columns: int) -> list[dict[str, int]]:
    moves: list[dict[str, int]] = [{} for _ in range(rows * columns)]
    for action, (step, starts) in zip(_BACK, steps_of(rows * columns, columns), strict=True):
        for square in starts:
            moves[square][action] = square + step
    return moves


def slides(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """Write the next boards, as integers, into ``keys``; return how many boards there are."""
    blank = 0
    while key >> 4 * blank & 15:
        blank += 1
    count = ints[5 * blank]
    for i in range(count):
        square = ints[5 * blank + 1 + i]
        tile = key >> 4 * square & 15
        keys[i], costs[i] = key ^ tile << 4 * square ^ tile << 4 * blank, 1
    return count


def sum_over_squares(of_squares: Sequence[Sequence[int]]) -> Formula:
    """Return a ``Formula`` that adds up ``of_squares[square][tile]`` for the tiles of a state."""
    words = [word for row in of_squares for word in (*row, *[0] * (16 - len(row)))]
    return Formula(_sum_over_squares, [len(of_squares), *words])


def _sum_over_squares(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    total = 0
    for square in range(ints[0]):
        total += ints[1 + 16 * square + (key >> 4 * square & 15)]
    return total
