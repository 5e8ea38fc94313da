"""Heuristics for sliding tiles.

The *home* of a tile is its square in the goal. Its *distance* is the number of rows and columns to
its home. An *extra* move is a move that these distances do not count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from operator import getitem, ne
from typing import Any

from aima_search.catalog.combine import sum_of_parts
from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic, Node
from aima_search.textbook.distances import distances_to, misplaced_on
from aima_search.textbook.tiles import sum_over_squares
from heuristics.made import register_max_admissible
from puzzles.tiles import Tiles
from puzzles.tiles.rules import State


@register_heuristic("tiles", "misplaced", admissible=True, consistent=True, source="AIMA 3.6, h1")
def misplaced(problem: Tiles) -> Heuristic[State, str]:
    """Number of tiles that are not on their goal squares; the blank does not count.

    Admissible: a move brings at most one tile to its goal square.
    """
    goal: State = problem.goal
    home = goal.index(0)

    def h(node: Node[State, str]) -> int:
        state = node.state
        differing: int = sum(map(ne, state, goal))
        return differing - (state[home] != 0)

    return with_formula(h, lambda: sum_over_squares(misplaced_on(goal)))


@register_heuristic("tiles", "manhattan", admissible=True, consistent=True, source="AIMA 3.6, h2")
def manhattan(problem: Tiles) -> Heuristic[State, str]:
    """Sum of the distances (rows plus columns) of all tiles from their goal squares.

    Admissible: a move changes the distance of only one tile, and only by one.
    """
    distances = distances_to(problem.goal, problem.columns)
    return with_formula(
        lambda node: sum(map(getitem, distances, node.state)), lambda: sum_over_squares(distances)
    )


@register_heuristic(
    "tiles", "gaschnig", admissible=True, consistent=True, source="Gaschnig 1979; AIMA 3.6.2"
)
def gaschnig(problem: Tiles) -> Heuristic[State, str]:
    """Exact cost of a simpler puzzle, in which any tile can move to the blank's square in one move.

    The misplaced tiles form cycles: each tile stands on the goal square of the next tile. A cycle
    with the blank takes one move for each tile. A cycle without the blank takes one move for each
    tile, and one more move to bring the blank into the cycle.

    Admissible: h is the exact cost of the simpler puzzle, and every solution also solves the
    simpler puzzle. For the same reason h is consistent.
    """
    homes = _homes(problem.goal)
    blank_home = homes[0]

    def h(node: Node[State, str]) -> int:
        state = node.state
        moves = -1 if state[blank_home] else 0  # the cycle with the blank also counts the blank
        seen = 0
        for square, tile in enumerate(state):
            if seen >> square & 1 or homes[tile] == square:
                continue
            has_blank = False
            while not seen >> square & 1:
                seen |= 1 << square
                moves += 1
                tile = state[square]
                has_blank = has_blank or not tile
                square = homes[tile]
            moves += not has_blank
        return moves

    return with_formula(h, lambda: Formula(_gaschnig, [len(homes), *homes]))


def _homes(goal: State) -> list[int]:
    return [goal.index(tile) for tile in range(len(goal))]


def _gaschnig(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    moves, seen = 0 if key >> 4 * ints[1] & 15 == 0 else -1, 0
    for start in range(ints[0]):
        square, has_blank = start, False
        if ints[1 + (key >> 4 * square & 15)] == square:
            continue
        while not seen >> square & 1:
            seen |= 1 << square
            moves += 1
            tile = key >> 4 * square & 15
            has_blank = has_blank or tile == 0
            square = ints[1 + tile]
            if square == start:
                moves += 0 if has_blank else 1
    return moves


@register_heuristic(
    "tiles",
    "linear-conflict",
    admissible=True,
    consistent=True,
    source="Hansson, Mayer and Yung 1992",
)
def linear_conflict(problem: Tiles) -> Heuristic[State, str]:
    """Manhattan distance, plus 2 for each tile that must leave its row or column and come back.

    A tile *belongs* to a row if it is in this row and its goal square is there, too. Some of these
    tiles can stay: take the largest group that is in the same order as in the goal. Each other tile
    that belongs to the row must leave it and come back: one move up and one move down. For columns,
    h counts moves to the left and right in the same way.

    Admissible: the Manhattan distance does not count these moves, and h counts no move twice.
    """
    goal, columns = problem.goal, problem.columns
    slices = [slice(start, start + columns) for start in range(0, len(goal), columns)]
    slices += [slice(column, None, columns) for column in range(columns)]
    lines = [(line, cache(_extra(goal[line]))) for line in slices]
    distances = distances_to(goal, columns)

    def h(node: Node[State, str]) -> int:
        state = node.state
        total = sum(map(getitem, distances, state))
        for line, extra in lines:
            total += extra(state[line])
        return total

    def formula() -> Formula:
        conflicts = Formula(_conflicts, [problem.rows, columns, *_homes(goal)])
        parts = [sum_over_squares(distances), conflicts]
        return Formula(sum_of_parts, floats=[2, 1, 1], parts=parts)

    return with_formula(h, formula)


def _conflicts(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    extra = 0
    for line in range(ints[0]):
        extra += _extra_moves(key, line * ints[1], 1, ints[1], ints)
    for line in range(ints[1]):
        extra += _extra_moves(key, line, ints[1], ints[0], ints)
    return extra


def _extra_moves(key: Any, first: Any, step: Any, size: Any, ints: Any) -> Any:
    """Return the extra moves of a line: 2 for each tile that must leave its line and come back."""
    # ``longest`` has 4 bits per place: the length of the longest ordered sequence that ends there.
    longest, most, wanted = 0, 0, 0
    for place in range(size):
        tile = key >> 4 * (first + step * place) & 15
        home = ints[2 + tile] - first
        if tile == 0 or home % step != 0 or home < 0 or home >= step * size:
            continue
        run = 0
        for before in range(home // step):
            run = max(run, longest >> 4 * before & 15)
        longest |= run + 1 << 4 * (home // step)
        most, wanted = max(most, run + 1), wanted + 1
    return 2 * (wanted - most)


def _extra(goal: Sequence[int]) -> Callable[[Sequence[int]], int]:
    places = {tile: place for place, tile in enumerate(goal) if tile}

    def extra(tiles: Sequence[int]) -> int:
        """Return 2 times the number of tiles that must leave this line."""
        last: list[int] = []  # for each length, the last place of the best sequence
        wanted = [places[tile] for tile in tiles if tile in places]
        for place in wanted:
            at = bisect_left(last, place)
            last[at : at + 1] = [place]
        return 2 * (len(wanted) - len(last))

    return extra


@register_heuristic(
    "tiles", "linear-conflict-last-moves", admissible=True, source="Korf and Taylor 1996"
)
def linear_conflict_last_moves(problem: Tiles) -> Heuristic[State, str]:
    """Linear conflict, plus 2 if the last tile to move must make a detour.

    The last move slides a tile from the blank's goal square to the tile's own goal square. A tile
    may need a detour of two moves to reach the blank's goal square. No detour is counted twice.
    """
    conflicts = linear_conflict(problem)
    goal: State = problem.goal
    blank = tuple(min(tile, 1) for tile in goal)
    beside = [after.index(0) for _, after, _ in problem.successors(blank)]
    last = [_last_move(problem, square) for square in beside]

    def h(node: Node[State, str]) -> float:
        state = node.state
        base = conflicts(node)
        return base if state == goal else base + min([extra(state) for extra in last])

    return h


def _last_move(problem: Tiles, square: int) -> Callable[[State], int]:
    """Return ``extra(state)``: how much h increases if the tile ``goal[square]`` moves last."""
    goal, columns = problem.goal, problem.columns
    blank, tile = goal.index(0), goal[square]
    distances = distances_to(goal, columns)
    is_ready = [
        abs(place // columns - blank // columns) + abs(place % columns - blank % columns) + 1
        == distances[place][tile]
        for place in range(len(goal))
    ]
    if blank // columns == square // columns:  # both are in one row: take the column
        line = slice(square % columns, None, columns)
    else:
        line = slice(square - square % columns, square - square % columns + columns)
    conflicts = cache(_extra(goal[line]))

    def extra(state: State) -> int:
        if is_ready[state.index(tile)]:
            return 0
        tiles = state[line]
        if tile not in tiles:
            return 2
        others = tuple(other for other in tiles if other != tile)
        return 2 + conflicts(others) - conflicts(tiles)

    return extra


register_max_admissible("tiles")
