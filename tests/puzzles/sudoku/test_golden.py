"""The golden texts: perft counts by formulation and a playthrough."""

from math import factorial

import pytest

from puzzles import Sudoku
from tests.puzzles.sudoku.oracle import all_solutions
from tests.puzzles.sudoku.playthrough import GOLDEN, PERFT_BOARD, TEXTS, perft

long = pytest.param("perft.txt", marks=pytest.mark.gate("all formulations"))


@pytest.mark.parametrize("name", [long, *sorted(TEXTS.keys() - {"perft.txt"})])
def test_golden_text(name):
    expected = (GOLDEN / name).read_text(encoding="utf-8")
    assert "\n".join(TEXTS[name]()) + "\n" == expected


def test_perft_counts_what_the_oracle_counts():
    solutions = list(all_solutions([int(c) if c != "." else 0 for c in PERFT_BOARD], (2, 2)))
    depth = PERFT_BOARD.count(".")
    ordered = Sudoku(PERFT_BOARD, branching="first-empty-cell", propagation="none")
    assert perft(ordered, depth)[-1] == len(solutions)
    any_order = Sudoku(PERFT_BOARD, branching="any-empty-cell", propagation="none")
    assert perft(any_order, depth)[-1] == len(solutions) * factorial(depth)
    assert perft(any_order, 1)[1] == sum(
        len(any_order.candidates(any_order.initial, divmod(cell, 4)))
        for cell, digit in enumerate(any_order.givens)
        if not digit
    )
