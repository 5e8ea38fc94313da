"""Queens for local search: each column has a queen, and a move changes the row of one queen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from aima_search.base.seeds import Seed, random_source
from aima_search.display import Scene
from aima_search.model.contract import Self
from aima_search.model.puzzle import Option, register_puzzle
from aima_search.textbook.queens import attacked, queens_scene
from puzzles.queens.generator import random_full
from puzzles.queens.problem import Queens, QueensBase, read_state
from puzzles.queens.rules import OPEN, State, pairs

QueenMove: TypeAlias = tuple[int, int]
"""A column, and the new row of its queen."""


@register_puzzle("queens-local")
class QueensLocal(QueensBase[QueenMove]):
    """Move queens within their columns until no queen attacks another, as in AIMA 4.1.

    ``value`` is minus the number of pairs of queens that attack each other. A solution has value 0.
    A solution has no actions, so that annealing stops there.

    >>> QueensLocal("4:0,1,2,3").value((0, 1, 2, 3))
    -6
    """

    summary = "one queen stands in each column: move queens until no queen attacks another"
    default_heuristic = "pairs"
    unit_costs = True
    board_options = (
        Option("seed", int, "seed for the rows of queens whose row the board does not give [0]",
               is_setting=True),
    )  # fmt: skip
    instance_options = (Option("size", int, "side of the board [8]"),)

    def __init__(
        self, board: int | str | Sequence[int] | Sequence[str] = 8, *, seed: Seed = 0
    ) -> None:
        """Set up a board as ``Queens`` does, and put a queen on a random row of each empty column.

        seed: a seed or a random generator, as for ``random_source``.
        """
        state = read_state(board)
        random, side = random_source(seed), len(state)
        self.seed = seed if OPEN in state and isinstance(seed, int) else None
        self.given = state
        super().__init__(tuple(random.randrange(side) if row == OPEN else row for row in state))
        self.side = side

    def actions(self, state: State) -> list[QueenMove]:
        """Return all moves, sorted by column and then by row; a solution has no moves."""
        if not pairs(state):
            return []
        rows = range(self.side)
        return [(column, row) for column in rows for row in rows if row != state[column]]

    def result(self, state: State, action: QueenMove) -> State:
        """Return the board after a queen has moved within its column."""
        column, row = action
        return (*state[:column], row, *state[column + 1 :])

    def successors(self, state: State) -> Iterator[tuple[QueenMove, State, int]]:
        """Yield (move, next board, 1) for every move; 1 is the cost."""
        for step in self.actions(state):
            yield step, self.result(state, step), 1

    def goal_test(self, state: State) -> bool:
        """Return True if no queen attacks another."""
        return not pairs(state)

    def value(self, state: State) -> int:
        """Return minus the number of pairs of queens that attack each other."""
        return -pairs(state)

    def faults(self, state: State) -> list[str]:
        """Return a line of text for each queen that is attacked."""
        return [
            f"the queen in column {column}, row {state[column]} is attacked"
            for column in attacked(state)
        ]

    def random_state(self, random: Random) -> State:
        """Return a board with a queen on a random row in each column."""
        return random_full(random, self.side)

    def recombine(self, x: State, y: State, random: Random) -> State:
        """Return a new board: the left columns of ``x`` and the right columns of ``y``."""
        cut = random.randrange(self.side)
        return (*x[:cut], *y[cut:])

    def mutate(self, x: State, random: Random) -> State:
        """Return the board after one random move."""
        return self.result(x, (random.randrange(self.side), random.randrange(self.side)))

    @classmethod
    def levels(cls) -> Mapping[str, str]:
        """Return the bundled levels of ``Queens``."""
        return Queens.levels()

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random board; for options, see ``puzzles.queens.generator.random_full``."""
        return cls(random_full(random, **options))

    def describe(self, state: State, action: QueenMove) -> str:
        """Return a move in words: the column of the queen, and the queen's new row."""
        return f"column {action[0]} to row {action[1]}"

    def scene(self, state: State, action: QueenMove | None = None) -> Scene:
        """Return the picture of a board, in which the queen that moved last is marked."""
        return queens_scene(state, None if action is None else action[0])
