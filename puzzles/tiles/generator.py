"""Random boards of tiles, which are solvable and can have a given distance to the goal."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from aima_search.base.errors import BoardError
from aima_search.textbook.tiles import NPuzzle
from puzzles.tiles.rules import State

MOST_SQUARES = 16_000_000
"""Limit for the enumeration of boards: largest number of squares on all boards together."""


def random_state(random: Random, solved: NPuzzle, *, depth: int | None = None) -> State:
    """Return a random solvable board; all boards of an allowed depth are equally likely.

    solved: a puzzle with the wanted size and goal. depth: the number of moves of the shortest
    solution; None allows any number. Raises BoardError if the depth is too high.
    """
    if depth is not None:
        if depth < 0:
            raise BoardError(f"tiles depth {depth}: expected at least 0 moves")
        return random.choice(_layer(solved, depth))
    tiles = list(solved.goal)
    random.shuffle(tiles)
    if not solved.check_solvability(tiles):
        first, second = [square for square, tile in enumerate(tiles) if tile][:2]
        tiles[first], tiles[second] = tiles[second], tiles[first]
    return tuple(tiles)


@lru_cache(maxsize=4)
def _layer(solved: NPuzzle, depth: int) -> tuple[State, ...]:
    before: dict[State, None] = {}
    layer, seen = {solved.goal: None}, 1
    for number in range(depth):
        after = {state: None for here in layer for _, state, _ in solved.successors(here)}
        before, layer = layer, {state: None for state in after if state not in before}
        seen += len(layer)
        if not layer:
            raise BoardError(f"tiles depth {depth}: expected at most {number} for this size")
        most = MOST_SQUARES // len(solved.goal)
        if seen > most:
            raise BoardError(
                f"tiles depth {depth}: expected at most {number}, because a greater depth"
                f" needs a search of more than {most:,} boards; or leave the depth out"
            )
    return tuple(layer)
