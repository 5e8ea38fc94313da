"""Construction, its errors, text in and out, pictures, random boards."""

import random
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, SearchError, solve
from aima_search.base.errors import BoardError
from aima_search.display import render_text
from puzzles import MovIX
from puzzles.movix import generator
from tests.examples import examples
from tests.puzzles.movix import oracle

BOARD = ["_____", "_S_H_", "__L__", "V____", "_____"]


@pytest.mark.parametrize(
    ("board", "line", "words"),
    [
        (["S_", "_X"], 1, ["row 2", "column 2", "'X'", "S L V H M"]),
        (["S__", "__"], 1, ["row 2", "2 cells", "expected 3"]),
        ([], 1, ["without cells"]),
        (["S_L"], 4, ["line=4", "longest line", "at most 3"]),
        (["S__"], 2, ["line=2", "at most 1", "number of pieces"]),
        (["S__"], 0, ["line=0", "from 1 up"]),
        (["S__"], True, ["line=True"]),
        (["S__"], "1", ["line='1'"]),
        (["S__"], None, ["length of the line"]),
        ([["S", 3]], 1, ["row 1", "column 2"]),
        (["_" * 65], 1, ["at most 64"]),
    ],
)
def test_a_bad_board_is_an_error_that_names_the_fault(board, line, words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words are checked below
        MovIX(board, line)
    assert isinstance(caught.value, SearchError)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


def test_numpieces_is_the_older_name_of_line():
    assert MovIX(BOARD, numpieces=3).line == 3


@pytest.mark.parametrize(
    "text",
    [
        "5x5,4:5/1S1H1/2L2/V4/5",
        "line 4\n_____\n_S_H_\n__L__\nV____\n_____\n",
        "# a comment\nline: 4\r\n.....\r\n.S.H.\r\n..L..\r\nV....\r\n.....\r\n",
        "\ufeffline=4\n_ _ _ _ _\n_,S,_,H,_\n| _ | _ | L | _ | _ |\nV____\n_____",
        "line 4; _____; _S_H_; __L__; V____; _____",
        "(line=4|_____|_S_H_|__L__|V____|_____)",
        "line 4;5;1S1H1;2L2;V4;5",
        "line 4/5/1S1H1/2L2/V4/5",
    ],
)
def test_texts_of_the_same_board_are_read_alike(text):
    assert MovIX.parse(text).initial == MovIX(BOARD, 4).initial
    assert MovIX.parse(text).line == 4


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("_____|_S_H_|__L__", "'.' could separate rows"),
        ("5;1S1H1;2L3", "row 3: found 6 cells, expected 5"),
        ("999999999/S2", "sides of at most 64"),
    ],
)
def test_rows_on_one_line_that_cannot_be_told_apart_are_refused(text, fault):
    with pytest.raises(ValueError, match=fault):
        MovIX.parse(text, line=1)


def test_signs_between_single_cells_separate_cells():
    assert MovIX.parse("|_|S|_|H|", line=2).format() == "1x4,2:1S1H"


def test_python_and_json_lists_are_read_as_data():
    assert MovIX.parse('[["_", "S"], ["H", "_"]]', line=2).grid(MovIX(["_S", "H_"], 2).initial)
    assert MovIX.parse("[['_', 'S'], ['H', '_']]", line=2).format() == "2x2,2:1S/H1"
    with pytest.raises(ValueError, match="starts like a list"):
        MovIX.parse("[__import__('os')]", line=2)


@pytest.mark.parametrize(
    "text", ["2x2,1:S1/3", "2x2,1:S1", "2x2,1:S1/1Q", "99999x2,1:S1", "2x2,1:²S/2", "[[", "[1, 2]"]
)
def test_a_bad_text_is_an_error(text):
    with pytest.raises(ValueError, match="MovIX"):
        MovIX.parse(text, line=1)


@given(oracle.boards(max_rows=6, max_columns=6, max_pieces=6), st.sampled_from(["id", "rows"]))
def test_format_and_parse_are_inverse(drawn, to):
    problem = MovIX(*drawn)
    again = MovIX.parse(problem.format(to))
    assert again.format(to) == problem.format(to)
    assert (again.initial, again.walls, again.line) == (
        problem.initial,
        problem.walls,
        problem.line,
    )


@given(st.text(alphabet="SLVHM_.x0123456789,:/[]'\" \nlinez²", max_size=40))
def test_any_text_is_a_board_or_a_value_error(text):
    with suppress(ValueError):
        problem = MovIX.parse(text, line=1)
        assert MovIX.parse(problem.format()).initial == problem.initial


def test_grid_gives_back_the_board():
    problem = MovIX(BOARD, 4)
    assert problem.grid(problem.initial) == BOARD


def test_the_picture_marks_the_move_and_the_complete_line():
    problem = MovIX(BOARD, 4)
    result = solve(problem, tie_break="fifo")
    picture = render_text(problem.scene(result.states[-1], result.actions[-1]))
    assert "[V]S*L*H*" in picture  # V has moved, all four are the line
    assert "∘" in picture


def test_repr_shows_how_to_make_it_again():
    problem = MovIX(BOARD, 4)
    assert repr(problem) == "MovIX.parse('5x5,4:5/1S1H1/2L2/V4/5')"


def test_random_boards_follow_their_seed_and_their_options():
    options = {"size": "5x6", "line": 3, "pieces": "S2L1H3", "walls": 4}
    problem = MovIX.generate(7, **options)
    assert problem.format() == MovIX.generate(random.Random(7), **options).format()
    assert problem.format() != MovIX.generate(8, **options).format()
    assert (problem.rows, problem.columns, problem.line, len(problem.walls)) == (5, 6, 3, 4)
    assert [kind for kind, _ in problem.initial] == ["H", "H", "H", "L", "S", "S"]


@given(st.integers(0, 999))
@examples(30)
def test_boards_are_solvable_on_request(seed):
    options = {"size": 4, "line": 4, "pieces": "S2H2", "walls": 3}
    board = MovIX.generate(seed, solvable=True, **options)
    assert oracle.fewest_moves(board.grid(board.initial), 4)[0] is not None
    assert [kind for kind, _ in board.initial] == ["H", "H", "S", "S"]
    assert len(board.walls) == 3


def test_large_boards_are_solvable_on_request():
    options = {"size": 12, "line": 5, "pieces": "S2L3V3H3"}
    for seed in range(3):
        board = MovIX.generate(seed, solvable=True, **options)
        assert solve(board, "greedy", "costly-jumps", Limits(nodes=2_000)).solved


@pytest.mark.parametrize(("number", "kinds"), [(1, "L1"), (5, "S1L2V1H1"), ("7", "S1L2V2H2")])
def test_a_number_of_pieces_is_dealt_to_the_kinds_in_turn(number, kinds):
    boards = [MovIX.generate(7, line=1, pieces=pieces) for pieces in (number, kinds)]
    assert boards[0].initial == boards[1].initial
    assert len(boards[0].initial) == int(number)
    with pytest.raises(
        BoardError, match="pieces '7x': expected a number, or the number of each kind"
    ):
        MovIX.generate(7, pieces="7x")


@pytest.mark.parametrize("pieces", [1000, "S999L1", "S1000"])
def test_a_large_board_can_have_a_thousand_pieces(pieces):
    assert len(MovIX.generate(7, size=40, line=1, pieces=pieces).initial) == 1000
    with pytest.raises(BoardError, match="1002 pieces and walls do not fit on 36 cells"):
        MovIX.generate(7, line=1, pieces=pieces)


@pytest.mark.parametrize("pieces", [10_000, "S10000", "L1S99999"])
def test_numbers_of_pieces_have_at_most_four_digits(pieces):
    with pytest.raises(BoardError, match="S2L1V1H1; each number has at most 4 digits"):
        MovIX.generate(7, line=1, pieces=pieces)


@given(st.integers(0, 999), st.sampled_from(["3", "2-4", 4]))
@examples(8)
def test_boards_cost_what_is_asked(seed, cost):
    board = MovIX.generate(seed, size=4, line=3, pieces="S1L1V1H1", walls=2, cost=cost)
    optimum = oracle.fewest_moves(board.grid(board.initial), 3)[0]
    assert optimum in {"3": [3], "2-4": [2, 3, 4], 4: [4]}[cost]
    assert not board.remark


@given(st.integers(0, 999))
@examples(10)
def test_a_cost_that_is_not_proved_is_said_to_be_between_bounds(seed):
    before, generator.SEARCH_WORK = generator.SEARCH_WORK, 0
    try:
        board = MovIX.generate(seed, size=5, line=4, pieces="S2L1V1", walls=2, cost="4-5")
    finally:
        generator.SEARCH_WORK = before
    optimum = oracle.fewest_moves(board.grid(board.initial), 4)[0]
    if board.remark:
        least, most = map(int, re.findall(r"\d+", board.remark))
        assert least <= optimum <= most
        assert least < most
    else:
        assert 4 <= optimum <= 5


def test_without_options_a_board_is_one_for_a_study():
    for seed in range(2):
        board = MovIX.generate(seed)
        assert (board.rows, board.line, len(board.walls)) == (7, 5, 5)
        assert 5 <= solve(board).cost <= 12
    assert MovIX.generate(1, cost=5).rows == 7
    assert MovIX.generate(1, size=6).format() == "6x6,4:4L1/1SH3/2M1L1/6/M5/1V4"


@pytest.mark.parametrize(
    "options",
    [
        {"size": "0"},
        {"size": "6by6"},
        {"pieces": "Q1"},
        {"pieces": ""},
        {"size": 2, "walls": 9},
        {"cost": "x"},
        {"solvable": True, "size": 3},
        {"cost": 9, "size": 2, "line": 2, "pieces": "L2", "walls": 0},
    ],
)
def test_impossible_random_boards_are_errors(options):
    with pytest.raises(ValueError, match="MovIX"):
        MovIX.generate(1, **options)


@pytest.mark.parametrize("board", [None, 5, [5], [["S"], None]])
def test_what_is_no_board_is_refused_in_words(board):
    with pytest.raises(ValueError, match="expected rows of characters, or a text"):
        MovIX(board, line=1)


def test_the_two_names_of_the_length_may_not_disagree():
    with pytest.raises(ValueError, match="line=2, numpieces=1: omit numpieces"):
        MovIX(["SL"], line=2, numpieces=1)
    assert MovIX(["SL"], line=2, numpieces=2).line == 2


def test_the_graded_boards_cost_what_is_said_of_them():
    boards = [MovIX.parse(text) for _, text in MovIX.split(MovIX.collections()["movix"])]
    said = [re.match(r"costs (\d+); .+", note) for note in MovIX.notes("movix")]
    costs = [int(match[1]) for match in said if match]
    assert len({board.format() for board in boards}) == len(costs) == 60
    assert costs == sorted(costs)
    assert [solve(board, "astar", "supported-assignment").cost for board in boards] == costs
