"""False abstractions are found out; abstractions of tiles, and random ones, hold."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import check_heuristic, check_problem
from aima_search.made.abstractions import pattern_database
from aima_search.model.contract import Abstraction, Symmetry
from aima_search.search import EightPuzzle
from tests.specimens import Journey


class Merged(Journey):
    """Places are merged into groups; a road between groups costs the cheapest of its roads."""

    def __init__(self, roads, initial, goal, group_of, additive=False):
        super().__init__(roads, initial, goal)
        self.group_of = group_of
        self.additive = additive

    def merged_roads(self):
        merged = {}
        for place, roads in self.roads.items():
            for other, cost in roads.items():
                here, there = self.group_of[place], self.group_of[other]
                if here != there:
                    known = merged.setdefault(here, {})
                    known[there] = min(cost, known.get(there, cost))
        return merged

    def patterns(self, text=""):
        return [("all",)]

    def abstraction(self, pattern):
        image = self.group_of.__getitem__
        problem = Journey(self.merged_roads(), image(self.initial), image(self.goal))
        return Abstraction(problem, image, f"{pattern}", 3, is_additive=self.additive)


def random_merged(seed):
    chance = random.Random(seed)
    roads = {
        place: {other: chance.randint(0, 9) for other in chance.sample(range(9), 3)}
        for place in range(9)
    }
    return Merged(roads, 0, 8, {place: chance.randrange(4) for place in range(9)})


@given(st.integers(0, 10**6))
def test_merged_places_are_an_abstraction_and_its_costs_are_a_bound(seed):
    problem = random_merged(seed)
    assert check_problem(problem).ok
    report = check_heuristic(problem, pattern_database(problem, ""))
    assert report.admissible is not False
    assert report.consistent is not False


def fault(problem, name="abstractions-follow"):
    report = check_problem(problem)
    assert list(report.faults) == [name]
    return report.faults[name]


def test_an_action_without_an_image_is_named():
    class Closed(Merged):
        def merged_roads(self):
            return {}

    roads = {"a": {"b": 2}, "b": {"c": 1}, "c": {}}
    problem = Closed(roads, "a", "c", {"a": 1, "b": 1, "c": 2})
    assert fault(problem) == (
        "pattern ('all',): the action c in 'b' has no image, because no abstract action leads from"
        " 1 to 2"
    )


def test_an_image_that_costs_more_is_named():
    class Costly(Merged):
        def merged_roads(self):
            return {1: {2: 5}}

    roads = {"a": {"b": 2}, "b": {"c": 1}, "c": {}}
    problem = Costly(roads, "a", "c", {"a": 1, "b": 1, "c": 2})
    assert fault(problem) == "pattern ('all',): the action c in 'b' costs 1, but its image costs 5"
    report = check_heuristic(problem, pattern_database(problem, ""))
    assert report.admissible is False


def test_a_goal_whose_image_is_none_is_named():
    class Elsewhere(Merged):
        def abstraction(self, pattern):
            one = super().abstraction(pattern)
            one.problem.goal = "nowhere"
            return one

    problem = Elsewhere({"a": {"b": 2}, "b": {}}, "a", "b", {"a": 1, "b": 2})
    assert "'b' is a goal, but its image is not a goal" in fault(problem)


def test_patterns_that_both_count_an_action_are_not_additive():
    class Twice(Merged):
        def patterns(self, text=""):
            return [("one",), ("two",)]

    problem = Twice({"a": {"b": 2}, "b": {}}, "a", "b", {"a": 1, "b": 2}, additive=True)
    assert "are not additive: the action b in 'a' costs 2, but its images cost 4 together" in fault(
        problem
    )


def test_a_symmetry_that_is_none_is_named():
    class Turned(EightPuzzle):
        def symmetries(self):
            return [Symmetry(lambda board: (*board[1:], board[0]))]

    problem = Turned((1, 2, 3, 4, 5, 6, 0, 7, 8))
    report = check_problem(problem, states=20)
    assert list(report.faults) == ["symmetries-keep-costs"]


@pytest.mark.parametrize("goal", [(1, 2, 3, 4, 5, 6, 7, 8, 0), (0, 1, 2, 3, 4, 5, 6, 7, 8)])
def test_those_of_tiles_hold(goal):
    assert check_problem(EightPuzzle(goal, goal), states=300).ok
