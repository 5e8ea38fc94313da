"""The rating of a Sudoku is that of the same board under other names, turned or reordered."""

from random import Random

import pytest

from puzzles import Sudoku
from tests.puzzles.sudoku.deduction.test_techniques import RATINGS


def relabelled(rows, random):
    digits = [*map(str, range(1, len(rows) + 1))]
    names = dict(zip(digits, random.sample(digits, len(digits)), strict=True))
    return [[names.get(cell, cell) for cell in row] for row in rows]


def transposed(rows, random):
    return [list(column) for column in zip(*rows, strict=True)]


def reordered(rows, random):
    """Return the rows with bands, and rows within bands, in another order."""
    bands = [random.sample(rows[start : start + 3], 3) for start in (0, 3, 6)]
    return [row for band in random.sample(bands, 3) for row in band]


def hard_puzzles():
    """Every third of the published puzzles rated above 4.2, as rows; the slowest for the gate."""
    hard = [rated for rated in RATINGS[:245] if rated[1] > 4.2]  # of the first source
    return [
        pytest.param(
            [[*text[i : i + 9]] for i in range(0, 81, 9)],
            marks=pytest.mark.gate("long chains") if rating > 8.8 else (),
        )
        for text, rating in hard[::3]
    ]


def text_of(rows):
    return "".join(map("".join, rows))


@pytest.mark.parametrize("change", [relabelled, transposed, reordered])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_rating_does_not_depend_on_names_and_places(change, seed):
    board = Sudoku.generate(seed)
    rows = [[str(digit or ".") for digit in row] for row in board.grid(board.initial)]
    assert len(rows) == 9
    same = Sudoku(text_of(rows))
    other = Sudoku(text_of(change(rows, Random(seed))))
    assert (other.rating(), other.difficulty()) == (same.rating(), same.difficulty())


@pytest.mark.parametrize("rows", hard_puzzles())
def test_the_rating_of_a_hard_puzzle_does_not_depend_on_names_and_places(rows):
    random, other = Random(text_of(rows)), rows
    for change in (relabelled, reordered, transposed, reordered):
        other = change(other, random)
    same, changed = Sudoku(text_of(rows)), Sudoku(text_of(other))
    assert (changed.rating(), changed.difficulty()) == (same.rating(), same.difficulty())
    assert str(same.rating()) == f"{same.rating():.1f}"
