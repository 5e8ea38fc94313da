"""The rating of a Sudoku is that of the same board under other names, turned or reordered."""

from random import Random

import pytest

from puzzles import Sudoku


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
