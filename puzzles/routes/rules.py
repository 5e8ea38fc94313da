"""Maps with places, roads, coordinates and h values; all trips on a map share its data.

A *road* connects two places at a cost, in both directions or only in one direction. A *link* is a
road in one direction. If several links lead from one place to another, only the cheapest counts.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from math import isnan, nan, sqrt
from typing import Any, NamedTuple, TypeAlias

from aima_search.base.errors import BoardError
from aima_search.base.option import shortest
from aima_search.base.path_costs import PLAIN, unboxed
from aima_search.model.compiled import Formula, by_key
from aima_search.textbook.graphs import Graph, australia_map, romania_map

Point: TypeAlias = tuple[float, float]

RoadLink: TypeAlias = tuple[int, int, Any]
"""The numbers of the places where a link starts and ends; its cost."""

PlaceLinks: TypeAlias = tuple[Sequence[int], Sequence[float]]

MOST = 1e300  # upper bound on costs, so that sums are finite
FARTHEST = 1e150  # upper bound on coordinates, so that squares are finite
MOST_WRITTEN = 300_000  # most roads of a map that can be written as text
_EXACT = 2**53  # sums of whole numbers are exact up to this number if they are floats
_CACHED = 100_000  # number of places whose links are cached as dicts
_SEPARATORS = frozenset(",;>@=:#\n\"'")  # characters of the formats, which no name contains


class MapRoad(NamedTuple):
    """A road between two places; ``back`` is True if the road leads in both directions."""

    start: str
    stop: str
    cost: float
    back: bool = True


class RoadMap:
    """A map: roads, the points (x to the east, y to the north) of places, and h values.

    numbers: a dict from every place to its number, in the order in which the places appear.
    estimates: a dict with the h values of the map, which are valid for one goal. name: the name of
    a bundled map. file: the name of the file that was read. made: data that all trips share, such
    as landmarks. textbook: the same map as a ``Graph``; actions are in the order of its links.
    """

    def __init__(
        self,
        roads: Iterable[MapRoad] = (),
        points: Mapping[str, Point] | None = None,
        estimates: Mapping[str, float] | None = None,
        name: str = "",
        textbook: Graph | None = None,
        *,
        any_names: bool = False,
    ) -> None:
        """Set up a map; with ``any_names``, places can be any hashable values, not only texts."""
        self.numbers: dict[str, int] = {}
        self.estimates = dict(estimates or {})
        self.name, self.file, self.textbook, self.any_names = name, "", textbook, any_names
        self.made: dict[str, Any] = {}
        self._starts, self._stops, self._back = array("i"), array("i"), bytearray()
        self._costs: Any = []
        self._points = array("d", (0, 0))  # the scale, 0, then x and y of each place (or NaN)
        self._pointed = array("i")
        for road in roads:
            self.add(*road)
        for place, point in (points or {}).items():
            self.put(place, point)

    def __str__(self) -> str:
        return self.file or self.name or f"a map of {len(self):,} places"

    def __len__(self) -> int:
        return len(self.numbers)

    def add(self, start: str, stop: str, cost: float, back: bool = True) -> None:
        """Add a road while the map is being built."""
        ends = self._number(start), self._number(stop)
        if type(cost) is not float:
            cost = unboxed(cost)
        if not _is_within(cost, 0):
            raise BoardError(
                f"routes road {start},{stop}: found cost {shortest(cost)!s:.20}, expected a"
                f" cost of at least 0 and less than {MOST:g}"
            )
        self._starts.append(ends[0])
        self._stops.append(ends[1])
        self._costs.append(cost)
        self._back.append(back)

    def put(self, place: str, point: Point) -> None:
        """Set the coordinates of a place; this is possible only while the map is being built."""
        number = self._number(place)
        is_pair = isinstance(point, tuple) and len(point) == 2
        if not (is_pair and all(_is_within(xy, -FARTHEST, FARTHEST) for xy in point)):
            raise BoardError(
                f"routes place {place}: found point {point!s:.40}, expected two numbers below"
                f" {FARTHEST:g}"
            )
        if isnan(self._points[2 * number + 2]):
            self._pointed.append(number)
        self._points[2 * number + 2], self._points[2 * number + 3] = map(float, point)

    def _number(self, place: str) -> int:
        number = self.numbers.get(place)
        if number is not None:
            return number
        if not self.any_names:
            check_name(place)
        self.numbers[place] = len(self.numbers)
        self._points.extend((nan, nan))
        return len(self.numbers) - 1

    @cached_property
    def named(self) -> list[str]:
        """The names of all places, in the order of their numbers."""
        return list(self.numbers)

    @property
    def roads(self) -> list[MapRoad]:
        """The roads in the order in which they were added."""
        named = self.named
        ends = zip(self._starts, self._stops, self._costs, self._back, strict=True)
        return [
            MapRoad(named[a], named[b], shortest(cost), bool(back)) for a, b, cost, back in ends
        ]

    def road_count(self) -> int:
        """Return the number of roads on the map."""
        return len(self._starts)

    @property
    def points(self) -> Mapping[str, Point]:
        """A mapping from places to coordinates; places without coordinates are not in it."""
        return _LazyPlaceMapping(self, self._pointed, self._point)

    def _point(self, number: int) -> Point:
        x, y = self._points[2 * number + 2 : 2 * number + 4]
        if isnan(x):
            raise KeyError(self.named[number])
        return shortest(x), shortest(y)

    @cached_property
    def links(self) -> PlaceLinks:
        """All links, as two arrays for machine code: ``words`` and ``costs``.

        Place k has the links from number ``words[1 + k]`` to number ``words[2 + k] - 1``. Link i
        leads to place ``words[1 + n + i]`` and costs ``costs[i]``. Here, n is ``words[0]``.
        """
        self._costs = _as_floats(self._costs) or self._costs  # an array takes less memory
        return _cheapest(*_by_start(len(self), self._each_link, self._costs[:1]))

    def _each_link(self) -> Iterator[RoadLink]:
        if self.textbook is not None:
            for place, number in self.numbers.items():
                for there, cost in self.textbook.get(place).items():
                    yield number, self.numbers[there], cost
            return
        for start, stop, cost, back in zip(
            self._starts, self._stops, self._costs, self._back, strict=True
        ):
            yield start, stop, cost
            if back:
                yield stop, start, cost

    @cached_property
    def links_back(self) -> PlaceLinks:
        """All links as in ``links``, but sorted by the place where they end."""
        words, costs = self.links

        def reversed_links() -> Iterator[RoadLink]:
            for start in range(len(self)):
                for link in range(words[1 + start], words[2 + start]):
                    yield words[1 + words[0] + link], start, costs[link]

        return _by_start(len(self), reversed_links, costs[:1])

    def links_into(self, place: str) -> list[tuple[str, str, float]]:
        """Return (``place``, start of the link, cost) for every link that leads to ``place``."""
        links = _links_at(self.links_back, self.numbers[place])
        return [(place, self.named[before], cost) for before, cost in links]

    def links_of(self, number: int) -> dict[str, float]:
        """Return the links from a place, as a dict from the next place to the cost of the link."""
        return {self.named[there]: cost for there, cost in _links_at(self.links, number)}

    @cached_property
    def graph(self) -> Graph:
        """The roads as a ``Graph`` of the textbook."""
        if self.textbook is not None:
            return self.textbook
        graph = Graph()
        links = _LazyPlaceMapping(self, range(len(self)), self.links_of)
        graph.graph_dict = links  # type: ignore[assignment]
        graph.locations = self.points  # type: ignore[assignment]
        return graph

    @cached_property
    def least_cost(self) -> float:
        """The cost of the cheapest road on the map."""
        least: float = min(self._costs)
        return shortest(least)

    @cached_property
    def most_links(self) -> int:
        """The largest number of links from one place."""
        words = self.links[0]
        return max(stop - start for start, stop in pairwise(words[1 : 1 + words[0]]))

    def without_estimates(self) -> RoadMap:
        """Return the map without its h values, which are valid for one goal only."""
        if not self.estimates:
            return self
        other = copy(self)
        other.estimates = {}
        return other

    def scale(self) -> float:
        """Return the largest factor <= 1 such that each road costs at least factor * length.

        A road's length is the distance between its ends. If a place has no position, return 0.
        """
        return float(self.lines[0])

    @cached_property
    def lines(self) -> Sequence[float]:
        """The numbers for the heuristic ``straight-line``: the scale and all coordinates."""
        points, least = self._points, 1.0
        points[0] = 0
        if len(self._pointed) < len(self):
            return points
        for start, stop, cost in zip(self._starts, self._stops, self._costs, strict=True):
            x = points[2 * start + 2] - points[2 * stop + 2]
            y = points[2 * start + 3] - points[2 * stop + 3]
            length = sqrt(x * x + y * y)
            if length:
                least = min(least, cost / length)
        points[0] = least
        return points

    @cached_property
    def expand(self) -> Formula | str:
        """Machine code that lists the links from a place, or a text that says why it is missing."""
        words, costs = self.links
        if type(costs) is not array and not PLAIN.issuperset(map(type, costs)):
            return "its costs are neither ints nor floats"
        return Formula(roads_from, words, costs, lists=True)

    def by_place(self, value_of: Callable[[str], float]) -> Formula | None:
        """Return a ``Formula`` for ``value_of``, or None if floats would round its values."""
        values = _as_floats(list(map(value_of, self.named)))
        return None if values is None else Formula(by_key, floats=values)


class _LazyPlaceMapping(Mapping[str, Any]):
    def __init__(self, map_: RoadMap, numbers: Sequence[int], value: Callable[[int], Any]) -> None:
        self._map, self._numbers, self._value = map_, numbers, value
        self._cache: dict[str, Any] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        return map(self._map.named.__getitem__, self._numbers)

    def __getitem__(self, place: str) -> Any:
        value = self._cache.get(place)
        if value is None:
            if len(self._cache) >= _CACHED:
                self._cache.clear()
            value = self._cache[place] = self._value(self._map.numbers[place])
        return value


def _as_floats(values: Sequence[float]) -> array[float] | None:
    """Return the numbers as an array of floats, or None if their sums as floats may be inexact."""
    if all(type(value) is float or (type(value) is int and value < _EXACT) for value in values):
        return array("d", values)
    return None


def _by_start(places: int, links: Callable[[], Iterator[RoadLink]], cost: Any) -> tuple[Any, Any]:
    """Return links in the form of ``RoadMap.links``, sorted by start place (counting sort).

    cost: a list or an array with one item. It only sets the type of the returned costs.
    """
    ends = places + 1
    words = array("q", bytes(8 * (1 + ends)))
    words[0] = ends
    for start, _, _ in links():
        words[2 + start] += 1
    for k in range(2, 1 + ends):
        words[k] += words[k - 1]
    free, first, costs = words[1:-1], 1 + ends, cost * words[-1]
    words.extend(array("q", bytes(8 * words[-1])))
    for start, stop, cost in links():
        at = free[start]
        words[first + at], costs[at], free[start] = stop, cost, at + 1
    return words, costs


def _links_at(links: PlaceLinks, number: int) -> Iterator[tuple[int, float]]:
    words, costs = links
    for link in range(words[1 + number], words[2 + number]):
        yield words[1 + words[0] + link], shortest(costs[link])


def _cheapest(words: Any, costs: Any) -> PlaceLinks:
    """Keep only the cheapest of several links with the same start and end."""
    ends = words[0]
    first, end, begin = 1 + ends, 0, 0
    for k in range(2, 1 + ends):
        cheapest: dict[int, float] = {}
        for link in range(begin, words[k]):
            place, cost = words[first + link], costs[link]
            cheapest[place] = min(cost, cheapest.get(place, cost))
        begin = words[k]
        for place, cost in cheapest.items():
            words[first + end], costs[end] = place, cost
            end += 1
        words[k] = end
    del words[first + end :], costs[end:]
    return words, costs


def roads_from(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """Write the numbers of the next places into ``keys``, and the roads' costs into ``costs``."""
    first, stop = ints[1 + key], ints[2 + key]
    for road in range(first, stop):
        keys[road - first] = ints[1 + ints[0] + road]
        costs[road - first] = floats[road]
    return stop - first


class ParsedTrip(NamedTuple):
    """The map in a text, and the start and the goal of the trip if the text names them."""

    map: RoadMap
    start: str | None = None
    goal: str | None = None


def check_name(place: object) -> None:
    """Raise BoardError if a name, such as "A,B", cannot be written in the text of a map."""
    is_name = isinstance(place, str) and place == place.strip() != "" and place.isprintable()
    if not (is_name and _SEPARATORS.isdisjoint(str(place))):
        raise BoardError(
            f"routes place {place!r:.40}: expected a name without quotes and without the signs"
            " , ; : > @ = #"
        )


def check_map(map_: RoadMap) -> RoadMap:
    """Return ``map_``; raise BoardError if the map has no roads or an invalid h value."""
    if not map_.road_count():
        raise BoardError("routes map without roads: expected lines such as Arad,Sibiu,140")
    for place, estimate in map_.estimates.items():
        if not estimate >= 0:
            raise BoardError(f"routes place {place}: found h value {estimate}, expected 0 or more")
    return map_


def _is_within(number: object, least: float, most: float = MOST) -> bool:
    try:
        return not isinstance(number, str) and least <= float(number) < most  # type: ignore[arg-type] # if it is not a number
    except (TypeError, ValueError, OverflowError):
        return False


def roads_of(graph: Graph) -> tuple[MapRoad, ...]:
    """Return the roads of a graph; two opposite links with the same cost are one road."""
    roads: dict[tuple[str, str], MapRoad] = {}
    for start, links in graph.graph_dict.items():
        for stop, cost in links.items():
            other = roads.get((stop, start))
            if other is not None and other.cost == cost and start != stop:
                roads[stop, start] = other._replace(back=True)
            else:
                roads[start, stop] = MapRoad(start, stop, cost, back=False)
    return tuple(roads.values())


BUCHAREST = {
    "Arad": 366, "Bucharest": 0, "Craiova": 160, "Drobeta": 242, "Eforie": 161, "Fagaras": 176,
    "Giurgiu": 77, "Hirsova": 151, "Iasi": 226, "Lugoj": 244, "Mehadia": 241, "Neamt": 234,
    "Oradea": 380, "Pitesti": 100, "Rimnicu": 193, "Sibiu": 253, "Timisoara": 329, "Urziceni": 80,
    "Vaslui": 199, "Zerind": 374,
}  # fmt: skip
"""Straight-line distances to Bucharest in kilometres [figure 3.16]."""


def _bundled(
    name: str, graph: Graph, start: str, goal: str, estimates: Mapping[str, float], north: int = 1
) -> ParsedTrip:
    points = {place: (x, north * y) for place, (x, y) in graph.locations.items()}
    return ParsedTrip(RoadMap(roads_of(graph), points, estimates, name, graph), start, goal)


BUNDLED = {
    "romania": _bundled("romania", romania_map, "Arad", "Bucharest", BUCHAREST),
    # the y of Australia's points grows to the south
    "australia": _bundled("australia", australia_map, "WA", "V", {}, north=-1),
}
"""The textbook's maps by name, each with the start and the goal of a trip."""
