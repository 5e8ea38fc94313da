"""Ties: first in, first out, or by the ``<`` that the class of the states defines itself."""

from dataclasses import dataclass
from functools import total_ordering
from typing import NamedTuple

import pytest

from aima_search import Problem, solve
from aima_search.algorithms.frontier import has_own_order
from aima_search.search import (
    InstrumentedProblem,
    Node,
    PriorityQueue,
    astar_search,
    astar_tree_search,
    best_first_graph_search,
    best_first_tree_search,
    greedy_best_first_graph_search,
    greedy_search,
    uniform_cost_search,
    uniform_cost_tree_search,
)


class Newest:
    """A state as course templates have it: numbered, and here the newest comes first."""

    made = 0

    def __init__(self, places):
        self.places = places
        self.number = Newest.made
        Newest.made += 1

    def __lt__(self, other):
        return self.number > other.number


class Fuller:
    """A state that comes before states with fewer filled places, and before no other state."""

    def __init__(self, places):
        self.places = places

    def __lt__(self, other):
        return len(self.places) > len(other.places)


@dataclass(order=True, frozen=True)
class Ordered:
    places: tuple


@total_ordering
class Total(Fuller):
    def __eq__(self, other):
        return self.places == other.places

    def __hash__(self):
        return hash(self.places)


class Plain:
    def __init__(self, places):
        self.places = places


class Pair(NamedTuple):
    places: tuple


class Backwards(tuple):
    __slots__ = ()

    def __lt__(self, other):
        return tuple(other) < tuple(self)


class Filling(Problem):
    """Fill ``size`` places with 0 or 1 so that they read as the binary number 10...0."""

    def __init__(self, state, size=7):
        super().__init__(state(()))
        self.state, self.size = state, size

    def actions(self, state):
        return (0, 1) if len(state.places) < self.size else ()

    def result(self, state, action):
        return self.state((*state.places, action))

    def goal_test(self, state):
        return state.places == (1,) + (0,) * (self.size - 1)

    def h(self, node):
        return self.size - len(node.state.places)


def expansions(search, problem):
    counted = InstrumentedProblem(problem)
    assert search(counted).state.places[0] == 1
    return counted.succs


SEARCHES = [
    astar_search,
    astar_tree_search,
    greedy_search,
    lambda problem: greedy_best_first_graph_search(problem, problem.h),
    lambda problem: best_first_graph_search(problem, lambda node: 0),
    lambda problem: best_first_tree_search(problem, lambda node: 0),
]


@pytest.mark.parametrize(
    ("value", "own"),
    [
        ((1, 2), False),
        ("text", False),
        (3, False),
        (frozenset(), False),
        (Pair(()), False),
        (Plain(()), False),
        (Newest(()), True),
        (Fuller(()), True),
        (Ordered(()), True),
        (Total(()), True),
        (Backwards(), True),
    ],
)
def test_a_class_defines_its_order_itself_or_does_not(value, own):
    assert has_own_order(value) is own


@pytest.mark.parametrize("search", SEARCHES)
def test_the_rule_that_a_student_wrote_decides_ties(search):
    by_depth, by_arrival = Filling(Newest), Filling(Plain)
    if search in SEARCHES[2:4]:  # h falls with every step, so there are no ties to speak of
        assert expansions(search, by_depth) <= expansions(search, by_arrival)
    else:
        assert expansions(search, by_depth) < expansions(search, by_arrival)


def test_the_numbers_of_expansions_of_each_order():
    inner, half = 2**7 - 1, 2**6  # the incomplete fillings, and half of the complete fillings
    assert expansions(astar_search, Filling(Plain)) == inner + half
    assert expansions(astar_search, Filling(Newest)) == 1 + 2 * (half - 1)


def orders(state):
    """Return the first places of the states of each length in the order of their expansion."""
    seen = []

    def f(node):
        return 0

    class Watched(Filling):
        def actions(self, state):
            seen.append("".join(map(str, state.places)))
            return super().actions(state)

    best_first_graph_search(Watched(state, 3), f)
    return seen


def test_of_equals_by_the_own_order_the_first_in_leaves_first():
    assert orders(Plain) == ["", "0", "1", "00", "01", "10", "11", "000", "001", "010", "011"]
    assert orders(Fuller) == ["", "0", "00", "000", "001", "01", "010", "011", "1", "10"]
    assert orders(Total) == orders(Fuller)


def test_a_dataclass_and_a_tuple_with_a_rule_of_their_own():
    assert orders(Ordered) == ["", "0", "00", "000", "001", "01", "010", "011", "1", "10"]
    assert orders(Pair) == orders(Plain)


def test_a_tie_break_that_is_asked_for_wins():
    first_in = expansions(lambda problem: astar_search(problem, tie_break="fifo"), Filling(Newest))
    assert first_in == expansions(astar_search, Filling(Plain))
    assert solve(Filling(Newest), tie_break="fifo").expanded == first_in
    assert solve(Filling(Newest), tie_break="state").expanded == expansions(
        astar_search, Filling(Newest)
    )
    for search in (uniform_cost_search, uniform_cost_tree_search):
        assert search(Filling(Newest, 3), tie_break="fifo").path_cost == 3


def test_a_queue_of_nodes_and_of_states_goes_by_their_order_too():
    for items in ([Newest(()), Newest(())], [Node(Newest(())), Node(Newest(()))]):
        queue = PriorityQueue("min", lambda item: 0)
        queue.extend(items)
        assert [queue.pop(), queue.pop()] == items[::-1]
    queue = PriorityQueue("max", lambda item: 0)
    queue.extend([Node((2,)), Node((1,))])
    assert [value for value, _ in queue.heap] == [0, 0]
    assert [queue.pop().state, queue.pop().state] == [(2,), (1,)]


def test_the_heap_of_a_queue_shows_what_waits():
    queue = PriorityQueue("min", len)
    queue.extend(["three", "to", "one"])
    del queue["to"]
    assert queue.heap == [(3, "one"), (5, "three")]
    with pytest.raises(AttributeError):
        queue.heap = []
