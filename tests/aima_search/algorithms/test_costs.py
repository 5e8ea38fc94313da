"""Costs that are no numbers: every search tells the state and the action."""

from __future__ import annotations

from decimal import Decimal
from math import nan

import pytest

from aima_search import solve
from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import CostError
from aima_search.base.limits import Limits
from aima_search.model.problem import Problem


class Steps(Problem):
    """From 0 to 3, a step at a time; the step from 1 has a cost of its own."""

    reversible = False

    def __init__(self, cost):
        super().__init__(0, 3)
        self.cost = cost

    def actions(self, state):
        return ["up"] if state < 3 else []

    def result(self, state, action):
        return state + 1

    def toll(self, state):
        return self.cost if state == 1 else 1

    def h(self, node):
        return 0


class FourthEdition(Steps):
    def action_cost(self, state, action, after):
        return self.toll(state)

    def predecessors(self, state):
        return [("up", state - 1, self.toll(state - 1))] if state else []


class ThirdEdition(Steps):
    def path_cost(self, c, state1, action, state2):
        return c + self.toll(state1)


class Listed(Steps):
    def successors(self, state):
        return [(action, state + 1, self.toll(state)) for action in self.actions(state)]


SEARCHES = [name for name in ALGORITHMS if not ALGORITHMS.get(name).local]


def error_of(problem, algorithm):
    with pytest.raises(CostError) as caught:
        solve(problem, algorithm, limits=Limits(nodes=100))
    return str(caught.value)


def test_a_cost_that_is_no_number_is_told_with_its_state_and_action_by_every_search():
    for kind in (FourthEdition, ThirdEdition, Listed):
        for algorithm in SEARCHES:
            if algorithm.startswith("bidirectional") and kind is not FourthEdition:
                continue
            for cost in ("one", None, [1], nan, Decimal("NaN")):
                told = error_of(kind(cost), algorithm)
                cannot_be_added = kind is ThirdEdition and not isinstance(cost, float | Decimal)
                start = "the action up in 1" if cannot_be_added else f"{kind.__name__}."
                assert told.startswith(start)
                assert repr(cost) in told, told


def test_a_path_cost_that_returns_nothing_is_told_at_the_latest_with_the_answer():
    class Silent(Steps):
        def path_cost(self, c, state1, action, state2):
            return self.cost

    for algorithm in set(SEARCHES) - {"bidirectional", "bidirectional-astar"}:
        told = error_of(Silent(None), algorithm)
        assert told.endswith("c plus the cost of the action. Is a `return` missing?")


def test_a_cost_without_a_minus_is_a_cost_under_every_tie_break():
    class Money:
        def __init__(self, pence):
            self.pence = pence

        def __add__(self, other):
            return Money(self.pence + getattr(other, "pence", other))

        __radd__ = __add__

        def __eq__(self, other):
            return self.pence == getattr(other, "pence", other)

        def __hash__(self):
            return hash(self.pence)

        def __lt__(self, other):
            return self.pence < getattr(other, "pence", other)

        def __gt__(self, other):
            return self.pence > getattr(other, "pence", other)

    class Paid(Steps):
        def path_cost(self, c, state1, action, state2):
            return c + Money(self.cost)

    for tie_break in set(TIE_BREAKS) - {"state"}:
        assert solve(Paid(2), "greedy", tie_break=tie_break).cost.pence == 6


def test_a_fault_of_the_problems_own_in_its_costs_stays_what_it_was():
    class Faulty(Steps):
        def path_cost(self, c, state1, action, state2):
            return c + self.toll(state1) + len(state1)

    class Unlike(Steps):
        def path_cost(self, c, state1, action, state2):
            return abs(c) + self.toll(len(state1))

    for kind in (Faulty, Unlike):
        with pytest.raises(TypeError, match=r"object of type 'int' has no len"):
            solve(kind(1), "astar")
