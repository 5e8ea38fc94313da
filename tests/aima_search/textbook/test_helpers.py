"""The helpers of the textbook's utils, each against its definition."""

import math
import random
from collections import Counter

import pytest

from aima_search import utils
from aima_search.textbook.salesman import DisjointSets


def test_sequences_are_counted_and_picked_from():
    assert utils.count([1, 0, "", "a", None, [0]]) == 3
    assert utils.product([2, 3, 10]) == 60
    assert utils.product([]) == 1
    assert utils.first([7, 8]) == 7
    assert utils.first([], "none") == "none"
    assert utils.first(x * x for x in (3, 4)) == 9
    assert utils.unique("abracadabra") == ["a", "b", "r", "c", "d"]
    assert utils.sequence("ab") == "ab"
    assert utils.sequence(iter([1, 2])) == (1, 2)
    assert utils.removeall("s", "This is a test") == "Thi i a tet"
    assert utils.removeall(4, [4, 5, 4]) == [5]
    assert sorted(utils.shuffled(range(9))) == list(range(9))


def test_ties_are_broken_at_random_and_by_a_seed():
    words = ["one", "to", "three", "or", "by"]
    drawn = Counter(utils.argmin_random_tie(words, len) for _ in range(300))
    assert drawn.keys() == {"to", "or", "by"}
    assert {utils.argmax_random_tie(words, key=len) for _ in range(9)} == {"three"}
    seeded = {utils.argmin_random_tie(words, len, seed=5) for _ in range(9)}
    assert len(seeded) == 1
    random.seed(1)
    first = [utils.argmin_random_tie(words, len) for _ in range(9)]
    random.seed(1)
    assert [utils.argmin_random_tie(words, len) for _ in range(9)] == first


def test_drawing_by_weights_keeps_their_shares():
    drawn = Counter(utils.weighted_sample_with_replacement(4000, "abc", [1, 0, 3], seed=2))
    assert drawn["b"] == 0
    assert 0.2 < drawn["a"] / 4000 < 0.3
    draw = utils.weighted_sampler("xy", [0, 1])
    assert {draw() for _ in range(20)} == {"y"}


def test_distances_between_points():
    assert utils.euclidean_distance((0, 0), (3, 4)) == 5
    assert utils.euclidean_distance([1, 2, 2], [0, 0, 0]) == 3
    assert utils.manhattan_distance((0, 0), (3, -4)) == 7
    assert utils.hamming_distance("abcd", "abdc") == 2
    assert utils.exact_sqrt(49) == 7
    with pytest.raises(ValueError, match="50 is not the square"):
        utils.exact_sqrt(50)


def test_four_quarter_turns_lead_back():
    assert utils.orientations == [utils.EAST, utils.NORTH, utils.WEST, utils.SOUTH]
    heading = utils.EAST
    for expected in (utils.NORTH, utils.WEST, utils.SOUTH, utils.EAST):
        heading = utils.turn_left(heading)
        assert heading == expected
        assert utils.turn_left(utils.turn_right(heading)) == heading
    assert utils.turn_heading(utils.SOUTH, 2) == utils.NORTH


def test_texts_become_numbers_where_they_say_one():
    assert [utils.num_or_str(text) for text in ("42", " 4.5", " 42x ")] == [42, 4.5, "42x"]
    assert math.isinf(utils.num_or_str("inf"))


def test_a_table_lines_up_and_keeps_what_it_was_given(capsys):
    table = [[1, "one"], [10, "ten"]]
    utils.print_table(table, ["n", "name"], sep=" | ")
    assert capsys.readouterr().out == " n | name\n 1 | one \n10 | ten \n"
    utils.print_table([[1.5, 2]], numfmt="{:.2f}")
    assert capsys.readouterr().out == "1.50   2.00\n"
    utils.print_table([["a", "b"]], ["one"])
    assert capsys.readouterr().out == "one    \na     b\n"
    utils.print_table([["a"]], ["one", "two"])
    assert capsys.readouterr().out == "one   two\na        \n"
    utils.print_table([["a", "b"]], "Ferry")
    assert capsys.readouterr().out == "Ferry    \na       b\n"
    assert table == [[1, "one"], [10, "ten"]]


def test_disjoint_sets_against_a_plain_partition():
    chance, sets = random.Random(3), DisjointSets()
    partition = [{number} for number in range(30)]
    for number in range(30):
        sets.make_set(number)
    for _ in range(25):
        one, other = chance.randrange(30), chance.randrange(30)
        sets.union(one, other)
        joined = [part for part in partition if {one, other} & part]
        partition = [part for part in partition if part not in joined] + [set().union(*joined)]
        for a in range(30):
            for b in range(30):
                together = any({a, b} <= part for part in partition)
                assert (sets.find(a) == sets.find(b)) is together
    with pytest.raises(KeyError):
        sets.find("nowhere")
