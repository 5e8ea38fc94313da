"""Graphs as dicts of dicts: ``{node: {neighbour: length}}``.

A *length* may be any object; in a graph of actions it is the state that an action leads to. A
*location* is a point (x, y) of the plane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from aima_search.base.seeds import Seed, random_source
from aima_search.textbook.utilities import distance


class Graph:
    """Nodes, which are any hashable values, and links between them that have lengths.

    Give nodes a place with ``locations`` for straight-line distances, and states an
    estimate with ``least_costs`` for online search.

    >>> graph = Graph({"A": {"B": 1}}, directed=False)
    >>> graph.connect("B", "C", 2)
    >>> graph.get("B"), graph.get("C", "B"), graph.get("A", "C")
    ({'A': 1, 'C': 2}, 2, None)
    """

    def __init__(
        self, graph_dict: Mapping[Any, Mapping[Any, Any]] | None = None, directed: bool = True
    ) -> None:
        """Copy the links; make them go both ways unless ``directed``."""
        self.graph_dict = {node: dict(links) for node, links in (graph_dict or {}).items()}
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

    def __init__(self, graph_dict: Mapping[Any, Mapping[Any, Any]] | None = None) -> None:
        super().__init__(graph_dict, directed=False)


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
