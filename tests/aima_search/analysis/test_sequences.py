"""Counts of sequences of actions: by the oracle, packed and plain."""

import pytest
from hypothesis import given

from aima_search.analysis import perft, perft_split
from aima_search.base.errors import NotApplicable
from puzzles import MovIX
from tests.aima_search.analysis.toy import Digraph, digraphs
from tests.examples import examples
from tests.puzzles.movix import oracle

BOTH = pytest.mark.parametrize("packed", [True, False])


@BOTH
@examples(25)
@given(drawn=oracle.boards(max_rows=4, max_columns=4, max_pieces=4))
def test_counts_are_those_of_the_oracle(packed, drawn):
    problem = MovIX(*drawn)
    expected = [oracle.perft(drawn[0], depth) for depth in (1, 2, 3)]
    assert perft(problem, 3, packed=packed) == expected
    split = perft_split(problem, 3, packed=packed)
    assert sum(split.values()) == expected[-1]
    assert len(split) == expected[0]


@BOTH
def test_the_split_counts_what_follows_each_first_action(packed):
    board = ["_____", "_S_H_", "__L__", "V____", "_____"]
    split = perft_split(MovIX(board, 4), 3, packed=packed)
    assert split == {
        f"{origin} -> {target}": oracle.perft(oracle.after(board, origin, target), 2)
        for origin, target in oracle.moves(board)
    }
    assert set(perft_split(MovIX(board, 4), 1, packed=packed).values()) == {1}


@given(digraphs())
def test_packed_and_plain_count_alike_where_ways_are_parallel_or_end(problem):
    assert perft(problem, 4) == perft(problem, 4, packed=False)
    assert perft_split(problem, 2) == perft_split(problem, 2, packed=False)


def test_numbers_beyond_64_bits_are_not_wrong():
    two_ways = Digraph([(0, 0, 1)] * 2, set())
    assert perft(two_ways, 70, packed=False)[-1] == 2**70
    assert perft(two_ways, 62)[-1] == 2**62
    with pytest.raises(NotApplicable, match="depth 63: more than 2\\^62 sequences, ask for 62"):
        perft(two_ways, 70)
