"""Boards in the forms that people have: each is the same board as in the form that we write."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.base.errors import BoardError
from aima_search.base.interchange import plain_table
from puzzles import Hitori, MovIX, Sudoku, Tiles
from puzzles.routes import Routes, read_map
from tests.examples import examples

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.extra

P = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
ZEROS = P.replace(".", "0")
ROWS = [[int(digit) for digit in ZEROS[at : at + 9]] for at in range(0, 81, 9)]
CANDIDATES = "".join(
    "123456789" if digit == "." else "." * (int(digit) - 1) + digit + "." * (9 - int(digit))
    for digit in P
)
SUDOKU_TEXTS = {
    "hodoku": f":0000:x:{P}:::",
    "hodoku-placed": f":0401-1:5 7:{P.replace('.', '+4', 1)}:162 172:561 571::a comment",
    "hodoku-bare": f"0000:x:{P}:::",
    "candidates": CANDIDATES,
    "bank": f"0000183b305c {ZEROS}  1.2",
    "table": f"id,puzzle,solution,clues,difficulty\n7,{P},{P[::-1]},32,easy\n",
    "table-semicolons": f"id;board\n7;{ZEROS}\n",
    "table-quotes": f'"id","sudoku"\n"7","{ZEROS}"\n',
    "address": f"https://www.example.org/play?bd={ZEROS}",
    "address-more": f"https://www.example.org/a/b.html?level=1&s={P}&name=x",
}
HITORI = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]
TILES = [[7, 2, 4], [5, 0, 6], [8, 3, 1]]
TILE_TEXTS = {
    "size line": "# a puzzle\n3\n7 2 4\n5 0 6 # the middle\n8 3 1\n",
    "size line, digits": "3\n724\n506\n831",
    "commas": "7,2,4\n5,,6\n8,3,1\n",
    "semicolons": "7;2;4\n5;;6\n8;3;1\n",
    "tabs": "7\t2\t4\n5\t\t6\n8\t3\t1\n",
    "columns": "7 2 4\n5   6\n8 3 1\n",
    "characters": "724\n5 6\n831",
    "bars": "| 7 | 2 | 4 |\n| 5 |   | 6 |\n| 8 | 3 | 1 |",
}
MOVIX = ["_____", "_S_H_", "__L__", "V____", "_____"]
TYPES = ["int8", "uint8", "int16", "int64", "uint64", "float32", "float64", "object"]


def tables(rows, empty=None):
    """Yield the rows in every form that a program may hold them in; ``empty`` may be NaN there."""
    yield tuple(map(tuple, rows))
    yield pd.DataFrame(rows)
    for name in TYPES:
        yield np.array(rows).astype(name)
    if empty is not None:
        frame = pd.DataFrame(rows)
        yield frame.replace(empty, np.nan)
        yield frame.astype("Int64").replace(empty, pd.NA)
        yield [[None if value == empty else np.float64(value) for value in row] for row in rows]


def in_file(puzzle, text, folder, encoding="utf-8", **options):
    file = folder / "boards.txt"
    file.write_text(text, encoding=encoding)
    return next(iter(puzzle.load(file, **options).values()))


@pytest.mark.parametrize("name", SUDOKU_TEXTS)
def test_a_sudoku_of_a_program_or_a_collection_is_read(name, tmp_path):
    text = SUDOKU_TEXTS[name]
    assert Sudoku(text).givens == in_file(Sudoku, text, tmp_path).givens == Sudoku(P).givens


def test_a_file_of_lines_of_a_bank_has_a_board_for_each_line(tmp_path):
    text = "".join(f"{number:012x} {ZEROS}  {number}.2\n" for number in range(12))
    (tmp_path / "bank.txt").write_text(text)
    assert [board.givens for board in Sudoku.load(tmp_path / "bank.txt").values()] == [
        Sudoku(P).givens
    ] * 12


@pytest.mark.parametrize("name", [name for name in SUDOKU_TEXTS if "table" not in name])
def test_a_file_may_have_several_of_them(name, tmp_path):
    (tmp_path / "boards.txt").write_text(f"{SUDOKU_TEXTS[name]}\n" * 3)
    boards = Sudoku.load(tmp_path / "boards.txt").values()
    assert [board.givens for board in boards] == [Sudoku(P).givens] * 3


def test_two_boards_in_an_address_are_a_question():
    with pytest.raises(
        BoardError, match=r"expected one parameter of 81 characters \(found: puzzle, solution\)"
    ):
        Sudoku(f"https://example.org/?puzzle={P}&solution={P[::-1]}")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f":0000:x:{P[:-1]}y:::", "column 89: found 'y'"),
        (CANDIDATES[:9] + "2" + CANDIDATES[10:], "column 10: found '2'"),
        ("." * 729, "column 1: found '.'"),
        ("id,puzzle\n7\n", "1 columns, expected the puzzle in column 2"),
        (f"id,puzzle\n7,{P[:-1]}?\n", "line 2, column 83: found '?'"),
        ("https://example.org/?bd=12", "one parameter of 81 characters (found: none)"),
    ],
)
def test_what_is_wrong_with_a_sudoku_is_said_with_its_place(text, place):
    with pytest.raises(BoardError) as caught:
        Sudoku(text)
    assert place in str(caught.value)


def test_arrays_and_tables_of_numbers_are_boards():
    for table in [*tables(ROWS, 0), np.array(ROWS).ravel(), np.array(ROWS).astype(str)]:
        assert Sudoku(table).givens == Sudoku(P).givens
    for table in tables(HITORI):
        assert Hitori(table).numbers == Hitori(HITORI).numbers
    open_cell = [[1, 2, None], [2, 2, 1], [3, 1, 2]]
    for table in (pd.DataFrame(open_cell), np.array(open_cell, dtype=float)):
        assert Hitori(table).numbers == Hitori(open_cell).numbers
    for table in [*tables(TILES, 0), np.array(TILES).ravel()]:
        assert Tiles(table).initial == Tiles(TILES).initial
        assert Tiles(table, goal=table).goal == Tiles(TILES).initial


def test_arrays_and_tables_of_characters_are_boards():
    cells = [list(row) for row in MOVIX]
    missing = pd.DataFrame(cells).replace("_", np.nan)
    for table in (np.array(cells), np.array(cells, object), np.array(cells, "S1"), missing):
        assert MovIX(table, line=4).initial == MovIX(MOVIX, line=4).initial


@pytest.mark.parametrize(
    "text",
    [
        "pzprv3/hitori/2/3/1 2 1 /2 3 1 /. . . /. . . /",
        "https://puzz.link/p?pzprv3/hitori/2/3/1 2 1 /2 3 1 /. . . /. . . /",
        "https://puzz.link/p?pzprv3%2Fhitori%2F2%2F3%2F1%202%201%20%2F2%203%201%20%2F",
        "https://puzz.link/p?hitori_edit/3/2/121231",
    ],
)
def test_a_hitori_of_a_web_program_is_read(text, tmp_path):
    assert Hitori(text).numbers == in_file(Hitori, text, tmp_path).numbers
    assert Hitori(text).numbers == ((1, 2, 1), (2, 3, 1))


@pytest.mark.parametrize("name", TILE_TEXTS)
def test_tiles_of_a_course_are_read(name, tmp_path):
    text = TILE_TEXTS[name]
    assert Tiles(text).initial == in_file(Tiles, text, tmp_path).initial == Tiles(TILES).initial


def test_files_in_utf_16_are_read(tmp_path):
    assert in_file(Sudoku, f"{P}\n", tmp_path, "utf-16").givens == Sudoku(P).givens
    assert in_file(Routes, "A>C\nA,B,1\nB,C,2\n", tmp_path, "utf-16").goal == "C"
    assert read_map(tmp_path / "boards.txt").roads[1].stop == "C"


@pytest.mark.parametrize("row", ["  2 4", "7   4", "7 2  "])
def test_the_blank_may_be_in_every_column(row):
    tiles = [int(row[at].replace(" ", "0")) for at in (0, 2, 4)]
    missing = sum((7, 2, 4)) - sum(tiles)
    assert Tiles(f"{row}\n5 1 6\n8 3 {missing}").initial == (*tiles, 5, 1, 6, 8, 3, missing)


@examples(200)
@given(st.text("0123456789 ,;|\t\n_#", max_size=24))
def test_any_text_is_a_board_of_tiles_that_reads_back_or_an_error_with_a_place(text):
    try:
        board = Tiles(text)
    except BoardError as error:
        fault = str(error)
    else:
        fault = "expected" * (Tiles(board.format()).initial == board.initial)
    assert "expected" in fault or "'|' could separate rows" in fault


VALUES = st.one_of(st.integers(-1, 9), st.floats(), st.none(), st.text(max_size=2), st.booleans())


@examples(200)
@given(st.lists(st.lists(VALUES, max_size=4), max_size=4), st.sampled_from([Sudoku, Hitori, Tiles]))
def test_any_table_is_a_board_that_reads_back_or_an_error_with_a_place(rows, puzzle):
    try:
        board = puzzle(rows)
    except BoardError as error:
        fault = str(error)
    else:
        again = puzzle(board.format())
        fault = "expected" * (again.grid(again.initial) == board.grid(board.initial))
    assert "expected" in fault


def test_a_table_that_holds_itself_is_read_no_deeper_than_a_board_goes():
    table = []
    table.append(table)
    assert isinstance(plain_table(table), Sequence)
    with pytest.raises(BoardError):
        Sudoku(table)
