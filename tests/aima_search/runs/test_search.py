"""Search: the stream of steps to pull at; whatever is pulled, the result says how it ended."""

import pytest

from aima_search import Limits, SearchError, solve
from aima_search.base.errors import UnknownName
from aima_search.runs.search import Search
from tests.specimens import Chain

COUNTS = ("status", "cost", "expanded", "generated", "reopened", "max_frontier", "actions")


def counts_of(result):
    return [getattr(result, name) for name in COUNTS]


@pytest.mark.parametrize("algorithm", ["astar", "breadth-first", "ida-star", "depth-first"])
def test_pulled_to_its_end_it_has_the_result_of_solve(algorithm):
    search = Search(Chain(7), algorithm)
    steps = [(step.node.state, step.expanded) for step in search]
    assert counts_of(search.result()) == counts_of(solve(Chain(7), algorithm))
    assert [expanded for _, expanded in steps] == list(range(len(steps)))
    assert search.result() is search.result()


def test_it_is_an_iterator_that_can_be_pulled_once_at_a_time():
    search = Search(Chain(3))
    assert next(search).node.state == 0
    assert next(search).expanded == 1
    assert [step.node.state for step in search] == [2]  # goes on where it was
    assert next(search, None) is None
    assert search.result().solved


def test_a_search_that_is_stopped_keeps_its_counts_and_the_node_in_hand():
    search = Search(Chain(100))
    for step in search:
        if step.expanded == 5:
            break
    result = search.result()
    assert (result.status, result.expanded, result.node.state) == ("stopped", 5, 5)
    assert (result.solved, result.cost, result.actions) == (False, None, [])
    assert next(search, None) is None
    search.stop()
    assert search.result() is result


def test_one_that_never_began_has_expanded_nothing():
    result = Search(Chain(3)).result()
    assert (result.status, result.expanded, result.node) == ("stopped", 0, None)


def test_limits_end_the_steps_and_are_the_status():
    search = Search(Chain(100), limits=Limits(nodes=4))
    assert len(list(search)) == 4
    assert search.result().status == "node-limit"


def test_what_cannot_work_is_reported_before_the_first_step():
    with pytest.raises(UnknownName, match="weight"):
        Search(Chain(3), "weighted-astar", wait=2)
    with pytest.raises(SearchError, match="value"):
        Search(Chain(3), "hill-climbing")


def test_an_interrupt_of_whoever_watches_is_a_status_of_solve():
    def watch(step):
        if step.expanded == 3:
            raise KeyboardInterrupt

    result = solve(Chain(100), on_step=watch)
    assert (result.status, result.expanded) == ("interrupted", 3)


def test_an_error_of_the_heuristic_is_the_pullers():
    search = Search(Chain(3), heuristic=lambda node: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        next(search)
    assert search.result().status == "stopped"
