from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import astar_search, solve
from puzzles import Hitori
from puzzles.hitori.deduction.deducer import solutions
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards, solvable_boards


def shaded_cells(problem: Hitori, state: tuple[int, int]) -> oracle.Shading:
    return frozenset(problem.board.geometry.cells_of(state[0]))


any_boards = st.one_of(boards(), solvable_boards())


@given(any_boards)
def test_every_solution_is_found_exactly_once(rows: Rows) -> None:
    problem = Hitori(rows)
    found = [shaded_cells(problem, state) for state in problem.solutions()]
    assert len(found) == len(set(found))
    assert set(found) == set(oracle.solutions(rows))
    assert problem.is_unique() == (len(found) == 1)


@given(any_boards)
def test_every_minimal_solution_is_found_exactly_once(rows: Rows) -> None:
    problem = Hitori(rows)
    found = [shaded_cells(problem, state) for state in problem.solutions(minimal=True)]
    assert len(found) == len(set(found))
    assert set(found) == set(oracle.minimal_solutions(rows))


@given(any_boards)
def test_solutions_are_complete_states_that_break_no_rule(rows: Rows) -> None:
    problem = Hitori(rows)
    for state in problem.solutions(limit=5):
        assert problem.goal_test(state)
        assert problem.violations(state) == []
        assert state.shaded | state.kept == problem.board.geometry.full
        assert not state.shaded & state.kept
        assert problem.state_of(problem.grid(state)).shaded == state.shaded


@given(any_boards, st.integers(0, 4))
def test_a_limit_takes_the_first_solutions(rows: Rows, limit: int) -> None:
    board = Hitori(rows).board
    assert list(solutions(board, limit)) == list(islice(solutions(board), limit))


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([[1]], 1),
        ([[7, 7, 7, 7]], 0),
        ([[7], [7], [7], [7]], 0),
        ([[1, 1]], 2),
        ([[1, 2, 1]], 3),
        ([[1, 1], [1, 1]], 0),
        ([[1, 2], [3, 4]], 5),
        ([[None, None]], 3),
    ],
)
def test_small_boards_have_this_many_solutions(rows: Rows, count: int) -> None:
    assert len(list(Hitori(rows).solutions())) == count


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="limit=-1"):
        list(Hitori([[1]]).solutions(limit=-1))


@pytest.mark.parametrize("name", list(Hitori.levels()))
def test_levels_are_unique_and_astar_finds_the_solution(name: str) -> None:
    problem = Hitori.level(name)
    assert isinstance(problem, Hitori)
    only, *others = problem.solutions(limit=2)
    assert others == []
    result = solve(problem)
    assert result.status == "solved"
    assert result.states is not None
    assert result.states[-1].shaded == only.shaded
    assert result.cost == only.shaded.bit_count()


def test_a_board_without_a_solution_is_proved_so() -> None:
    rows = [[1, 2, 1, 1], [2, 2, 2, 2], [3, 1, 4, 2], [1, 2, 3, 4]]
    assert oracle.solutions(rows) == []
    assert list(Hitori(rows).solutions()) == []
    assert astar_search(Hitori(rows)) is None
    assert solve(Hitori(rows)).status == "no-solution"
