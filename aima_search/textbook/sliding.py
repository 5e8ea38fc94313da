"""Abstractions of sliding tiles, by patterns of tiles or by relaxed rules (AIMA 3.6.2).

In the abstraction for a *pattern* (a set of tiles), all other tiles look the same, and moving them
costs 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial, perm
from operator import itemgetter, methodcaller
from typing import Any, Protocol, TypeAlias

from aima_search.base.errors import InputError, NotApplicable
from aima_search.model.contract import Abstraction, Symmetry
from aima_search.model.problem import Problem, Successor
from aima_search.textbook.distances import TileHeuristicsMixin

TilePlaces: TypeAlias = tuple[int, ...]

MOST_SQUARES = 16  # the packed version of such a board is one number
MOST_TILES = 6  # in a pattern: a table for seven tiles needs over 2 GiB

_BEST: dict[tuple[int, tuple[int, ...]], tuple[tuple[int, ...], ...]] = {
    (16, (5, 5, 5)): ((1, 4, 5, 8, 9), (2, 3, 6, 7, 10), (11, 12, 13, 14, 15)),
    (16, (6, 6, 3)): ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
}
"""The goal squares of each pattern's tiles, by board size and pattern sizes; the blank's is 0."""

_USUAL_TILES = 5  # greatest size of a default pattern


class SlidingPuzzle(Protocol):
    """A sliding puzzle. From ``square``, the blank can move to ``moves[square][action]``."""

    initial: tuple[int, ...]
    goal: tuple[int, ...]
    width: int
    moves: list[dict[str, int]]


class TilePatternProblem(Problem[TilePlaces, str]):
    """An abstraction of a sliding puzzle, in which only some tiles and the blank matter.

    A state is a tuple with the squares of these tiles and, at the end, the square of the blank. A
    move costs 1 if it moves one of these tiles, otherwise 0.
    """

    def __init__(self, puzzle: SlidingPuzzle, pattern: Sequence[int]) -> None:
        self._moves, self._kept = puzzle.moves, (*pattern, 0)
        super().__init__(self.image(puzzle.initial), self.image(puzzle.goal))

    def image(self, board: Sequence[int]) -> TilePlaces:
        """Return the state for a board: the squares of the pattern's tiles and of the blank."""
        return tuple(map(board.index, self._kept))

    def successors(self, state: TilePlaces) -> Iterator[Successor]:
        """Yield (move, next state, cost) for every move."""
        *tiles, blank = state
        for action, square in self._moves[blank].items():
            after = [blank if place == square else place for place in tiles]
            yield action, (*after, square), int(square in tiles)


def abstraction_of(puzzle: SlidingPuzzle, pattern: Sequence[Any]) -> Abstraction:
    """Return an abstraction, in which all tiles that are not in ``pattern`` look the same."""
    from aima_search.textbook.packed_tiles import TilePatternTable  # numpy only when used

    squares = len(puzzle.goal)
    tiles = tuple(pattern)
    if not tiles or len({*tiles}) < len(tiles) or not {*tiles} <= {*range(1, squares)}:
        raise InputError(
            f"pattern {tiles}: expected one or more different tiles from 1 to {squares - 1}"
        )
    if squares > MOST_SQUARES:
        raise NotApplicable(
            f"pattern {tiles}: the board has {squares} squares, expected at most {MOST_SQUARES}"
        )
    if len(tiles) > MOST_TILES:
        raise NotApplicable(
            f"pattern {tiles}: a table for {len(tiles)} tiles needs memory for"
            f" {16 ** len(tiles):,} entries: use at most {MOST_TILES} tiles"
        )

    problem = TilePatternProblem(puzzle, tiles)
    board = "x".join(map(str, (squares // puzzle.width, puzzle.width)))
    return Abstraction(
        problem,
        problem.image,
        identity=f"tiles 1, {board}, goal {puzzle.goal}, pattern {tiles}",
        entries=perm(squares, len(tiles)),
        is_additive=True,
        dense=TilePatternTable(puzzle.goal, puzzle.width, tiles),
    )


def patterns_of(puzzle: SlidingPuzzle, text: str = "") -> list[tuple[int, ...]]:
    """Divide the tiles into patterns of the sizes in ``text``, such as "5-5-5".

    If ``text`` is "", use the default sizes. For some sizes on a 4 x 4 board, return patterns that
    were best in experiments. Otherwise, divide the tiles in the order of their goal squares.
    """
    squares = len(puzzle.goal)
    try:
        sizes = tuple(map(int, text.split("-"))) if text else _usual_sizes(squares - 1)
    except ValueError:
        sizes = ()
    if not sizes or min(sizes) < 1 or sum(sizes) != squares - 1:
        usual = "-".join(map(str, _usual_sizes(squares - 1)))
        raise InputError(
            f"patterns {text!r}: expected sizes whose sum is {squares - 1}, such as {usual}"
        )
    blank = puzzle.goal.index(0)
    places = _BEST.get((squares, sizes)) if puzzle.width**2 == squares else None
    if places is None or blank not in (0, squares - 1):
        others = iter([square for square in range(squares) if square != blank])
        return [tuple(puzzle.goal[next(others)] for _ in range(size)) for size in sizes]
    last = (squares - 1) if blank else 0  # turn the board if the blank's goal is last
    return [tuple(puzzle.goal[abs(last - place)] for place in part) for part in places]


def _usual_sizes(tiles: int) -> tuple[int, ...]:
    parts = -(-tiles // _USUAL_TILES)
    return tuple(tiles // parts + (part < tiles % parts) for part in range(parts))


def symmetries_of(puzzle: SlidingPuzzle) -> list[Symmetry]:
    """Return the diagonal reflections that leave the blank's goal square in place."""
    width, goal = puzzle.width, puzzle.goal
    if width * width != len(goal):
        return []
    transposed = [square % width * width + square // width for square in range(len(goal))]
    images, blank = (transposed, transposed[::-1]), goal.index(0)
    return [_reflection(goal, image) for image in images if image[blank] == blank]


@dataclass(frozen=True)
class Reflection(Symmetry):
    """A reflection of the board. It also renames the tiles, so that the goal board stays the same.

    ``names[tile]`` is a tile's new name, and ``places[square]`` is a square's mirror image.
    """

    names: Mapping[int, int]
    places: Sequence[int]


def _reflection(goal: tuple[int, ...], image: list[int]) -> Reflection:
    renamed = {tile: goal[image[square]] for square, tile in enumerate(goal)}
    reflect = itemgetter(*image)

    def of_state(board: Sequence[int]) -> tuple[int, ...]:
        return tuple(map(renamed.__getitem__, reflect(board)))

    return Reflection(of_state, renamed, image)


class SingleTileProblem(Problem[int, int]):
    """Bring one tile to its goal. A state is the tile's square; an action is the next square."""

    def __init__(self, puzzle: SlidingPuzzle, tile: int, *, by_steps: bool) -> None:
        super().__init__(puzzle.initial.index(tile), puzzle.goal.index(tile))
        squares = range(len(puzzle.goal))
        self._steps = [puzzle.moves[square].values() if by_steps else squares for square in squares]

    def successors(self, state: int) -> Iterator[Successor]:
        """Yield the squares that the tile may move to, each with the cost 1."""
        for square in self._steps[state]:
            if square != state:
                yield square, square, 1


class GaschnigRelaxation(TileHeuristicsMixin, Problem[tuple[int, ...], int]):
    """Move all tiles to their goal squares. An action is the tile that jumps to the blank."""

    heuristic = "hamming"

    def successors(self, state: tuple[int, ...]) -> Iterator[Successor]:
        """Yield (tile, board, 1): each tile can jump to the blank's square, which costs 1."""
        blank = state.index(0)
        for square, tile in enumerate(state):
            if square != blank:
                after = list(state)
                after[blank], after[square] = tile, 0
                yield tile, tuple(after), 1


def relaxed_tiles(puzzle: SlidingPuzzle, *rules: str) -> list[Abstraction]:
    """Return abstract problems that ignore the given ``rules``: "adjacent", "blank" or both.

    A tile moves from X to Y only if X is adjacent to Y and Y is blank. If the rule "blank" is
    ignored, tiles move independently, so each has its own problem. Otherwise, there is one problem.
    """
    squares = len(puzzle.goal)
    if {*rules} == {"adjacent"}:
        problem = GaschnigRelaxation(puzzle.initial, puzzle.goal)
        return [Abstraction(problem, tuple, "any tile to the blank", factorial(squares))]
    by_steps = "adjacent" not in rules
    alone = {tile: SingleTileProblem(puzzle, tile, by_steps=by_steps) for tile in range(1, squares)}
    return [
        Abstraction(problem, methodcaller("index", tile), f"tile {tile} alone", squares)
        for tile, problem in alone.items()
    ]
