"""Random Sudokus with exactly one solution; the same seed gives the same Sudoku.

Givens are removed from a random full board in random order, as long as the puzzle keeps only one
solution and does not become harder than requested.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random

from aima_search.base.errors import BoardError
from puzzles.sudoku import deduction
from puzzles.sudoku.bitboard import BitBoardLayout, State, bitboard_of
from puzzles.sudoku.deduction.propagation import make_propagation, solutions
from puzzles.sudoku.rules import Layout, SudokuBoard, box_layout
from puzzles.text import one_of, parse_range

_LARGE = 9  # on larger boards, checking a puzzle that needs search can take very long
_PATIENCE = 20  # number of states per cell before a new full board is started

DIFFICULTIES = ("hidden-singles", "naked-singles", "locked-candidates", "search")
"""The difficulties; each includes the techniques of those before it, "search" all others."""


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
) -> SudokuBoard:
    """Return a board with one solution.

    clues: the number of givens; None to remove as many givens as possible. difficulty: a level in
    ``DIFFICULTIES``; you can solve the board with the techniques of this level, but not with the
    easier levels. If it is None, boards with up to 9 rows can have any difficulty, and larger
    boards need only singles. rating: a number or range on Sudoku Explainer's scale. symmetric: True
    for givens symmetric about the centre. Raises BoardError after ``tries`` failed attempts.
    """
    layout = box_layout(box, diagonals)
    if difficulty is not None:
        one_of("Sudoku difficulty", difficulty, DIFFICULTIES)
    if clues is not None and not 0 <= clues <= layout.side**2:
        raise BoardError(f"Sudoku clues={clues}: expected 0 to {layout.side**2}")
    bitboard = bitboard_of(layout)
    bounds = None if rating is None else parse_range("rating", rating)
    is_fine = _check_for(bitboard, difficulty, bounds)
    for _ in range(tries):
        givens = _dig(is_fine, random_solution(layout, random), random, clues, bool(symmetric))
        if clues is not None and sum(map(bool, givens)) != clues:
            continue
        state = bitboard.state_of(givens)
        if difficulty is not None:
            easier = DIFFICULTIES[: DIFFICULTIES.index(difficulty)]
            if not all(bitboard.open_cells(_filled(bitboard, state, one)) for one in easier):
                continue
        if bounds is None or deduction.hardest(deduction.explain(bitboard, state))[0] >= bounds[0]:
            return SudokuBoard(layout, tuple(givens))
    wanted = [] if clues is None else [f"{clues} clues"]
    wanted += [] if difficulty is None else [f"difficulty {difficulty}"]
    wanted += [] if bounds is None else ["rating {:g} to {:g}".format(*bounds)]
    raise BoardError(
        f"Sudoku: none of {tries} random boards has {' and '.join(wanted)}; ask for an easier"
        " board, another seed or more tries"
    )


def random_solution(layout: Layout, random: Random) -> list[int]:
    """Return the digits of a random full board, row by row."""
    bitboard = bitboard_of(layout)
    while True:
        waiting = [bitboard.empty_board]
        for _ in range(_PATIENCE * bitboard.cells):
            if not waiting:
                raise BoardError("Sudoku: no board with these boxes or regions can be filled")
            state = waiting.pop()
            if not (candidates := bitboard.smallest_field(state)):
                return bitboard.digits(state)
            random.shuffle(candidates)
            after = [bitboard.close_under_singles(bitboard.place(state, c)) for c in candidates]
            waiting += [state for state in after if state]


def _dig(
    is_fine: Callable[[list[int]], bool],
    solution: Sequence[int],
    random: Random,
    clues: int | None,
    symmetric: bool,
) -> list[int]:
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
    bitboard: BitBoardLayout, difficulty: str | None, rating: tuple[float, float] | None
) -> Callable[[list[int]], bool]:
    """Return a function that checks if givens have exactly one solution and are not too hard."""
    if difficulty is None and rating is None and bitboard.side > _LARGE:
        difficulty = "naked-singles"

    def is_fine(givens: list[int]) -> bool:
        state = bitboard.state_of(givens)
        if difficulty in (None, "search"):
            if len(list(islice(solutions(bitboard, state), 2))) != 1:
                return False
        elif bitboard.open_cells(_filled(bitboard, state, difficulty)):
            return False
        if rating is None or (
            rating[1] >= deduction.TECHNIQUES["naked-single"].rating
            and not bitboard.open_cells(bitboard.close_under_singles(state))
        ):
            return True
        return all(step.rule != "search" for step in deduction.explain(bitboard, state, rating[1]))

    return is_fine


def _filled(bitboard: BitBoardLayout, state: State, difficulty: str) -> State:
    if difficulty == "hidden-singles":
        return bitboard.close_under_singles(state, bitboard.guards ^ bitboard.cell_guards)
    name = "singles" if difficulty == "naked-singles" else "locked"
    return make_propagation(name, bitboard)(state)
