"""The test within a number of moves: against whole spaces, against itself, and by hand."""

import random
from math import inf

from hypothesis import assume, given
from hypothesis import strategies as st

import heuristics
from aima_search import Node
from puzzles import MovIX
from puzzles.movix.relaxation import MoveLimitTest
from tests.examples import examples
from tests.puzzles.movix import oracle


def least(board, line):
    problem = MovIX(board, line)
    return MoveLimitTest(problem).least(problem.initial)[0]


def test_an_s_needs_something_to_jump_over():
    assert least(["S_L"], 2) == 1
    assert least(["S__V"], 2) == inf
    assert least(["SV_", "___", "___"], 2) == 0
    assert least(["S___", "____", "____", "__LM"], 2) == 2  # alone, the S could come to the L


def test_a_piece_that_cannot_move_is_a_wall():
    board = ["H_V__", "MMMML", "MMMML"]  # alone, the H would slide past the V
    problem = MovIX(board, 3)
    assert heuristics.get("assignment", problem)(Node(problem.initial)) == 1
    assert least(board, 3) == oracle.fewest_moves(board, 3)[0] == 2


def test_what_is_spent_on_one_piece_is_not_spent_on_another():
    board = ["S____", "_____", "____L", "_____", "H___H"]
    problem = MovIX(board, 3)
    moves, facts = MoveLimitTest(problem).least(problem.initial)
    assert moves == oracle.fewest_moves(board, 3)[0]
    assert sum(facts.shares) >= moves
    assert all(share <= moves for share in facts.shares)


@examples(40)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=4))
def test_the_price_of_the_cheapest_line_is_that_of_assignment(drawn):
    problem = MovIX(*drawn)
    relaxation, assignment = MoveLimitTest(problem), heuristics.get("assignment", problem)
    for state in [problem.initial, *(state for _, state, _ in problem.successors(problem.initial))]:
        reaches = [relaxation.ground.reach_alone(piece) for piece in state]
        assert relaxation._least_price(reaches) == assignment(Node(state))


@examples(40)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=4))
def test_no_state_takes_less_moves_than_the_least_that_passes(drawn):
    board, line = drawn
    fewest = oracle.fewest_moves(board, line)[0]
    assert least(board, line) <= (inf if fewest is None else fewest)


@examples(40)
@given(oracle.boards(max_rows=4, max_columns=5, max_pieces=5))
def test_it_is_right_about_states_that_are_won_or_that_one_move_wins(drawn):
    problem = MovIX(*drawn)
    fewest = oracle.fewest_moves(*drawn)[0]
    relaxation = MoveLimitTest(problem)
    for moves in (0, 1):
        passes = relaxation.test(problem.initial, moves) is not None
        assert passes == (fewest is not None and fewest <= moves)
    facts = relaxation.test(problem.initial, 1)
    if fewest == 1 and facts is not None:
        winning = {
            move for move, _, _ in problem.successors(problem.initial) if wins(problem, move)
        }
        bits = relaxation.ground.bits
        assert {(o, t) for o, area in facts.next.items() for t in bits if area & bits[t]} == winning


def wins(problem, move):
    return problem.goal_test(problem.result(problem.initial, move))


@examples(25)
@given(oracle.boards(max_rows=4, max_columns=5, max_pieces=4), st.integers(0, 1000))
def test_a_move_changes_the_least_that_passes_by_one_at_most(drawn, seed):
    """Along the edges from states of a random walk; moves go both ways."""
    for _, _, before, after in edges(drawn, seed):
        assert abs(before - after) <= 1 or before == after == inf


@examples(25)
@given(oracle.boards(max_rows=4, max_columns=5, max_pieces=4), st.integers(0, 1000))
def test_the_facts_of_a_parent_allow_every_child_that_is_nearer_and_do_not_change_its_own(
    drawn, seed
):
    relaxation = MoveLimitTest(MovIX(*drawn))
    nearer = 0
    for parent, child, before, after in edges(drawn, seed):
        if not 0 < before < inf:
            continue
        facts = relaxation.test(parent.state, before)
        origin, target = child.action
        is_allowed = bool(facts.next[origin] & relaxation.ground.bits[target])
        assert is_allowed or after >= before
        inherited = relaxation.test(child.state, before - 1, facts)
        assert (inherited is not None) == (after < before)
        if inherited is not None:
            nearer += 1
            alone = relaxation.test(child.state, before - 1)
            assert inherited[:5] == alone[:5]
    assume(nearer)


def edges(drawn, seed):
    """Yield parent, child and what passes for each, at the states of a random walk."""
    problem, rng = MovIX(*drawn), random.Random(seed)
    relaxation = MoveLimitTest(problem)
    node = Node(problem.initial)
    for _ in range(4):
        children = node.expand(problem)
        before = relaxation.least(node.state)[0]
        for child in children:
            yield node, child, before, relaxation.least(child.state)[0]
        if not children:
            return
        node = rng.choice(children)


def test_it_passes_for_larger_and_larger_numbers_of_moves_once_it_passes():
    problem = MovIX.level("4-jump")
    relaxation = MoveLimitTest(problem)
    moves, _ = relaxation.least(problem.initial)
    passes = [relaxation.test(problem.initial, n) is not None for n in range(moves + 4)]
    assert passes == [False] * moves + [True] * 4


def test_it_is_exact_on_most_states_of_a_level_and_on_more_than_the_assignment_alone():
    problem = MovIX.level("2-tiny")
    relaxation = MoveLimitTest(problem)
    alone, perfect = (heuristics.get(name, problem) for name in ("assignment", "perfect"))
    nodes = [Node(problem.initial)]
    for node in nodes:  # grows while it is walked through
        if len(nodes) > 300:
            break
        nodes += [child for child in node.expand(problem) if child not in nodes]
    estimates = [(alone(n), relaxation.least(n.state)[0], perfect(n)) for n in nodes]
    assert all(a <= h <= h_star for a, h, h_star in estimates)
    assert sum(h == h_star for _, h, h_star in estimates) > 0.9 * len(estimates)
    assert any(a < h for a, h, _ in estimates)
