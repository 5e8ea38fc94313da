"""Search on packed arrays: a whole batch of states is expanded at once.

Vocabulary: see ``algorithms.best_first``; a *row* is a state's number in ``States``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from aima_search.algorithms.packed import handover
from aima_search.algorithms.packed.frontier import Frontier
from aima_search.algorithms.packed.states import CLOSED, OPEN, UNSEEN, States
from aima_search.algorithms.packed.steps import BatchStep, path_to
from aima_search.base.errors import CostError, HeuristicError, NotApplicable
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Node

if TYPE_CHECKING:
    from typing import TypeAlias

    from aima_search.algorithms.packed.states import Rows
    from aima_search.algorithms.steps import Step, Steps
    from aima_search.model.packed import Costs, Indices, Keys, Packed

    Estimates: TypeAlias = Callable[[Keys], Costs]

_LEAST_BATCH = 32
_MOST_SUCCESSORS = 2**16  # of a batch: their arrays fit into the processor's cache
_SHARE = 8  # a batch is at most this part of what has been expanded: no more is in vain at the end


class Priority(NamedTuple):
    """f = cost * g + estimate * h; without ``cost`` the first path to a state is kept."""

    cost: float
    estimate: float


def best_first_steps(
    problem: ProblemLike[State, Action],
    form: Packed,
    priority: Priority,
    h: Estimates | None = None,
    nodes: int | None = None,
    before: Step[State, Action] | None = None,
) -> Steps[State, Action]:
    """Expand batches of states of the lowest f, the highest g first; closed states reopen.

    ``nodes``: no batch goes beyond so many expansions. ``before``: where another search stands,
    from which this one goes on.
    """
    search = _BestFirst(problem, form, priority, h, before)
    return _best_first(search, nodes)


def _best_first(search: _BestFirst, nodes: int | None) -> Steps[State, Action]:
    step, states, form = search.step, search.states, search.form
    while len(rows := search.next_batch(nodes)):
        goals = np.flatnonzero(form.goals(states.key[rows]))
        if len(goals):
            step.row = int(rows[goals[np.argmin(states.g[rows[goals]])]])
            return step.node
        step.batches.append(len(rows))
        yield step
        search.expand(rows)
    return None


def breadth_first_steps(
    problem: ProblemLike[State, Action],
    form: Packed,
    nodes: int | None = None,
    before: Step[State, Action] | None = None,
) -> Steps[State, Action]:
    """Expand batches of the shallowest states, testing for goals as states are generated.

    States are numbered as they are found: those that wait are the rows from ``expanded`` on.
    """
    search = _Reached(problem, form, before)
    end_of_layer = 1
    if before is not None:
        waiting = search.taken_over[before.expanded :]
        at_front = sum(node.depth == waiting[0].depth for node in waiting)
        end_of_layer = before.expanded + at_front
        search.taken_over.clear()
    return _breadth_first(search, end_of_layer, nodes)


def _breadth_first(search: _Reached, end_of_layer: int, nodes: int | None) -> Steps[State, Action]:
    step, states, form = search.step, search.states, search.form
    if len(states) == 1 and form.goals(states.key[:1]).any():
        return step.node
    while step.expanded < len(states):
        if step.expanded == end_of_layer:
            end_of_layer = len(states)
        size = min(search.batch_size(nodes), end_of_layer - step.expanded)
        step.row, step.frontier = step.expanded, len(states) - step.expanded
        step.batches.append(size)
        yield step
        known = len(states)
        search.reach(np.arange(step.row, step.row + size, dtype=np.int32), by_cost=False)
        goals = np.flatnonzero(form.goals(states.key[known : len(states)]))
        if len(goals):
            step.row, step.frontier = known + int(goals[0]), len(states) - step.expanded
            return step.node
    step.frontier = 0
    return None


class _Reached:
    """The states reached, and what is counted on the way."""

    def __init__(self, problem: ProblemLike, form: Packed, before: Step | None = None) -> None:
        self.form = form
        self.states = States()
        self.step = BatchStep(Node(problem.initial), partial(path_to, problem, form, self.states))
        self.taken_over: list[Node] = []
        if before is None:
            handover.begin(self.states, form, problem.initial)
        else:
            assert before.explored is not None
            self.taken_over = list(before.explored())
            handover.take_over(self.states, form, self.taken_over)
            handover.go_on_counting(self.step, before)

    def batch_size(self, nodes: int | None) -> int:
        """Return how many states the next batch may have: it grows with the search."""
        step = self.step
        branching = step.generated / step.expanded if step.expanded else 1
        most = int(_MOST_SUCCESSORS / max(branching, 1))
        size = min(max(step.expanded // _SHARE, _LEAST_BATCH), max(most, _LEAST_BATCH))
        return size if nodes is None else max(min(size, nodes - step.expanded), 1)

    def reach(self, rows: Rows, *, by_cost: bool) -> Rows:
        """Expand states; return the rows that are new or, ``by_cost``, reached more cheaply."""
        step, states = self.step, self.states
        sources, keys, costs = self.form.successors(states.key[rows])
        if costs is not None:
            costs = np.asarray(costs, dtype=np.float64)
            if not by_cost and (is_way := costs != inf).sum() < len(costs):
                sources, keys, costs = sources[is_way], keys[is_way], costs[is_way]
        g = states.g[rows].take(sources)
        if costs is None:
            g += 1
        else:
            with np.errstate(all="ignore"):  # the costs are checked below
                g += costs
            _check_costs(g, costs)
        before = len(states)
        found = states.find_or_add(keys)
        step.expanded += len(rows)
        step.generated += len(keys)
        step.reached = len(states)
        if by_cost:
            states.g[before : len(states)] = inf
            places = self._cheapest(found.rows, g)
        else:
            places = found.new
        better: Rows = found.rows.take(places)
        states.g[better] = g.take(places)
        states.parent[better] = rows.take(sources.take(places))
        states.mark[before : len(states)] = UNSEEN
        return better

    def _cheapest(self, rows: Rows, g: Costs) -> Indices:
        """Return the places of values below g of their rows: for each row the lowest, once."""
        states = self.states
        places = np.flatnonzero(g < states.g.take(rows))
        rows, g = rows.take(places), g.take(places)
        np.minimum.at(states.g, rows, g)
        is_least = g == states.g.take(rows)
        places, rows = places[is_least], rows[is_least]
        number = np.arange(len(places), dtype=np.int32)
        states.parent[rows] = number  # of equal rows the last row writes
        is_last = states.parent.take(rows) == number
        kept: Indices = places[is_last]
        return kept


class _BestFirst(_Reached):
    """The states reached, and by f the states that wait."""

    def __init__(
        self,
        problem: ProblemLike,
        form: Packed,
        priority: Priority,
        h: Estimates | None,
        before: Step | None,
    ) -> None:
        super().__init__(problem, form, before)
        self.frontier = Frontier()
        self.priority = priority
        self.h = h
        self.waiting = 0
        rows = np.zeros(1, dtype=np.int32)
        if before is not None:
            rows = handover.rows_that_wait(self.states, self.taken_over)
            self.taken_over.clear()
        self._put_in(rows)

    def next_batch(self, nodes: int | None) -> Rows:
        """Remove the next states to expand from the frontier, and return them; may be empty."""
        states, step = self.states, self.step
        size = self.batch_size(nodes)
        step.frontier = self.waiting
        while (f := self.frontier.lowest()) is not None:
            rows, g = self.frontier.take(size)
            waits = (states.mark.take(rows) == OPEN) & (states.g.take(rows) == g)
            batch: Rows = rows[waits]
            if len(batch):
                step.f, step.row = f, int(batch[0])
                return batch
        return np.empty(0, dtype=np.int32)

    def expand(self, rows: Rows) -> None:
        """Expand states, and put what they lead to into the frontier."""
        states = self.states
        states.mark[rows] = CLOSED
        self.waiting -= len(rows)
        better = self.reach(rows, by_cost=self.priority.cost != 0)
        self.step.reopened += int((states.mark.take(better) == CLOSED).sum())
        self._put_in(better)

    def _put_in(self, rows: Rows) -> None:
        """Put rows into the frontier by their f; what h calls infinite is a dead end."""
        states = self.states
        f, g = self._evaluate(rows), states.g.take(rows)
        if (is_dead := f == inf).any():
            lost = rows[is_dead]
            self.waiting -= int((states.mark.take(lost) == OPEN).sum())
            states.mark[lost] = UNSEEN
            self.step.dead_ends += int(np.isfinite(g[is_dead]).sum())
            rows, f, g = rows[~is_dead], f[~is_dead], g[~is_dead]
        self.waiting += int((states.mark.take(rows) != OPEN).sum())
        states.mark[rows] = OPEN
        self.frontier.push(rows, f, g)

    def _evaluate(self, rows: Rows) -> Costs:
        """Return f of rows."""
        cost, estimate = self.priority
        g: Costs = self.states.g.take(rows)
        f = g * cost if cost else np.zeros(len(rows))
        if self.h is not None and estimate:
            values = self._estimates(rows)
            with np.errstate(all="ignore"):
                f += estimate * values
            if (np.isinf(f) & np.isfinite(g) & np.isfinite(values)).any():
                raise HeuristicError(
                    "the f of a state is beyond the floating-point numbers, though its path cost"
                    " and its estimate are not: use a smaller weight, or smaller numbers"
                )
        if cost:
            handover.check_exact(g)
        return f

    def _estimates(self, rows: Rows) -> Costs:
        """Return h of rows."""
        assert self.h is not None
        keys = self.states.key.take(rows)
        told = np.asarray(self.h(keys))
        values: Costs = told.astype(np.float64, copy=False)
        if told.dtype.kind not in "fb":
            handover.check_exact(values)
        if np.isnan(values).any():
            [state] = self.form.unpack(keys[np.isnan(values)][:1])
            raise HeuristicError(
                f"the array form of the heuristic returned NaN for {state!r}: expected a number"
                " (infinity if no goal can be reached)"
            )
        return values


def _check_costs(g: Costs, costs: Costs) -> None:
    """Refuse path costs that are not numbers, and infinite sums of finite costs."""
    if not (costs > -inf).all():
        raise CostError("the packed form has a cost that is NaN or -inf: expected a number")
    if (np.isinf(g) & np.isfinite(costs)).any():
        raise NotApplicable(
            "the cost of a path is beyond the floating-point numbers, though the costs of its"
            " actions are not: use smaller costs, or whole numbers"
        )
