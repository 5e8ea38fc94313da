"""Every text format, in and out: worked examples, layouts, round trips, faults with a place."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.base.errors import BoardError, SearchError, UnknownName
from puzzles import Sudoku
from puzzles.sudoku.formats import READERS, WRITERS, split
from puzzles.sudoku.rules import Variant
from tests.examples import examples

P = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
P_PZPR = "h3g2g6h9h3g5h1h18g64j81g29h7m8h67g82j26g95h8h2g3h9h5g1g3h"
P_SOLO = "3x3:b3a2a6b9b3a5b1b1_8a6_4d8_1a2_9b7g8b6_7a8_2d2_6a9_5b8b2a3b9b5a1a3b"
ROWS = [P[i : i + 9] for i in range(0, 81, 9)]
GIVENS = tuple(0 if c == "." else int(c) for c in P)


def zeros(text):
    return text.replace(".", "0")


CLIPBOARD = (
    "\n".join(
        f"{'*-----------*' if i % 9 == 0 else '|---+---+---|'}\n" * (i % 3 == 0)
        + f"|{row[:3]}|{row[3:6]}|{row[6:]}|"
        for i, row in enumerate(ROWS)
    )
    + "\n*-----------*\n"
)

LAYOUTS = {
    "zeros": zeros(P),
    **{f"blanks written {blank}": P.replace(".", blank) for blank in "*_-Xx"},
    "blanks written as blanks": P.replace(".", " "),
    "characters apart": " ".join(P),
    "a rating behind a blank": P + " 7.2 somebody's",
    "a name behind a comma": zeros(P) + ",easy one",
    "a comment behind it": P + " # easy",
    "comment lines": f"# from somewhere\n{P}\n\n",
    "sdk": "#A Me\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "1" * 9,
    "opensudoku": f'<opensudoku><name/>\n<game data="{P.replace(".", "0")}"/></opensudoku>',
    "opensudoku 2": f"<opensudoku version='2'><folder><game state='0' data='{P}'/></folder>",
    "rows": "\n".join(ROWS),
    "rows of dashes for blanks": "\n".join(ROWS).replace(".", "-"),
    "rows with Windows line ends": "\r\n".join(ROWS) + "\r\n",
    "a byte order mark": "\ufeff" + P,
    "cells with blanks": "\n".join(" ".join(row) for row in ROWS),
    "cells with commas": "\n".join(",".join(zeros(row)) for row in ROWS),
    "empty cells of a table": "\n".join(",".join(row.replace(".", " ")) for row in ROWS),
    "empty cells of Excel's": "\n".join(";".join(row).replace(".", "") for row in ROWS),
    "cells with tabs": "\n".join("\t".join(row) for row in ROWS),
    "cells under their number": "9\n" + "\n".join(" ".join(zeros(row)) for row in ROWS),
    "rows under their number": "9\n" + "\n".join(ROWS),
    "a list": repr([list(map(int, zeros(row))) for row in ROWS]),
    "a list with None": repr([[int(c) or None for c in zeros(row)] for row in ROWS]),
    "a list of characters": repr([list(row) for row in ROWS]),
    "a tuple": repr(tuple(tuple(map(int, zeros(row))) for row in ROWS)),
    "a list a line": "".join(f"{list(map(int, zeros(row)))},\n" for row in ROWS),
    "an array as numpy prints it": "[" + "\n ".join(f"[{' '.join(zeros(r))}]" for r in ROWS) + "]",
    "rows under comments": "#A me\n#C a comment\n" + "\n".join(ROWS),
    "csv of quizzes": f"quizzes,solutions\n{zeros(P)},{'1' * 81}\n",
    "csv of puzzles": f"puzzle,solution,difficulty\n{P},{'1' * 81},2.2\n",
    "puzz.link": f"https://puzz.link/p?sudoku/9/9/{P_PZPR}",
    "pzpr": f"http://pzv.jp/p.html?sudoku/9/9/{P_PZPR}",
    "solo": P_SOLO,
    "rows on one line": "; ".join(ROWS),
    "rows on one line of cells with blanks": ";".join(" ".join(row) for row in ROWS),
    "rows between bars": f"({'|'.join(ROWS)})",
    "rows between strokes": "/".join(ROWS),
    "the clipboard of Simple Sudoku": CLIPBOARD,
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layout_is_read(name):
    problem = Sudoku(LAYOUTS[name])
    assert problem.givens == GIVENS
    assert problem.box == (3, 3)
    assert Sudoku.parse(LAYOUTS[name]).format() == P_SOLO


def test_the_worked_examples_are_written():
    problem = Sudoku(P)
    assert problem.format() == problem.format("solo") == P_SOLO
    assert problem.format("pzpr") == f"https://puzz.link/p?sudoku/9/9/{P_PZPR}"
    assert problem.format("line") == P
    assert problem.format("sdm") == P + "\n"
    assert problem.format("zeros") == zeros(P)
    assert problem.format("rows").split() == ROWS
    assert problem.format("ss").split("\n")[:4] == [
        "..3|.2.|6..", "9..|3.5|..1", "..1|8.6|4..", "-----------",
    ]  # fmt: skip
    assert problem.format("grid").split("\n")[:2] == [
        "+-------+-------+-------+", "| . . 3 | . 2 . | 6 . . |",
    ]  # fmt: skip


def test_csv_carries_the_solution():
    table = list(csv.DictReader(io.StringIO(Sudoku(P).format("csv"))))
    (solution,) = Sudoku(P).solutions()
    digits = "".join(str(d) for row in Sudoku(P).grid(solution) for d in row)
    assert table == [{"quizzes": zeros(P), "solutions": digits}]
    several = Sudoku("1" + "." * 15).format("csv")
    assert several == "quizzes,solutions\n1000000000000000,\n"


BOXES = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)]


@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_written_reads_back(writer):
    for box in BOXES:
        writes_what_reads_back(writer, box)


def test_numbers_with_a_leading_zero_are_read():
    row = [0, *range(2, 13)]
    lines = [" ".join(f"{digit:02}" if digit else "." for digit in row), *[" ".join("." * 12)] * 11]
    assert Sudoku("\n".join(lines)).givens[:12] == tuple(row)


def writes_what_reads_back(writer, box):
    """A board of this box that has every digit is read from what is written, if it is written."""
    side = box[0] * box[1]
    cells = [0] * side**2
    for digit in range(1, side + 1):  # every digit of the alphabet, one a row
        cells[(digit - 1) * side + (digit * 7) % side] = digit
    rows = [cells[i : i + side] for i in range(0, side * side, side)]
    problem = Sudoku(rows, box=box)
    try:
        text = problem.format(writer)
    except BoardError:
        # Addresses are for some sides, candidate grids for one-character digits.
        assert (writer, side in (4, 6, 9, 16, 25), side > 9) in {
            ("pzpr", False, side > 9),
            ("candidates", side in (16, 25), True),
        }
        return
    again = Sudoku(text)
    assert (again.givens, again.box) == (problem.givens, box)
    assert again.format(writer) == text


@pytest.mark.parametrize("box", [(3, 2), (4, 2), (5, 2), (4, 3), (5, 3), (5, 4)])
def test_tall_boxes_are_in_the_id_alone(box):
    problem = Sudoku.generate(3, box=box)
    again = Sudoku(problem.format())
    assert again.box == box
    assert again.givens == problem.givens
    assert Sudoku(problem.format("line"), box=box).givens == problem.givens
    assert Sudoku(problem.format("line"), box=box).format() == problem.format()


def test_a_candidate_grid_is_read_whatever_its_frame():
    problem = Sudoku(P)
    text = problem.format("candidates")
    framed = Sudoku(text)
    bare = Sudoku("\n".join(re.sub(r"[|+-]+", " ", line) for line in text.splitlines()))
    assert framed.givens == bare.givens
    # Open cells with one candidate read as givens: that changes no solution.
    (solution,) = problem.solutions()
    assert [framed.grid(s) for s in framed.solutions()] == [problem.grid(solution)]
    for before, after in zip(GIVENS, framed.givens, strict=True):
        assert before in (0, after)


def test_other_alphabets_are_read_when_they_are_named():
    problem = Sudoku.generate(1, box=(4, 4))
    line = problem.format("line")
    order = "123456789ABCDEFG"
    hexadecimal = "".join("." if c == "." else "0123456789ABCDEF"[order.index(c)] for c in line)
    assert Sudoku(hexadecimal, alphabet="0-F").givens == problem.givens
    assert Sudoku(hexadecimal.lower(), alphabet="0-F").givens == problem.givens
    with pytest.raises(BoardError, match="alphabet '0-F'"):
        Sudoku(hexadecimal.replace("F", "0", 1))
    large = Sudoku.generate(1, box=(5, 5), clues=400)
    letters = "".join(chr(ord("a") + d - 1) if d else "." for d in large.givens)
    assert Sudoku(letters, alphabet="a-y").givens == large.givens
    with pytest.raises(BoardError, match="alphabet 'a-y'"):
        Sudoku(letters)
    with pytest.raises(BoardError, match=r"side 9: the alphabet .* needs side 16"):
        Sudoku(P, alphabet="0-F")
    with pytest.raises(UnknownName, match="klingon"):
        Sudoku(P, alphabet="klingon")


FAULTS = {
    "one cell short": (P[:-1], "line 1, column 1: found 80 cells"),
    "one cell too many": (P + ".", "line 1, column 1: found 82 cells"),
    "nothing": ("", "found no cells"),
    "blanks only": (" \n\t", "found no cells"),
    "a comment only": ("# nothing", "0 puzzles"),
    "nine cells": (P[:9], "9 cells"),
    "a letter": (P[:40] + "y" + P[41:], r"line 1, column 41: found 'y'"),
    "a second kind of blank": (P[:40] + "x" + P[41:], r"line 1, column 41: found 'x'"),
    "a digit of another script": (P[:5] + "\u0663" + P[6:], "column 6: found '\u0663'"),
    "a superscript": (P[:5] + "\u00b2" + P[6:], "column 6: found '\u00b2'"),
    "a full-width digit": (P[:5] + "\uff13" + P[6:], "column 6: found '\uff13'"),
    "a null": (P[:19] + "\0" + P[20:], r"column 20: found '\\x00'"),
    "a fault in a row": ("\n".join([*ROWS[:3], "..8?.29..", *ROWS[4:]]), "line 4, column 4: found"),
    "a short row": ("\n".join([*ROWS[:3], "..81", *ROWS[4:]]), "line 4, column 1: found a row of"),
    "ten for nine": ("\n".join(" ".join(r) for r in ROWS).replace("7", "10", 1), "line"),
    "two puzzles": (f"{P}\n{P}\n", "2 puzzles, expected one"),
    "puzz.link with too few cells": ("https://puzz.link/p?sudoku/9/9/h3g", "81 cells .found 4"),
    "puzz.link with a strange side": ("https://puzz.link/p?sudoku/7/7/h3g", "with a side of"),
    "puzz.link with a large number": (
        f"https://puzz.link/p?sudoku/9/9/{P_PZPR.replace('9', 'b', 1)}", "expected 1 to 9 ",
    ),
    "puzz.link with a capital": ("https://puzz.link/p?sudoku/9/9/H", "column 32: found 'H'"),
    "solo without its head": (P_SOLO[4:], "cells, expected the square of a number"),
    "solo without a side": ("1x3:a", "side 3"),
    "solo with a long box": ("2x9:a", "box of 2 x 9"),
    "solo with too few cells": ("2x2:3c4", "16 cells .found 5"),
    "solo with too many cells": ("2x2:zzz", "column 5: found 'z'"),
    "solo with a large digit": ("2x2:5o", "A1: found 5, expected a digit from 1 to 4"),
    "solo with a capital": ("2x2:3C", "column 6: found 'C'"),
    "solo with a part too many": ("2x2:p,a", "2 comma-separated parts, expected 1"),
    "solo killer without cages": ("2x2k:p", "1 comma-separated parts, expected 3"),
    "solo jigsaw with strange regions": ("4j:p,z", "line 1, column"),
    "solo jigsaw without borders": ("4j:p,x", "region 0: found 16 cells"),
    "a csv row too short": ("quizzes,solutions\n123,456\n", "line 2, column 1: found 3 cells"),
    "a section": ("[Puzzle]\n" + "\n".join(ROWS).replace("9", "q", 1), "line 3, column 1: .*'q'"),
    "no game": ("<opensudoku/>", "found 0 puzzles, expected one"),
    "two games": ('<game data="1"/><game data="2"/>', "found 2 puzzles, expected one"),
    "a contradiction": ("11" + "." * 79, "row A has the digit 1 in A1 and in A2"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_fault_names_its_place(name):
    text, expected = FAULTS[name]
    with pytest.raises(ValueError, match=expected) as error:
        Sudoku(text)
    assert isinstance(error.value, SearchError)
    assert "\n" not in str(error.value)


def test_names_of_formats_are_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'grid'"):
        Sudoku(P, reader="gird")
    with pytest.raises(UnknownName, match="did you mean 'pzpr'"):
        Sudoku(P).format("pzrp")


def test_a_file_of_opensudoku_has_a_board_for_each_game():
    text = f'<opensudoku>\n<game data="{P}"/>\n<game data="{P[::-1]}"/>\n</opensudoku>'
    found = [(line, Sudoku(game).givens) for line, game in split(text)]
    assert found == [(2, GIVENS), (3, GIVENS[::-1])]


def test_sixteen_lines_of_sixteen_ask_for_the_reader():
    text = "\n".join(["1..............."] + ["................"] * 15)
    with pytest.raises(BoardError, match="Set the format"):
        Sudoku(text)
    assert Sudoku(text, reader="grid").side == 16
    with pytest.raises(BoardError, match="16 puzzles, expected one"):
        Sudoku(text, reader="line")
    assert Sudoku(text.replace("1", "G")).side == 16


def test_named_readers_read_their_own_writers():
    problem = Sudoku(P)
    pairs = {
        "solo": "id", "pzpr": "pzpr", "csv": "csv",
        "line": "line", "grid": "grid", "list": "list",
    }  # fmt: skip
    read_only = {"address", "hodoku", "candidates", "sdk", "opensudoku"}
    assert {*pairs} | read_only == set(READERS)
    for reader, writer in pairs.items():
        assert Sudoku(problem.format(writer), reader=reader).givens == GIVENS


def reads_or_refuses(text, **options):
    """A text is refused with one line, or becomes a problem whose id reads back as the same."""
    try:
        problem = Sudoku(text, **options)
    except SearchError as error:  # any other error is a failure
        refusal = error
    else:
        refusal = None
    if refusal is not None:
        assert isinstance(refusal, ValueError)
        assert "\n" not in str(refusal)
        return
    again = Sudoku(problem.format())
    assert (again.layout, again.givens) == (problem.layout, problem.givens)


EXAMPLES = [
    *LAYOUTS.values(),
    f":0000:x:{P}:::",
    f"0000183b305c {P}  1.2",
    f"https://www.example.org/?bd={P}",
    f"id,puzzle\n7,{P}\n",
    "".join("123456789" if digit == "." else f"{digit}........" for digit in P.replace("1", ".")),
    "9j:7b6b1a5_4f9a6_7_9b8o7c2b1d9_4a8c1a6e4b5k,"
    "a_adababbab_b_ada_c_cbbbafgaaa__acbab___d_aaaab_aabbbed",
    "2x2k:p,aaa_aaa_b_b_b_b_,5b5b5d5c5b5_",
    "\n".join(["+--+--+", "|12|..|", "|..|..|", "+--+--+", "|..|..|", "|..|.1|", "+--+--+"]),
]
SPICE = list(".0123456789abgjxz_-*|+#,:/<>&\"' \n\t\r\u0663\u00b2\ufeff\0")


@given(st.sampled_from(EXAMPLES), st.data())
@examples(400)
def test_a_damaged_text_is_refused_with_a_place_or_reads_back(text, data):
    characters = list(text)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, max(len(characters) - 1, 0)))
        kind = data.draw(st.sampled_from(["change", "insert", "delete", "cut"]))
        spice = data.draw(st.sampled_from(SPICE))
        if kind == "insert" or not characters:
            characters.insert(place, spice)
        elif kind == "change":
            characters[place] = spice
        elif kind == "delete":
            del characters[place]
        else:
            del characters[place:]
    reads_or_refuses("".join(characters))


@given(st.text(alphabet=st.sampled_from(SPICE) | st.characters(), max_size=120))
@examples(200)
def test_any_text_is_refused_with_a_place_or_reads_back(text):
    reads_or_refuses(text)


@given(st.sampled_from([16, 36, 81, 256]), st.sampled_from(["0", ".", "0."]), st.data())
def test_a_plain_line_is_read_as_by_the_reader_of_lines(length, empty, data):
    side = int(length**0.5)
    characters = empty + "123456789ABCDEFGabcdefg"[: side if side <= 9 else None]
    text = data.draw(st.text(alphabet=characters, min_size=length, max_size=length))
    results = []
    for reader in (None, "line"):
        try:
            results.append(Sudoku(text, reader=reader).givens)
        except BoardError as error:
            results.append(str(error))
    assert results[0] == results[1]


@given(st.sampled_from(list(READERS)), st.text(alphabet=SPICE, max_size=60))
@examples(200)
def test_every_reader_refuses_with_a_place_what_is_not_its_own(reader, text):
    prefix = {"solo": "2x2:", "pzpr": "https://puzz.link/p?sudoku/4/4/"}
    reads_or_refuses(prefix.get(reader, "") + text, reader=reader)


def test_a_variant_given_twice_must_agree():
    with pytest.raises(BoardError, match="leave out box and regions"):
        Sudoku("2x3:z" + "j", box=(3, 2))
    with pytest.raises(BoardError, match="a box and regions"):
        Variant(box=(2, 2), regions="1122112233443344").layout(4)
    with pytest.raises(BoardError, match="regions for side 6"):
        Sudoku("." * 16, box=(2, 3))
