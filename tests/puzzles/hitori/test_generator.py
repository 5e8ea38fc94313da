from __future__ import annotations

import random

import pytest

from puzzles import Hitori
from puzzles.hitori.generator import DIFFICULTIES, parse_size, random_board
from puzzles.hitori.refutations import Refutations
from puzzles.hitori.rules import Board


@pytest.mark.parametrize("difficulty", list(DIFFICULTIES))
@pytest.mark.parametrize("size", ["5", "6x8", "9"])
def test_generated_boards_are_unique_and_not_trivial(size: str, difficulty: str) -> None:
    for seed in range(3):
        problem = random_board(seed, size=size, difficulty=difficulty)
        assert (problem.rows, problem.columns) == parse_size(size)
        assert problem.is_unique()
        shaded = next(problem.solutions()).shaded
        assert 6 * shaded.bit_count() >= problem.rows * problem.columns
        expected = {
            "easy": {"cycles", "equals", "neighbours"},
            "medium": {"closure", "probing"},
            "hard": {"deep-probing"},
        }
        assert problem.difficulty() in expected[difficulty] or difficulty == "easy"
        assert (problem.difficulty() in {"closure", "probing", "deep-probing", "search"}) == (
            difficulty != "easy"
        )


def test_the_same_seed_gives_the_same_board() -> None:
    first = random_board(7, size=8)
    assert random_board(7, size=8).numbers == first.numbers
    assert Hitori.generate(random.Random(7), size="8").format() == first.format()
    assert random_board(8, size=8).numbers != first.numbers


def test_large_boards_are_made_as_well() -> None:
    problem = random_board(1, size=30, difficulty="easy")
    assert problem.is_unique()


@pytest.mark.parametrize("size", ["0", "2", "9x", "x9", "51", "-3", "3x3x3", ""])
def test_sizes_that_are_none_are_refused(size: str) -> None:
    with pytest.raises(ValueError, match="Hitori size"):
        random_board(1, size=size)


def test_an_unknown_difficulty_is_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="did you mean 'medium'"):
        random_board(1, difficulty="medum")


def test_refutations_after_a_redraw_are_those_of_the_new_board() -> None:
    rng = random.Random(3)
    numbers = [[rng.randint(1, 7) for _ in range(6)] for _ in range(6)]
    known = Refutations(Board(tuple(map(tuple, numbers))))
    rejected = 0
    for _ in range(200):
        row, column, before = rng.randrange(6), rng.randrange(6), known.entries.bit_count()
        old, numbers[row][column] = numbers[row][column], rng.randint(1, 7)
        board = Board(tuple(map(tuple, numbers)))
        fresh = Refutations(board)
        after = known.after(board, board.geometry.place((row, column)))
        if after is None:
            assert fresh.entries.bit_count() > before
            numbers[row][column] = old
            rejected += 1
        else:
            assert (after.shade, after.keep) == (fresh.shade, fresh.keep)
            known = after
    assert 0 < rejected < 200
