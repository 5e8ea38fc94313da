from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aima_search.base.errors import BoardError
from puzzles import Hitori
from puzzles.hitori.formats import (
    READERS,
    WRITERS,
    check_rows,
    format_rows,
    parse_text,
)
from tests.examples import examples
from tests.puzzles.hitori.oracle import Rows, boards

THREE = ((1, 2, 1), (2, 2, 1), (3, 1, 2))
PZPR = ((1, 1, 1, 4), (1, 4, 2, 3), (3, 3, 2, 1), (4, 2, 1, 3))
SGT = "8x8:4228551762521477161445535848625127258464577328437416818565614533"


@pytest.mark.parametrize(
    "text",
    [
        "[[1,2,1],[2,2,1],[3,1,2]]",
        " [ [1, 2, 1], [2,2,1],\n [3,1,2], ]\n",
        "((1,2,1),(2,2,1),(3,1,2))",
        "1 2 1\n2 2 1\n3 1 2\n",
        "\ufeff1\t2\t1\r\n2\t2\t1\r\n3\t1\t2\r\n",
        "1, 2, 1\n2, 2, 1\n3, 1, 2",
        "|1|2|1|\n|2|2|1|\n|3|1|2|",
        "+---+\n| 1 ; 2 ; 1 |\n| 2 ; 2 ; 1 |\n+---+\n| 3 ; 1 ; 2 |\n+---+",
        "# a comment\n1 2 1\n2 2 1\n3 1 2",
        "3 3\n1 2 1\n2 2 1\n3 1 2",
        "121/221/312",
        "121221312",
        "3x3:121221312",
        "https://puzz.link/p?hitori/3/3/121221312",
        "http://pzv.jp/p.html?hitori/3/3/121221312",
        "hitori/3/3/121221312",
        "pzprv3/\nhitori/\n3/\n3/\n1 2 1 /\n2 2 1 /\n3 1 2 /\n. . # /\n. # . /\n+ + + /\n",
        "pzprv3/hitori/3/3/1 2 1 /2 2 1 /3 1 2 /",
        "size 3\n[problem]\n1 2 1\n2 2 1\n3 1 2\n[solution]\n- - x\n- x -\n- - -\n[moves]\n",
        "1 2 1; 2 2 1; 3 1 2",
        "1,2,1;2,2,1;3,1,2;",
        "1 2 1 / 2 2 1 / 3 1 2",
        "3 3; 1 2 1; 2 2 1; 3 1 2",
        "(1 2 1|2 2 1|3 1 2)",
        "(121|221|312)",
        "[1 2 1; 2 2 1; 3 1 2]",
        "[1,2,1][2,2,1][3,1,2]",
        "[[1,2,1][2,2,1][3,1,2]]",
        "(1,2,1)(2,2,1)(3,1,2)",
        "[[1,2,1],[2,2,1],[3,1,2]]  # [easy]",
    ],
)
def test_every_layout_reads_as_the_same_board(text: str) -> None:
    assert parse_text(text) == THREE
    assert Hitori.parse(text).numbers == THREE
    assert Hitori(text).numbers == THREE


def test_the_examples_of_the_format_descriptions() -> None:
    eight = Hitori(SGT)
    assert eight.numbers[0] == (4, 2, 2, 8, 5, 5, 1, 7)
    solution = next(eight.solutions())
    assert eight.is_unique()
    assert solution.shaded.bit_count() == 18
    assert [c for c, number in enumerate(eight.grid(solution)[0], 1) if number == 0] == [3, 6]
    four = Hitori("https://puzz.link/p?hitori/4/4/1114142333214213")
    assert four.numbers == PZPR
    shaded = {(0, 0), (0, 2), (2, 0), (2, 2), (3, 3)}
    assert set(four.board.geometry.cells_of(next(four.solutions()).shaded)) == shaded
    assert parse_text("hitori/2/1/-10z") == ((36, 35),)
    assert parse_text("hitori/4/1/.%@1") == ((None, None, None, 1),)


def test_the_grid_of_a_solution_is_read() -> None:
    shaded = frozenset({(0, 2), (1, 1)})
    problem = Hitori(THREE)
    state = problem.state_of([[1, 2, 0], [2, 0, 1], [3, 1, 2]])
    assert set(problem.board.geometry.cells_of(state.shaded)) == shaded
    with pytest.raises(BoardError, match="row 1, column 2: found 9, expected 2 or 0"):
        problem.state_of([[1, 9, 0], [2, 0, 1], [3, 1, 2]])


@given(boards(5, 6))
def test_every_format_reads_back_what_it_wrote(rows: Rows) -> None:
    board = Hitori(rows)
    assert Hitori.parse(board.format()).numbers == board.numbers
    for name in WRITERS:
        try:
            text = board.format(name)
        except BoardError:
            assert name in ("sgt", "digits", "pzpr")
            continue
        if name == "digits" and len(rows) == 1:
            continue  # one line stands for a square
        assert Hitori.parse(text, reader=name).numbers == board.numbers
        if name not in ("rows", "sized", "digits"):
            assert Hitori.parse(text).numbers == board.numbers


@pytest.mark.parametrize("number", [61, 62, 1295, 1296, 1_000_000])
def test_the_id_of_large_numbers_reads_back(number: int) -> None:
    rows = [[number, 1], [2, number]]
    assert Hitori.parse(Hitori(rows).format()).numbers == Hitori(rows).numbers


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "empty"),
        ("[[1,2],[2,'a']]", r"line 1, column 11: found \"'\""),
        ("[[1,2],\n[2,x]]", "line 2, column 4: found 'x'"),
        ("[[1,2],[2", "expected rows"),
        ("[1,2]", "expected rows"),
        ("[[1,2],[2]]", "row 2: found 1 cell, expected 2"),
        ("[[1,2],[0,3]]", r"row 2, column 1: found 0, .*0 is a shaded cell"),
        ("[[1,2],[3,2000000]]", "row 2, column 2: found 2000000"),
        ("[]", "without cells"),
        ("1 3 2\n2 x 1", r"line 2 \(row 2\), column 2: found 'x'"),
        ("1 2 3\n2 1", r"line 2 \(row 2\): found 2 numbers, expected 3"),
        ("1 2 3\n\n2 1 3", "line 2 is empty and separates two boards"),
        ("12345", "a square number"),
        ("12/1!", "column 1: found '12/1!'"),
        ("12\n21", "set the format .--reader. to 'digits' or 'rows'"),
        ("2 2\n1 2\n2 1", "set the format .--reader. to 'rows' or 'sized'"),
        ("1 2 1; 2 2; 3 1 2", r"\(row 2\): found 2 numbers, expected 3"),
        ("1 2 1 | 2 2 1", "'.' could separate rows"),
        ("1 2 1 | 2 2 1 | 3 1 2", "'.' could separate rows"),
        ("(1|2|1)(2|2|1)(3|1|2)", r"found '\|', expected rows of numbers"),
        ("a1b2;a2b1x", "expected"),
        ("[[1,2],[2,1]] [[3,4],[4,3]]", "expected rows"),
        ("[[1,2],[2,1]],[3,4]]", "expected rows"),
        ("[[1,2],[2,1]] 3 4", "expected rows"),
        ("[[1,2],[2,1]]\n[[3,4],[4,3]]", "expected rows"),
        ("121 221 312", "one row of 3 numbers, or several rows on one line"),
        ("121;221;312", "set the format .--reader. to 'digits' or 'rows'"),
        ("1 2; 2 1\n3 4; 4 3", "line 1: found several rows on this line"),
        ("3x3:12122131", "8 cells, expected 3 rows x 3 columns = 9"),
        ("3x3:121221314", "row 3, column 3: found '4', expected a number from 1 to 3"),
        ("3x3:12122131!", "row 3, column 3: found '!'"),
        ("hitori/2/2/12!1", "row 2, character 3 of the numbers"),
        ("hitori/2/2/121", "3 cells, expected 2 rows x 2 columns"),
        ("[problem]\n1 2\n2 y\n[end]", r"line 3 \(row 2\), column 2: found 'y'"),
        ("[problem]\n[solution]\n1 2", r"found no rows below \[problem\]"),
        ("pzprv3/hitori/2/2/1 2 /2 y /", "row 2, column 2: found 'y'"),
        ("pzprv3/hitori/2/2/1 2 /", "expected 2 rows of 2 words"),
        ("pzprv3/sudoku/2/2/1 2 /2 1 /", "expected pzprv3/hitori"),
        ("pzprv3/hitori/1/1/1 /x /", "answer row 1, column 1: found 'x'"),
        ("1" * 200 + " 2", "column 1"),
        ("hitori/9999/9999/1", "1 cells"),
    ],
)
def test_faults_are_named_with_their_place(text: str, place: str) -> None:
    with pytest.raises(BoardError, match=place):
        parse_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "3\n1 2 1\n2 2 1\n3 1 2\n",
        "3\n1,2,1\n2,2,1\n3,1,2",
        "[1, 2, 1],\n[2, 2, 1],\n[3, 1, 2],\n",
        "[[1 2 1]\n [2 2 1]\n [3 1 2]]",
        "[[1, 2, 1]\n[2, 2, 1]\n[3, 1, 2]]",
    ],
)
def test_what_assignments_and_programs_write_is_read(text: str) -> None:
    assert parse_text(text) == ((1, 2, 1), (2, 2, 1), (3, 1, 2))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1 2 1, 2 2 1, 3 1 2", "one row of 9 numbers"),
        ("1,2,1 2,2,1 3,1,2", "one row of 9 numbers"),
        ("1 2 1\t2 2 1\t3 1 2", "one row of 9 numbers"),
        ("1 2 1 2 2 1 3 1 2", "one row of 9 numbers"),
        ("1;2;2;1", "one row of 4 numbers"),
        ("1\n2\n2\n1", "one column of 4 numbers"),
        ("(1|2|2|1)", "one column of 4 numbers"),
        ("1 2, 2 1\n3 4, 4 3", "a board of 2 x 4"),
        ("1 2 | 2 1\n3 4 | 4 3", "a board of 2 x 4"),
    ],
)
def test_rows_that_could_be_split_otherwise_are_a_question(text: str, read: str) -> None:
    with pytest.raises(BoardError, match=f"{read}, or several rows on one line"):
        parse_text(text)


def test_one_number_above_rows_is_their_size_only_where_it_fits() -> None:
    assert parse_text("1\n1") == ((1,), (1,))
    assert parse_text("2\n1\n3") == ((2,), (1,), (3,))
    assert parse_text("2\n1 2\n2 1", "sized") == ((1, 2), (2, 1))
    with pytest.raises(BoardError, match=r"line 2 \(row 2\): found 2 numbers, expected 1"):
        parse_text("3\n1 2\n2 1")
    with pytest.raises(BoardError, match="expected 3 rows of 3 numbers"):
        parse_text("3\n1 2\n2 1", "sized")


def test_an_ambiguous_text_is_read_as_the_format_that_is_named() -> None:
    assert parse_text("12\n21", "digits") == ((1, 2), (2, 1))
    assert parse_text("12\n21", "rows") == ((12,), (21,))
    assert parse_text("12;21", "digits") == parse_text("(12|21)", "digits") == ((1, 2), (2, 1))
    assert parse_text("12;21", "rows") == ((12, 21),)
    assert parse_text("1 2, 2 1", "rows") == ((1, 2, 2, 1),)
    assert parse_text("a1b2/a2b1", "digits") == ((10, 1, 11, 2), (10, 2, 11, 1))
    assert parse_text("2 2\n1 2\n2 1", "sized") == ((1, 2), (2, 1))
    assert parse_text("2 2\n1 2\n2 1", "rows") == ((2, 2), (1, 2), (2, 1))
    assert Hitori.parse("12\n21", reader="digits").numbers == ((1, 2), (2, 1))
    with pytest.raises(LookupError, match="did you mean 'sized'"):
        parse_text("1 2", "size")
    with pytest.raises(LookupError, match="did you mean 'pzpr'"):
        format_rows(THREE, "pzp")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1;2;1", ((1, 2, 1),)),
        ("1|2|1", ((1, 2, 1),)),
        ("10;2;3", ((10, 2, 3),)),
        ("| 1 2 1 |", ((1, 2, 1),)),
        ("(1|2|1)", ((1,), (2,), (1,))),
        ("1;2;1\n2;2;1", ((1, 2, 1), (2, 2, 1))),
        ("1 2 | 2 1\n" * 4, ((1, 2, 2, 1),) * 4),
        ("1 2; 3 4; 5 6", ((1, 2), (3, 4), (5, 6))),
    ],
)
def test_signs_between_single_numbers_separate_cells(text: str, rows: Rows) -> None:
    assert parse_text(text) == rows


def test_a_board_that_has_a_solution_is_not_read_as_a_row_that_has_none() -> None:
    assert next(Hitori.parse("1 2 1; 2 2 1; 3 1 2").solutions(), None) is not None


def test_the_size_of_a_board_is_bounded() -> None:
    with pytest.raises(BoardError, match=r"3 x 3: expected 1 to 8 cells.*--max-cells"):
        Hitori([[1, 2, 3]] * 3, max_cells=8)
    assert Hitori.parse("1 2 3\n2 3 1", max_cells=6).columns == 3
    with pytest.raises(BoardError, match="101 x 100"):
        Hitori([[1] * 100] * 101)


@pytest.mark.parametrize("value", [True, 1.5, "1", 0, -1, [1]])
def test_what_is_no_positive_number_is_refused(value: object) -> None:
    with pytest.raises(BoardError, match="row 2, column 1: found"):
        Hitori([[1, 2], [value, 3]])


def test_numbers_of_numpy_are_numbers() -> None:
    import numpy as np

    rows = Hitori(np.array([[1, 2], [2, 1]])).numbers
    assert rows == ((1, 2), (2, 1))
    assert {type(number) for row in rows for number in row} == {int}


def test_a_file_is_split_into_boards_with_their_lines() -> None:
    assert list(Hitori.split("[[1]]\n\n# two\n[[2]]\n")) == [(1, "[[1]]"), (4, "[[2]]")]
    assert list(Hitori.split("1 2\n2 1\n\n\n3 4\n4 3\n")) == [(1, "1 2\n2 1"), (5, "3 4\n4 3")]
    assert list(Hitori.split("1 2; 2 1\n3 4; 4 3\n")) == [(1, "1 2; 2 1"), (2, "3 4; 4 3")]
    bars = "1 2 | 2 1\n3 4 | 4 3\n"
    assert list(Hitori.split(bars * 2)) == [(1, (bars * 2).strip())]  # one board of 4 x 4
    assert list(Hitori.split("[[1]] # one\n[[2]] # two")) == [
        (1, "[[1]] # one"),
        (2, "[[2]] # two"),
    ]
    assert list(Hitori.split("2x2:1221\nnonsense\n")) == [(1, "2x2:1221"), (2, "nonsense")]


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_a_file_of_boards_is_split_in_every_format(name: str) -> None:
    texts = [format_rows(rows, name) for rows in (PZPR, THREE)]
    split = [text for _, text in Hitori.split("\n".join(["# two boards", "", *texts]))]
    assert [parse_text(text) for text in split] == [PZPR, THREE]


@examples(300)
@given(
    st.one_of(
        st.text(max_size=40),
        st.text("0123456789 ,;|x:/[]()-.#+\n\t", max_size=40),
        st.from_regex(
            r"(https:/p[?])?(hitori(_edit)?/[1-3]/[1-3]/|pzprv3/hitori/|[1-3]x[1-3]:)"
            r"[0-9a-z. /%-]{0,9}"
        ),
    ),
    st.one_of(st.none(), st.sampled_from(list(READERS))),
)
@example("[[1is]]", None)
@example("[" * 20_000, None)
@example("[[" + "9" * 5000 + "]]", None)
@example("\u0661 \u0662", None)
@example("1 2" + "\n" * 20_000 + "3 4", None)
@example("hitori/9999/9999/" + "1" * 50_000, None)
def test_any_text_is_a_board_that_reads_back_or_a_board_error(text: str, name: str | None) -> None:
    try:
        rows = parse_text(text, name)
    except BoardError:
        return
    assert check_rows(rows) == rows
    assert parse_text(format_rows(rows)) == rows
