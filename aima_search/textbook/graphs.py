"""Graphs as dicts of dicts, ``{node: {neighbour: length}}``, and the textbook's maps.

A *length* is usually a number. In a graph of actions, it is the state that an action leads to. A
*location* is a point (x, y).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from aima_search.base.errors import InputError
from aima_search.base.seeds import Seed, random_source
from aima_search.model.values import is_number
from aima_search.textbook.utilities import distance


class Graph:
    """A graph in which each link from one node to another has a length; nodes are hashable values.

    Set ``locations`` if you need straight-line distances. For online search, set
    ``least_costs`` to a dict from nodes to h values.

    >>> graph = Graph({"A": {"B": 1}}, directed=False)
    >>> graph.connect("B", "C", 2)
    >>> graph.get("B"), graph.get("C", "B"), graph.get("A", "C")
    ({'A': 1, 'C': 2}, 2, None)
    """

    def __init__(
        self, graph_dict: Any = None, directed: bool = True, *, weight: Any = "weight"
    ) -> None:
        """Copy the links of ``graph_dict``; if ``directed`` is False, each link leads both ways.

        graph_dict: ``{node: {neighbour: length}}``, or another form that ``links_in`` accepts.
        weight: the attribute that contains the lengths of the links in a networkx graph.
        """
        nodes = graph_dict if isinstance(graph_dict, Mapping) else getattr(graph_dict, "nodes", ())
        self.graph_dict: dict[Any, dict[Any, Any]] = {node: {} for node in nodes}
        for start, stop, length, leads_back in links_in(graph_dict or (), weight):
            self.connect1(start, stop, length)
            if leads_back:
                self.connect1(stop, start, length)
        self.directed = directed
        self.locations: dict[Any, tuple[float, float]] = {}
        self.least_costs: dict[Any, float] = {}
        if not directed:
            self.make_undirected()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.nodes())} nodes>"

    def make_undirected(self) -> None:
        """Add the opposite link of every link, with the same length."""
        for node in list(self.graph_dict):
            for neighbour, length in list(self.graph_dict[node].items()):
                self.connect1(neighbour, node, length)

    def connect(self, A: Any, B: Any, distance: Any = 1) -> None:
        """Link A to B, and B to A if the graph is undirected."""
        self.connect1(A, B, distance)
        if not self.directed:
            self.connect1(B, A, distance)

    def connect1(self, A: Any, B: Any, distance: Any) -> None:
        """Link A to B, in this direction only."""
        self.graph_dict.setdefault(A, {})[B] = distance

    def get(self, a: Any, b: Any = None) -> Any:
        """Return the length of the link from ``a`` to ``b``, or None if there is no link.

        If you leave out ``b``, return a dict of all links from ``a``, or {} if ``a`` is unknown.
        """
        links = self.graph_dict.get(a, {})
        return links if b is None else links.get(b)

    def nodes(self) -> list[Any]:
        """Return the nodes of the graph: first the keys of ``graph_dict``, then all other nodes."""
        reached = [node for links in self.graph_dict.values() for node in links]
        return list(dict.fromkeys([*self.graph_dict, *reached]))


class UndirectedGraph(Graph):
    """A graph in which every link leads both ways, even if you add the link later."""

    def __init__(self, graph_dict: Any = None) -> None:
        super().__init__(graph_dict, directed=False)


def links_in(graph: Any, weight: Any = "weight") -> Iterator[tuple[Any, Any, Any, bool | None]]:
    """Yield (start, stop, length, leads_back) for each link of a graph.

    leads_back: True if the link also leads back, False if it does not, or None if this is unknown.
    graph: a networkx graph, a dict, or a list of links. A dict maps each node to a dict
    ``{neighbour: length}``, a list of neighbours, or a list of pairs (neighbour, length). A link in
    a list is (start, stop) or (start, stop, length). The default length is 1.
    weight: the attribute with the length of a networkx link, or a function that takes
    (start, stop, attributes), or None if each length is 1.
    """
    links: Iterable[Any] = graph
    leads_back = None
    if hasattr(graph, "is_directed"):
        leads_back = not graph.is_directed()
        listed = _weighted_edges([*graph.edges(data=True)], weight)
        links = sorted(listed, key=itemgetter(2), reverse=True) if graph.is_multigraph() else listed
    elif isinstance(graph, Mapping):
        leads_back = False
        links = ((node, *link) for node in graph for link in _neighbours(graph, node))
    for link in links:
        try:
            start, stop, *length = link
            hash((start, stop))
        except (TypeError, ValueError):
            raise InputError(
                f"link {link!r:.60}: expected (start, stop) or (start, stop, length), where"
                " start and stop are hashable"
            ) from None
        yield start, stop, length[0] if length else 1, leads_back


def _weighted_edges(edges: list[tuple[Any, Any, dict[Any, Any]]], weight: Any) -> list[Any]:
    if callable(weight):
        links = [(start, stop, weight(start, stop, values)) for start, stop, values in edges]
        return [link for link in links if link[2] is not None]
    if isinstance(weight, str) and not any(weight in values for *_, values in edges):
        items = [item for *_, values in edges for item in values.items()]
        numbers = [name for name, value in items if is_number(value) and type(value) is not bool]
        if numbers:
            raise InputError(
                f"graph: no edge has the attribute {weight!r}, expected one of"
                f" {[*dict.fromkeys(numbers)]}: pass weight={numbers[0]!r}, or weight=None if every"
                " edge costs 1"
            )
    return [(start, stop, values.get(weight, 1)) for start, stop, values in edges]


def _neighbours(graph: Mapping[Any, Any], node: Any) -> Iterable[tuple[Any, ...]]:
    near = graph[node]
    if isinstance(near, Mapping):
        return near.items()
    if not isinstance(near, Iterable):
        raise InputError(
            f"neighbours of {node!r:.40}: found {near!r:.40}, expected a list of nodes"
        )
    are_pairs = all(isinstance(item, tuple | list) and len(item) == 2 for item in near)
    return [
        tuple(item) if are_pairs and not (isinstance(item, tuple) and item in graph) else (item,)
        for item in near
    ]


class RandomGraph(UndirectedGraph):
    """Towns at random points of a ``width`` x ``height`` plane, with roads to nearby towns.

    Each town is linked to its nearest neighbours until it has at least ``min_links`` links. The
    length of a road is the straight-line distance, multiplied by ``curvature()`` and rounded down.
    By default, ``curvature`` returns a random number from 1.1 to 1.5.
    """

    def __init__(
        self,
        nodes: Iterable[Any] = range(10),
        min_links: int = 2,
        width: int = 400,
        height: int = 300,
        curvature: Callable[[], float] | None = None,
        *,
        seed: Seed = None,
    ) -> None:
        super().__init__()
        random = random_source(seed)
        for node in nodes:
            self.graph_dict[node] = {}
            self.locations[node] = (random.randrange(width), random.randrange(height))
        for _ in range(min_links):
            for node in self.locations:
                neighbour = self._nearest_unlinked(node)
                if neighbour is not None and len(self.get(node)) < min_links:
                    factor = random.uniform(1.1, 1.5) if curvature is None else curvature()
                    self.connect(node, neighbour[0], int(neighbour[1] * factor))

    def _nearest_unlinked(self, node: Any) -> tuple[Any, float] | None:
        here, links = self.locations[node], self.graph_dict[node]
        others = [
            (other, distance(here, place))
            for other, place in self.locations.items()
            if other != node and other not in links
        ]
        return min(others, key=itemgetter(1), default=None)


# The order of the roads is the order of the actions, so it decides ties.
romania_map = UndirectedGraph(
    {
        "Arad": {"Zerind": 75, "Sibiu": 140, "Timisoara": 118},
        "Bucharest": {"Urziceni": 85, "Pitesti": 101, "Giurgiu": 90, "Fagaras": 211},
        "Craiova": {"Drobeta": 120, "Rimnicu": 146, "Pitesti": 138},
        "Drobeta": {"Mehadia": 75},
        "Eforie": {"Hirsova": 86},
        "Fagaras": {"Sibiu": 99},
        "Hirsova": {"Urziceni": 98},
        "Iasi": {"Vaslui": 92, "Neamt": 87},
        "Lugoj": {"Timisoara": 111, "Mehadia": 70},
        "Oradea": {"Zerind": 71, "Sibiu": 151},
        "Pitesti": {"Rimnicu": 97},
        "Rimnicu": {"Sibiu": 80},
        "Urziceni": {"Vaslui": 142},
    }
)
"""Roads of Romania in kilometres [figure 3.2]."""

romania_map.locations = {
    "Arad": (91, 492), "Bucharest": (400, 327), "Craiova": (253, 288), "Drobeta": (165, 299),
    "Eforie": (562, 293), "Fagaras": (305, 449), "Giurgiu": (375, 270), "Hirsova": (534, 350),
    "Iasi": (473, 506), "Lugoj": (165, 379), "Mehadia": (168, 339), "Neamt": (406, 537),
    "Oradea": (131, 571), "Pitesti": (320, 368), "Rimnicu": (233, 410), "Sibiu": (207, 457),
    "Timisoara": (94, 410), "Urziceni": (456, 350), "Vaslui": (509, 444), "Zerind": (108, 531),
}  # fmt: skip

australia_map = UndirectedGraph(
    {
        "T": {},
        "SA": {"WA": 1, "NT": 1, "Q": 1, "NSW": 1, "V": 1},
        "NT": {"WA": 1, "Q": 1},
        "NSW": {"Q": 1, "V": 1},
    }
)
"""The states and territories of Australia that share a border [figure 6.1]."""

australia_map.locations = {
    "WA": (120, 24), "NT": (135, 20), "SA": (135, 30), "Q": (145, 20), "NSW": (145, 32),
    "T": (145, 42), "V": (145, 37),
}  # fmt: skip

# The states, as (left square, right square, place of the agent): 1 (dirty, dirty, left),
# 2 (dirty, dirty, right), 3 (dirty, clean, left), 4 (dirty, clean, right), 5 (clean, dirty, left),
# 6 (clean, dirty, right), 7 (clean, clean, left), 8 (clean, clean, right).
vacuum_world = Graph(
    {
        "State_1": {"Suck": ["State_7", "State_5"], "Right": ["State_2"]},
        "State_2": {"Suck": ["State_8", "State_4"], "Left": ["State_1"]},
        "State_3": {"Suck": ["State_7"], "Right": ["State_4"]},
        "State_4": {"Suck": ["State_4", "State_2"], "Left": ["State_3"]},
        "State_5": {"Suck": ["State_5", "State_1"], "Right": ["State_6"]},
        "State_6": {"Suck": ["State_8"], "Left": ["State_5"]},
        "State_7": {"Suck": ["State_7", "State_3"], "Right": ["State_8"]},
        "State_8": {"Suck": ["State_8", "State_6"], "Left": ["State_7"]},
    }
)
"""The states that each action may lead to, for the erratic vacuum cleaner [figure 4.9]."""

vacumm_world = vacuum_world
"""The vacuum world under the name that the textbook's module used until 2018."""

one_dim_state_space = Graph(
    {
        "State_1": {"Right": "State_2"},
        "State_2": {"Right": "State_3", "Left": "State_1"},
        "State_3": {"Right": "State_4", "Left": "State_2"},
        "State_4": {"Right": "State_5", "Left": "State_3"},
        "State_5": {"Right": "State_6", "Left": "State_4"},
        "State_6": {"Left": "State_5"},
    }
)
"""Six states in a row, with the h values of LRTA*'s example [figure 4.23]."""

one_dim_state_space.least_costs = {
    "State_1": 8, "State_2": 9, "State_3": 2, "State_4": 2, "State_5": 4, "State_6": 3,
}  # fmt: skip
