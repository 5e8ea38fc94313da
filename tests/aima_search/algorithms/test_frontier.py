"""The frontier, against a frontier that looks through all its nodes for the least."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Node
from aima_search.algorithms.frontier import TIE_BREAKS, Frontier, find_tie_break, tie_break_of

PLACES = {
    "fifo": lambda node, arrival: (node.f, arrival),
    "lifo": lambda node, arrival: (node.f, -arrival),
    "high-g": lambda node, arrival: (node.f, -node.path_cost, arrival),
    "high-g-lifo": lambda node, arrival: (node.f, -node.path_cost, -arrival),
    "low-h": lambda node, arrival: (node.f, node.h, arrival),
    "state": lambda node, arrival: (node.f, node.state, arrival),
}

few = st.integers(0, 2)
numbers = st.one_of(few, few.map(float), few.map(Fraction), st.floats(0, 3))
nodes = st.builds(
    lambda state, f, g, h: with_values(Node(state, path_cost=g), f, h), few, numbers, few, few
)
taken = st.none()


def with_values(node, f, h=0):
    node.f, node.h = f, h
    return node


def test_every_tie_break_has_an_oracle_here():
    assert PLACES.keys() == TIE_BREAKS.keys()


@pytest.mark.parametrize("tie_break", PLACES)
@given(events=st.lists(st.one_of(nodes, nodes, taken), max_size=40))
def test_the_node_that_leaves_is_the_least_of_those_that_wait(tie_break, events):
    frontier, waiting = Frontier(tie_break), []
    leaving = iter(frontier)

    def take():
        least = min(waiting, key=lambda entry: PLACES[tie_break](*entry))
        waiting.remove(least)
        assert next(leaving) is least[0]

    for arrival, node in enumerate(events):
        if node is not None:
            waiting.append((node, arrival))
            frontier.push(node)
        elif waiting:
            take()
    while waiting:
        take()
    assert next(leaving, None) is None


def test_a_frontier_that_is_never_empty_when_asked_goes_on():
    frontier = Frontier()
    frontier.push(with_values(Node(0), 0))
    states = []
    for node in frontier:
        states.append(node.state)
        if node.state < 3:
            frontier.push(with_values(Node(node.state + 1), 0))
    assert states == [0, 1, 2, 3]


@pytest.mark.parametrize("tie_break", PLACES)
@given(values=st.lists(st.tuples(few, few), max_size=12))
def test_an_f_without_a_hash_is_as_good_as_one_with(tie_break, values):
    orders = []
    for kind in (list, tuple):
        frontier = Frontier(tie_break)
        for state, (f, g) in enumerate(values):
            frontier.push(with_values(Node(state, path_cost=g), kind([f])))
        orders.append([node.state for node in frontier])
    assert orders[0] == orders[1]


def test_values_with_and_without_a_hash_may_wait_together():
    frontier = Frontier()
    for state, f in enumerate([5, np.array([3.0]), 4, np.array([2.0]), 1, np.array([6.0])]):
        frontier.push(with_values(Node(state), f))
    assert [node.state for node in frontier] == [4, 3, 1, 2, 0, 5]


class Place:
    """A state whose ``<`` looks at the tens of its number, and counts how often it is asked."""

    asked = 0

    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        Place.asked += 1
        return self.number // 10 < other.number // 10


@given(events=st.lists(st.one_of(st.tuples(st.integers(0, 40), few), taken), max_size=60))
def test_states_leave_by_their_own_order_and_equals_as_they_came(events):
    frontier, waiting = Frontier("state"), []
    leaving = iter(frontier)
    for arrival, event in enumerate([*events, *[None] * len(events)]):
        if event is not None:
            number, f = event
            node = with_values(Node(Place(number)), f)
            waiting.append(((f, number // 10, arrival), node))
            frontier.push(node)
        elif waiting:
            least = min(waiting, key=lambda entry: entry[0])
            waiting.remove(least)
            assert next(leaving) is least[1]


def test_states_are_asked_for_their_order_only_where_f_ties_and_the_first_is_wanted():
    frontier, leaving = Frontier("state"), None
    for number in range(100):
        frontier.push(with_values(Node(Place(number)), f=2 if number % 25 else 1))
    leaving = iter(frontier)
    Place.asked = 0
    assert [next(leaving).state.number for _ in range(4)] == [0, 25, 50, 75]
    assert 0 < Place.asked <= 4 * 2
    before = Place.asked
    assert next(leaving).state.number == 1
    assert Place.asked - before <= 96 * 7


def test_own_order_counts_where_f_has_no_hash_too():
    frontier = Frontier("state")
    for number in (30, 10, 20):
        frontier.push(with_values(Node(Place(number)), f=[1]))
    assert [node.state.number for node in frontier] == [10, 20, 30]


def test_an_unknown_tie_break_is_a_lookup_error_that_names_the_nearest():
    with pytest.raises(LookupError, match="did you mean 'low-h'"):
        find_tie_break("lowh")


def test_a_problem_states_its_tie_break_or_it_is_the_usual_one():
    class Stating:
        default_tie_break = "lifo"

    assert tie_break_of(Stating) == tie_break_of(Stating()) == "lifo"
    assert tie_break_of(Node(0)) == "high-g-lifo"
    Stating.default_tie_break = ["of", "another", "kind"]
    assert tie_break_of(Stating()) == "high-g-lifo"
