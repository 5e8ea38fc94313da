"""Generated puzzles: one solution, the same for the same seed, as asked for; bundled levels."""

import ast
import random

import pytest

from aima_search.base.errors import BoardError, UnknownName
from puzzles import Sudoku, SudokuLocal
from puzzles.sudoku.deduction.propagation import make_propagation
from puzzles.sudoku.generator import DIFFICULTIES, random_solution
from puzzles.sudoku.rules import box_layout
from tests.puzzles.sudoku.oracle import all_solutions, is_solution


@pytest.mark.parametrize("seed", range(10))
def test_no_given_can_be_spared(seed):
    problem = Sudoku.generate(seed, box=(2, 2))
    assert len(list(all_solutions(problem.givens, (2, 2)))) == 1
    for cell, digit in enumerate(problem.givens):
        if digit:
            fewer = [*problem.givens[:cell], 0, *problem.givens[cell + 1 :]]
            assert len(list(all_solutions(fewer, (2, 2)))) > 1


def test_the_same_seed_gives_the_same_puzzle_and_leaves_the_global_generator_alone():
    random.seed(3)
    before = random.getstate()
    assert Sudoku.generate(4).givens == Sudoku.generate(4).givens
    assert Sudoku.generate(4).givens != Sudoku.generate(5).givens
    assert Sudoku.generate(random.Random(4)).givens == Sudoku.generate(4).givens
    assert random.getstate() == before


@pytest.mark.parametrize("clues", [26, 30, 45, 81])
def test_the_number_of_clues_is_as_asked_for(clues):
    problem = Sudoku.generate(1, clues=clues)
    assert sum(map(bool, problem.givens)) == clues
    assert problem.is_unique()


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_difficulty_is_as_asked_for(difficulty):
    problem = Sudoku.generate(9, difficulty=difficulty)
    rest = {
        name: problem.open_cells(make_propagation(name, problem.bitboard)(problem.initial))
        for name in ("singles", "locked")
    }
    filled = {
        "hidden-singles": problem.rating() <= 1.5,
        "naked-singles": not rest["singles"],
        "locked-candidates": not rest["locked"],
        "search": True,
    }
    assert next(name for name in DIFFICULTIES if filled[name]) == difficulty
    assert problem.is_unique()


@pytest.mark.parametrize("rating", [(1.2, 1.5), (3.0, 4.5), (7.0, 9.0)])
def test_the_rating_is_as_asked_for(rating):
    problem = Sudoku.generate(2, rating=rating)
    assert rating[0] <= problem.rating() <= rating[1]
    assert problem.is_unique()


def test_few_symmetric_givens_have_the_rating_that_is_asked_for():
    few = Sudoku.generate(3, rating=(2.0, 3.0), clues=32, symmetric=True)
    assert sum(map(bool, few.givens)) == 32
    assert 2.0 <= few.rating() <= 3.0
    assert [bool(digit) for digit in few.givens] == [bool(digit) for digit in few.givens][::-1]


def test_symmetric_givens_keep_their_places_when_the_board_is_turned():
    givens = Sudoku.generate(2, symmetric=True).givens
    places = [bool(digit) for digit in givens]
    assert places == places[::-1]
    assert not all(places)


@pytest.mark.parametrize("box", [(2, 2), (3, 2), (3, 3), (4, 4), (5, 5)])
def test_full_boards_obey_the_rules(box):
    n = box[0] * box[1]
    digits = random_solution(box_layout(box), random.Random(1))
    assert is_solution([digits[i : i + n] for i in range(0, n * n, n)], box)


def test_what_cannot_be_had_is_refused():
    with pytest.raises(BoardError, match="none of 3 random boards has 3 clues; ask for"):
        Sudoku.generate(1, box=(2, 2), clues=3, tries=3)
    with pytest.raises(BoardError, match="expected 0 to 81"):
        Sudoku.generate(1, clues=82)
    with pytest.raises(UnknownName, match="did you mean 'hidden-singles'"):
        Sudoku.generate(1, difficulty="hidden")
    with pytest.raises(BoardError, match="box of 1 x 9"):
        Sudoku.generate(1, box=(1, 9))


def test_sudoku_local_generates_the_same_puzzles():
    local = SudokuLocal.generate(random.Random(3), box=(2, 2))
    assert local.givens == Sudoku.generate(random.Random(3), box=(2, 2)).givens


LONG = {"09x09-7-chains", "09x09-8-forcing-chains"}  # to make
LEVELS = [
    pytest.param(name, marks=pytest.mark.gate("long") if name in LONG else ())
    for name in Sudoku.levels()
]


@pytest.mark.parametrize("name", LEVELS)
def test_the_call_in_the_first_line_makes_the_bundled_level(name):
    text = Sudoku.levels()[name]
    call, _, rated = text.partition("\n")[0].removeprefix("# ").partition(", rated ")
    call = ast.parse(call, mode="eval").body
    (seed,) = map(ast.literal_eval, call.args)
    options = {one.arg: ast.literal_eval(one.value) for one in call.keywords}
    board = Sudoku.generate(seed, **options)
    assert text.partition("\n")[2] == board.format("grid")
    assert rated == f"{board.rating()} ({board.difficulty()})"
    assert board.is_unique()


def test_small_levels_come_first():
    sides = [Sudoku.level(name).side for name in Sudoku.levels()]
    assert sides == sorted(sides)
    assert Sudoku.level().open_cells(Sudoku.level().initial) == 4
