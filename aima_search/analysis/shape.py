"""The size and shape of a state space: everything that can be counted in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from aima_search.analysis.distances import exact_distances, reversed_edges
from aima_search.analysis.graph import Graph, make_graph
from aima_search.analysis.parts import diameter, strong_parts

if TYPE_CHECKING:
    from aima_search.analysis.packed import Costs


@dataclass(frozen=True)
class Shape:
    """What there is to count in a state space; goals are expanded too.

    complete: whether all reachable states are covered. If not, the counts are those of the
    states found so far, and what needs all of them is None.

    states, goals, edges: how many; expanded: of how many states the actions are known.
    depths: how many states there are at each depth from the start, in fewest actions.
    branching: how many states have so many actions, by number of actions, of those expanded.
    dead_ends: states without an action that are no goals.
    bound: how many states there could be, by counting, where the puzzle says so.

    distances: how many states have each h*, the least cost to a goal, in order of h*.
    unsolvable: states from which no goal can be reached.
    parts, largest_part: how many strongly connected parts there are, and states in the largest.
    diameter: the most actions that a shortest way between two states takes; None also where it
    is too much work to find (it is at least the last depth).
    """

    complete: bool
    states: int
    expanded: int
    goals: int
    edges: int
    depths: tuple[int, ...]
    branching: dict[int, int]
    dead_ends: int
    bound: int | None
    distances: dict[float, int] | None = None
    unsolvable: int | None = None
    parts: int | None = None
    largest_part: int | None = None
    diameter: int | None = None

    @property
    def mean_branching(self) -> float | None:
        """The mean number of actions of the states expanded."""
        return self.edges / self.expanded if self.expanded else None


@dataclass(frozen=True)
class Analysis:
    """The shape of a space with what it was found from: the graph, and h* of each of its states."""

    shape: Shape
    graph: Graph
    h_star: Costs | None


def analyse(
    problem: Any,
    states: int = 1_000_000,
    on_progress: Callable[[int], object] | None = None,
    *,
    packed: bool = True,
) -> Shape:
    """Count everything in the space of a problem, soon stopping beyond ``states`` of them.

    It is done on packed arrays where the problem offers that form and ``packed`` is set, with
    the same answers. ``on_progress`` is told now and then how many states are known.
    """
    return analyse_graph(problem, make_graph(problem, states, on_progress, packed=packed)).shape


def analyse_graph(problem: Any, graph: Graph) -> Analysis:
    """Count everything in a space that has been enumerated."""
    bound: Callable[[], int] | None = getattr(problem, "count_bound", None)
    counts: dict[str, Any] = {
        "complete": graph.complete,
        "states": len(graph),
        "expanded": graph.expanded,
        "goals": int(graph.is_goal.sum()),
        "edges": int(graph.degree.sum(dtype=np.int64)),
        "depths": tuple(np.bincount(graph.depth).tolist()),
        "branching": _branching(graph),
        "dead_ends": int((graph.is_expanded & ~graph.is_goal & (graph.degree == 0)).sum()),
        "bound": None if bound is None else bound(),
    }
    if not graph.complete:
        return Analysis(Shape(**counts), graph, None)
    edges = graph.edges()
    turned = reversed_edges(edges)
    h_star = exact_distances(turned, graph.is_goal)
    sizes = strong_parts(edges, turned, start=int(graph.depth.argmin()))
    shape = Shape(
        **counts,
        distances=_histogram(h_star),
        unsolvable=int(np.isinf(h_star).sum()),
        parts=len(sizes),
        largest_part=int(sizes[0]),
        diameter=diameter(edges, at_least=int(graph.depth.max())),
    )
    return Analysis(shape, graph, h_star)


def _branching(graph: Graph) -> dict[int, int]:
    counts = np.bincount(graph.degree[graph.is_expanded])
    return {actions: int(states) for actions, states in enumerate(counts) if states}


def _histogram(h_star: Costs) -> dict[float, int]:
    values, counts = np.unique(h_star[np.isfinite(h_star)], return_counts=True)
    return {_plain(value): int(count) for value, count in zip(values, counts, strict=True)}


def _plain(value: float) -> float:
    """Return a whole number as an int, so that it reads as one."""
    return int(value) if value == int(value) else float(value)
