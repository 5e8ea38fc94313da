"""Coins: turn two neighbours at a time until all show heads. The smallest complete puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from aima_search.base.errors import BoardError
from aima_search.display import Cell, Scene
from aima_search.model.contract import EditableBoard
from aima_search.model.puzzle import Option, Puzzle, register_puzzle

__all__ = ["Coins"]

State = tuple[bool, ...]


@register_puzzle("coins")
class Coins(Puzzle):
    """A row of coins; a state has True for heads, and an action turns the coins i and i + 1."""

    summary = "turn two neighbouring coins at a time until all show heads"
    default_heuristic = "half-tails"
    instance_options = (Option("coins", int, "number of coins"),)

    def __init__(self, board: str | Sequence[str]) -> None:
        """Set up a row of H and T: a text, or a list with one text as ``grid`` returns it."""
        row = "".join(board)
        for column, coin in enumerate(row, 1):
            if coin not in "HT":
                raise BoardError(f"coins, column {column}: found {coin!r}, expected H or T")
        super().__init__(tuple(coin == "H" for coin in row))

    def actions(self, state: State) -> Iterator[int]:
        """Return the left coin of every pair."""
        yield from range(len(state) - 1)

    def result(self, state: State, action: int) -> State:
        """Return the row after a pair is turned."""
        return tuple(heads != (place - action in (0, 1)) for place, heads in enumerate(state))

    def goal_test(self, state: State) -> bool:
        """Return True if all coins show heads."""
        return all(state)

    def grid(self, state: State) -> list[str]:
        """Return a list with the only row of the board."""
        return ["".join("H" if heads else "T" for heads in state)]

    def scene(self, state: State, action: int | None = None) -> Scene:
        """Return the picture of the row, with the turned pair marked."""
        turned = () if action is None else (action, action + 1)
        coins = enumerate(self.grid(state)[0])
        return Scene((tuple(Cell(coin, "piece", marked=place in turned) for place, coin in coins),))

    def drawing(self) -> EditableBoard:
        """Return the editor's description of how to draw a row by hand."""
        pictures = {coin: Cell(coin, "piece") for coin in "TH"}
        return EditableBoard(
            self.grid(self.initial), lambda rows, columns: pictures, lambda rows: "".join(rows[0])
        )

    @classmethod
    def random_instance(cls, random: Random, /, *, coins: int = 6) -> Coins:  # type: ignore[override] # it is the only option
        """Return a random row."""
        return cls("".join(random.choices("HT", k=coins)))
