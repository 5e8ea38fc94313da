"""Every solution exactly once, against an independent backtracking solver."""

import random
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import Sudoku
from puzzles.sudoku.rules import ContradictoryGivens
from tests.examples import examples
from tests.puzzles.sudoku.oracle import all_solutions, flat, is_solution

# The total numbers of full boards are known: OEIS A107739 (squares) and Felgenhauer and Jarvis.
FULL_BOARDS_OF_SIDE_4 = 288


def solved(problem):
    return [flat(problem, state) for state in problem.solutions()]


def test_the_empty_board_of_side_4_has_288_solutions_each_once():
    problem = Sudoku([[0] * 4] * 4)
    found = solved(problem)
    assert len(found) == len(set(found)) == FULL_BOARDS_OF_SIDE_4
    assert set(found) == set(all_solutions([0] * 16, (2, 2)))


def test_a_limit_ends_the_enumeration():
    problem = Sudoku([[0] * 4] * 4)
    assert len(list(problem.solutions(limit=5))) == 5
    assert list(problem.solutions(limit=0)) == []
    assert problem.count(limit=7) == 7
    assert problem.count() == FULL_BOARDS_OF_SIDE_4
    assert not problem.is_unique()


@given(st.lists(st.integers(0, 4), min_size=16, max_size=16), st.integers(0, 12))
@examples(150)
def test_boards_of_side_4_have_the_oracles_solutions(digits, opened):
    digits = [0 if i < opened else digit for i, digit in enumerate(digits)]
    rows = [digits[i : i + 4] for i in range(0, 16, 4)]
    expected = sorted(all_solutions(digits, (2, 2)))
    try:
        problem = Sudoku(rows)
    except ContradictoryGivens:
        assert expected == []
    else:
        assert sorted(solved(problem)) == expected


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2)])
@pytest.mark.parametrize("seed", range(2))
def test_puzzles_with_some_givens_taken_away_have_the_oracles_solutions(box, seed):
    rng = random.Random(seed)
    givens = list(Sudoku.generate(seed, box=box).givens)
    for cell in rng.sample([i for i, digit in enumerate(givens) if digit], 2):
        givens[cell] = 0
    n = box[0] * box[1]
    problem = Sudoku([givens[i : i + n] for i in range(0, n * n, n)], box=box)
    found = solved(problem)
    assert sorted(found) == sorted(all_solutions(givens, box))
    assert len(found) == len(set(found)) > 0


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (3, 4)])
def test_generated_puzzles_have_one_solution_and_it_obeys_the_rules(box):
    problem = Sudoku.generate(5, box=box)
    (solution,) = problem.solutions()
    rows = problem.grid(solution)
    assert is_solution(rows, box)
    assert problem.is_unique()
    for given_digit, digit in zip(problem.givens, flat(problem, solution), strict=True):
        assert given_digit in (0, digit)


@pytest.mark.parametrize("box", [(2, 2), (2, 3)])
def test_diagonals_are_units_where_they_are_asked_for(box):
    n = box[0] * box[1]
    problem = Sudoku([[1, *[0] * (n - 1)], *[[0] * n] * (n - 1)], box=box, diagonals=True)
    givens = [1] + [0] * (n * n - 1)
    if n == 4:
        expected = sorted(all_solutions(givens, box, diagonals=True))
        assert sorted(solved(problem)) == expected
        assert expected
    for state in problem.solutions(limit=20):
        rows = problem.grid(state)
        assert {rows[i][i] for i in range(n)} == set(range(1, n + 1))
        assert {rows[i][n - 1 - i] for i in range(n)} == set(range(1, n + 1))


def test_unsolvable_givens_differ_from_contradictory_givens():
    # A4 must hold 4, and so must B4: there is no clash between givens.
    rows = [[1, 2, 3, 0], [0, 0, 4, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    problem = Sudoku(rows)
    assert problem.count() == len(list(all_solutions([*chain(*rows)], (2, 2)))) == 0
    with pytest.raises(ContradictoryGivens, match="row B has the digit 4 in B3 and in B4") as error:
        Sudoku([[1, 2, 3, 0], [0, 0, 4, 4], [0, 0, 0, 0], [0, 0, 0, 0]])
    assert error.value.unit == "row B"
    assert error.value.cells == ((1, 2), (1, 3))
    assert error.value.digit == 4


@pytest.mark.parametrize(
    ("places", "named"),
    [
        ([(0, 0), (0, 3)], "row A"),
        ([(0, 1), (2, 1)], "column 2"),
        ([(2, 2), (3, 3)], "box 4"),
    ],
)
def test_every_kind_of_unit_is_named(places, named):
    rows = [[0] * 4 for _ in range(4)]
    for row, column in places:
        rows[row][column] = 3
    with pytest.raises(ContradictoryGivens) as error:
        Sudoku(rows)
    assert error.value.unit == named
    assert error.value.cells == tuple(places)
    assert error.value.digit == 3
    assert isinstance(error.value, ValueError)


def test_all_clashes_are_listed():
    with pytest.raises(ContradictoryGivens, match="and 4 more") as error:
        Sudoku([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    # Two rows, two columns, and the pairs that the first cell of the box makes with the others.
    assert len(error.value.clashes) == 2 + 2 + 3
