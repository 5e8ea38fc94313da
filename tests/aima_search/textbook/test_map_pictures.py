"""The textbook's maps draw themselves, where nodes have names and locations."""

import math

import pytest

from aima_search.base.errors import MissingOptionalMember
from aima_search.display.scene import picture_of
from aima_search.search import Graph, GraphProblem, UndirectedGraph, romania_map
from aima_search.trace.recording import record


def test_romania_is_drawn_with_every_road_once_and_the_search_shaded():
    problem = GraphProblem("Arad", "Bucharest", romania_map)
    scene = problem.scene("Sibiu")
    names = {cell.note for _, _, cell in scene.positions() if cell.note}
    assert names == set(romania_map.nodes())
    pairs = {frozenset((a, b)) for a, links in romania_map.graph_dict.items() for b in links}
    assert len(scene.roads) == len(pairs)
    assert not any(road.is_one_way for road in scene.roads)
    shaded = record(problem).scene()
    on_way = [cell.note for _, _, cell in shaded.positions() if cell.goal]
    assert set(on_way) == {"Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"}
    assert sum(cell.shade is not None for _, _, cell in shaded.positions()) == 5


def test_roads_of_one_way_and_of_two_lengths_are_kept_apart():
    graph = Graph({"A": {"B": 1, "C": 2}, "B": {"A": 3}, "C": {"A": 2}})
    graph.locations = {"A": (0, 0), "B": (5, 0), "C": (0, 5)}
    roads = GraphProblem("A", "C", graph).scene("A").roads
    assert sorted((road.text, road.is_one_way) for road in roads) == [
        ("1", True),
        ("2", False),
        ("3", True),
    ]


def test_a_place_without_two_finite_numbers_is_not_drawn():
    graph = UndirectedGraph({"A": {"B": 1}})
    for odd in ((math.nan, 1), (1, math.inf), (10**400, 0), ("x", 1), (1,), 5, None):
        graph.locations = {"A": odd, "B": (0, 0)}
        assert picture_of(GraphProblem("A", "B", graph), "A") is None, odd
    graph.locations = {"A": (1, 2, 3), "B": (0, 0, 0)}
    assert picture_of(GraphProblem("A", "B", graph), "A") is not None


@pytest.mark.parametrize(
    "graph",
    [UndirectedGraph({"A": {"B": 1}}), UndirectedGraph({0: {1: 1}}), Graph({})],
    ids=["no locations", "no names", "empty"],
)
def test_a_graph_without_names_or_locations_draws_nothing(graph):
    problem = GraphProblem("A", "B", graph)
    assert picture_of(problem, "A") is None
    assert problem.path_scene(["A"]) is None
    with pytest.raises(MissingOptionalMember, match="each node must be a string and"):
        problem.scene("A")
