"""Seeded random Sudokus with exactly one solution.

A full board is drawn first. Then givens are taken away in random order, as long as the puzzle
keeps one solution and needs no technique harder than the wanted one.

The bundled levels are seeds and options: ``python -m puzzles.sudoku.generator`` writes their files
anew; a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from aima_search.base.errors import BoardError
from puzzles.sudoku import deduction
from puzzles.sudoku.deduction.propagation import make_propagation, solutions
from puzzles.sudoku.formats import format_board
from puzzles.sudoku.lanes import Lanes, State, lanes_of
from puzzles.sudoku.rules import Board, Layout, box_layout
from puzzles.text import one_of, parse_range

_LARGE = 9  # above this side a puzzle that asks for search can take a very long time to check
_PATIENCE = 20  # states a side squared that a full board may take before it is begun anew

DIFFICULTIES = ("hidden-singles", "naked-singles", "locked-candidates", "search")
"""What solves a puzzle, each with those before it; search stands for all other techniques too."""


def random_board(
    random: Random,
    /,
    *,
    box: tuple[int, int] = (3, 3),
    clues: int | None = None,
    difficulty: str | None = None,
    rating: float | str | tuple[float, float] | None = None,
    symmetric: bool | int = False,
    diagonals: bool = False,
    tries: int = 50,
) -> Board:
    """Return a board with one solution.

    clues: how many givens; without this number no given can be spared (in pairs, if symmetric).
    difficulty: what solves the puzzle and nothing easier does, one of DIFFICULTIES; if not said,
    anything on sides up to 9, singles above. rating: a number or a range on Sudoku
    Explainer's scale. symmetric: givens keep their places when the board is turned by 180 degrees.
    Raises BoardError if ``tries`` full boards did not lead to such a board.
    """
    layout = box_layout(box, diagonals)
    if difficulty is not None:
        one_of("Sudoku difficulty", difficulty, DIFFICULTIES)
    if clues is not None and not 0 <= clues <= layout.side**2:
        raise BoardError(f"Sudoku of {clues} clues: expected 0 to {layout.side**2}")
    lanes, bounds = lanes_of(layout), None if rating is None else parse_range("rating", rating)
    is_fine = _check_for(lanes, difficulty, bounds)
    for _ in range(tries):
        givens = _dig(is_fine, random_solution(layout, random), random, clues, bool(symmetric))
        if clues is not None and sum(map(bool, givens)) != clues:
            continue
        state = lanes.state_of(givens)
        if difficulty is not None and difficulty != next(
            (one for one in DIFFICULTIES if not lanes.open_cells(_filled(lanes, state, one))),
            "search",
        ):
            continue
        if bounds is None or deduction.hardest(deduction.explain(lanes, state))[0] >= bounds[0]:
            return Board(layout, tuple(givens))
    wanted = [f"{clues} clues"] * (clues is not None) + [f"difficulty {difficulty}"] * bool(
        difficulty
    )
    wanted += [] if bounds is None else ["rating {:g} to {:g}".format(*bounds)]
    advice = "ask for more" if clues is not None else "ask for an easier one"
    advice = f"{advice}, or try another seed" if len(wanted) == 1 else "ask for one of them"
    raise BoardError(
        f"Sudoku: none of {tries} random boards led to {' and '.join(wanted)}: {advice}"
    )


def random_solution(layout: Layout, random: Random) -> list[int]:
    """Return a random full board, its digits row by row."""
    lanes = lanes_of(layout)
    while True:
        waiting = [lanes.empty_board]
        for _ in range(_PATIENCE * lanes.cells):
            if not waiting:
                raise BoardError("Sudoku: there is no full board of this layout")
            state = waiting.pop()
            candidates = lanes.smallest_lane(state)
            if not candidates:
                return lanes.digits(state)
            random.shuffle(candidates)
            after = [lanes.close_under_singles(lanes.place(state, c)) for c in candidates]
            waiting += [state for state in after if state]


def _dig(
    is_fine: Callable[[list[int]], bool],
    solution: Sequence[int],
    random: Random,
    clues: int | None,
    symmetric: bool,
) -> list[int]:
    """Return the givens that are left of a solution."""
    givens, last = list(solution), len(solution) - 1
    order = list(range((last // 2 if symmetric else last) + 1))
    random.shuffle(order)
    for cell in order:
        pair = {cell, last - cell} if symmetric else {cell}
        if clues is not None and sum(map(bool, givens)) - len(pair) < clues:
            continue
        for place in pair:
            givens[place] = 0
        if not is_fine(givens):
            for place in pair:
                givens[place] = solution[place]
    return givens


def _check_for(
    lanes: Lanes, difficulty: str | None, rating: tuple[float, float] | None
) -> Callable[[list[int]], bool]:
    """Return the function that tells whether givens still make a wanted puzzle."""
    if difficulty is None and rating is None and lanes.side > _LARGE:
        difficulty = "naked-singles"

    def is_fine(givens: list[int]) -> bool:
        state = lanes.state_of(givens)
        if difficulty in (None, "search"):
            if len(list(islice(solutions(lanes, state), 2))) != 1:
                return False
        elif lanes.open_cells(_filled(lanes, state, difficulty)):
            return False
        return rating is None or _is_rated_up_to(lanes, state, rating[1])

    return is_fine


def _filled(lanes: Lanes, state: State, difficulty: str) -> State:
    """Return what singles, with locked candidates or not, fill of a board with a solution."""
    if difficulty == "hidden-singles":
        return lanes.close_under_singles(state, lanes.guards ^ lanes.cell_guards)
    name = "singles" if difficulty == "naked-singles" else "locked"
    return make_propagation(name, lanes)(state)


def _is_rated_up_to(lanes: Lanes, state: State, most: float) -> bool:
    rating = deduction.TECHNIQUES["naked-single"].rating
    if most >= rating and not lanes.open_cells(lanes.close_under_singles(state)):
        return True
    return all(step.technique != "search" for step in deduction.explain(lanes, state, most))


LEVELS: Mapping[str, Mapping[str, Any]] = {
    "04x04-1-few-open": {"seed": 1, "box": (2, 2), "clues": 12},
    "04x04-2-half-open": {"seed": 2, "box": (2, 2), "clues": 8},
    "04x04-3-four-clues": {"seed": 3, "box": (2, 2), "clues": 4},
    "06x06-1-wide": {"seed": 4, "box": (2, 3)},
    "08x08-1-wide": {"seed": 6, "box": (2, 4)},
    "09x09-1-hidden-singles": {"seed": 7, "difficulty": "hidden-singles", "symmetric": True},
    "09x09-2-naked-singles": {"seed": 8, "difficulty": "naked-singles", "symmetric": True},
    "09x09-3-locked-candidates": {"seed": 9, "difficulty": "locked-candidates"},
    "09x09-4-search": {"seed": 10, "difficulty": "search"},
    "09x09-5-subsets": {"seed": 13, "rating": (3.0, 3.8)},
    "09x09-6-wings": {"seed": 14, "rating": (4.1, 4.5), "symmetric": True},
    "09x09-7-chains": {"seed": 15, "rating": (7.0, 7.9)},
    "09x09-8-forcing-chains": {"seed": 16, "rating": (8.2, 9.0)},
    "12x12-1-wide": {"seed": 11, "box": (3, 4)},
    "16x16-1": {"seed": 12, "box": (4, 4)},
}
FOLDER = Path(__file__).parent / "levels"


def level_text(name: str) -> str:
    """Return the text of a level: a board below its seed and options, and what it needs."""
    options = dict(LEVELS[name])
    seed = options.pop("seed")
    made_from = ", ".join([repr(seed), *(f"{key}={value!r}" for key, value in options.items())])
    board = random_board(Random(seed), **options)
    lanes = lanes_of(board.layout)
    rating, technique = deduction.hardest(deduction.explain(lanes, lanes.state_of(board.givens)))
    comment = f"Sudoku.generate({made_from}), rated {rating} ({technique})"
    return f"# {comment}\n{format_board(board, 'grid')}"


def write_levels(folder: Path = FOLDER) -> None:
    """Write all levels into a folder."""
    folder.mkdir(exist_ok=True)
    for name in LEVELS:
        (folder / f"{name}.txt").write_text(level_text(name), encoding="utf-8")


if __name__ == "__main__":
    write_levels()
