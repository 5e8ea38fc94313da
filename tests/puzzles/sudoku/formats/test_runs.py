"""The run-length codes of Solo ids, against the description of the format."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.sudoku.formats.codes import (
    neighbours,
    read_borders,
    read_numbers,
    write_borders,
    write_numbers,
)
from puzzles.sudoku.formats.rows import UnexpectedCharacter


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        ("3_4", [3, 4]),
        ("a3b12", [0, 3, 0, 0, 12]),
        ("z", [0] * 26),
        ("zz1", [0] * 52 + [1]),
        ("1_2a3", [1, 2, 0, 3]),
    ],
)
def test_numbers_by_hand(code, numbers):
    assert read_numbers(code, len(numbers)) == numbers
    assert write_numbers(numbers) == code


@given(st.lists(st.integers(0, 25) | st.just(0), min_size=1, max_size=120))
def test_numbers_read_back(numbers):
    assert read_numbers(write_numbers(numbers), len(numbers)) == numbers


@pytest.mark.parametrize("code", ["_1", "1__2", "1_", "0", "00", "A", "1-2", "9999", "\u0663", ""])
def test_bad_numbers_are_refused_with_their_place(code):
    with pytest.raises(UnexpectedCharacter) as error:
        read_numbers(code, 2)
    assert 0 <= error.value.at <= len(code)


def test_pairs_of_neighbours_come_row_by_row_and_then_column_by_column():
    assert list(neighbours(2)) == [(0, 1), (2, 3), (0, 2), (1, 3)]
    assert len(list(neighbours(9))) == 2 * 9 * 8


def test_borders_by_hand():
    # Four columns: every vertical pair is free, every horizontal one has a border.
    areas = [0, 1, 2, 3] * 4
    code = write_borders(areas, 4)
    assert code == "_" * 12 + "l"  # twelve borders, then twelve pairs without, then the end
    assert read_borders(code, 4) == areas
    assert read_borders("x", 4) == [0] * 16
    assert read_borders("_" * 25, 4) == list(range(16))


def test_z_is_twenty_six_pairs_and_no_border():
    whole = write_borders([0] * 81, 9)
    assert whole == "z" * 5 + "n"  # 144 = 5 * 26 + 14
    assert read_borders(whole, 9) == [0] * 81


def areas_at_random(rng, side):
    """Cut a board into areas that hang together."""
    areas = [-1] * (side * side)
    pairs = list(neighbours(side))
    for number in range(side * side):
        if areas[number] < 0:
            grown = [number]
            for _ in range(rng.randint(0, side)):
                free = [b for a, b in (*pairs, *[(b, a) for a, b in pairs])
                        if a in grown and areas[b] < 0 and b not in grown]  # fmt: skip
                if free:
                    grown.append(rng.choice(free))
            for cell in grown:
                areas[cell] = min(grown)
    return areas


@pytest.mark.parametrize("seed", range(20))
def test_borders_read_back(seed):
    rng = random.Random(seed)
    side = rng.randint(2, 9)
    areas = areas_at_random(rng, side)
    assert read_borders(write_borders(areas, side), side) == areas


@pytest.mark.parametrize("code", ["", "a", "_" * 26, "xx", "x_", "A", "\u00e9" * 3])
def test_bad_borders_are_refused_with_their_place(code):
    with pytest.raises(UnexpectedCharacter) as error:
        read_borders(code, 4)
    assert 0 <= error.value.at <= len(code)
