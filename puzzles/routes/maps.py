"""The textbook's maps by name, each with the start and the goal of a trip."""

from __future__ import annotations

from aima_search.textbook.graphs import Graph, australia_map, romania_map
from puzzles.routes.rules import ParsedTrip, Point, RoadMap, roads_of

BUCHAREST = {
    "Arad": 366,
    "Bucharest": 0,
    "Craiova": 160,
    "Drobeta": 242,
    "Eforie": 161,
    "Fagaras": 176,
    "Giurgiu": 77,
    "Hirsova": 151,
    "Iasi": 226,
    "Lugoj": 244,
    "Mehadia": 241,
    "Neamt": 234,
    "Oradea": 380,
    "Pitesti": 100,
    "Rimnicu": 193,
    "Sibiu": 253,
    "Timisoara": 329,
    "Urziceni": 80,
    "Vaslui": 199,
    "Zerind": 374,
}
"""Straight-line distances to Bucharest in kilometres [figure 3.16]."""


def _points(graph: Graph, north: int) -> dict[str, Point]:
    return {place: (x, north * y) for place, (x, y) in graph.locations.items()}


BUNDLED = {
    "romania": ParsedTrip(
        RoadMap(roads_of(romania_map), _points(romania_map, 1), BUCHAREST, "romania", romania_map),
        "Arad",
        "Bucharest",
    ),
    "australia": ParsedTrip(  # the y of its points grows to the south
        RoadMap(
            roads_of(australia_map), _points(australia_map, -1), {}, "australia", australia_map
        ),
        "WA",
        "V",
    ),
}
