"""Maps: places, roads between them, coordinates, estimates.

A *road* leads from one place to another at a cost, and back unless it is one way. The search is
that of the textbook's ``GraphProblem``, on a ``Graph`` of the roads. Their order decides ties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from aima_search.base.errors import BoardError
from aima_search.base.interchange import PLAIN
from aima_search.model.compiled import Formula, by_key
from aima_search.textbook.routes import Graph

Point: TypeAlias = tuple[float, float]

MOST = 1e300  # of costs, whose sums are numbers too
FARTHEST = 1e150  # of coordinates, whose squares are
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

    estimates: what the map itself says of the cost to one goal. name: of a bundled map. textbook:
    the textbook's own graph of it, with the roads in its order.
    """

    roads: tuple[Road, ...]
    points: Mapping[str, Point] = field(default_factory=dict)
    estimates: Mapping[str, float] = field(default_factory=dict)
    name: str = ""
    textbook: Graph | None = None

    def places(self) -> list[str]:
        """Return every place once, in the order in which they are named."""
        return self.named

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The places, counted in the order in which they are named."""
        numbers: dict[str, int] = {}
        for start, stop, *_ in self.roads:
            numbers.setdefault(start, len(numbers))
            numbers.setdefault(stop, len(numbers))
        for place in self.points:
            numbers.setdefault(place, len(numbers))
        return numbers

    @cached_property
    def named(self) -> list[str]:
        """The places by their numbers."""
        return list(self.numbers)

    @cached_property
    def graph(self) -> Graph:
        """The textbook's graph of the roads, shared by all trips on the map.

        Of two roads between the same places it has the cheaper.
        """
        if self.textbook is not None:
            return self.textbook
        graph = Graph({place: {} for place in self.numbers})
        for start, stop, cost, back in self.roads:
            for ends in ((start, stop), (stop, start))[: 1 + back]:
                known = graph.get(*ends)
                graph.connect1(*ends, cost if known is None else min(known, cost))
        graph.locations = dict(self.points)
        return graph

    def without_estimates(self) -> Map:
        """Return the map for another goal, without its estimates, which are for the old goal."""
        return replace(self, estimates={}) if self.estimates else self

    def scale(self) -> float:
        """Return the factor, at most 1, that makes no straight line longer than its road.

        The factor is 0 if a place has no point.
        """
        return self._scale

    @cached_property
    def _scale(self) -> float:
        points = self.in_floats
        if any(place not in points for place in self.numbers):
            return 0
        lines = [(line(points[start], points[stop]), cost) for start, stop, cost, _ in self.roads]
        return min([1.0, *(cost / length for length, cost in lines if length)])

    @cached_property
    def expand(self) -> Formula | str:
        """The roads in arrays, for compiled searches, or why there are none; a key is a number."""
        import numpy as np  # only when used

        links = [self.graph.get(place) for place in self.numbers]
        costs = [cost for roads in links for cost in roads.values()]
        if not PLAIN.issuperset(map(type, costs)):
            return "its costs are neither ints nor floats"
        ends = np.cumsum([0, *map(len, links)])
        targets = [self.numbers[place] for roads in links for place in roads]
        words = np.concatenate(([len(ends)], ends, np.array(targets, np.int64)))
        return Formula(roads_from, words.astype(np.int64), np.array(costs, float), lists=True)

    def by_place(self, value_of: Callable[[str], float]) -> Formula | None:
        """Return the compiled form of an estimate of places, None if floats do not hold it."""
        values = [value_of(place) for place in self.numbers]
        if all(type(value) in PLAIN and value == float(value) for value in values):
            return Formula(by_key, floats=[*map(float, values)])
        return None

    @cached_property
    def in_floats(self) -> dict[str, Point]:
        """The points as floats, whatever numbers the map gives."""
        return {place: (float(x), float(y)) for place, (x, y) in self.points.items()}

    @cached_property
    def lines_in_arrays(self) -> Any:
        """The scale, and the points of all places, x and y in turn, as an array."""
        import numpy as np  # only when used

        points = [number for place in self.numbers for number in self.in_floats[place]]
        return np.array([self.scale(), *points], float)


def line(here: Point, there: Point) -> float:
    """Return the length of a straight line, as machine code rounds it too."""
    x, y = here[0] - there[0], here[1] - there[1]
    return sqrt(x * x + y * y)


def roads_from(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """List the roads from a place; ints: how many ends, where each place's roads end, where to."""
    first, stop = ints[1 + key], ints[2 + key]
    for road in range(first, stop):
        keys[road - first] = ints[1 + ints[0] + road]
        costs[road - first] = floats[road]
    return stop - first


def check_map(map_: Map) -> Map:
    """Return a map whose names and numbers are allowed; BoardError names the road or place."""
    if not map_.roads:
        raise BoardError("routes map without roads: expected lines such as Arad,Sibiu,140")
    for place in map_.numbers:
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
            isinstance(point, tuple)
            and [_is_within(one, -FARTHEST, FARTHEST) for one in point] == [True] * 2
        ):
            raise BoardError(
                f"routes place {place}: found point {point!s:.40}, expected two numbers below"
                f" {FARTHEST:g}"
            )
    for place, estimate in map_.estimates.items():
        if not estimate >= 0:
            raise BoardError(f"routes place {place}: found estimate {estimate}, expected 0 or more")
    return map_


def _is_within(number: object, least: float, most: float = MOST) -> bool:
    """Tell whether a value is a number of any kind from ``least`` up, and below ``most``."""
    try:
        return not isinstance(number, str) and least <= float(number) < most  # type: ignore[arg-type] # if it is no number
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
