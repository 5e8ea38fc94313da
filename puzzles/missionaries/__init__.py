"""Missionaries and cannibals: cross a river in a boat; missionaries must not be outnumbered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import ClassVar, NamedTuple

from aima_search.base.errors import BoardError
from aima_search.display import Cell, ObjectStage, Scene, Thing
from aima_search.model.contract import Abstraction
from aima_search.model.puzzle import Option, Puzzle, check_length, register_puzzle

__all__ = ["Missionaries"]

MOST = 50
_ID = re.compile(
    r"(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(\d{1,9})"
    r"(?:\s+from\s+(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(left|right))?",
    re.ASCII,
)
_BANK = 4  # width of a bank, and of the river, in pictures


class State(NamedTuple):
    """How many people are on the left bank, and whether the boat is there."""

    missionaries: int
    cannibals: int
    has_boat: bool


class Crossing(NamedTuple):
    """An action: the numbers of missionaries and cannibals that cross in the boat."""

    missionaries: int
    cannibals: int

    def __str__(self) -> str:
        return f"{self.missionaries} M, {self.cannibals} C"


@register_puzzle("missionaries")
class Missionaries(Puzzle[State, Crossing]):
    """Bring all people from the left bank to the right bank; the boat never crosses empty.

    If a bank has missionaries, it must not have more cannibals than missionaries.

    >>> from aima_search import astar_search
    >>> astar_search(Missionaries("3,3,2")).path_cost
    11
    """

    comment = "#"
    summary = "bring missionaries and cannibals across a river so that nobody is eaten"
    default_heuristic = "crossings"
    made_heuristics = ("relaxed",)
    rules_to_drop = ("safe",)
    is_dangerous: ClassVar[bool] = True
    unit_costs = True
    reversible = True
    instance_options = (
        Option("people", int,
               "largest number of missionaries, and largest number of cannibals [6]"),
        Option("boat", int, "largest number of people that fit into the boat [4]"),
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        """Set up a river; 3,3,2 means 3 missionaries, 3 cannibals and 2 places in the boat.

        In 3,3,2 from 2,1,right, two missionaries and one cannibal start on the left bank, and the
        boat starts on the right bank.
        """
        text = str(text).strip()
        check_length("missionaries", text, 1_000)
        if (match := _ID.fullmatch(text)) is None:
            raise BoardError(
                f"missionaries {text[:40]!r}: expected the numbers of missionaries, cannibals and"
                ' places in the boat, such as "3,3,2". For another start, add who is on the'
                ' left bank, and where the boat is: "3,3,2 from 2,1,right"'
            )
        self.missionaries, self.cannibals, self.boat = map(int, match.group(1, 2, 3))
        most, people = max(map(int, match.group(1, 2, 3))), self.missionaries + self.cannibals
        if most > MOST or not self.boat or not people:
            raise BoardError(
                f"missionaries {text}: expected at least one missionary or cannibal, at most {MOST}"
                f" missionaries, at most {MOST} cannibals, and 1 to {MOST} places in the boat"
            )
        start = State(self.missionaries, self.cannibals, has_boat=True)
        if match[4]:
            start = State(int(match[4]), int(match[5]), match[6] == "left")
        if start.missionaries > self.missionaries or start.cannibals > self.cannibals:
            raise BoardError(
                f"missionaries {text}: expected at most {self.missionaries} missionaries and"
                f" {self.cannibals} cannibals on the left bank"
            )
        if not self._is_safe(start.missionaries, start.cannibals):
            raise BoardError(f"missionaries {text}: more cannibals than missionaries at the start")
        super().__init__(start, State(0, 0, has_boat=False))

    def _is_safe(self, missionaries: int, cannibals: int) -> bool:
        banks = (missionaries, cannibals), self._right_bank(missionaries, cannibals)
        return not self.is_dangerous or all(m == 0 or m >= c for m, c in banks)

    def _right_bank(self, missionaries: int, cannibals: int) -> tuple[int, int]:
        return self.missionaries - missionaries, self.cannibals - cannibals

    def successors(self, state: State) -> Iterator[tuple[Crossing, State, int]]:
        """Yield (people who cross, next state, 1), beginning with the fewest missionaries."""
        left = state.missionaries, state.cannibals
        here, sign = (left, -1) if state.has_boat else (self._right_bank(*left), 1)
        for missionaries in range(min(here[0], self.boat) + 1):
            for cannibals in range(min(here[1], self.boat - missionaries) + 1):
                after = left[0] + sign * missionaries, left[1] + sign * cannibals
                if missionaries + cannibals and self._is_safe(*after):
                    yield Crossing(missionaries, cannibals), State(*after, not state.has_boat), 1

    def actions(self, state: State) -> list[Crossing]:
        """Return every group of people that can cross the river in the boat."""
        return [action for action, _, _ in self.successors(state)]

    def result(self, state: State, action: Crossing) -> State:
        """Return the state after the people in ``action`` have crossed the river."""
        missionaries, cannibals, has_boat = state
        sign = -1 if has_boat else 1
        return State(missionaries + sign * action[0], cannibals + sign * action[1], not has_boat)

    def relaxed(self, *rules: str) -> list[Abstraction]:
        """Return the simpler problem in which cannibals may outnumber missionaries."""
        problem = NobodyIsEaten(self.format())
        states = 2 * (self.missionaries + 1) * (self.cannibals + 1)
        return [Abstraction(problem, lambda state: state, "nobody is eaten", states)]

    def format(self, to: str = "id") -> str:
        """Return a text such as "3,3,2": 3 missionaries, 3 cannibals, and a boat for 2 people.

        An unusual initial state comes after "from", as in "3,3,2 from 2,2,left".
        """
        super().format(to)  # checks the format
        text = f"{self.missionaries},{self.cannibals},{self.boat}"
        missionaries, cannibals, has_boat = self.initial
        if has_boat and (missionaries, cannibals) == (self.missionaries, self.cannibals):
            return text
        return f"{text} from {missionaries},{cannibals},{'left' if has_boat else 'right'}"

    def scene(self, state: State, action: Crossing | None = None) -> Scene:
        """Return a picture of the river with the people on both banks, and the boat at its bank."""
        missionaries, cannibals, has_boat = state
        across = self._right_bank(missionaries, cannibals)

        def row(kind: int, mark: str, *river: Cell) -> tuple[Cell, ...]:
            moved = action is not None and action[kind] > 0
            left, right = f"{state[kind]} {mark}", f"{across[kind]} {mark}"
            return (
                Cell(left, "piece", kind=kind, marked=moved and has_boat),
                *river,
                Cell(right, "piece", kind=kind, marked=moved and not has_boat),
            )

        boat, water = Cell("boat", "given"), Cell()
        river = (boat, water) if has_boat else (water, boat)
        cells = row(0, "M", *river), row(1, "C", water, water)
        stage = ObjectStage(tuple(self._things(state, action)), 3 * _BANK, 4.4)
        return Scene(cells, column_labels=("left", "", "", "right"), stage=stage)

    def _things(self, state: State, action: Crossing | None) -> Iterator[Thing]:
        yield Thing("river", 0, 0, 3 * _BANK, 4.4)
        missionaries, cannibals, has_boat = state
        across = self._right_bank(missionaries, cannibals)
        yield Thing("boat", _BANK + 0.1 if has_boat else 2 * _BANK - 1.7, 2.1, 1.6, 0.5)
        for left, people, is_here in ((0, state, has_boat), (2 * _BANK, across, not has_boat)):
            yield Thing("bank", left, 0, _BANK, 4.4)
            for kind, letter in enumerate("MC"):
                count, top = people[kind], 2.2 * kind
                wide = min(1, (_BANK - 0.4) / max(count, 1))
                new = count - (action[kind] if action is not None and is_here else 0)
                for number in range(count):
                    place = left + 0.2 + number * wide, top + 0.2, 0.85 * wide, 1.4
                    is_new, paint = number >= new, 5 * kind
                    yield Thing("person", *place, letter, paint=paint, marked=is_new)
                yield Thing("words", left, top + 1.65, _BANK, 0.4, f"{count} {letter}")

    @classmethod
    def random_instance(cls, random: Random, /, *, people: int = 6, boat: int = 4) -> Missionaries:  # type: ignore[override] # these are all options
        """Return a random problem, which may have no solution."""
        if not (1 <= people <= MOST and 2 <= boat <= MOST):
            raise BoardError(
                f"missionaries people={people}, boat={boat}: expected 1 to {MOST} people, and a"
                f" boat with 2 to {MOST} places"
            )
        missionaries = random.randint(1, people)
        return cls(f"{missionaries},{random.randint(0, missionaries)},{random.randint(2, boat)}")


class NobodyIsEaten(Missionaries):
    """The simpler problem in which cannibals may outnumber missionaries."""

    is_dangerous = False
