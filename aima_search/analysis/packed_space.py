"""A state space in numpy arrays: for problems with a packed form.

The edges are made only when they are needed: there can be a dozen for every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from aima_search.analysis.distances import exact_distances
from aima_search.analysis.edges import Edges, starts_of
from aima_search.analysis.layers import CHUNK, Layers, enumerate_layers
from aima_search.analysis.negative import NegativeCycleError
from aima_search.analysis.space import Lookahead, Space
from aima_search.model.contract import ProblemLike
from aima_search.model.packed import Packed

if TYPE_CHECKING:
    from aima_search.analysis.space import Numbers
    from aima_search.model.packed import Costs, Indices, Keys


def enumerate_packed(
    problem: ProblemLike,
    form: Packed,
    limit: int,
    on_progress: Callable[[int], object] | None = None,
) -> PackedSpace:
    """Enumerate the reachable states by the packed form of a problem."""
    start = form.pack([problem.initial])
    return PackedSpace(problem, form, enumerate_layers(form, start, limit, on_progress))


class PackedSpace(Space):
    """States in the order of their keys."""

    keys: Keys

    def __init__(self, problem: ProblemLike, form: Packed, layers: Layers) -> None:
        """Take the states that were found, and their packed form."""
        self.problem = problem
        self.form = form
        self.keys = layers.keys
        self.depth = layers.depth
        self.degree = layers.degree
        self.is_expanded = layers.is_expanded
        self.expanded = int(layers.is_expanded.sum())

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def goals(self) -> Indices:
        """Return the indices of the goals, in order."""
        is_goal = [self.form.goals(part) for part in _chunks(self.keys)]
        return np.flatnonzero(np.concatenate(is_goal))

    @cached_property
    def edges(self) -> Edges:
        """Expand all states once more, now that every target's index is known."""
        starts = starts_of(np.asarray(self.degree))
        targets = np.empty(starts[-1], dtype=np.int32)
        costs: Costs | None = None
        edge = 0
        for part in _chunks(self.keys[np.asarray(self.is_expanded)]):
            source, target, cost = self.form.successors(part)
            order = np.argsort(source.astype(np.uint16), kind="stable")  # a radix sort
            stop = edge + len(source)
            targets[edge:stop] = np.searchsorted(self.keys, target).take(order)
            if cost is not None:
                if costs is None:
                    costs = np.ones(starts[-1])
                costs[edge:stop] = cost.take(order)
            edge = stop
        return Edges(starts, targets, costs)

    @cached_property
    def h_star(self) -> Costs:
        """Return h* by the edges backwards; see ``Space``."""
        costs = self.edges.costs
        if costs is not None and not (costs > -np.inf).all():
            edge = int(np.argmin(costs > -np.inf))
            raise self._bad_cost(int(np.searchsorted(self.edges.starts, edge, "right")) - 1)
        try:
            return exact_distances(self.edges_back, self.goals)
        except NegativeCycleError as error:
            raise self._negative_cycle(error.cycle) from None

    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states with the indices from ``start`` up to ``stop``."""
        return self.form.unpack(self.keys[start:stop])

    def index(self, state: Any) -> int:
        """Return the index of a state that is in the space; LookupError for another state."""
        [key] = self.form.pack([state])
        place = int(np.searchsorted(self.keys, key))
        if place == len(self) or self.keys[place] != key:
            raise LookupError(f"{state!r} is not in the space")
        return place

    def look_ahead(self, values: Numbers) -> Lookahead:
        """Look one action ahead from every state; see ``Space``."""
        h, exact = np.asarray(values), self.h_star
        least = np.full(len(self), np.inf)
        looking_best, wrong = (np.zeros(len(self), dtype=np.int32) for _ in range(2))
        for states, costs, targets, firsts, degrees in self._fans():
            looks = costs + h.take(targets)
            here = np.fmin.reduceat(looks, firsts)  # fmin: NaN is inf - inf, and no look
            is_best = looks == np.repeat(here, degrees)
            is_wrong = is_best & (costs + exact.take(targets) > np.repeat(exact[states], degrees))
            least[states] = here
            looking_best[states] = np.add.reduceat(is_best, firsts, dtype=np.int32)
            wrong[states] = np.add.reduceat(is_wrong, firsts, dtype=np.int32)
        return Lookahead(least, looking_best, wrong)

    def _fans(self) -> Iterator[tuple[Any, ...]]:
        """Yield states with their edges: costs, targets, where each state's start, how many."""
        starts, targets, costs = self.edges
        for states in _chunks(np.flatnonzero(self.degree)):
            begin, end = starts[states[0]], starts[states[-1] + 1]
            of_edges = np.ones(end - begin) if costs is None else costs[begin:end]
            firsts, degrees = starts[states] - begin, starts[states + 1] - starts[states]
            yield states, of_edges, targets[begin:end], firsts, degrees


def _chunks(numbers: Any) -> list[Any]:
    return [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]
