"""The helpers next to the searches."""

import random

import pytest

from aima_search import Problem, search, search2020
from aima_search.model.problem import Node
from aima_search.textbook.queues import FIFOQueue, Stack
from aima_search.textbook.utilities import (
    distance,
    distance_squared,
    hashabledict,
    is_in,
    memoize,
    name,
    probability,
    vector_add,
)


def test_a_slot_keeps_the_value_on_the_first_argument():
    calls = []
    f = memoize(lambda node, bonus=0: calls.append(node) or node.state + bonus, "f")
    node = Node(3)
    assert [f(node, 1), f(node), node.f] == [4, 4, 4]
    assert calls == [node]
    assert f(Node(5)) == 5


def test_without_a_slot_values_are_kept_by_arguments():
    calls = []
    square = memoize(lambda x: calls.append(x) or x * x)
    assert [square(2), square(3), square(2)] == [4, 9, 4]
    assert calls == [2, 3]


def test_only_the_last_values_are_kept():
    calls = []
    square = memoize(lambda x: calls.append(x) or x * x, maxsize=1)
    assert [square(2), square(3), square(2)] == [4, 9, 4]
    assert calls == [2, 3, 2]


def test_probability_is_a_share_of_the_answers():
    assert not any(probability(0) for _ in range(100))
    assert all(probability(1) for _ in range(100))
    chance = random.Random(1)
    assert 650 < sum(probability(0.7, seed=chance) for _ in range(1000)) < 750


def test_points_and_vectors_have_distances_and_sums():
    assert distance((1, 2), (4, 6)) == 5
    assert vector_add((0, 1), (8, 9)) == (8, 10)
    assert vector_add((1, 2, 3), [1, 1, 1]) == (2, 3, 4)


def test_is_in_asks_for_the_very_object():
    one, equal = [], []
    assert is_in(one, [equal, one])
    assert not is_in(one, [equal])


@pytest.mark.parametrize(
    ("thing", "expected"),
    [(name, "name"), (Node, "Node"), (3, "int"), (Node(3), "Node")],
)
def test_everything_has_a_name(thing, expected):
    assert name(thing) == expected


def test_a_name_of_its_own_comes_first():
    node = Node(3)
    node.name = "Arad"
    assert name(node) == "Arad"


def test_a_fifo_queue_gives_back_the_oldest_and_a_stack_the_newest():
    queue, stack = FIFOQueue(), Stack()
    for frontier in (queue, stack):
        frontier.append("first")
        frontier.extend(["second", "third"])
    assert [queue.pop() for _ in range(3)] == ["first", "second", "third"]
    assert [stack.pop() for _ in range(3)] == ["third", "second", "first"]
    assert not queue
    assert not stack


def test_the_square_of_a_distance_is_exact():
    assert distance_squared((1, 2), (-2, 6)) == 25
    assert distance_squared((0, 0), (10**9, 1)) == 10**18 + 1


class Collecting(Problem):
    """Take one coin of each heap; a state is a dictionary."""

    def actions(self, state):
        return sorted(heap for heap, coins in state.items() if coins)

    def result(self, state, action):
        return hashabledict({**state, action: state[action] - 1})

    def goal_test(self, state):
        return not any(state.values())


@pytest.mark.parametrize("module", [search, search2020])
def test_a_dictionary_with_a_hash_is_a_state(module):
    collecting = Collecting(hashabledict(a=2, b=1))
    for find in (module.uniform_cost_search, module.breadth_first_graph_search):
        node = find(collecting)
        assert (node.state, node.path_cost) == ({"a": 0, "b": 0}, 3)
    counted = module.InstrumentedProblem(collecting)
    module.uniform_cost_search(counted)
    assert counted.succs == 5  # of the six states all but the goal, each once


def test_such_dictionaries_compare_by_their_sorted_items():
    less, more = hashabledict(y=1, x=2), hashabledict(x=2, y=3)
    assert less < more
    assert less <= more
    assert more > less
    assert more >= less
    assert not less > more
    assert hash(less) == hash(hashabledict(x=2, y=1))
