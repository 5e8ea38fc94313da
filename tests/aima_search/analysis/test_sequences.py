"""Counts of sequences of actions: by the oracle."""

from hypothesis import given

from aima_search.analysis import perft, perft_split
from puzzles import MovIX
from tests.aima_search.analysis.toy import Digraph
from tests.examples import examples
from tests.puzzles.movix import oracle


@examples(25)
@given(drawn=oracle.boards(max_rows=4, max_columns=4, max_pieces=4))
def test_counts_are_those_of_the_oracle(drawn):
    problem = MovIX(*drawn)
    expected = [oracle.perft(drawn[0], depth) for depth in (1, 2, 3)]
    assert perft(problem, 3) == expected
    split = perft_split(problem, 3)
    assert sum(split.values()) == expected[-1]
    assert len(split) == expected[0]


def test_the_split_counts_what_follows_each_first_action():
    board = ["_____", "_S_H_", "__L__", "V____", "_____"]
    split = perft_split(MovIX(board, 4), 3)
    assert split == {
        f"{origin} -> {target}": oracle.perft(oracle.after(board, origin, target), 2)
        for origin, target in oracle.moves(board)
    }
    assert set(perft_split(MovIX(board, 4), 1).values()) == {1}


def test_numbers_beyond_64_bits_are_not_wrong():
    two_ways = Digraph([(0, 0, 1)] * 2, set())
    assert perft(two_ways, 70)[-1] == 2**70
