"""The course notebook's functions: the known answers, and SudokuLocal next to them."""

import doctest
import random

import pytest

from aima_search.base.errors import BoardError
from examples.sudoku_course import functions as notebook
from puzzles import Sudoku, SudokuLocal

FIXED = (
    "A1=3 A3=4 A4=5 A5=6 A7=9 B1=1 B2=8 B3=5 B6=9 B7=7 C5=7 C6=8 C7=4 C8=1 C9=5 D2=2 D5=1 D8=4"
    " D9=9 E2=4 E3=9 E5=5 F3=1 F4=9 F5=8 F7=6 F8=7 G1=4 G2=9 G5=3 G9=7 H2=1 H3=8 H4=7 H5=4 H6=5"
    " H9=6 I8=8"
)
ROWS = [
    "344564979",
    "185199772",
    "223578415",
    "725914249",
    "249552569",
    "931987675",
    "497431347",
    "818745396",
    "283466984",
]
FIXED_CELLS = {item[:2]: int(item[3:]) for item in FIXED.split()}
STATE = {
    f"{letter}{number}": int(digit)
    for letter, row in zip("ABCDEFGHI", ROWS, strict=True)
    for number, digit in enumerate(row, 1)
}
GIVENS = [
    [FIXED_CELLS.get(f"{letter}{number}", 0) for number in range(1, 10)] for letter in "ABCDEFGHI"
]


def difference(state):
    return {name: digit for name, digit in state.items() if digit != STATE[name]}


def rows_of(state):
    return [[state[f"{letter}{n}"] for n in range(1, 10)] for letter in "ABCDEFGHI"]


def test_the_known_neighbours():
    neighbours = notebook.return_neib_states(STATE, FIXED_CELLS)
    assert len(FIXED_CELLS) == 38
    assert len(neighbours) == 605
    assert len({tuple(state.items()) for state in neighbours}) == 541
    assert sum(len(difference(state)) == 1 for state in neighbours[261:]) == 344
    assert difference(neighbours[0]) == {"C1": STATE["D1"], "D1": STATE["C1"]}
    assert difference(neighbours[25]) == {"D3": STATE["I3"], "I3": STATE["D3"]}
    assert STATE["I9"] == 4
    assert difference(neighbours[-1]) == {"I9": 9}
    assert all(state[name] == FIXED_CELLS[name] for state in neighbours for name in FIXED_CELLS)


def test_the_examples_in_docstrings_run():
    assert doctest.testmod(notebook) == (0, 4)


def test_the_known_cost():
    assert notebook.cost_function(STATE) == 6.8999999999999995
    assert not notebook.is_solution(STATE)


def test_the_cost_of_a_solution_is_zero():
    problem = Sudoku(GIVENS)
    (solution,) = problem.solutions()
    rows = problem.grid(solution)
    names = notebook.obtain_all_cells()
    state = dict(zip(names, [digit for row in rows for digit in row], strict=True))
    assert notebook.cost_function(state) == 0.0
    assert notebook.is_solution(state)


def test_sudoku_local_has_the_notebooks_neighbours_in_its_order():
    problem = SudokuLocal(GIVENS)
    state = problem.state(ROWS)
    actions = problem.actions(state)
    assert len(problem.free) == 43
    assert len(actions) == 605
    assert [str(actions[i]) for i in (0, 25, -1)] == ["C1 <-> D1", "D3 <-> I3", "I9 = 9"]
    expected = notebook.return_neib_states(STATE, FIXED_CELLS)
    for action, neighbour in zip(actions, expected, strict=True):
        after = problem.result(state, action)
        assert problem.grid(after) == rows_of(neighbour)
        assert problem.value(after) == pytest.approx(-notebook.cost_function(neighbour))
    assert problem.value(state) == pytest.approx(-6.9)
    assert len({problem.result(state, action) for action in actions}) == 541


@pytest.mark.parametrize("n", [4, 9])
def test_units_cover_every_cell_three_times(n):
    rows, cols = "ABCDEFGHI"[:n], "123456789"[:n]
    units = notebook.obtain_coordinates_of_units(rows, cols, n)
    cells = notebook.obtain_all_cells(rows, cols)
    assert units.pop("units") == units["rows"] + units["columns"] + units["boxes"]
    assert sorted(units) == ["boxes", "columns", "rows"]
    assert units["rows"][0] == tuple(f"{letter}1" for letter in rows)
    for kind in units.values():
        assert len(kind) == n
        assert sorted(name for unit in kind for name in unit) == sorted(cells)


def test_an_initial_state_keeps_the_fixed_cells():
    state = notebook.init_state(FIXED_CELLS, seed=1)
    assert tuple(state) == notebook.obtain_all_cells()
    assert {name: state[name] for name in FIXED_CELLS} == FIXED_CELLS
    assert set(state.values()) <= set(range(1, 10))
    assert notebook.init_state(FIXED_CELLS, seed=1) == state != notebook.init_state({}, seed=1)


def test_without_a_seed_the_global_generator_is_used():
    random.seed(5)
    first = notebook.init_state({})
    random.seed(5)
    assert notebook.init_state({}) == first
    before = random.getstate()
    notebook.init_state({}, seed=2)
    assert random.getstate() == before


@pytest.mark.parametrize(("name", "digit"), [("J1", 3), ("A10", 3), ("A1", 0), ("A1", 10)])
def test_fixed_cells_that_cannot_be_are_refused(name, digit):
    with pytest.raises(BoardError, match="expected a cell from A1 to I9"):
        notebook.init_state({name: digit})


def test_other_sides_are_refused():
    with pytest.raises(BoardError, match="expected 4 or 9"):
        notebook.obtain_coordinates_of_units("ABCDEF", "123456")
    with pytest.raises(BoardError, match="expected 4 or 9 rows, and as many cols"):
        notebook.init_state({}, rows="ABCD")
    with pytest.raises(BoardError, match="side 9 does not fit the rows 'ABCD': expected side 4"):
        notebook.cost_function(dict.fromkeys(notebook.obtain_all_cells("ABCD", "1234"), 1), 9)
    with pytest.raises(BoardError, match="expected 16 or 81"):
        notebook.cost_function({"A1": 1, "A2": 2})


def test_a_state_is_printed_in_a_frame(capsys):
    notebook.print_state(STATE)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == lines[4] == lines[12] == "*---------+---------+---------*"
    assert lines[1] == "| 3  4  4 | 5  6  4 | 9  7  9 |"
    assert len(lines) == 13
    notebook.print_state(FIXED_CELLS)
    assert capsys.readouterr().out.splitlines()[1] == "| 3     4 | 5  6    | 9       |"
    notebook.print_state({"A1": 1, "D4": 4})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == lines[3] == lines[6] == "*------+------*"
    assert (lines[1], lines[5]) == ("| 1    |      |", "|      |    4 |")
    assert len(lines) == 7


def test_the_calls_of_the_notebook_are_taken_as_it_writes_them():
    small = {"rows": "ABCD", "cols": "1234"}
    cells = notebook.obtain_all_cells(rows="ABCD", cols="1234")
    assert cells[:5] == ("A1", "A2", "A3", "A4", "B1")
    state = notebook.init_state(fixed_squares={"A1": 2}, max_value=4, seed=1, **small)
    assert set(state) == set(cells)
    neighbours = notebook.return_neib_states(
        state=state, fixed_squares={"A1": 2}, sudoku_size=4, **small
    )
    # in 9 units without the fixed cell 6 pairs of 4 cells, in its 3 units 3; 15 cells, 3 changes
    assert len(neighbours) == 9 * 6 + 3 * 3 + 15 * 3
    cost = notebook.cost_function(state, sudoku_size=4, penalty_value=1, **small)
    assert cost == pytest.approx(20 * notebook.cost_function(state))
    assert not notebook.is_solution(state, sudoku_size=4, **small)


def test_the_notebooks_dicts_are_boards():
    assert Sudoku(FIXED_CELLS).givens == Sudoku(GIVENS).givens
    local = SudokuLocal(STATE, givens=FIXED_CELLS)
    assert local.givens == Sudoku(GIVENS).givens
    assert local.grid(local.initial) == rows_of(STATE)
    assert local.cost(local.initial) == pytest.approx(notebook.cost_function(STATE))
    assert local.state(STATE) == local.initial
    small = Sudoku({"A1": 1, "D4": 3})
    assert (small.side, small.givens[0], small.givens[15]) == (4, 1, 3)
    assert Sudoku({"A1": 1, "D4": 3}, box=(3, 3)).side == 9
    assert Sudoku({"A1": 5}).side == 9
    assert Sudoku({"B6": 1}, box=(2, 3)).givens[11] == 1


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"Z1": 3}, "'Z1'"),
        ({"A0": 3}, "'A0'"),
        ({(0, 25): 3}, r"\(0, 25\)"),
        ({"A1": 26}, "row A, column 1: found 26"),
        ({"A1": "x"}, "row A, column 1: found 'x'"),
        ({"A1": 1, "a1": 2}, "'a1'.*twice"),
        ({}, "board without cells"),
    ],
)
def test_dicts_that_are_no_boards_are_refused(cells, words):
    with pytest.raises(BoardError, match=words):
        Sudoku(cells)
