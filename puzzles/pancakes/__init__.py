"""Pancakes: sort a stack by turning over pancakes at the top; the largest goes to the bottom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import factorial
from operator import index
from random import Random
from typing import Any

from aima_search.base.errors import BoardError, InputError
from aima_search.display import Cell, ObjectStage, Scene, Thing
from aima_search.model.compiled import BitFields, CompiledForm, Formula, is_key, signed
from aima_search.model.contract import Abstraction, EditableBoard
from aima_search.model.problem import Problem
from aima_search.model.puzzle import Option, Puzzle, check_length, register_puzzle

__all__ = ["Pancakes"]

State = tuple[int, ...]

MOST = 50


@register_puzzle("pancakes")
class Pancakes(Puzzle[State, int]):
    """Sort a stack of pancakes, listed from the top down; action n turns over the top n pancakes.

    >>> from aima_search import astar_search
    >>> astar_search(Pancakes("3,1,2")).solution()
    [3, 2]
    """

    comment = "#"
    summary = "sort a stack of pancakes by turning over some pancakes at the top"
    default_heuristic = "gap"
    unit_costs = True
    reversible = True
    instance_options = (Option("pancakes", int, "number of pancakes [8]", least=1, greatest=MOST),)

    def __init__(self, stack: str | Sequence[int]) -> None:
        """Set up a stack from its sizes, top first, or from a text such as "3,1,2" or "3/1/2"."""
        if isinstance(stack, str):
            check_length("pancakes", stack, 1_000)
            stack = [_size(word) for word in re.split(r"[\s,/]+", stack.strip())]
        try:
            stack = list(map(index, stack))
        except TypeError:
            raise BoardError(f"pancakes {stack!r}: expected sizes such as 3,1,2") from None
        most = len(stack)
        if not 1 <= most <= MOST:
            raise BoardError(f"stack of {most} pancakes: expected 1 to {MOST}")
        for place, size in enumerate(stack, 1):
            if not 1 <= size <= most or size in stack[: place - 1]:
                raise BoardError(
                    f"pancakes, place {place}: found size {size}, expected each size from 1 to"
                    f" {most} exactly once"
                )
        super().__init__(tuple(stack), tuple(range(1, most + 1)))

    def actions(self, state: State) -> range:
        """Return the possible numbers of pancakes to turn over, from 2 to the whole stack."""
        return range(2, len(state) + 1)

    def result(self, state: State, action: int) -> State:
        """Return the stack after the top ``action`` pancakes are turned over."""
        return state[:action][::-1] + state[action:]

    def successors(self, state: State) -> Iterator[tuple[int, State, int]]:
        """Yield (number, next stack, 1) for each number of pancakes to turn over; 1 is the cost."""
        for number in range(2, len(state) + 1):
            yield number, state[number - 1 :: -1] + state[number:], 1

    def compiled(self) -> CompiledForm | str:
        """Return functions that numba can compile, or a text that says why this is not possible."""
        size = len(self.initial)
        if size > 16:
            return f"{size} pancakes do not fit into an integer of 64 bits"
        fields = BitFields(size, 4, least=1)
        return CompiledForm(
            expand=Formula(turns, [size], lists=True),
            goal=Formula(is_key, [signed(fields.pack(self.goal))]),
            most=size,
            pack=fields.pack,
            unpack=fields.unpack,
            numbers=fields.numbers,
            goal_numbers=self.goal,
        )

    def describe(self, state: State, action: int) -> str:
        """Return an action in words: how many pancakes are turned over."""
        return f"turn the top {action}"

    def format(self, to: str = "id") -> str:
        """Return the sizes of the initial stack from the top down, as text."""
        super().format(to)  # checks the format
        return ",".join(map(str, self.initial))

    def abstraction(self, pattern: Sequence[int]) -> Abstraction:
        """Return the simpler problem in which all sizes except those in ``pattern`` become 0."""
        size = len(self.initial)
        sizes = frozenset(pattern)
        if not sizes or len(sizes) < len(pattern) or not sizes <= {*range(1, size + 1)}:
            raise InputError(
                f"pattern {tuple(pattern)}: expected one or more different sizes from 1 to {size}"
            )
        problem = PancakePatternProblem(self, sizes)
        return Abstraction(
            problem,
            problem.image,
            identity=f"pancakes 1, {size}, pattern {sorted(sizes)}",
            entries=factorial(size) // factorial(size - len(sizes)),
        )

    def patterns(self, text: str = "") -> list[tuple[int, ...]]:
        """Return groups of pancakes by size; "4-3" means the 4 largest and the next 3."""
        text = text or str(min(4, len(self.initial)))
        is_list = re.fullmatch(r"\d{1,2}(-\d{1,2})*", text, re.ASCII)
        sizes = [int(number) for number in text.split("-")] if is_list else []
        left = list(range(len(self.initial), 0, -1))
        if not sizes or min(sizes) < 1 or sum(sizes) > len(left):
            raise InputError(
                f"patterns {text!r}: expected the number of pancakes in each pattern, such as"
                f" '4' or '4-3', with a sum of at most {len(left)}"
            )
        return [tuple(left.pop(0) for _ in range(number)) for number in sizes]

    def scene(self, state: State, action: int | None = None) -> Scene:
        """Return a picture of the stack, with marks on the pancakes that were turned over."""
        most, turned = len(state), action or 0
        things = [Thing("plate", 0, most + 0.05, most, 0.15)]
        for place, size in enumerate(state):
            left, is_turned, wide = (most - size) / 2, place < turned, size - 0.1
            shape = left + 0.05, place + 0.1, wide, 0.85
            things.append(Thing("pancake", *shape, str(size), marked=is_turned))
        rows = (
            tuple(
                Cell(str(size), "piece", kind=1, marked=place < turned) if column < size else Cell()
                for column in range(most)
            )
            for place, size in enumerate(state)
        )
        stage = ObjectStage(tuple(things), most, most + 0.3, has_rows=True)
        return Scene(tuple(rows), stage=stage)

    def drawing(self) -> EditableBoard:
        """Return the stack for the page's editor; a pancake of size n is a row of n full cells."""
        width = len(self.initial)
        return EditableBoard(
            ["#" * size + "." * (width - size) for size in self.initial],
            _pictures,
            lambda rows: ",".join(str(row.count("#")) for row in rows),
        )

    @classmethod
    def random_instance(cls, random: Random, /, *, pancakes: int = 8) -> Pancakes:  # type: ignore[override] # it is the only option
        """Return a problem with a random stack of pancakes."""
        return cls(random.sample(range(1, pancakes + 1), pancakes))


class PancakePatternProblem(Problem[State, int]):
    """A simpler problem, which keeps the sizes of some pancakes; all other sizes are 0."""

    def __init__(self, stack: Pancakes, sizes: frozenset[int]) -> None:
        self._sizes = sizes
        super().__init__(self.image(stack.initial), self.image(stack.goal))

    def image(self, stack: State) -> State:
        """Return the stack with 0 in place of the sizes that this problem does not store."""
        return tuple(size if size in self._sizes else 0 for size in stack)

    successors: Any = Pancakes.successors


def turns(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """Write the stack after each possible turn into ``keys``. ``ints[0]``: number of pancakes."""
    turned = key & 15
    for place in range(1, ints[0]):
        turned = turned << 4 | key >> 4 * place & 15
        below = -1 << 4 * place << 4
        keys[place - 1], costs[place - 1] = key & below | turned, 1
    return ints[0] - 1


def _pictures(rows: int, columns: int) -> dict[str, Cell]:
    if rows != columns:
        raise BoardError(f"picture of {rows} x {columns}: expected as many rows as columns")
    return {".": Cell(), "#": Cell("", "piece", kind=1)}


def _size(word: str) -> int:
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise BoardError(f"pancakes: found {word[:20]!r}, expected sizes such as 3,1,2")
    return int(word)
