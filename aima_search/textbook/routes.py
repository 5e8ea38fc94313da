"""Finding a route through a graph; a state is a node, an action is the neighbour to go to."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from aima_search.base.errors import InputError, MissingMethod
from aima_search.base.seeds import Seed, random_source
from aima_search.display import Scene
from aima_search.display.maps import MapView, is_point
from aima_search.model.problem import Problem, Successor
from aima_search.textbook.points import distance

# Graphs as dicts of dicts: ``{node: {neighbour: length}}``.
#
# A *length* may be any object; in a graph of actions it is the state that an action leads to. A
# *location* is a point (x, y) of the plane.


class Graph:
    """Nodes, which are any hashable values, and links between them that have lengths.

    Give nodes a place with ``locations`` for straight-line distances, and states an
    estimate with ``least_costs`` for online search.

    >>> graph = Graph({"A": {"B": 1}}, directed=False)
    >>> graph.connect("B", "C", 2)
    >>> graph.get("B"), graph.get("C", "B"), graph.get("A", "C")
    ({'A': 1, 'C': 2}, 2, None)
    """

    def __init__(self, graph_dict: Any = None, directed: bool = True) -> None:
        """Copy the links; make them go both ways unless ``directed``.

        graph_dict: ``{node: {neighbour: length}}``, or what else ``links_in`` takes.
        """
        nodes = graph_dict if isinstance(graph_dict, Mapping) else getattr(graph_dict, "nodes", ())
        self.graph_dict: dict[Any, dict[Any, Any]] = {node: {} for node in nodes}
        for start, stop, length, leads_back in links_in(graph_dict or ()):
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
        """Add the inverse of every link."""
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
        """Return the length of the link from ``a`` to ``b``, None without a link.

        Without ``b``, return all links out of ``a`` as a dict, empty for unknown nodes.
        """
        links = self.graph_dict.get(a, {})
        return links if b is None else links.get(b)

    def nodes(self) -> list[Any]:
        """Return the nodes; nodes with links of their own come first."""
        reached = [node for links in self.graph_dict.values() for node in links]
        return list(dict.fromkeys([*self.graph_dict, *reached]))


class UndirectedGraph(Graph):
    """A graph in which every link goes both ways, later links too."""

    def __init__(self, graph_dict: Any = None) -> None:
        super().__init__(graph_dict, directed=False)


def links_in(graph: Any) -> Iterator[tuple[Any, Any, Any, bool | None]]:
    """Yield (start, stop, length, whether it leads back) of the links of a graph of any form.

    It is a networkx graph, whose lengths are named weight; ``{node: {neighbour: length}}``;
    ``{node: [neighbour, ...]}``, also with pairs (neighbour, length); or a list of links
    (start, stop) or (start, stop, length), of which None says whether they lead back. A length
    that is not given is 1, of parallel links of networkx the shortest counts.
    """
    links: Iterable[Any] = graph
    leads_back = None
    if hasattr(graph, "is_directed"):
        leads_back = not graph.is_directed()
        listed = [(*ends, values.get("weight", 1)) for *ends, values in graph.edges(data=True)]
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
                f"link {link!r:.60}: expected (start, stop) or (start, stop, length), the ends"
                " hashable"
            ) from None
        yield start, stop, length[0] if length else 1, leads_back


def _neighbours(graph: Mapping[Any, Any], node: Any) -> Iterable[tuple[Any, ...]]:
    """Return (neighbour, length) or (neighbour,) of every link of a node."""
    near = graph[node]
    if isinstance(near, Mapping):
        return near.items()
    if not isinstance(near, Iterable):
        raise InputError(f"node {node!r:.40}: found {near!r:.40}, expected its neighbours")
    are_pairs = all(isinstance(one, tuple | list) and len(one) == 2 for one in near)
    return [tuple(one) if are_pairs and not _is_node(graph, one) else (one,) for one in near]


def _is_node(graph: Mapping[Any, Any], one: Any) -> bool:
    return isinstance(one, tuple) and one in graph


class RandomGraph(UndirectedGraph):
    """Towns at random places of a ``width`` x ``height`` plane, with roads to near towns.

    Every node is linked to its nearest neighbours until it has ``min_links`` links; some
    get more, because roads go both ways. A road is as long as the straight line times
    ``curvature()``, by default a random number from 1.1 to 1.5, rounded down.
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
                neighbour = self._nearest_stranger(node)
                if neighbour is not None and len(self.get(node)) < min_links:
                    factor = random.uniform(1.1, 1.5) if curvature is None else curvature()
                    self.connect(node, neighbour[0], int(neighbour[1] * factor))

    def _nearest_stranger(self, node: Any) -> tuple[Any, float] | None:
        """Return the nearest node that ``node`` is not linked to, and its distance."""
        here, links = self.locations[node], self.graph_dict[node]
        strangers = [
            (other, distance(here, place))
            for other, place in self.locations.items()
            if other != node and other not in links
        ]
        return min(strangers, key=lambda stranger: stranger[1], default=None)


# The textbook's maps and state spaces: Romania, Australia, the vacuum world, a line.


# The order of the roads is the order of the actions, and so decides ties.
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
    "Arad": (91, 492),
    "Bucharest": (400, 327),
    "Craiova": (253, 288),
    "Drobeta": (165, 299),
    "Eforie": (562, 293),
    "Fagaras": (305, 449),
    "Giurgiu": (375, 270),
    "Hirsova": (534, 350),
    "Iasi": (473, 506),
    "Lugoj": (165, 379),
    "Mehadia": (168, 339),
    "Neamt": (406, 537),
    "Oradea": (131, 571),
    "Pitesti": (320, 368),
    "Rimnicu": (233, 410),
    "Sibiu": (207, 457),
    "Timisoara": (94, 410),
    "Urziceni": (456, 350),
    "Vaslui": (509, 444),
    "Zerind": (108, 531),
}

australia_map = UndirectedGraph(
    {
        "T": {},
        "SA": {"WA": 1, "NT": 1, "Q": 1, "NSW": 1, "V": 1},
        "NT": {"WA": 1, "Q": 1},
        "NSW": {"Q": 1, "V": 1},
    }
)
"""Which states and territories of Australia share a border [figure 6.1]."""

australia_map.locations = {
    "WA": (120, 24),
    "NT": (135, 20),
    "SA": (135, 30),
    "Q": (145, 20),
    "NSW": (145, 32),
    "T": (145, 42),
    "V": (145, 37),
}

# The squares are (left, right) and the agent's place: 1 dirty dirty left, 2 dirty dirty
# right, 3 dirty clean left, 4 dirty clean right, 5 clean dirty left, 6 clean dirty right,
# 7 clean clean left, 8 clean clean right.
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
"""Six states in a row, with the estimates of LRTA*'s example [figure 4.23]."""

one_dim_state_space.least_costs = {
    "State_1": 8,
    "State_2": 9,
    "State_3": 2,
    "State_4": 2,
    "State_5": 4,
    "State_6": 3,
}


class GraphProblem(Problem):
    """Go from one node of a graph to another, or to any node of a list, a tuple or a set.

    The graph is a ``Graph``, or what else ``links_in`` takes; a list of links leads both ways.
    """

    graph: Graph

    def __init__(self, initial: Any, goal: Any, graph: Any) -> None:
        if isinstance(graph, Mapping) or hasattr(graph, "is_directed"):
            graph = Graph(graph)
        elif isinstance(graph, list | tuple):
            graph = UndirectedGraph(graph)
        super().__init__(initial, _goals(goal, graph))
        self.graph = graph

    def actions(self, A: Any) -> list[Any]:
        """Return the neighbours of a node."""
        return list(self.graph.get(A))

    def result(self, state: Any, action: Any) -> Any:
        """Return the neighbour itself."""
        return action

    def path_cost(self, cost_so_far: float, A: Any, action: Any, B: Any) -> float:
        """Return the cost so far and the length of the link, infinite without a link."""
        length = self.graph.get(A, B)
        return cost_so_far + (math.inf if length is None else length)

    def successors(self, state: Any) -> Iterator[Successor]:
        """Yield every neighbour as action and state, with the length of the link."""
        for neighbour, length in self.graph.get(state).items():
            yield neighbour, neighbour, length

    @property
    def predecessors(self) -> Callable[[Any], list[Successor]]:
        """A function from a node to the links into it: (the node itself, from where, length).

        The links are turned round when it is asked for: a graph may grow, but not under a search.
        """
        into: dict[Any, list[Successor]] = {}
        for node, links in self.graph.graph_dict.items():
            for neighbour, length in links.items():
                into.setdefault(neighbour, []).append((neighbour, node, length))
        return lambda state: into.get(state, [])

    def scene(self, state: Any, action: Any = None) -> Scene:
        """Return the map with the node where the search is; nodes need names and locations."""
        view = self._view()
        if view is None:
            raise MissingMethod(f"{type(self).__name__}: its graph lacks names or locations")
        return view.scene(state, self.goal, moved=action is not None)

    def path_scene(
        self,
        states: Sequence[Any],
        explored: Mapping[Any, float] = MappingProxyType({}),
        frontier: Collection[Any] = (),
    ) -> Scene | None:
        """Return the map with a way and what a search explored, None if it cannot be drawn."""
        view = self._view()
        if view is None:
            return None
        return view.scene(
            states[-1], self.goal, moved=False, path=states, explored=explored, frontier=frontier
        )

    def _view(self) -> MapView | None:
        """Return how the map is drawn, as it is now: a graph may grow."""
        links, locations = self.graph.graph_dict, getattr(self.graph, "locations", {})
        places = dict.fromkeys([*links, *(there for link in links.values() for there in link)])
        is_drawn = all(isinstance(one, str) and is_point(locations.get(one)) for one in places)
        if not places or not is_drawn:
            return None
        roads = [
            (start, stop, length, links.get(stop, {}).get(start) == length)
            for start, link in links.items()
            for stop, length in link.items()
        ]
        once = {frozenset(road[:2]) if road[3] else road[:2]: road for road in reversed(roads)}
        return MapView(list(places), locations, list(once.values())[::-1])

    def find_min_edge(self) -> float:
        """Return the length of the shortest link, infinite without links."""
        links = self.graph.graph_dict.values()
        return min((length for link in links for length in link.values()), default=math.inf)

    @property
    def least_cost(self) -> float:
        """The length of the shortest link: no action costs less."""
        return self.find_min_edge()  # a subclass may know it without a look at every link

    def h(self, node: Any) -> float:
        """Return the straight-line distance to the nearest goal, rounded down.

        ``node`` may be a node of the search or of the graph. If a location is missing, the
        estimate is 0: the textbook's module answers infinity, and here infinity means a
        dead end.
        """
        locations = getattr(self.graph, "locations", None) or {}
        here = locations.get(getattr(node, "state", node))
        goals = self.goal if isinstance(self.goal, list) else [self.goal]
        places = [locations.get(goal) for goal in goals]
        if here is None or None in places:
            return 0
        return int(min((distance(here, place) for place in places if place), default=0))


def _goals(goal: Any, graph: Graph) -> Any:
    """Return several goals as a list; a tuple may be a node."""
    if isinstance(goal, set):
        return list(goal)
    if isinstance(goal, tuple | frozenset):
        nodes = {*graph.nodes()}
        is_node, are_nodes = goal in nodes, not nodes.isdisjoint(goal)
        if is_node and are_nodes:
            raise InputError(
                f"goal {goal!r}: a node of the graph, whose parts are nodes, too; expected"
                f" [{goal!r}] for the node, or {[*goal]!r} for its parts"
            )
        return list(goal) if are_nodes else goal
    return goal


class GraphProblemStochastic(GraphProblem):
    """A graph of actions with several outcomes: ``{state: {action: [state, ...]}}``.

    Its solution is a plan, found by ``and_or_graph_search``.
    """

    def result(self, state: Any, action: Any) -> Any:
        """Return the states that ``action`` may lead to."""
        return self.graph.get(state, action)

    def path_cost(self, *_: Any) -> float:
        """Refuse: a plan with several outcomes has no single cost."""
        raise NotImplementedError("a plan with several outcomes has no single path cost")
