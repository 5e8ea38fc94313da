"""A limit on time holds when a step is slow, whatever is slow in it, in every algorithm.

The clock of these tests stands still, except in the slow method of the problem.
"""

import pytest

from aima_search import Limits, Problem, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.runs import monitor

SECONDS, SLOW = 1.0, 0.5
STEPS = (1, -1, 7)
METHODS = ("actions", "result", "goal_test", "path_cost", "h", "value")


class Hall(Problem):
    """Doors lead from each number to three others; the goal is far away."""

    least_cost = 0

    def __init__(self, slow):
        super().__init__(0, 10**6)
        self.slow, self.now = slow, 0.0

    def __call__(self):
        return self.now

    def spend(self, method):
        self.now += SLOW * (method == self.slow)

    def actions(self, state):
        self.spend("actions")
        return range(len(STEPS))

    def result(self, state, action):
        self.spend("result")
        return state + STEPS[action]

    def predecessors(self, state):
        for action, step in enumerate(STEPS):
            self.spend("result")
            yield action, state - step, 1

    def goal_test(self, state):
        self.spend("goal_test")
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        self.spend("path_cost")
        return c + 1

    def h(self, node):
        self.spend("h")
        return abs(self.goal - node.state)

    def value(self, state):
        self.spend("value")
        return state

    def recombine(self, x, y, random):
        self.spend("value")
        return random.choice([x, y])

    def mutate(self, x, random):
        self.spend("value")
        return x + 1


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_a_search_ends_at_most_one_expansion_after_its_limit(algorithm, monkeypatch):
    limits = Limits(seconds=SECONDS, nodes=50)
    options = {"beam": {"k": 2}, "genetic": {"n": 2}}.get(algorithm, {})
    expansion = (2 * len(STEPS) + 1) * SLOW  # a beam of two has the neighbours of two states
    for slow in METHODS:
        hall = Hall(slow)
        monkeypatch.setattr(monitor, "perf_counter", hall)
        result = solve(hall, algorithm, limits=limits, engine="objects", **options)
        assert hall.now <= SECONDS + expansion, slow
        assert result.status == "time-limit" or hall.now <= SECONDS, slow


class Street(Problem):
    """A street whose end is found at once; looking at it again takes long."""

    def __init__(self, length):
        super().__init__(0, length)
        self.looks = 0

    def __call__(self):
        return SLOW * max(0, self.looks - self.goal)

    def successors(self, state):
        self.looks += 1
        return [("on", state + 1, 1)]


def test_the_replay_of_a_solution_ends_at_the_limit(monkeypatch):
    street = Street(100)
    monkeypatch.setattr(monitor, "perf_counter", street)
    limits = Limits(seconds=SECONDS)
    result = solve(street, "depth-first", limits=limits)
    assert (result.status, result.node) == ("time-limit", None)
    assert street() <= SECONDS + 2 * SLOW
