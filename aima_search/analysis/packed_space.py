"""State spaces in numpy arrays, in which an integer (its *key*) stands for each state.

The enumeration is breadth-first: a *layer* (the states of one depth) is a sorted array of keys. The
edges are computed only when they are needed, because there are many.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aima_search.analysis.graph import Edges, as_matrix, exact_distances, starts_of
from aima_search.analysis.space import NumberArray, OneStepLookahead, Space
from aima_search.base.limits import check_limits
from aima_search.model.contract import OnProgress, ProblemLike
from aima_search.model.packed import CostArray, Indices, Keys, Packed, Switches

CHUNK = 2**14
"""How many states are expanded at once: their successors fit into the processor's cache."""

_UNITED = 2**22  # when so many keys are found, duplicates are removed


def enumerate_packed(
    problem: ProblemLike, form: Packed, limit: int, on_progress: OnProgress | None = None
) -> PackedSpace:
    """Enumerate the reachable states with numpy, up to about ``limit`` states.

    If the limit is reached, the last states that were found are not expanded.
    """
    known = GrowingSet()
    layers: list[tuple[Keys, NDArray[np.int32]]] = []
    layer = form.pack([problem.initial])
    known.add(layer)
    while len(layer) and len(known) <= limit:
        following, degrees = _next_layer(form, layer, known, limit, on_progress)
        layers.append((layer, degrees))
        layer = following
        known.add(layer)
    layers.append((layer, np.zeros(0, dtype=np.int32)))
    keys = np.sort(np.concatenate([layer for layer, _ in layers]))
    depth = np.empty(len(keys), dtype=np.int32)
    degree = np.zeros(len(keys), dtype=np.int32)
    is_expanded = np.zeros(len(keys), dtype=bool)
    for number, (layer, degrees) in enumerate(layers):
        places = np.searchsorted(keys, layer)
        depth[places] = number
        degree[places[: len(degrees)]] = degrees
        is_expanded[places[: len(degrees)]] = True
    return PackedSpace(problem, form, keys, depth, degree, is_expanded)


def sorted_set(keys: Keys) -> Keys:
    """Return the keys sorted and without duplicates, like ``np.unique``, but much faster."""
    ordered = np.sort(keys)
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


class GrowingSet:
    """A set of keys, stored in several sorted arrays. ``add`` merges arrays of similar length."""

    def __init__(self) -> None:
        self._runs: list[Keys] = []

    def __len__(self) -> int:
        return sum(map(len, self._runs))

    def add(self, new: Keys) -> None:
        """Add a sorted array of keys. None of these keys may be in the set already."""
        self._runs.append(new)
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            self._runs.append(np.sort(np.concatenate((self._runs.pop(), self._runs.pop()))))

    def without_known(self, keys: Keys) -> Keys:
        """Return the ``keys`` that are not in this set, in the same order."""
        for run in self._runs:
            if len(run):
                keys = keys[run.take(np.searchsorted(run, keys), mode="clip") != keys]
        return keys


def _next_layer(
    form: Packed, layer: Keys, known: GrowingSet, limit: int, on_progress: OnProgress | None
) -> tuple[Keys, NDArray[np.int32]]:
    """Expand ``layer``; return the new states, and the number of actions of each expanded state."""
    found, degrees, size = list[Keys](), [], 0
    for part in _chunks(layer, min(CHUNK, limit // 64 + 1)):
        sources, targets, _ = _successors(form, part)
        degrees.append(np.bincount(sources, minlength=len(part)).astype(np.int32))
        found.append(known.without_known(sorted_set(targets)))
        size += len(found[-1])
        if size > _UNITED or len(known) + size > limit:
            found = [sorted_set(np.concatenate(found))]
            size = len(found[0])
        check_limits()
        if on_progress is not None:
            on_progress(len(known) + size)
        if len(known) + size > limit:
            break
    return sorted_set(np.concatenate(found)), np.concatenate(degrees)


def _successors(form: Packed, keys: Keys) -> tuple[Indices, Keys, CostArray | None]:
    sources, targets, costs = form.successors(keys)
    if costs is None or not (is_barred := np.isposinf(costs)).any():
        return sources, targets, costs
    return sources[~is_barred], targets[~is_barred], costs[~is_barred]


def whole_space(problem: ProblemLike, form: Packed, size: int) -> PackedSpace:
    """Return a space of the states 0 to ``size - 1``, which may include unreachable states."""
    keys = np.arange(size, dtype=np.uint64)
    counts = [
        np.bincount(_successors(form, part)[0], minlength=len(part)) for part in _chunks(keys)
    ]
    degree, depth = np.concatenate(counts).astype(np.int32), np.zeros(size, dtype=np.int32)
    return PackedSpace(problem, form, keys, depth, degree, np.ones(size, dtype=bool))


class PackedSpace(Space):
    """A state space in numpy arrays. Each state has a key (an integer); the keys are sorted."""

    keys: Keys

    def __init__(
        self,
        problem: ProblemLike,
        form: Packed,
        keys: Keys,
        depth: NDArray[np.int32],
        degree: NDArray[np.int32],
        is_expanded: Switches,
    ) -> None:
        self.problem, self.form, self.keys = problem, form, keys
        self.depth, self.degree, self.is_expanded = depth, degree, is_expanded
        self.expanded = int(is_expanded.sum())

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def goals(self) -> Indices:
        """Return the indices of the goals, in order."""
        is_goal = [self.form.goals(part) for part in _chunks(self.keys)]
        return np.flatnonzero(np.concatenate(is_goal))

    @cached_property
    def edges(self) -> Edges:
        """Expand all states again to find the edges of the space; return the edges."""
        starts = starts_of(np.asarray(self.degree))
        targets = np.empty(starts[-1], dtype=np.int32)
        costs: CostArray | None = None
        edge = 0
        for part in _chunks(self.keys[np.asarray(self.is_expanded)]):
            source, target, cost = _successors(self.form, part)
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
    def h_star(self) -> CostArray:
        """Return h*, the least cost to a goal, for every state; see ``Space``."""
        starts, targets, costs = self.edges
        if costs is not None and not (costs > -np.inf).all():
            edge = int(np.argmin(costs > -np.inf))
            raise self._bad_cost(int(np.searchsorted(starts, edge, "right")) - 1)
        if costs is None or (costs >= 0).all():
            return exact_distances(as_matrix(self.edges).T.tocsr(), self.goals)
        sources = np.repeat(np.arange(len(self)), np.diff(starts))
        edges = zip(sources.tolist(), targets.tolist(), costs.tolist(), strict=True)
        return np.array(self._distances_by_relaxing(list(edges)))

    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states at the indices ``start`` to ``stop - 1``."""
        return self.form.unpack(self.keys[start:stop])

    def index(self, state: Any) -> int:
        """Return the index of ``state``; raise LookupError if the space lacks this state."""
        [key] = self.form.pack([state])
        place = int(np.searchsorted(self.keys, key))
        if place == len(self) or self.keys[place] != key:
            raise LookupError(f"{state!r} is not in the state space")
        return place

    def look_ahead(self, values: NumberArray) -> OneStepLookahead:
        """Find each state's best actions: see ``OneStepLookahead``. values: h of each state."""
        h, exact = np.asarray(values), self.h_star
        least = np.full(len(self), np.inf)
        number, wrong = (np.zeros(len(self), dtype=np.int32) for _ in range(2))
        starts, every_target, every_cost = self.edges
        for states in _chunks(np.flatnonzero(self.degree)):
            begin, end = starts[states[0]], starts[states[-1] + 1]
            costs = np.ones(end - begin) if every_cost is None else every_cost[begin:end]
            targets, firsts = every_target[begin:end], starts[states] - begin
            degrees = starts[states + 1] - starts[states]
            sums = costs + h.take(targets)
            here = np.fmin.reduceat(sums, firsts)  # fmin ignores NaN (inf - inf)
            is_best = sums == np.repeat(here, degrees)
            is_wrong = is_best & (costs + exact.take(targets) > np.repeat(exact[states], degrees))
            least[states] = here
            number[states] = np.add.reduceat(is_best, firsts, dtype=np.int32)
            wrong[states] = np.add.reduceat(is_wrong, firsts, dtype=np.int32)
        return OneStepLookahead(least, number, wrong)


def _chunks(numbers: Any, size: int = CHUNK) -> list[Any]:
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]
