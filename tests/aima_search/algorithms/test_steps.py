"""Draining a search: what it returns, and what it does to the collector meanwhile."""

import gc
from inspect import signature

import pytest

from aima_search import astar_search, solve
from aima_search.runs.search import Search
from aima_search.search import genetic_algorithm, hill_climbing
from tests.specimens import Chain


@pytest.fixture(autouse=True)
def thresholds():
    """Give the collector back its thresholds."""
    before = gc.get_threshold()
    gc.set_threshold(700, *before[1:])
    yield
    gc.set_threshold(*before)


def watched(seen, error=None):
    """Return a heuristic that notes the collector's thresholds, and may raise."""

    def h(node):
        seen.append(gc.get_threshold())
        if error is not None and node.state == 2:
            raise error
        return 0

    return h


@pytest.mark.parametrize(
    "search", [lambda h: astar_search(Chain(3), h), lambda h: solve(Chain(3), heuristic=h)]
)
def test_the_collector_is_patient_while_a_search_runs_and_as_before_afterwards(search):
    before, seen = gc.get_threshold(), []
    search(watched(seen))
    assert {threshold[0] for threshold in seen} == {200_000}
    assert {threshold[1:] for threshold in seen} == {before[1:]}
    assert gc.get_threshold() == before


def test_the_collector_is_patient_until_the_answer_is_replayed():
    class Noting(Chain):
        def goal_test(self, state):
            seen.append(gc.get_threshold()[0])
            return super().goal_test(state)

    seen = []
    assert solve(Noting(3)).solved
    assert len(seen) > 4
    assert {*seen} == {200_000}


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_it_is_as_before_where_the_search_raised(error):
    before = gc.get_threshold()
    with pytest.raises(error):
        astar_search(Chain(3), watched([], error))
    assert gc.get_threshold() == before


@pytest.mark.parametrize("own", [0, 10**6])
def test_one_that_is_switched_off_or_more_patient_is_left_alone(own):
    gc.set_threshold(own)
    seen = []
    astar_search(Chain(3), watched(seen))
    assert {threshold[0] for threshold in seen} == {own}


def test_a_search_inside_of_a_search_changes_nothing():
    before, seen = gc.get_threshold(), []
    inner = watched(seen)
    astar_search(Chain(2), lambda node: astar_search(Chain(2), inner).path_cost * 0)
    assert {threshold[0] for threshold in seen} == {200_000}
    assert gc.get_threshold() == before


def test_searches_that_end_in_the_order_they_began_leave_it_as_it_was():
    before, (first, second) = gc.get_threshold(), (Search(Chain(3), "uniform-cost") for _ in "12")
    for search in (first, second):
        search.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] == 200_000
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before


def test_a_search_pulled_by_hand_is_patient_inside_of_a_with_block():
    before, seen = gc.get_threshold(), []
    search = Search(Chain(9), heuristic=watched(seen))
    with pytest.raises(ZeroDivisionError), search as entered:  # noqa: PT012 - the block is meant
        assert entered is search
        assert next(search).node.state == 0
        assert next(search).node.state == 1
        raise ZeroDivisionError
    assert {threshold[0] for threshold in seen} == {200_000}
    assert gc.get_threshold() == before
    assert (search.result().status, search.result().expanded) == ("stopped", 1)


def test_the_textbooks_functions_of_local_search_say_that_they_return_a_state():
    for function in (hill_climbing, genetic_algorithm):
        assert signature(function).return_annotation == "State"
        assert function.__annotations__["return"] == "State"
