"""Landmarks: bounds from the distances to and from a few states (differential heuristics, ALT).

By the triangle inequality, a path from s to a goal g costs at least d(s, L) - d(g, L) and
d(L, g) - d(L, s), for any landmark L. Here d(a, b) is the lowest cost from a to b.
Source: Goldberg and Harrelson, Computing the shortest path: A* search meets graph theory (2005).
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from aima_search.analysis.enumeration import check_sums, enumerate_space
from aima_search.analysis.graph import as_matrix, exact_distances
from aima_search.analysis.packed_space import whole_space
from aima_search.analysis.space import Space
from aima_search.base.errors import InputError, NotApplicable
from aima_search.base.limits import check_limits
from aima_search.catalog.heuristics import announce
from aima_search.made.abstractions import are_whole, rounded_down
from aima_search.model.compiled import Formula
from aima_search.model.contract import ProblemLike
from aima_search.model.heuristic import NEVER_WRONG, BuiltHeuristic
from aima_search.model.packed import CostArray, Packed, packed_form
from aima_search.model.problem import Heuristic, Node, goal_test

USUAL, MOST = 8, 64  # default and largest number of landmarks
MOST_STATES = 1_000_000
ACTIVE = 4
"""How many landmarks a search uses: those with the highest bounds for its initial state."""


class Landmarks:
    """Landmarks (some chosen states of a state space), with the distances to and from them.

    states: the landmarks. bytes: the memory that the distances take. ``heuristic`` returns h for a
    problem in the same state space, with any initial state and any goals.
    """

    def __init__(self, problem: ProblemLike, count: int = USUAL) -> None:
        """Enumerate all states, choose some of them, and compute all distances to and from these.

        The ``count`` chosen states are far apart. Raises InputError for a bad ``count``, and
        NotApplicable if an action has a negative cost or if more than MOST_STATES can be reached.
        """
        if not 1 <= count <= MOST:
            raise InputError(f"landmarks({count}): expected a whole number from 1 to {MOST}")
        self._space = _cover(problem)
        self._whole = getattr(getattr(self._space, "form", None), "whole", None)
        size = len(self._space)
        count = min(count, size)
        known = np.empty((2 * count, size))
        ahead = as_matrix(self._space.edges)
        self._space.forget_edges()  # to save memory
        chosen = self._far_apart(ahead, known[:count])
        self.states = [self._space.states(index, index + 1)[0] for index in chosen]
        self._known = known[: 2 * len(chosen)]
        self._from, self._to = self._known[: len(chosen)], self._known[len(chosen) :]
        back = ahead.T.tocsr()
        for row, index in enumerate(chosen):
            self._to[row] = exact_distances(back, [index])
        self.bytes = self._known.nbytes
        self._is_whole = True
        for row in self._known:
            finite = row[np.isfinite(row)]
            check_sums("landmarks", float(finite.max()))
            self._is_whole = self._is_whole and are_whole(finite)

    def heuristic(self, problem: ProblemLike) -> Heuristic:
        """Return the landmark heuristic for a problem in the state space of these landmarks."""
        goals = np.asarray(self._goals(problem))
        if self._form_of_all(problem) is not None and len(goals) == 1:
            return self._for_one_goal(self._index(problem.initial), int(goals[0]))
        bounds = self._bounds(goals)
        best = np.argsort(-bounds[:, self._index(problem.initial)], kind="stable")[:ACTIVE]
        values = bounds[best].max(axis=0)
        space = self._space

        def h(node: Node) -> float:
            return float(values[space.index(node.state)])

        initial = [self._index(problem.initial)]
        ahead = np.maximum(
            self._difference(self._from, self._from[:, initial]),
            self._difference(self._to[:, initial], self._to),
        ).max(axis=0)

        def from_start(node: Node) -> float:
            """Return h for a backward search: an estimate of the cost from the initial state."""
            try:
                return float(ahead[space.index(node.state)])
            except LookupError:  # no path leads to the state
                return inf

        return BuiltHeuristic(h, facts=NEVER_WRONG, bytes=self.bytes, from_start=from_start)

    def _for_one_goal(self, start: int, goal: int) -> Heuristic:
        count, size = self._from.shape
        sums = 0 if self._is_whole else size
        rows, floats = range(count), self._known.reshape(-1)
        bounds = [-bound_of(start, [size, count, goal, sums, 1, row], floats) for row in rows]
        best = np.argsort(bounds, kind="stable")[:ACTIVE].tolist()
        ints, index = [size, count, goal, sums, len(best), *best], self._space.index
        return BuiltHeuristic(
            lambda node: float(bound_of(index(node.state), ints, floats)),
            facts=NEVER_WRONG,
            bytes=self.bytes,
            formula=lambda: Formula(bound_of, ints, floats),
        )

    def _form_of_all(self, problem: ProblemLike) -> Packed | None:
        form, whole = _form_and_whole(problem)
        return form if whole is not None and whole is self._whole else None

    def _goals(self, problem: ProblemLike) -> Any:
        if problem is self._space.problem:
            return self._space.goals
        if (form := self._form_of_all(problem)) is not None and self._space.keys is not None:
            return np.flatnonzero(form.goals(self._space.keys))
        is_goal = goal_test(problem)
        return [
            first + place
            for first, states in self._space.parts()
            for place, state in enumerate(states)
            if is_goal(state)
        ]

    def _bounds(self, goals: Any) -> CostArray:
        """Return lower bounds on the cost to a goal: a row per landmark, a column per state."""
        # The bound of a goal g is lowest if d(g, L) is largest, or d(L, g) least.
        if not len(goals):
            return np.full(self._to.shape, inf)
        farthest = self._to[:, goals].max(axis=1, keepdims=True)
        nearest = self._from[:, goals].min(axis=1, keepdims=True)
        return np.maximum(
            self._difference(self._to, farthest), self._difference(nearest, self._from)
        )

    def _difference(self, far: CostArray, near: CostArray) -> CostArray:
        sums = 0 if self._is_whole else len(self._space)
        with np.errstate(invalid="ignore"):
            difference = np.maximum(rounded_down(far, near, sums), 0)
        return np.where(np.isinf(near), 0, np.where(np.isinf(far), inf, difference))

    def _far_apart(self, ahead: Any, rows: CostArray) -> list[int]:
        """Choose landmarks that are far apart, and fill ``rows`` with the distances from them."""
        chosen: list[int] = []
        initial = self._space.problem.initial
        apart = exact_distances(ahead, [self._index(initial) if self._whole is None else 0])
        for row in rows:
            check_limits()
            farthest = int(np.argmax(np.where(np.isinf(apart), -1, apart)))
            if chosen and apart[farthest] <= 0:
                break  # every state is at the distance 0 from a landmark
            row[:] = exact_distances(ahead, [farthest])
            apart = np.minimum(apart, row) if chosen else row.copy()
            chosen.append(farthest)
        return chosen

    def _index(self, state: Any) -> int:
        try:
            return self._space.index(state)
        except LookupError:
            raise InputError(
                f"landmarks: {state!r} cannot be reached: expected a reachable state"
            ) from None


def bound_of(key: Any, ints: Any, floats: Any, raw: Any = b"") -> Any:
    """Return h, the highest bound that a landmark gives; numba can compile this function.

    ints: [number of states, number of landmarks, index of the goal, the argument ``sums`` for
    ``rounded_down``, number of landmarks in use, indices of these landmarks]. floats: the distances
    from each landmark to all states, then the distances from all states to each landmark.
    """
    best = 0.0
    for at in range(5, 5 + ints[4]):
        row, back = ints[at] * ints[0], (ints[1] + ints[at]) * ints[0]
        best = max(best, _less(floats[back + key], floats[back + ints[2]], ints[3]))
        best = max(best, _less(floats[row + ints[2]], floats[row + key], ints[3]))
    return best


def _less(far: Any, near: Any, sums: Any) -> Any:
    if near == inf:
        return 0.0
    if far == inf:
        return inf
    return rounded_down(far, near, sums)


def _form_and_whole(problem: ProblemLike) -> tuple[Packed | None, Any]:
    form = packed_form(problem, needs=("scipy",))
    return form, getattr(form, "whole", None)


def _cover(problem: ProblemLike) -> Space:
    (form, whole), on_progress = _form_and_whole(problem), announce("landmarks")
    if form is not None and whole is not None:
        return whole_space(problem, form, len(whole))
    space = enumerate_space(problem, MOST_STATES, on_progress)
    if not space.complete:
        raise NotApplicable(
            f"landmarks: more than {MOST_STATES:,} states can be reached: use a smaller board"
        )
    costs = space.edges.costs
    if costs is not None and not (costs >= 0).all():
        raise NotApplicable("landmarks: the cost of an action is negative or not a number")
    return space


def landmarks_of(problem: ProblemLike, text: str = "") -> Heuristic:
    """Return the heuristic "landmarks(text)"; ``text`` is the number of landmarks, such as "8"."""
    if text and not text.isdecimal():
        raise InputError(f"landmarks({text}): expected a whole number from 1 to {MOST}")
    count, (_, whole) = int(text or USUAL), _form_and_whole(problem)
    made = {} if whole is None else whole.made
    name = f"landmarks({count})"
    if name not in made:
        made[name] = Landmarks(problem, count)
    shared: Landmarks = made[name]
    return shared.heuristic(problem)
