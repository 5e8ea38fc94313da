"""Seeded random Sudokus with exactly one solution.

A full board is drawn first. Then givens are taken away in random order, as long as the puzzle
keeps one solution and needs no technique harder than the wanted one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random

from aima_search.base.errors import BoardError
from puzzles.sudoku.board import Board
from puzzles.sudoku.deduction import explanation, solutions
from puzzles.sudoku.deduction.propagation import make_propagation
from puzzles.sudoku.geometry import Layout, box_layout
from puzzles.sudoku.lanes import Lanes, lanes_of
from puzzles.sudoku.options import one_of

_LARGE = 9  # above this side a puzzle that asks for search can take a very long time to check
_PATIENCE = 20  # states a side squared that a full board may take before it is begun anew


def random_board(
    random: Random,
    /,
    *,
    box: tuple[int, int] = (3, 3),
    clues: int | None = None,
    difficulty: str | None = None,
    symmetric: bool | int = False,
    diagonals: bool = False,
    tries: int = 50,
) -> Board:
    """Return a board with one solution.

    clues: how many givens; without this number no given can be spared (in pairs, if symmetric).
    difficulty: the hardest technique needed, one of PLAIN_TECHNIQUES; if not said, any technique
    on sides up to 9, singles above. symmetric: givens keep their places when the board is turned by
    180 degrees. Raises BoardError if ``tries`` full boards did not lead to such a board.
    """
    layout = box_layout(box, diagonals)
    if difficulty is not None:
        one_of("Sudoku difficulty", difficulty, explanation.PLAIN_TECHNIQUES)
    if clues is not None and not 0 <= clues <= layout.side**2:
        raise BoardError(f"Sudoku of {clues} clues: expected 0 to {layout.side**2}")
    lanes = lanes_of(layout)
    for _ in range(tries):
        givens = _dig(
            lanes, random_solution(layout, random), random, clues, difficulty, bool(symmetric)
        )
        if clues is not None and sum(map(bool, givens)) != clues:
            continue
        state = lanes.state_of(givens)
        if difficulty is None or explanation.difficulty(lanes, state) == difficulty:
            return Board(layout, tuple(givens))
    raise BoardError(f"Sudoku: none of {tries} random boards led to {_wanted(clues, difficulty)}")


def _wanted(clues: int | None, difficulty: str | None) -> str:
    """Return the words for the wanted board, and for what to ask instead."""
    if clues is None:
        return f"difficulty {difficulty}: ask for an easier one, or try another seed"
    if difficulty is None:
        return f"{clues} clues: ask for more, or try another seed"
    return f"{clues} clues and difficulty {difficulty}: ask for one of the two"


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
    lanes: Lanes,
    solution: Sequence[int],
    random: Random,
    clues: int | None,
    difficulty: str | None,
    symmetric: bool,
) -> list[int]:
    """Return the givens that are left of a solution."""
    is_fine = _check_for(lanes, difficulty)
    givens, last = list(solution), lanes.cells - 1
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


def _check_for(lanes: Lanes, difficulty: str | None) -> Callable[[list[int]], bool]:
    """Return the function that tells whether givens still make a wanted puzzle."""
    if difficulty is None and lanes.side > _LARGE:
        difficulty = "naked-singles"
    if difficulty in (None, "search"):
        return lambda givens: len(_two_solutions(lanes, givens)) == 1
    if difficulty == "hidden-singles":
        return lambda givens: explanation.is_solved_by(lanes, lanes.state_of(givens), difficulty)
    # The others are all singles, and these with locked candidates: propagation is faster at it.
    propagate = make_propagation("singles" if difficulty == "naked-singles" else "locked", lanes)
    return lambda givens: not lanes.open_cells(propagate(lanes.state_of(givens)))


def _two_solutions(lanes: Lanes, givens: list[int]) -> list[int]:
    return list(islice(solutions.solutions(lanes, lanes.state_of(givens)), 2))
