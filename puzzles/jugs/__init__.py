"""Jugs: fill, empty and pour jugs until a jug holds the wanted number of litres."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from math import gcd
from random import Random
from typing import Any

from aima_search.base.errors import BoardError
from aima_search.display import Cell, ObjectStage, Scene, Thing
from aima_search.model.puzzle import Option, Puzzle, check_length, register_puzzle
from aima_search.textbook.jugs import Levels, PourProblem

__all__ = ["Jugs"]

Action = tuple[Any, ...]

MOST_JUGS, MOST_LITRES = 6, 1_000
_MARKED = 20  # largest jug with a mark for each litre in its picture
_HIGH, _SPACE = 4, 2  # height of the largest jug, width for each jug, in cells
_LITRES = r"(\d{1,9}(?:[\s,]+\d{1,9})*)[\s,]*"
_ID = re.compile(rf"{_LITRES}>\s*(\d{{1,9}})\s*(?:from\s+{_LITRES})?", re.ASCII)


@register_puzzle("jugs")
class Jugs(Puzzle[Levels, Action], PourProblem):
    """Measure litres with jugs, as in the textbook's ``PourProblem``.

    >>> from aima_search import astar_search
    >>> astar_search(Jugs("3,5>4")).state
    (3, 4)
    """

    comment = "#"
    summary = "fill, empty and pour jugs until a jug holds the wanted number of litres"
    default_heuristic = "two-ahead"
    unit_costs = True
    instance_options = (
        Option("jugs", int, "number of jugs [2]"),
        Option("litres", int, "largest capacity of a jug [12]"),
    )

    def __init__(self, text: str) -> None:
        """Set up jugs from a text; "3,5>4" means jugs of 3 and 5 litres, and a goal of 4 litres.

        In "3,5>4 from 0,5", the jugs contain 0 and 5 litres at the start.
        """
        text = str(text).strip()
        check_length("jugs", text, 1_000)
        if (match := _ID.fullmatch(text)) is None:
            raise BoardError(
                f"jugs {text[:40]!r}: expected the capacities and the wanted litres, such as"
                ' "3,5>4". If the jugs are not empty at the start, add the litres in each jug:'
                ' "3,5>4 from 0,5"'
            )
        capacities, wanted = _numbers(match[1]), int(match[2])
        if not 1 <= len(capacities) <= MOST_JUGS or not all(capacities):
            raise BoardError(f"jugs {match[1][:40]}: expected 1 to {MOST_JUGS} positive capacities")
        if max(*capacities, wanted) > MOST_LITRES:
            raise BoardError(f"jugs {text[:40]!r}: expected at most {MOST_LITRES} litres per jug")
        levels = _numbers(match[3]) if match[3] else None
        try:
            PourProblem.__init__(self, levels, {wanted}, capacities)
        except ValueError as error:
            raise BoardError(str(error)) from None
        self.wanted = wanted

    def hopeless(self) -> str:
        """Return the reason why the goal cannot be reached, or "" if no reason is known."""
        if self.wanted > max(self.capacities):
            return f"no jug holds {self.wanted} litres"
        common = reduce(gcd, (*self.capacities, *self.initial))
        if self.wanted % common:
            return f"every jug always holds a multiple of {common} litres"
        return ""

    def describe(self, state: Levels, action: Action) -> str:
        """Return an action in words, with the capacities of the jugs."""
        kind, *jugs = action
        return f"{kind.lower()} the " + " into the ".join(str(self.capacities[jug]) for jug in jugs)

    def format(self, to: str = "id") -> str:
        """Return the capacities, the wanted litres, and the initial contents as text."""
        super().format(to)  # checks the format
        held = f" from {_words(self.initial)}" if any(self.initial) else ""
        return f"{_words(self.capacities)}>{self.wanted}{held}"

    def scene(self, state: Levels, action: Action | None = None) -> Scene:
        """Return a picture of the jugs, with marks on the jugs that the action changed."""
        changed = () if action is None else action[1:]
        rows: list[tuple[Cell, ...]] = []
        things: list[Thing] = []
        for jug, (level, most) in enumerate(zip(state, self.capacities, strict=True)):
            is_goal = level == self.wanted
            cell = Cell(str(level), "piece", kind=0, marked=jug in changed, goal=is_goal)
            rows.append((cell, Cell("/"), Cell(str(most), "given")))
            things += self._jug(jug, level, jug in changed)
        stage = ObjectStage(tuple(things), _SPACE * len(rows), _HIGH + 1.1)
        return Scene(tuple(rows), title=f"Goal: {self.wanted} litres in one jug", stage=stage)

    def _jug(self, jug: int, level: int, is_changed: bool) -> Iterator[Thing]:
        litre, most = _HIGH / max(self.capacities), self.capacities[jug]
        bottom, left, wide = _HIGH + 0.3, _SPACE * jug + 0.3, _SPACE - 0.6
        yield Thing("water", left, bottom - level * litre, wide, level * litre)
        for mark in range(1, most) if most <= _MARKED else ():
            if mark != self.wanted:
                yield Thing("level", left, bottom - mark * litre, 0.15)
        if self.wanted <= most:
            yield Thing("level", left, bottom - self.wanted * litre, wide, goal=True)
        yield Thing("jug", left, bottom - most * litre, wide, most * litre, marked=is_changed)
        words, is_goal = f"{level} of {most}", level == self.wanted
        yield Thing("words", left, bottom + 0.2, wide, 0.4, words, marked=is_changed, goal=is_goal)

    @classmethod
    def random_instance(cls, random: Random, /, *, jugs: int = 2, litres: int = 12) -> Jugs:  # type: ignore[override] # these are all options
        """Return a random problem that has a solution; no two jugs have the same capacity."""
        if not (2 <= jugs <= MOST_JUGS and jugs < litres <= MOST_LITRES):
            raise BoardError(
                f"jugs={jugs}, litres={litres}: expected 2 to {MOST_JUGS} jugs, and"
                f" jugs < litres <= {MOST_LITRES}"
            )
        capacities = sorted(random.sample(range(2, litres + 1), jugs))
        common = reduce(gcd, capacities)
        return cls(f"{_words(capacities)}>{random.randrange(common, capacities[-1] + 1, common)}")


def _numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", text)))


def _words(levels: Any) -> str:
    return ",".join(map(str, levels))
