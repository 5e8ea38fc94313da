"""Landmarks against all shortest ways of random graphs, directed ones and such with dead ends."""

import random
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heuristics
from aima_search import Problem, check_heuristic, solve
from aima_search.base.errors import InputError, NotApplicable
from aima_search.made.landmarks import Landmarks
from aima_search.model.problem import Node
from aima_search.search import EightPuzzle, GraphProblem, romania_map
from puzzles import MovIX


class Roads(Problem):
    """A random directed graph; some places lead nowhere, and there may be several goals."""

    def __init__(self, seed, size=12, goals=1, initial=0):
        chance = random.Random(seed)
        super().__init__(initial)
        self.goals = set(chance.sample(range(size), goals))
        self.roads = {
            place: {
                other: chance.randint(0, 9)
                for other in chance.sample(range(size), chance.randint(0, 3))
            }
            for place in range(size)
        }

    def actions(self, state):
        return list(self.roads[state])

    def result(self, state, action):
        return action

    def path_cost(self, cost, state, action, after):
        return cost + self.roads[state][action]

    def goal_test(self, state):
        return state in self.goals


def all_distances(problem):
    """Floyd and Warshall's: the least cost from every place to every other."""
    places = range(len(problem.roads))
    far = {(a, b): 0 if a == b else problem.roads[a].get(b, inf) for a in places for b in places}
    for c in places:
        for a in places:
            for b in places:
                far[a, b] = min(far[a, b], far[a, c] + far[c, b])
    return far


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 5))
def test_no_bound_is_above_the_least_cost(seed, goals, count):
    problem = Roads(seed, goals=goals)
    far = all_distances(problem)
    h = Landmarks(problem, count).heuristic(problem)
    reachable = [place for place in problem.roads if far[0, place] < inf]
    for place in reachable:
        exact = min(far[place, goal] for goal in problem.goals)
        assert 0 <= h(Node(place)) <= exact
        for other in problem.roads[place]:
            assert h(Node(place)) <= problem.roads[place][other] + h(Node(other))


def test_the_bound_is_the_best_difference():
    problem = GraphProblem("Arad", "Bucharest", romania_map)
    landmarks = Landmarks(problem, 3)
    h, chosen = landmarks.heuristic(problem), landmarks.states

    def distance(a, b):
        return solve(GraphProblem(a, b, romania_map), "uniform-cost").cost

    for place in ("Arad", "Sibiu", "Neamt", "Lugoj"):
        there = [distance(one, "Bucharest") for one in chosen]
        here = [distance(one, place) for one in chosen]
        assert h(Node(place)) == max(abs(a - b) for a, b in zip(there, here, strict=True))


def test_a_landmark_behind_the_goal_is_exact_on_a_line():
    problem = Roads(1)
    problem.roads = {place: {place + 1: 2} for place in range(11)} | {11: {}}
    problem.goals = {7}
    landmarks = Landmarks(problem, 1)
    h = landmarks.heuristic(problem)
    assert landmarks.states == [11]
    assert [h(Node(place)) for place in range(8)] == [2 * (7 - place) for place in range(8)]


def test_what_a_landmark_knows_to_be_a_dead_end_is_one():
    problem = Roads(1)
    problem.roads = {0: {1: 1, 2: 1}, 1: {0: 1}, 2: {}}
    problem.goals = {1}
    h = Landmarks(problem, 1).heuristic(problem)
    assert (h(Node(0)), h(Node(2))) == (1, inf)


def test_the_same_landmarks_serve_other_trips():
    landmarks = Landmarks(GraphProblem("Arad", "Bucharest", romania_map), 5)
    for start, goal in (("Neamt", "Giurgiu"), ("Eforie", "Oradea")):
        trip = GraphProblem(start, goal, romania_map)
        report = check_heuristic(trip, landmarks.heuristic(trip))
        assert report.admissible is report.consistent is True
        assert landmarks.heuristic(trip)(Node(start)) > 0


def test_few_of_them_are_asked(monkeypatch):
    board = EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))
    landmarks = Landmarks(MovIX.level("2-tiny"), 6)
    problem = MovIX.level("2-tiny")
    values = []
    for n in (1, 6):
        monkeypatch.setattr("aima_search.made.landmarks.ACTIVE", n)
        values.append(landmarks.heuristic(problem)(Node(problem.initial)))
    assert values[0] == values[1]  # the best of all for the initial state is asked in both
    with pytest.raises(InputError, match="cannot be reached"):
        landmarks.heuristic(board)


def test_both_forms_say_the_same():
    problem = MovIX.level("2-tiny")
    h = heuristics.get("landmarks(3)", problem)
    report = check_heuristic(problem, h)
    assert (report.admissible, report.consistent, report.states) == (True, True, 300)
    assert solve(problem, heuristic=h).cost == solve(problem, "breadth-first").cost


@pytest.mark.parametrize("text", ["0", "65", "x", "2.5", "-1"])
def test_numbers_that_are_none(text):
    with pytest.raises(InputError, match="expected a whole number from 1 to 64"):
        heuristics.get(f"landmarks({text})", GraphProblem("Arad", "Bucharest", romania_map))


def test_a_negative_cost_is_refused():
    problem = Roads(1)
    problem.roads = {0: {1: -1}, 1: {}}
    with pytest.raises(NotApplicable, match="the cost of an action is negative"):
        Landmarks(problem, 1)
