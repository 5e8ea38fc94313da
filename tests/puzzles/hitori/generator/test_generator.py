from __future__ import annotations

import random
from typing import Any

import pytest

from puzzles import Hitori
from puzzles.hitori.deduction.explanation import NOTHING_REPEATS, RATINGS
from puzzles.hitori.generator import DIFFICULTIES, MAX_SIDE
from puzzles.text import parse_size
from tests.puzzles.hitori import oracle

STRENGTHS = tuple(RATINGS)
HARDEST_STEPS = {
    "easy": STRENGTHS[: STRENGTHS.index("closure")],
    "medium": ("closure", "probing"),
    "hard": ("deep-probing",),
}


@pytest.mark.parametrize("difficulty", list(DIFFICULTIES))
@pytest.mark.parametrize("size", ["4", "5", "3x9", "6x8", "9"])
def test_generated_boards_are_unique_and_not_trivial(size: str, difficulty: str) -> None:
    for seed in range(2):
        problem = Hitori.generate(seed, size=size, difficulty=difficulty)
        assert (problem.rows, problem.columns) == parse_size("Hitori", size, 3, MAX_SIDE)
        assert problem.is_unique()
        shaded = next(problem.solutions()).shaded
        assert 6 * shaded.bit_count() >= problem.rows * problem.columns
        assert problem.difficulty() in HARDEST_STEPS[difficulty]


@pytest.mark.parametrize(("size", "difficulty"), [("4", "easy"), ("4x5", "medium"), ("4", "hard")])
def test_small_boards_have_one_solution_by_enumeration(size: str, difficulty: str) -> None:
    for seed in range(5):
        problem = Hitori.generate(seed, size=size, difficulty=difficulty)
        assert len(oracle.solutions([list(line) for line in problem.numbers])) == 1


@pytest.mark.parametrize(
    ("options", "rule", "low", "high"),
    [
        ({"size": 5, "difficulty": "sandwich"}, "sandwich", 1.2, 1.2),
        ({"size": 4, "rating": "1.5-1.9"}, None, 1.5, 1.9),
        ({"difficulty": "cycles"}, "cycles", 2, 2.9),
        ({"size": 8, "rating": (2.3, 2.6)}, "cycles", 2.3, 2.6),
        ({"difficulty": "closure", "rating": "3.0-3.5"}, "closure", 3, 3.5),
        ({"size": 6, "rating": 4.2}, "probing", 4.2, 4.2),
        ({"size": 5, "rating": (5, 5.9)}, "deep-probing", 5, 5.9),
    ],
)
def test_a_board_needs_the_deduction_it_was_asked_for(
    options: dict[str, Any], rule: str | None, low: float, high: float
) -> None:
    problem = Hitori.generate(2, **options)
    assert problem.is_unique()
    assert low <= problem.rating() <= high
    assert problem.difficulty() == (rule or problem.difficulty())
    needed, rating = problem.remark.removeprefix("needs ").split(": rating ")
    used = {step.rule for step in problem.explain()} - {NOTHING_REPEATS}
    assert needed.split(", ") == sorted(used, key=STRENGTHS.index)
    assert float(rating) == problem.rating()


def test_the_same_seed_gives_the_same_board() -> None:
    first = Hitori.generate(7, size=8)
    assert Hitori.generate(7, size=8).numbers == first.numbers
    assert Hitori.generate(random.Random(7), size="8").format() == first.format()
    assert Hitori.generate(8, size=8).numbers != first.numbers


long = pytest.mark.gate("large boards")


@pytest.mark.parametrize(
    ("size", "difficulty"),
    [(30, "easy"), pytest.param(30, "medium", marks=long), pytest.param(20, "hard", marks=long)],
)
def test_large_boards_are_made_as_well(size: int, difficulty: str) -> None:
    problem = Hitori.generate(1, size=size, difficulty=difficulty)
    assert problem.is_unique()
    assert problem.difficulty() in HARDEST_STEPS[difficulty]


@pytest.mark.parametrize("size", ["0", "2", "1x9", "9x", "x9", "51", "-3", "3x3x3", ""])
def test_sizes_that_are_none_are_refused(size: str) -> None:
    with pytest.raises(ValueError, match="Hitori size"):
        Hitori.generate(1, size=size)


def test_a_size_that_is_too_large_is_answered_with_the_largest() -> None:
    with pytest.raises(ValueError, match="expected sides from 3 to 50"):
        Hitori.generate(1, size="1000")


def test_an_unknown_difficulty_is_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="did you mean 'medium'"):
        Hitori.generate(1, difficulty="medum")


def test_what_is_not_found_in_a_number_of_tries_is_an_error() -> None:
    with pytest.raises(ValueError, match="no hard board of 3 x 3 in 500 tries; ask for another"):
        Hitori.generate(1, size=3, difficulty="hard", tries=500)
