"""Problems with packed forms, and heuristics of small graphs with array forms."""

from __future__ import annotations

from math import inf

import numpy as np
from hypothesis import strategies as st

from aima_search import Problem
from aima_search.model.packed import with_array_form
from tests.aima_search.analysis.toy import distances


def table(values):
    """A heuristic of a Digraph, by state, with its array form."""
    of_keys = np.array(values, dtype=float)
    return with_array_form(
        lambda node: values[node.state], lambda keys: of_keys.take(1000 - keys.astype(np.int64))
    )


def optimum(problem):
    """The least cost to each goal from each of eight states; infinity: no way."""
    costs = distances(problem.edges)
    return [min((costs[a, goal] for goal in problem.goals), default=inf) for a in range(8)]


def scaled(exact, factors):
    """An admissible heuristic, inconsistent if the factors differ."""
    parts = zip(factors, exact, strict=True)
    return table([0 if factor == 0 else factor * best for factor, best in parts])


FACTORS = st.lists(st.sampled_from([0, 0.25, 0.5, 1]), min_size=8, max_size=8)


class Ladder(Problem):
    """The example of CONTRIBUTING.md: a ladder that is climbed by 1 or 7 rungs at a time."""

    def __init__(self, form):
        super().__init__(0, 5_000)
        self.form = form

    def actions(self, state):
        return [step for step in (1, -1, 7, -7) if 0 <= state + step <= self.goal]

    def result(self, state, action):
        return state + action

    def h(self, node):
        return (self.goal - node.state) / 7

    def packed(self):
        return self.form
