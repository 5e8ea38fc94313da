"""Maps: places, roads between them, coordinates, estimates.

A *road* leads from one place to another at a cost, and back unless it is one way. The search is
that of the textbook's ``GraphProblem``, on a ``Graph`` of the roads. Their order decides ties.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import dist
from typing import NamedTuple, TypeAlias

from aima_search.base.errors import BoardError
from aima_search.textbook.routes import Graph

Point: TypeAlias = tuple[float, float]

MOST_PLACES = 20_000
MOST = 1e300  # of costs and coordinates: their sums are numbers too
_SIGNS = frozenset(",;>@=:#\n\"'")  # signs of the formats: no name has them


class Road(NamedTuple):
    """A road; ``back`` tells whether it leads back too."""

    start: str
    stop: str
    cost: float
    back: bool = True


@dataclass(frozen=True, eq=False)
class Map:
    """Roads, the points (x, y) of places, x to the east and y to the north, and estimates.

    estimates: what the map itself says of the cost to one goal. name: of a bundled map.
    """

    roads: tuple[Road, ...]
    points: Mapping[str, Point] = field(default_factory=dict)
    estimates: Mapping[str, float] = field(default_factory=dict)
    name: str = ""

    def places(self) -> list[str]:
        """Return every place once, in the order in which they are named."""
        ends = [place for road in self.roads for place in road[:2]]
        return list(dict.fromkeys([*ends, *self.points]))

    def graph(self) -> Graph:
        """Return the textbook's graph of the roads: of two between the same places, the cheaper."""
        graph = Graph({place: {} for place in self.places()})
        for start, stop, cost, back in self.roads:
            for ends in ((start, stop), (stop, start))[: 1 + back]:
                known = graph.get(*ends)
                graph.connect1(*ends, cost if known is None else min(known, cost))
        graph.locations = dict(self.points)
        return graph

    def without_estimates(self) -> Map:
        """Return the map for another goal, without its estimates, which are for the old goal."""
        return replace(self, estimates={})

    def scale(self) -> float:
        """Return the factor, at most 1, that makes no straight line longer than its road.

        The factor is 0 if a place has no point.
        """
        points = self.points
        if any(place not in points for place in self.places()):
            return 0
        lines = [(dist(points[start], points[stop]), cost) for start, stop, cost, _ in self.roads]
        return min([1.0, *(cost / line for line, cost in lines if line)])


def check_map(map_: Map) -> Map:
    """Return a map whose names and numbers are allowed; BoardError names the road or place."""
    places = map_.places()
    if not map_.roads:
        raise BoardError("routes map without roads: expected lines such as Arad,Sibiu,140")
    if len(places) > MOST_PLACES:
        raise BoardError(f"routes map of {len(places):,} places: expected {MOST_PLACES:,} at most")
    for place in places:
        if not place or place != place.strip() or _SIGNS & set(place) or not place.isprintable():
            raise BoardError(
                f"routes place {place[:40]!r}: expected a name without , ; : > @ = # and quotes"
            )
    for start, stop, cost, _ in map_.roads:
        if not _is_within(cost, 0):
            raise BoardError(
                f"routes road {start},{stop}: found cost {cost!s:.20}, expected 0 or more, below"
                f" {MOST:g}"
            )
    for place, point in map_.points.items():
        if not (
            isinstance(point, tuple) and [_is_within(one, -MOST) for one in point] == [True] * 2
        ):
            raise BoardError(
                f"routes place {place}: found point {point!s:.40}, expected two numbers below"
                f" {MOST:g}"
            )
    for place, estimate in map_.estimates.items():
        if not estimate >= 0:
            raise BoardError(f"routes place {place}: found estimate {estimate}, expected 0 or more")
    return map_


def _is_within(number: object, least: float) -> bool:
    """Tell whether a value is a number of any kind from ``least`` up, and below ``MOST``."""
    try:
        return not isinstance(number, str) and least <= float(number) < MOST  # type: ignore[arg-type] # if it is no number
    except (TypeError, ValueError, OverflowError):
        return False


def roads_of(graph: Graph) -> tuple[Road, ...]:
    """Return the roads of a graph; two roads that are each other's way back become one road."""
    roads: dict[tuple[str, str], Road] = {}
    for start, links in graph.graph_dict.items():
        for stop, cost in links.items():
            other = roads.get((stop, start))
            if other is not None and other.cost == cost and start != stop:
                roads[stop, start] = other._replace(back=True)
            else:
                roads[start, stop] = Road(str(start), str(stop), cost, back=False)
    return tuple(roads.values())
