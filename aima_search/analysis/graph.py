"""A state space as a graph in numpy arrays, the same for packed and for plain enumeration.

A state's *index* is its place in these arrays. The edges of a packed space are made only when
they are asked for: there can be a dozen for every state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from aima_search.analysis.layers import CHUNK, Layers, enumerate_layers
from aima_search.analysis.packed import Packed, packed_form
from aima_search.analysis.space import Space, enumerate_space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.analysis.packed import Costs, Indices, Keys, Switches


class Edges(NamedTuple):
    """The actions of all states, in the order of their sources (compressed sparse rows).

    The edges of state s are those from starts[s] up to starts[s + 1]; targets: the index of
    the state each leads to; costs: None where each costs 1.
    """

    starts: Indices
    targets: NDArray[np.int32]
    costs: Costs | None


@dataclass
class Graph:
    """The states reachable from the initial one; goals are expanded too.

    depth: the fewest actions to each state from the start. degree: how many actions each has;
    0 where it was not expanded. is_goal, is_expanded: which are goals, which were expanded.
    keys: of a packed space, in order.
    """

    depth: NDArray[np.int32]
    degree: NDArray[np.int32]
    is_goal: Switches
    is_expanded: Switches
    keys: Keys | None
    _make_edges: Callable[[], Edges] = field(repr=False)
    _states_of: Callable[[Any], list[Any]] = field(repr=False)

    def __len__(self) -> int:
        return len(self.depth)

    @cached_property
    def expanded(self) -> int:
        """How many states were expanded."""
        return int(self.is_expanded.sum())

    @property
    def complete(self) -> bool:
        """Whether every reachable state is here and expanded."""
        return self.expanded == len(self)

    def edges(self) -> Edges:
        """Make the edges of a complete graph; keep what is returned, it is not kept here."""
        if not self.complete:
            raise ValueError("the edges of a space that is not covered")
        return self._make_edges()

    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states with the indices from ``start`` up to ``stop``."""
        return self._states_of(slice(start, stop))


def make_graph(
    problem: Any,
    limit: int = 1_000_000,
    on_progress: Callable[[int], object] | None = None,
    *,
    packed: bool = True,
) -> Graph:
    """Enumerate the reachable states, packed where the problem offers it and ``packed`` is set.

    It stops soon after more than ``limit`` are known. ``on_progress`` is told how many are.
    """
    form = packed_form(problem) if packed else None
    if form is None:
        return graph_of_space(enumerate_space(problem, limit, on_progress))
    start = form.pack([problem.initial])
    return graph_of_layers(form, enumerate_layers(form, start, limit, on_progress))


def graph_of_space(space: Space) -> Graph:
    """Return a plain space as a graph; its indices are those of the space."""
    sources = np.array(space.sources, dtype=np.int64)
    degree = np.bincount(sources, minlength=len(space.nodes))
    is_goal = np.zeros(len(space.nodes), dtype=bool)
    is_goal[space.goals] = True

    def make_edges() -> Edges:
        costs = np.array(space.costs, dtype=np.float64)
        targets = np.array(space.targets, dtype=np.int32)
        return Edges(_starts(degree), targets, None if (costs == 1).all() else costs)

    return Graph(
        depth=np.array([node.depth for node in space.nodes], dtype=np.int32),
        degree=degree.astype(np.int32),
        is_goal=is_goal,
        is_expanded=np.arange(len(space.nodes)) < space.expanded,
        keys=None,
        _make_edges=make_edges,
        _states_of=lambda part: [node.state for node in space.nodes[part]],
    )


def graph_of_layers(form: Packed, layers: Layers) -> Graph:
    """Return a packed space as a graph; its indices are places in the sorted keys."""
    keys = layers.keys
    return Graph(
        depth=layers.depth,
        degree=layers.degree,
        is_goal=np.concatenate([form.goals(part) for part in _chunks(keys)]),
        is_expanded=layers.is_expanded,
        keys=keys,
        _make_edges=lambda: _packed_edges(form, keys, layers.degree),
        _states_of=lambda part: form.unpack(keys[part]),
    )


def _packed_edges(form: Packed, keys: Keys, degree: NDArray[np.int32]) -> Edges:
    """Expand all states once more, now that every target's index is known."""
    starts = _starts(degree)
    targets = np.empty(starts[-1], dtype=np.int32)
    costs: Costs | None = None
    edge = 0
    for part in _chunks(keys):
        source, target, cost = form.successors(part)
        order = np.argsort(source.astype(np.uint16), kind="stable")  # a radix sort
        stop = edge + len(source)
        targets[edge:stop] = np.searchsorted(keys, target).take(order)
        if cost is not None:
            if costs is None:
                costs = np.ones(starts[-1])
            costs[edge:stop] = cost.take(order)
        edge = stop
    return Edges(starts, targets, costs)


def _starts(degree: NDArray[Any]) -> Indices:
    starts = np.zeros(len(degree) + 1, dtype=np.int64)
    np.cumsum(degree, out=starts[1:])
    return starts


def _chunks(keys: Keys) -> list[Keys]:
    return [keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK)]
