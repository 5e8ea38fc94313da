"""Texts far too large for a board are refused before they cost time and memory."""

import tracemalloc

import pytest

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import PUZZLES

BUNDLED = PUZZLES.names()
LONG = 10_000_000
TEXTS = {
    "a line": "1",
    "rows": "1 2 3 4\n",
    "a list": "[[1,2],",
    "an id": "5x5,4:1",
    "an address": "https://puzz.link/p?hitori/9/9/1",
    "comments": "# nothing\n",
    "bars": "1 | 2 | 3\n",
}


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_of_ten_million_characters_is_refused_at_once(kind):
    text = (TEXTS[kind] * (LONG // len(TEXTS[kind]) + 1))[:LONG]
    told = "text of 10,000,000 characters: expected at most"
    tracemalloc.start()
    try:
        for puzzle in BUNDLED:
            with pytest.raises(BoardError, match=told):
                PUZZLES.get(puzzle).parse(text)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000  # bytes
    finally:
        tracemalloc.stop()


def test_the_largest_boards_are_short_enough_in_every_format():
    largest = {
        "movix": "64x64,64:" + "/".join(["SLVHM" * 12 + "SLVH"] * 64),
        "hitori": "[" + ", ".join(["[" + ", ".join(["1000000"] * 100) + "]"] * 100) + "]",
        "sudoku": "." * 625,
        "tiles": str([list(range(row, row + 16)) for row in range(0, 256, 16)]),
    }
    for puzzle, text in largest.items():
        board = PUZZLES.get(puzzle).parse(text)
        written = 0
        for name in board.formats:
            try:
                again = board.format(name)
            except BoardError:  # a format that cannot say these numbers
                continue
            assert PUZZLES.get(puzzle).parse(again).format() == board.format()
            written += 1
        assert written >= 2


@pytest.mark.parametrize("puzzle", BUNDLED)
@pytest.mark.parametrize(
    "digits", ["9" * 4301, pytest.param("z" * 5000, marks=pytest.mark.gate("long texts"))]
)
def test_a_number_of_thousands_of_digits_is_a_fault_in_a_line(puzzle, digits):
    most = 3 if puzzle == "sudoku-local" else 12  # places: it reads what sudoku reads
    board, longest = PUZZLES.get(puzzle).level(), 0
    for to in board.formats:
        try:
            text = board.format(to)
        except BoardError:
            continue
        places = [place for place, character in enumerate(text) if character.isalnum()][:most]
        for place in places:
            try:
                PUZZLES.get(puzzle).parse(text[:place] + digits + text[place + 1 :])
            except BoardError as error:
                longest = max(longest, len(str(error)))
    assert longest < 600
