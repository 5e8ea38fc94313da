"""Counts of sequences of actions: by the oracle."""

from hypothesis import given

from aima_search.analysis import perft
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


def test_numbers_beyond_64_bits_are_not_wrong():
    two_ways = Digraph([(0, 0, 1)] * 2, set())
    assert perft(two_ways, 70)[-1] == 2**70
