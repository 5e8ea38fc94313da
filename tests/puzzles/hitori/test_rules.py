from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzles import Hitori
from puzzles.hitori.rules import State, Violation
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards

BOARD = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]


def state_with(problem: Hitori, *cells: oracle.Cell) -> State:
    return State(problem.board.geometry.mask(cells), 0)


def test_violations_name_repeats_by_line() -> None:
    problem = Hitori(BOARD)
    assert problem.violations(problem.initial) == [
        Violation("repeat", ((0, 0), (0, 2))),
        Violation("repeat", ((1, 0), (1, 1))),
        Violation("repeat", ((0, 1), (1, 1))),
        Violation("repeat", ((0, 2), (1, 2))),
    ]


def test_violations_name_touching_cells_and_the_parts_cut_off() -> None:
    problem = Hitori([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    assert problem.violations(state_with(problem, (1, 1), (1, 2))) == [
        Violation("adjacent", ((1, 1), (1, 2)))
    ]
    assert problem.violations(state_with(problem, (0, 1), (1, 0))) == [
        Violation("disconnected", ((0, 0),))
    ]
    assert problem.violations(state_with(problem, *problem.board.geometry.cells))[-1] == Violation(
        "disconnected", problem.board.geometry.cells
    )


@given(boards(3, 4), st.data())
def test_a_state_is_a_goal_exactly_where_no_rule_is_broken(rows: Rows, data: st.DataObject) -> None:
    problem = Hitori(rows)
    cells = data.draw(st.sets(st.sampled_from(problem.board.geometry.cells)))
    state = state_with(problem, *cells)
    is_solution = frozenset(cells) in oracle.solutions(rows)
    assert problem.goal_test(state) == is_solution
    assert (problem.violations(state) == []) == is_solution


@given(boards(3, 4), st.data())
def test_the_grid_has_zeros_for_shaded_cells(rows: Rows, data: st.DataObject) -> None:
    problem = Hitori(rows)
    cells = data.draw(st.sets(st.sampled_from(problem.board.geometry.cells)))
    state = state_with(problem, *cells)
    grid = problem.grid(state)
    assert {(r, c) for r, line in enumerate(grid) for c, v in enumerate(line) if v == 0} == cells
    assert all(
        grid[r][c] == rows[r][c] for r, c in problem.board.geometry.cells if (r, c) not in cells
    )
    assert problem.state_of(grid) == state


@given(boards(3, 4))
def test_minimal_is_that_every_shaded_cell_has_an_unshaded_equal(rows: Rows) -> None:
    board = Hitori(rows).board
    minimal = set(oracle.minimal_solutions(rows))
    for solution in oracle.solutions(rows):
        assert board.is_minimal(board.geometry.mask(solution)) == (solution in minimal)
