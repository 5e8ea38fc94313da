"""The rules against an oracle, and the known answers."""

import pytest
from hypothesis import given

from aima_search import astar_search, solve
from aima_search.analysis import enumerate_space
from puzzles import MovIX
from puzzles.movix.rules import Move
from tests.examples import examples
from tests.puzzles.movix import oracle

FIRST = ["_____", "_S_H_", "__L__", "V____", "_____"]
SECOND = ["S____", "V____", "L____", "_H___", "_____"]


def perft(problem, depth):
    states = [problem.initial]
    for _ in range(depth):
        states = [after for state in states for _, after, _ in problem.successors(state)]
    return len(states)


@pytest.mark.parametrize(
    ("board", "optimum", "space", "counts"),
    [(FIRST, 2, 1892, [12, 152, 1907, 23588]), (SECOND, 1, 4422, [7, 68, 762, 9124])],
)
def test_known_boards_have_their_known_answers(board, optimum, space, counts):
    problem = MovIX(board, 4)
    assert astar_search(problem).path_cost == optimum
    assert len(enumerate_space(problem)) == space
    assert [perft(problem, depth) for depth in (1, 2, 3, 4)] == counts


@given(oracle.boards(max_rows=5, max_columns=6, max_pieces=7))
def test_moves_are_those_of_the_oracle(drawn):
    board, line = drawn
    problem = MovIX(board, line)
    expected = {(Move(*move), oracle.after(board, *move)) for move in oracle.moves(board)}
    found = [(move, tuple(problem.grid(s))) for move, s, _ in problem.successors(problem.initial)]
    assert set(found) == expected
    assert len(found) == len(expected)


@given(oracle.boards(max_rows=5, max_columns=6, max_pieces=7))
def test_goals_are_those_of_the_oracle(drawn):
    board, line = drawn
    problem = MovIX(board, line)
    for _, state, _ in problem.successors(problem.initial):
        assert problem.goal_test(state) == oracle.is_won(problem.grid(state), line)
        won = sum(cell.goal for _, _, cell in problem.scene(state).positions())
        assert won == (line if problem.goal_test(state) else 0)


@examples(40)
@given(oracle.boards(max_rows=3, max_columns=4, max_pieces=3))
def test_optimum_and_space_are_those_of_the_oracle(drawn):
    board, line = drawn
    problem = MovIX(board, line)
    optimum, space = oracle.fewest_moves(board, line)
    result = solve(problem)
    assert result.cost == optimum
    assert result.status == ("no-solution" if optimum is None else "solved")
    assert len(enumerate_space(problem)) == space


@examples(30)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=4))
def test_perft_counts_are_those_of_the_oracle(drawn):
    board, line = drawn
    assert perft(MovIX(board, line), 3) == oracle.perft(board, 3)


def targets(board, origin):
    problem = MovIX(board, 1)
    return {move.target for move in problem.actions(problem.initial) if move.origin == origin}


def test_s_jumps_over_one_piece_and_nothing_else():
    assert targets(["SL_"], (0, 0)) == {(0, 2)}
    assert targets(["SLL_"], (0, 0)) == set()  # two pieces
    assert targets(["SM_"], (0, 0)) == set()  # a wall
    assert targets(["S__"], (0, 0)) == set()  # an empty cell
    assert targets(["SL"], (0, 0)) == set()  # over the edge
    assert targets(["SLM"], (0, 0)) == set()  # onto a wall
    assert targets(["S__", "_L_", "___"], (0, 0)) == set()  # diagonally


def test_l_steps_to_the_eight_neighbours():
    assert len(targets(["___", "_L_", "___"], (1, 1))) == 8
    assert targets(["L_M", "SM_"], (0, 0)) == {(0, 1)}


def test_v_and_h_slide_up_to_the_first_obstacle():
    assert targets(["V", "_", "_", "M", "_"], (0, 0)) == {(1, 0), (2, 0)}
    assert targets(["H__S_"], (0, 0)) == {(0, 1), (0, 2)}
    assert targets(["_H_", "___"], (0, 1)) == {(0, 0), (0, 2)}
    assert targets(["_V_", "___"], (0, 1)) == {(1, 1)}


def test_permutations_of_a_kind_are_one_state():
    problem = MovIX(["L_L"], 2)
    state = problem.result(problem.initial, ((0, 0), (0, 1)))
    assert state == (("L", (0, 1)), ("L", (0, 2)))
    assert problem.initial == (("L", (0, 0)), ("L", (0, 2)))


def test_more_pieces_than_the_line_needs_may_stand_on_it():
    assert MovIX(["SLVH"], 3).goal_test(MovIX(["SLVH"], 3).initial)


def test_a_wall_interrupts_a_line():
    assert not MovIX(["SLMVH"], 3).goal_test(MovIX(["SLMVH"], 3).initial)


def test_a_line_of_one_is_solved_at_once():
    assert solve(MovIX(["___", "_S_"], 1)).cost == 0


def test_moves_print_well():
    assert str(Move((1, 3), (1, 0))) == "(1, 3) -> (1, 0)"
