"""MovIX on packed arrays plays by the oracle's rules, on boards of every size it is offered for."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import MovIX
from tests.examples import examples
from tests.puzzles.movix import oracle

BOARDS = oracle.boards(max_rows=8, max_columns=8, max_pieces=10)


def around(problem):
    """The initial state and the states one and two moves away, at most thirty."""
    near = [problem.initial]
    for state in near[:5]:
        near += [after for _, after, _ in problem.successors(state)]
    return near[:30]


@examples(60)
@given(BOARDS)
def test_pack_and_unpack_are_inverse(drawn):
    problem = MovIX(*drawn)
    form, states = problem.packed(), around(problem)
    keys = form.pack(states)
    assert keys.dtype == np.uint64
    assert form.unpack(keys) == states
    assert len(set(keys.tolist())) == len(set(states))


@examples(60)
@given(BOARDS)
def test_moves_of_an_array_are_those_of_the_oracle(drawn):
    problem = MovIX(*drawn)
    form, states = problem.packed(), around(problem)
    places, targets, costs = form.successors(form.pack(states))
    assert costs is None
    found = Counter(
        (place, tuple(problem.grid(state)))
        for place, state in zip(places.tolist(), form.unpack(targets), strict=True)
    )
    expected = Counter(
        (place, oracle.after(problem.grid(state), *move))
        for place, state in enumerate(states)
        for move in oracle.moves(problem.grid(state))
    )
    assert found == expected


@examples(60)
@given(BOARDS)
def test_goals_of_an_array_are_those_of_the_oracle(drawn):
    board, line = drawn
    problem = MovIX(board, line)
    form, states = problem.packed(), around(problem)
    expected = [oracle.is_won(problem.grid(state), line) for state in states]
    assert form.goals(form.pack(states)).tolist() == expected


@given(
    st.integers(1, 8),
    st.integers(1, 8),
    st.lists(st.sampled_from("HLSV"), min_size=1, max_size=10),
    st.randoms(use_true_random=False),
)
def test_every_board_up_to_8_by_8_with_up_to_10_pieces_has_a_packed_form(r, c, pieces, rng):
    marks = (pieces + ["_"] * (r * c))[: r * c]
    rng.shuffle(marks)
    problem = MovIX([marks[row * c : (row + 1) * c] for row in range(r)], 1)
    form = problem.packed()
    assert form.unpack(form.pack([problem.initial])) == [problem.initial]


def test_larger_boards_have_none():
    assert MovIX.generate(1, size=9).packed() is None
    assert MovIX.generate(1, size=8, pieces="H30").packed() is None
    assert MovIX.generate(1, size=8, pieces="H7L7S7V7").packed() is None


def test_an_array_without_states_has_no_moves():
    form = MovIX.generate(1).packed()
    places, targets, _ = form.successors(form.pack([]))
    assert (places.tolist(), targets.tolist()) == ([], [])


def test_states_of_other_pieces_have_no_key():
    form = MovIX(["HV", "__"], 2).packed()
    with pytest.raises(LookupError):
        form.pack([(("L", (0, 0)), ("V", (0, 1)))])
