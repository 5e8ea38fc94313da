"""The travelling salesman by paths, against all tours; disjoint sets join his trees."""

import math
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import check_heuristic
from aima_search.base.errors import InputError
from aima_search.search import (
    Node,
    TravelingSalesman,
    astar_search,
    breadth_first_graph_search,
    uniform_cost_search,
)
from tests.examples import examples

coordinates = st.integers(0, 20)
maps = st.dictionaries(st.sampled_from("ABCDEF"), st.tuples(coordinates, coordinates), min_size=1)


def shortest(cities):
    """Return the length of the shortest closed tour, of all of them."""
    home, *others = cities
    tours = [(home, *order, home) for order in permutations(others)]
    return min(sum(math.dist(cities[a], cities[b]) for a, b in pairwise(tour)) for tour in tours)


@examples(40)
@given(cities=maps)
def test_the_shortest_tour_is_found(cities):
    problem = TravelingSalesman(cities, (next(iter(cities)),))
    node = astar_search(problem)
    assert node.path_cost == pytest.approx(shortest(cities))
    assert problem.value(node.state) == pytest.approx(node.path_cost)
    assert node.state[0] == node.state[-1]
    assert sorted(node.state[1:]) == sorted(cities)


def test_the_estimate_is_admissible_and_consistent():
    cities = {0: (0, 0), 1: (0, 1), 2: (1, 1), 3: (1, 0), 4: (0.5, 2)}
    problem = TravelingSalesman(cities, initial=(0,))
    report = check_heuristic(problem, problem.h)
    assert report.admissible
    assert report.consistent
    assert astar_search(problem).path_cost == pytest.approx(3 + 5**0.5)
    assert problem.h(Node((0,))) == pytest.approx(3 + 1.25**0.5)


def test_a_way_goes_to_every_city_once_and_home():
    problem = TravelingSalesman({"A": (0, 0), "B": (3, 0), "C": (0, 4)}, ["A"])
    assert problem.actions(("A",)) == ["B", "C"]
    assert problem.actions(("A", "C")) == problem.get_unvisited_cities(("A", "C")) == ["B"]
    assert problem.actions(("A", "C", "B")) == ["A"]
    assert problem.actions(("A", "C", "B", "A")) == []
    assert problem.distances["B"]["C"] == 5
    assert problem.tsp_kruskal(["A", "B", "C"]) == 7
    assert problem.eval_unvisited_mst_edges_sum({"B", "C"}) == 5
    assert problem.eval_unvisited_mst_edges_sum(set()) == 0


def test_a_goal_that_is_given_is_the_only_one():
    cities = {"A": (0, 0), "B": (3, 0), "C": (0, 4)}
    problem = TravelingSalesman(cities, "A", goal=("A", "C", "B", "A"))
    assert uniform_cost_search(problem).state == ("A", "C", "B", "A")
    assert breadth_first_graph_search(TravelingSalesman(cities, "A")).state == tuple("ABCA")


@pytest.mark.parametrize("initial", [(), ("X",), ("A", "X")])
def test_a_way_through_unknown_cities_is_refused(initial):
    with pytest.raises(InputError, match="expected one or more of the cities"):
        TravelingSalesman({"A": (0, 0)}, initial)
