"""Seeded random Hitori boards with one solution, by difficulty.

Numbers of a draft are redrawn at the cells where deductions get stuck, until they decide every
cell (so the solution is the only one), and after that anywhere, until weaker deductions get stuck.
"""

from __future__ import annotations

from random import Random

from aima_search.base.errors import BoardError, UnknownName
from puzzles.hitori.generator.drafts import BASIC, DEEP, SHALLOW, Draft, RuleNames
from puzzles.hitori.geometry import geometry
from puzzles.hitori.rules import Rows
from puzzles.sizes import parse_size

MAX_SIDE = 50

DIFFICULTIES: dict[str, tuple[RuleNames | None, RuleNames]] = {
    "easy": (None, BASIC),
    "medium": (BASIC, SHALLOW),
    "hard": (SHALLOW, DEEP),
}
"""For every difficulty the rules that must not suffice, and those that must."""


def random_board(
    random: Random,
    /,
    *,
    size: int | str | tuple[int, int] = 9,
    difficulty: str = "medium",
    tries: int = 10_000,
) -> Rows:
    """Return the rows of a board with exactly one solution, at least a sixth of it shaded.

    size: a number for a square, "RxC" or (rows, columns), 3 to 50 a side. difficulty: "easy"
    needs opening patterns, forced cells and the cycle rule; "medium" probing; "hard" deep
    probing. BoardError after ``tries`` drafts and redraws; some hundreds are usual: hard boards of
    side 9 take a tenth of a second, of side 30 one or a few.
    """
    if difficulty not in DIFFICULTIES:
        raise UnknownName("Hitori difficulty", str(difficulty), DIFFICULTIES)
    rows, columns = parse_size("Hitori", size, 3, MAX_SIDE)
    weaker, enough = DIFFICULTIES[difficulty]
    left = iter(range(tries))
    for _ in left:
        draft = Draft(random, geometry(rows, columns), sparse=weaker is not None)
        if not (draft.is_dense() and draft.make_unique(enough, left)):
            continue
        if weaker is None or draft.make_harder(weaker, enough, left):
            return draft.board().numbers
    raise BoardError(
        f"Hitori: no {difficulty} board of {rows} x {columns} in {tries} tries;"
        " ask for another size or difficulty"
    )
