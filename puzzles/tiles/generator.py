"""Seeded random boards of tiles: any that can be solved, or those at a distance from the goal."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from aima_search.base.errors import BoardError
from aima_search.textbook.tiles import NPuzzle
from puzzles.tiles.rules import State

MOST_SQUARES = 16_000_000
"""Squares of the boards that are gone through to find those at a distance."""


def random_state(random: Random, solved: NPuzzle, *, depth: int | None = None) -> State:
    """Return a board that can be solved, all as likely.

    solved: a puzzle of that size and goal. depth: how many moves the shortest solution takes;
    BoardError if too many boards are nearer to the goal to go through them.
    """
    if depth is not None:
        if depth < 0:
            raise BoardError(f"tiles depth {depth}: expected a number of moves from 0 up")
        return random.choice(_layer(solved, depth))
    tiles = list(solved.goal)
    random.shuffle(tiles)
    if not solved.check_solvability(tiles):
        one, other = [square for square, tile in enumerate(tiles) if tile][:2]
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return tuple(tiles)


@lru_cache(maxsize=4)
def _layer(solved: NPuzzle, depth: int) -> tuple[State, ...]:
    """Return the boards at a distance from the goal, in the order in which they are found.

    A step leads one layer further or one layer nearer, so only two layers are remembered.
    """
    before: dict[State, None] = {}
    layer, seen = {solved.goal: None}, 1
    for number in range(depth):
        after = {state: None for here in layer for _, state, _ in solved.successors(here)}
        before, layer = layer, {state: None for state in after if state not in before}
        seen += len(layer)
        if not layer:
            raise BoardError(f"tiles depth {depth}: no board of this size takes more than {number}")
        most = MOST_SQUARES // len(solved.goal)
        if seen > most:
            raise BoardError(
                f"tiles depth {depth}: more than {most:,} boards are nearer; expected up to"
                f" {number}, or leave the depth out"
            )
    return tuple(layer)
