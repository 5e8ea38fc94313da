"""SMA*: optimal if the memory suffices, and if it does not, it says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, solve
from aima_search.base.errors import InputError
from aima_search.model.heuristic import HeuristicFacts, with_facts
from aima_search.search import EightPuzzle
from aima_search.trace import record
from tests.specimens import INTEGERS, Chain, Journey, cheapest, journeys

EASY = EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))
# The cheap way has three roads, the expensive way a single road.
LONG_IS_CHEAP = Journey({0: {1: 1, 3: 9}, 1: {2: 1}, 2: {3: 1}}, 0, 3)
SIZE = 5
"""Places of a journey whose tree of paths is small: at most 5 of them are on a path."""


@given(journey=journeys(INTEGERS, SIZE), spare=st.integers(0, 20))
def test_with_room_for_the_longest_path_it_is_optimal(journey, spare):
    result = solve(journey, "sma-star", capacity=SIZE + 1 + spare)
    optimum = cheapest(journey)
    if optimum is None:
        assert result.status == "no-solution"
    else:
        assert (result.status, result.cost, result.bound) == ("solved", optimum, 1)


@given(journey=journeys(INTEGERS, SIZE), capacity=st.integers(2, 6))
def test_whatever_it_answers_in_little_room_is_true(journey, capacity):
    result, optimum = solve(journey, "sma-star", capacity=capacity), cheapest(journey)
    if result.status == "solved":
        assert result.depth < capacity
        assert result.lower_bound <= optimum <= result.cost
        assert result.bound is None or result.cost <= result.bound * optimum * (1 + 1e-12)
    elif result.status == "no-solution":
        assert optimum is None
    else:
        assert result.status == "not-found"


@given(journey=journeys(INTEGERS, 7), capacity=st.integers(2, 9))
def test_no_more_nodes_wait_than_there_is_room_for(journey, capacity):
    limits = Limits(nodes=300)
    assert solve(journey, "sma-star", capacity=capacity, limits=limits).max_frontier <= capacity


def test_a_solution_that_may_not_be_optimal_for_want_of_room_is_told():
    short = solve(LONG_IS_CHEAP, "sma-star", capacity=3)
    assert (short.cost, short.lower_bound, short.bound) == (9, 3, 3)
    enough = solve(LONG_IS_CHEAP, "sma-star", capacity=4)
    assert (enough.cost, enough.bound) == (3, 1)


def test_without_room_for_any_solution_nothing_is_proved():
    assert solve(Chain(5), "sma-star", capacity=5).status == "not-found"
    assert solve(Chain(5), "sma-star", capacity=6).cost == 5


def test_of_an_h_known_to_be_too_high_nothing_is_proved():
    h = with_facts(lambda node: 0, HeuristicFacts(admissible=False))
    assert solve(LONG_IS_CHEAP, "sma-star", h).bound is None


@pytest.mark.parametrize("capacity", [16, 40, 1000])
def test_little_room_costs_expansions_and_not_the_optimum(capacity):
    board = EightPuzzle((1, 2, 3, 7, 4, 5, 8, 6, 0))
    optimum = solve(board, "astar").cost
    result = solve(board, "sma-star", capacity=capacity)
    assert (result.cost, result.bound) == (optimum, 1)
    assert result.max_frontier <= capacity


def test_a_trace_tells_what_was_dropped():
    trace = record(EASY, "sma-star", capacity=3)
    assert trace.result.cost == 2
    assert "dropped" in [node.fate for node in trace]


def test_a_capacity_below_two_is_refused():
    with pytest.raises(InputError, match="capacity 1: expected a whole number from 2 up"):
        solve(Chain(3), "sma-star", capacity=1)
