"""Small directed graphs as problems, plain and packed, and brute-force distances in them."""

from __future__ import annotations

from math import inf

import numpy as np
from hypothesis import strategies as st

from aima_search import Problem


class Digraph(Problem):
    """States are numbers from 0; an action is the number of an edge (source, target, cost)."""

    def __init__(self, edges, goals, is_packed=True):
        super().__init__(0)
        self.edges = edges
        self.goals = goals
        self.is_packed = is_packed

    def actions(self, state):
        return [number for number, edge in enumerate(self.edges) if edge[0] == state]

    def result(self, state, action):
        return self.edges[action][1]

    def action_cost(self, state, action, after):
        return self.edges[action][2]

    def goal_test(self, state):
        return state in self.goals

    def packed(self):
        return PackedDigraph(self) if self.is_packed else None


class PackedDigraph:
    """The packed version: a key is 1000 minus the state, so keys and states have other orders."""

    def __init__(self, problem):
        self.edges = problem.edges
        self.goal_keys = self.pack(sorted(problem.goals))

    def pack(self, states):
        return np.array([1000 - state for state in states], dtype=np.uint64)

    def unpack(self, keys):
        return [1000 - key for key in keys.tolist()]

    def successors(self, keys):
        found = [
            (place, 1000 - target, cost)
            for source, target, cost in self.edges  # not in the order of the states
            for place, key in enumerate(keys.tolist())
            if key == 1000 - source
        ]
        places, targets, costs = zip(*found, strict=True) if found else ((), (), ())
        return (
            np.array(places, dtype=np.int64),
            np.array(targets, dtype=np.uint64),
            None if all(edge[2] == 1 for edge in self.edges) else np.array(costs, dtype=float),
        )

    def goals(self, keys):
        return np.isin(keys, self.goal_keys)


@st.composite
def digraphs(draw, costs=(0, 1, 2.5)):
    """Draw problems with at most eight states."""
    states = st.integers(0, draw(st.integers(0, 7)))
    edge = st.tuples(states, states, st.sampled_from(costs))
    return Digraph(draw(st.lists(edge, max_size=16)), frozenset(draw(st.sets(states, max_size=3))))


def distances(edges, cost_of=lambda cost: cost):
    """Return the cost of a cheapest path between any two of eight states (Floyd and Warshall)."""
    cost = {(a, b): 0 if a == b else inf for a in range(8) for b in range(8)}
    for a, b, price in edges:
        cost[a, b] = min(cost[a, b], cost_of(price))
    for via in range(8):
        for a in range(8):
            for b in range(8):
                cost[a, b] = min(cost[a, b], cost[a, via] + cost[via, b])
    return cost
