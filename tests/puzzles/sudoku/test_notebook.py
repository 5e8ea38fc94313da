"""The course notebook's functions: the known answers, and SudokuLocal beside them."""

import random

import pytest

from aima_search.errors import BoardError
from puzzles import Sudoku, SudokuLocal
from puzzles.sudoku import notebook

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
    units = notebook.obtain_coordinates_of_units(n)
    cells = notebook.obtain_all_cells(n)
    assert list(units) == ["rows", "columns", "boxes"]
    assert units["rows"][0] == [f"{letter}1" for letter in "ABCDEFGHI"[:n]]
    for kind in units.values():
        assert len(kind) == n
        assert sorted(name for unit in kind for name in unit) == sorted(cells)


def test_an_initial_state_keeps_the_fixed_cells():
    state = notebook.init_state(FIXED_CELLS, seed=1)
    assert list(state) == notebook.obtain_all_cells()
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
        notebook.obtain_all_cells(6)
    with pytest.raises(BoardError, match="expected 16 or 81"):
        notebook.cost_function({"A1": 1, "A2": 2})


def test_a_state_is_printed_in_a_frame(capsys):
    notebook.print_state(STATE)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == lines[4] == lines[12] == "+-------+-------+-------+"
    assert lines[1] == "| 3 4 4 | 5 6 4 | 9 7 9 |"
    assert len(lines) == 13
    notebook.print_state(FIXED_CELLS)
    assert capsys.readouterr().out.splitlines()[1] == "| 3   4 | 5 6   | 9     |"
