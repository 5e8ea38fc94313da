"""Routes through a graph; a state is a node, an action is the next node."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from aima_search.base.errors import InputError, MissingOptionalMember
from aima_search.display import Scene
from aima_search.display.maps import MapView, is_point
from aima_search.model.problem import Problem, Successor
from aima_search.textbook.distances import GraphHeuristicMixin
from aima_search.textbook.graphs import Graph, UndirectedGraph


class GraphProblem(GraphHeuristicMixin, Problem):
    """Go from a node of a graph to ``goal``, which is a node or a list, tuple or set of nodes.

    ``graph`` is a ``Graph``, or any other graph that ``links_in`` accepts. If it is a list, links
    lead in both directions. In a networkx graph, ``weight`` is the attribute with the lengths.
    """

    graph: Graph

    def __init__(self, initial: Any, goal: Any, graph: Any, *, weight: Any = "weight") -> None:
        if isinstance(graph, Mapping) or hasattr(graph, "is_directed"):
            graph = Graph(graph, weight=weight)
        elif isinstance(graph, list | tuple):
            graph = UndirectedGraph(graph)
        super().__init__(initial, _goals(goal, graph))
        self.graph = graph

    def actions(self, A: Any) -> list[Any]:
        """Return the nodes that can be reached from the node ``A`` by one link."""
        return list(self.graph.get(A))

    def result(self, state: Any, action: Any) -> Any:
        """Return ``action``, because an action is the next node."""
        return action

    def path_cost(self, cost_so_far: float, A: Any, action: Any, B: Any) -> float:
        """Return ``cost_so_far`` plus the length of the link, or infinity if there is no link."""
        length = self.graph.get(A, B)
        return cost_so_far + (math.inf if length is None else length)

    def successors(self, state: Any) -> Iterator[Successor]:
        """Yield (action, next state, length) for each link; the action is the next state."""
        for neighbour, length in self.graph.get(state).items():
            yield neighbour, neighbour, length

    @property
    def predecessors(self) -> Callable[[Any], list[Successor]]:
        """A function that lists the links to a node as triples (node, previous node, length).

        If you add links to the graph, read ``predecessors`` again to get a new function.
        """
        into: dict[Any, list[Successor]] = {}
        for node, links in self.graph.graph_dict.items():
            for neighbour, length in links.items():
                into.setdefault(neighbour, []).append((neighbour, node, length))
        return lambda state: into.get(state, [])

    def scene(self, state: Any, action: Any = None) -> Scene:
        """Return a picture of the map with ``state`` marked; all nodes need names and locations."""
        view = self._view()
        if view is None:
            raise MissingOptionalMember(
                f"{type(self).__name__}: each node must be a string and must have a location"
            )
        return view.scene(state, self.goal, moved=action is not None)

    def path_scene(
        self,
        states: Sequence[Any],
        explored: Mapping[Any, float] = MappingProxyType({}),
        frontier: Collection[Any] = (),
    ) -> Scene | None:
        """Return a picture of a path and the explored nodes, or None if the map cannot be drawn."""
        view = self._view()
        if view is None:
            return None
        return view.scene(
            states[-1], self.goal, moved=False, path=states, explored=explored, frontier=frontier
        )

    def _view(self) -> MapView | None:
        links, locations = self.graph.graph_dict, getattr(self.graph, "locations", {})
        places = dict.fromkeys([*links, *(there for link in links.values() for there in link)])
        is_drawn = all(isinstance(at, str) and is_point(locations.get(at)) for at in places)
        if not places or not is_drawn:
            return None
        roads = [
            (start, stop, length, links.get(stop, {}).get(start) == length)
            for start, link in links.items()
            for stop, length in link.items()
        ]
        distinct = {frozenset(road[:2]) if road[3] else road[:2]: road for road in reversed(roads)}
        return MapView(list(places), locations, list(distinct.values())[::-1])

    def find_min_edge(self) -> float:
        """Return the length of the shortest link, or infinity if there are no links."""
        links = self.graph.graph_dict.values()
        return min((length for link in links for length in link.values()), default=math.inf)

    @property
    def least_cost(self) -> float:
        """The length of the shortest link of the graph."""
        return self.find_min_edge()


def _goals(goal: Any, graph: Graph) -> Any:
    if isinstance(goal, set):
        return list(goal)
    if isinstance(goal, tuple | frozenset):
        nodes = {*graph.nodes()}
        is_node, are_nodes = goal in nodes, not nodes.isdisjoint(goal)
        if is_node and are_nodes:
            raise InputError(
                f"goal {goal!r} is ambiguous: the tuple is a node, and its items are nodes, too."
                f" Write [{goal!r}] for the tuple, or {[*goal]!r} for its items"
            )
        return list(goal) if are_nodes else goal
    return goal


class GraphProblemStochastic(GraphProblem):
    """A graph problem in which an action may lead to several states.

    ``graph`` is ``{state: {action: [state, ...]}}``. ``and_or_graph_search`` finds a plan.
    """

    def result(self, state: Any, action: Any) -> Any:
        """Return the states that ``action`` may lead to."""
        return self.graph.get(state, action)

    def path_cost(self, *_: Any) -> float:
        """Raise NotImplementedError, because a plan with several outcomes has no single cost."""
        raise NotImplementedError("a plan with several outcomes has no single path cost")
