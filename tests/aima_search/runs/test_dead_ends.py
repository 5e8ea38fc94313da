"""What "no solution" rests on if h called states dead ends: the result says it, or h is known."""

from math import inf

import pytest

from aima_search import solve
from aima_search.model.heuristic import NEVER_WRONG, with_facts
from tests.specimens import Journey

ROADS = {"A": {"B": 1, "C": 1}, "B": {"D": 1}, "C": {"D": 1}, "D": {"E": 1, "A": 1}}
OF_STATES = ["astar", "weighted-astar", "greedy"]
OF_PATHS = ["ida-star", "recursive-best-first", "astar-tree", "greedy-tree"]


def hopeless(*places):
    return Journey(ROADS, "A", "E", dict.fromkeys(places, inf))


def headline(problem, *how):
    result = solve(problem, *how)
    assert result.status == "no-solution"
    return str(result).splitlines()[0].partition(": ")[2]


@pytest.mark.parametrize("algorithm", OF_STATES)
def test_no_solution_is_reported_with_the_number_of_dead_ends(algorithm):
    said = headline(hopeless("B", "D"), algorithm)
    assert said == "no solution, if h is right about 2 states that it calls dead ends"
    assert headline(hopeless("D"), algorithm).endswith("about 1 state that it calls a dead end")


@pytest.mark.parametrize("algorithm", OF_PATHS)
def test_a_search_without_a_memory_of_states_counts_paths(algorithm):
    said = headline(hopeless("D"), algorithm)
    assert said == "no solution, if h is right about 2 paths that it calls dead ends"
    assert headline(hopeless("B", "C"), algorithm).endswith("about 2 paths that it calls dead ends")


@pytest.mark.parametrize("algorithm", OF_STATES + OF_PATHS)
def test_the_root_is_not_left_out_in_silence(algorithm):
    said = headline(hopeless("A"), algorithm)
    assert said == "no solution, if h is right about 1 state that it calls a dead end"


@pytest.mark.parametrize("algorithm", [*OF_STATES, "ida-star", "recursive-best-first"])
def test_a_proof_that_does_not_rest_on_h_has_no_premise(algorithm):
    lost = Journey(ROADS, "A", "nowhere")
    assert headline(lost, algorithm) == "proved: there is no solution"
    known = with_facts(hopeless("B", "C").h, NEVER_WRONG)
    assert headline(hopeless("B", "C"), algorithm, known) == "proved: there is no solution"


def test_a_solution_rests_on_nothing():
    result = solve(hopeless("B"), "astar")
    assert (result.status, result.rests_on) == ("solved", "")
    assert solve(hopeless("A"), "breadth-first").solved


def test_a_road_of_infinite_cost_is_no_dead_end_of_the_heuristic():
    result = solve(Journey({"A": {"B": inf}}, "A", "B"), "astar")
    assert result.words == "proved: there is no solution"
