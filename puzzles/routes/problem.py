"""Routes as a search problem: the textbook's ``GraphProblem``, with text formats and pictures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from aima_search.base.errors import BoardError
from aima_search.base.interchange import short_number
from aima_search.base.option import Option
from aima_search.display import Scene
from aima_search.display.maps import MapView
from aima_search.model.compiled import CompiledForm, Formula, is_key
from aima_search.model.contract import Self
from aima_search.model.problem import Successor
from aima_search.model.puzzle import Puzzle, register_puzzle
from aima_search.textbook.graphs import Graph, links_in
from aima_search.textbook.routes import GraphProblem
from puzzles.routes.formats import WRITERS, parse_text, parse_trip, read_map, split_trips, unknown
from puzzles.routes.rules import BUNDLED, ParsedTrip, RoadMap, check_map, roads_of
from puzzles.routes.view import MOST_DRAWN, view_of
from puzzles.text import one_of

if TYPE_CHECKING:
    from puzzles.routes.packed import PackedRoutes


@register_puzzle("routes")
class Routes(Puzzle[str, str], GraphProblem):
    """Go from one place of a map to another; a state is a place, and an action is the next place.

    >>> from aima_search import astar_search
    >>> astar_search(Routes("romania:Arad>Bucharest")).solution()
    ['Sibiu', 'Rimnicu', 'Pitesti', 'Bucharest']
    """

    comment = "#"
    reads_texts = True
    summary = "find the cheapest trip on a map: Romania, Australia or a map of your own"
    default_heuristic = "straight-line"
    made_heuristics = ("landmarks",)
    board_options = (
        Option("start", str, "place where the trip begins [the first place in the board's text]"),
        Option("goal", str, "place where the trip ends [the second place in the board's text]"),
    )
    file_options = (Option("map", read_map, "file with the map of the trips"),)
    instance_options = (
        Option("places", int, "number of places [20]"),
        Option("links", int, "least number of roads at each place [2]"),
    )
    formats = tuple(WRITERS)

    def __init__(
        self,
        board: Any,
        start: str | None = None,
        goal: str | None = None,
        map: RoadMap | None = None,  # noqa: A002 (the option's name)
        *,
        weight: Any = "weight",
    ) -> None:
        """Set up the search problem of a trip.

        board: a text for ``parse``, the textbook's ``Graph``, a networkx graph, a ``RoadMap``, a
        mapping ``{place: {place: cost}}``, or a list of two-way roads (from, to, cost). In a
        networkx graph, coordinates are in the attribute ``pos``, or in ``x`` and ``y``. Places may
        be any hashable values. weight: the attribute with the cost of an edge, a function as in
        networkx, or None if every edge costs 1. ``map``: the map, if ``board`` is only a trip such
        as "A>B". Raises BoardError (a ValueError) for an invalid board.
        """
        if map is not None:
            read = ParsedTrip(map, *parse_trip(board))
        elif isinstance(board, str):
            read = parse_text(board)
        else:
            read = ParsedTrip(check_map(_map_of(board, weight)))
        start = read.start if start is None else start
        is_other_goal = goal not in (None, read.goal)
        self.map = read.map.without_estimates() if is_other_goal else read.map
        goal = read.goal if goal is None else goal
        if start is None or goal is None:
            raise BoardError(
                "routes map without a trip: expected a start and a goal, such as a line A>F, or"
                " --start A --goal F"
            )
        places = self.map.numbers
        for place in (start, goal):
            if isinstance(place, list | set) or place not in places:
                raise unknown("place", place, places)
        GraphProblem.__init__(self, start, goal, self.map.graph)

    def compiled(self) -> CompiledForm | str:
        """Return functions that numba can compile, or a text that says why this is not possible."""
        expand, numbers = self.map.expand, self.map.numbers
        if isinstance(expand, str):
            return expand
        return CompiledForm(
            expand=expand,
            goal=Formula(is_key, [numbers[self.goal]]),
            most=self.map.most_links,
            pack=numbers.__getitem__,
            unpack=self.map.named.__getitem__,
        )

    def packed(self) -> PackedRoutes | None:
        """Return the problem in numpy arrays, or None if arrays cannot hold the costs."""
        if isinstance(self.map.expand, str):
            return None
        from puzzles.routes.packed import PackedRoutes  # numpy only when used

        return PackedRoutes(self.map, self.goal)

    def find_min_edge(self) -> float:
        """Return the cost of the cheapest road."""
        return self.map.least_cost

    @property
    def predecessors(self) -> Callable[[str], list[Successor]]:
        """A function of a place x that lists (x, previous place, cost) for every link to x."""
        return super().predecessors if self.map.textbook is not None else self.map.links_into

    def reversed_problem(self) -> Self | None:
        """Return the trip from goal to start, or None if a cost depends on the direction."""
        links = self.graph.graph_dict
        for place, roads in links.items():
            if any(links.get(there, {}).get(place) != length for there, length in roads.items()):
                return None
        return type(self)(self.map, start=self.goal, goal=self.initial)

    @property
    def named_places(self) -> list[str]:
        """The names of all places on the map, in the map's order."""
        return list(self.map.named)

    @classmethod
    def split(cls, text: str) -> Iterator[tuple[int, str]]:
        """Yield (line number, text) for each trip or, if the text has no trips, for each map."""
        if text.lstrip().startswith(("{", "[", "<")):
            yield 1, text
        else:
            yield from list(split_trips(text)) or super().split(text)

    def format(self, to: str = "id") -> str:
        """Return the trip and the map as text, on one line ("id") or on several lines ("lines")."""
        return WRITERS[one_of("routes format", to, WRITERS)](self.map, self.initial, self.goal)

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random trip; for options, see ``puzzles.routes.generator.random_map``."""
        from puzzles.routes.generator import random_map  # imports searches

        return cls(*random_map(random, **options))

    @property
    def page_heuristic(self) -> str:
        """The heuristic for the page: ``table`` if the map has h values, otherwise the default."""
        return "table" if self.map.estimates else self.default_heuristic

    def describe(self, state: str, action: str) -> str:
        """Return an action in words: the next place, and the cost of the road to this place."""
        cost = self.graph.get(state, action)
        return str(action) if cost is None else f"{action} ({short_number(cost)})"

    def scene(self, state: str, action: str | None = None) -> Scene:
        """Return a map that marks the place ``state``; the caption lists the roads from there."""
        links = self.graph.get(state).items()
        roads = ", ".join(f"{place} {short_number(cost)}" for place, cost in links)
        picture = GraphProblem.scene(self, state, action)
        return replace(picture, caption=f"{state}: {roads or 'no roads'}")

    def path_scene(
        self,
        states: Sequence[str],
        explored: Mapping[str, float] = MappingProxyType({}),
        frontier: Collection[str] = (),
    ) -> Scene | None:
        """Return a picture of the map with a path; None if the map is too large for a picture."""
        if len(self.map) > MOST_DRAWN:
            return None
        roads = [self.graph.get(*step) for step in pairwise(states)]
        caption = f"{' - '.join(map(str, states))}: {short_number(sum(roads))}"
        picture = GraphProblem.path_scene(self, states, explored, frontier)
        return picture and replace(picture, caption=caption)

    def _view(self) -> MapView:
        return view_of(self.map)


def _map_of(board: Any, weight: Any) -> RoadMap:
    if isinstance(board, RoadMap):
        return board
    for known in BUNDLED.values():
        if board is known.map.textbook:
            return known.map
    if isinstance(board, Mapping):
        board = Graph(board)
    if isinstance(board, Graph):
        return RoadMap(roads_of(board), board.locations, any_names=True)
    if not (hasattr(board, "is_directed") or isinstance(board, list | tuple)):
        raise BoardError(
            f"routes map of type {type(board).__name__}: expected a text, a Graph, a networkx"
            " graph, a mapping {place: {place: cost}} or a list of roads (from, to, cost)"
        )
    made = RoadMap(any_names=True)
    for start, stop, cost, leads_back in links_in(board, weight):
        made.add(start, stop, cost, leads_back is not False)
    for place, values in board.nodes(data=True) if hasattr(board, "nodes") else ():
        if "pos" in values:
            point = values["pos"]
            made.put(place, tuple(point) if isinstance(point, Iterable) else point)
        elif "x" in values and "y" in values:
            made.put(place, (values["x"], values["y"]))
    return made
