"""Tiny problems that many tests share, and a function that computes the true distances in them.

*Roads* are a directed graph ``{place: {neighbour: cost}}``. A *journey* is a path problem on roads
from one place to another; an action is the next place.
"""

from math import inf

from hypothesis import strategies as st

from aima_search import Problem

INTEGERS = st.integers(0, 9)
FLOATS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.7, 1.5, 1e-3])


class Journey(Problem):
    """Travel on roads; ``estimates`` are h values by place, 0 for other places."""

    def __init__(self, roads, initial, goal, estimates=None):
        super().__init__(initial, goal)
        self.roads = roads
        self.estimates = estimates or {}

    def actions(self, state):
        return list(self.roads.get(state, {}))

    def result(self, state, action):
        return action

    def path_cost(self, c, state1, action, state2):
        return c + self.roads[state1][action]

    def h(self, node):
        return self.estimates.get(node.state, 0)


class BothWays(Journey):
    """A journey with ``predecessors``, for searches from both ends."""

    def predecessors(self, state):
        for before, there in self.roads.items():
            if state in there:
                yield state, before, there[state]


class Chain(Problem):
    """Count from 0 to ``length`` in steps of +1 or -1; h is the exact distance."""

    reversible = True

    def __init__(self, length):
        super().__init__(0, length)

    def successors(self, state):
        if state < self.goal:
            yield "up", state + 1, 1
        if state > 0:
            yield "down", state - 1, 1

    def actions(self, state):
        return [action for action, _, _ in self.successors(state)]

    def result(self, state, action):
        return state + 1 if action == "up" else state - 1

    def h(self, node):
        return self.goal - node.state


class Place:
    """A state that has equality but no order."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Place) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Walk(Problem):
    """Walk from one corner of a 5 x 5 square to the opposite corner; states have no order."""

    def __init__(self):
        super().__init__(Place((0, 0)), Place((4, 4)))

    def actions(self, state):
        row, column = state.name
        return [
            (r, c)
            for r, c in ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1))
            if 0 <= r < 5 and 0 <= c < 5
        ]

    def result(self, state, action):
        return Place(action)

    def h(self, node):
        return 8 - sum(node.state.name)


def distances_to(roads, goal):
    """Return the cost from every place to the goal: relax every road until nothing changes."""
    places = {goal, *roads, *(place for there in roads.values() for place in there)}
    distance = dict.fromkeys(places, inf) | {goal: 0}
    for _ in places:
        for start, there in roads.items():
            for stop, cost in there.items():
                distance[start] = min(distance[start], cost + distance[stop])
    return distance


@st.composite
def roads(draw, costs=INTEGERS | FLOATS, size=7):
    """Draw a graph of the places 0, 1, 2, ... with few or many roads."""
    places = st.integers(0, size - 1)
    links = draw(st.dictionaries(st.tuples(places, places), costs, max_size=3 * size))
    graph = {place: {} for place in range(size)}
    for (start, stop), cost in links.items():
        graph[start][stop] = cost
    return graph


@st.composite
def journeys(draw, costs=INTEGERS | FLOATS, size=7):
    """Draw a journey from place 0 to the last place; h is admissible, but seldom consistent."""
    graph = draw(roads(costs, size))
    exact = distances_to(graph, size - 1)
    share = st.sampled_from([0, 0, 0.25, 0.5, 1, 1])
    estimates = {
        place: (draw(st.sampled_from([0, 3, inf])) if far == inf else draw(share) * far)
        for place, far in exact.items()
    }
    return Journey(graph, 0, size - 1, estimates)


@st.composite
def consistent_journeys(draw):
    """Draw a journey with whole costs; h is the distance on roads that are all shortened."""
    graph = draw(roads(INTEGERS))
    divisor = draw(st.sampled_from([1, 2, 3, 100]))
    shorter = {
        start: {stop: cost // divisor for stop, cost in there.items()}
        for start, there in graph.items()
    }
    return Journey(graph, 0, 6, distances_to(shorter, 6))


TRIANGLE = Journey({0: {1: 1, 2: 4}, 1: {2: 1, 0: 1}, 2: {3: 1}}, 0, 3, {0: 3, 1: 5, 2: 1, 3: 0})
"""The path through place 1 is cheaper than the direct path, but is found later."""


def cheapest(journey):
    """Return the cost of a cheapest path to the goal, None if there is no path."""
    far = distances_to(journey.roads, journey.goal)[journey.initial]
    return None if far == inf else far
