"""Boards and options that are of another kind than a text or a number: a line says so, at once."""

import pytest

from aima_search.base.errors import SearchError
from aima_search.model.puzzle import PUZZLES

BUNDLED = ("tiles", "routes", "paths", "queens", "pancakes", "jugs", "missionaries")
WHOLE = [
    (puzzle, option.parameter)
    for puzzle in BUNDLED
    for option in PUZZLES.get(puzzle).instance_options
    if option.kind == "whole number"
]
BLANKS = " " * 900_000


def complaint(make, *arguments, **options):
    """Return what is said of a board, which has to be one line."""
    with pytest.raises(SearchError) as caught:
        make(*arguments, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("puzzle", BUNDLED)
@pytest.mark.parametrize("board", [None, 2.5, b"3,1,2", [None], [[None]], ["a", 1], {5: 2}, {}])
def test_a_board_of_another_kind_is_refused(puzzle, board):
    assert "expected" in complaint(PUZZLES.get(puzzle), board)


@pytest.mark.parametrize(("puzzle", "option"), WHOLE)
@pytest.mark.parametrize("value", ["x", 2.5, float("nan"), [3], True])
def test_a_whole_number_of_a_random_board_is_one(puzzle, option, value):
    assert "expected a whole number" in complaint(
        PUZZLES.get(puzzle).generate, 1, **{option: value}
    )


@pytest.mark.parametrize("puzzle", BUNDLED)
@pytest.mark.parametrize("text", [BLANKS, BLANKS + "x", f"8{BLANKS}x:", f"3,5{BLANKS}x"])
def test_blanks_are_not_tried_in_every_way(puzzle, text):
    complaint(PUZZLES.get(puzzle).parse, text)
