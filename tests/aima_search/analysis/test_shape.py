"""The counts of a space: packed as plain, and both as brute force."""

from collections import Counter
from math import inf

import pytest
from hypothesis import given

from aima_search import Problem
from aima_search.analysis import analyse, enumerate_space
from aima_search.analysis.enumeration import enumerate_objects
from aima_search.analysis.shape import shape_of
from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX
from tests.aima_search.analysis.toy import Digraph, digraphs, distances
from tests.examples import examples
from tests.golden.regenerate import names_of_small_levels
from tests.puzzles.movix import oracle

BOTH = pytest.mark.parametrize("enumerate_states", [enumerate_space, enumerate_objects])
SMALL_LEVELS = [(name, level) for name in PUZZLES.names() for level in names_of_small_levels(name)]


@examples(40)
@given(oracle.boards(max_rows=4, max_columns=3, max_pieces=3))
def test_packed_and_plain_give_the_same_shape_of_random_boards(drawn):
    problem = MovIX(*drawn)
    assert analyse(problem) == shape_of(enumerate_objects(problem))


@pytest.mark.parametrize(("name", "level"), SMALL_LEVELS)
def test_packed_and_plain_give_the_same_shape_of_every_small_level(name, level):
    problem = PUZZLES.get(name).level(level)
    shape = analyse(problem)
    assert shape.complete
    assert shape == shape_of(enumerate_objects(problem))


@BOTH
@given(problem=digraphs())
def test_every_count_is_that_of_brute_force(enumerate_states, problem):
    costs, steps = distances(problem.edges), distances(problem.edges, lambda cost: 1)
    states = [state for state in range(8) if steps[0, state] < inf]
    inside = [edge for edge in problem.edges if edge[0] in states]
    degrees = Counter(source for source, _, _ in inside)
    h_star = [min((costs[s, goal] for goal in problem.goals), default=inf) for s in states]
    parts = {frozenset(b for b in states if steps[a, b] + steps[b, a] < inf) for a in states}
    depths = Counter(steps[0, state] for state in states)

    shape = shape_of(enumerate_states(problem))
    assert shape.complete
    assert shape.states == shape.expanded == len(states)
    assert shape.edges == len(inside)
    assert shape.goals == len(problem.goals & set(states))
    assert shape.depths == tuple(depths[depth] for depth in range(len(depths)))
    assert shape.branching == Counter(degrees[state] for state in states)
    assert shape.dead_ends == sum(s not in problem.goals and degrees[s] == 0 for s in states)
    assert shape.distances == Counter(h for h in h_star if h < inf)
    assert list(shape.distances) == sorted(shape.distances)
    assert shape.unsolvable == h_star.count(inf)
    assert (shape.parts, shape.largest_part) == (len(parts), max(map(len, parts)))
    assert shape.mean_branching == len(inside) / len(states)


@examples(40)
@given(oracle.boards(max_rows=3, max_columns=4, max_pieces=3))
def test_states_and_optimum_are_those_of_the_oracle(drawn):
    board, line = drawn
    optimum, states = oracle.fewest_moves(board, line)
    shape = analyse(MovIX(board, line))
    assert shape.states == states
    assert (optimum is None) == (not shape.distances)
    assert shape.unsolvable == (states if optimum is None else 0)  # every move can be undone
    assert shape.parts == 1


def test_goals_are_expanded_too():
    shape = analyse(Digraph([(0, 1, 1), (1, 2, 1)], {1}))
    assert (shape.states, shape.edges, shape.unsolvable, shape.dead_ends) == (3, 2, 1, 1)


@BOTH
def test_a_limit_leaves_the_counts_of_all_states_open(enumerate_states):
    problem = MovIX.level("1-first")
    part = shape_of(enumerate_states(problem, 3000))
    assert not part.complete
    assert 3000 < part.states < 6000
    assert 0 < part.expanded < part.states
    assert sum(part.depths) == part.states
    assert sum(part.branching.values()) == part.expanded
    assert sum(actions * states for actions, states in part.branching.items()) == part.edges
    whole = analyse(problem).depths
    assert part.depths[:-1] == whole[: len(part.depths) - 1]
    for fact in ("distances", "unsolvable", "parts", "largest_part"):
        assert getattr(part, fact) is None


def test_a_cap_of_just_all_states_covers_them():
    problem = MovIX.level("2-tiny")
    for enumerate_states in (enumerate_space, enumerate_objects):
        assert enumerate_states(problem, 300).complete
        assert not enumerate_states(problem, 299).complete


def test_a_subclass_with_other_rules_is_not_spoken_for_by_the_packed_form():
    class NoGoal(MovIX):
        def goal_test(self, state):
            return False

    problem = NoGoal.level("2-tiny") if NoGoal.levels() else NoGoal(["H_V", "__L"], 2)
    assert analyse(problem).goals == 0
    assert analyse(MovIX(["H_V", "__L"], 2)).goals > 0


def test_an_instance_with_other_rules_is_not_spoken_for_either():
    problem = MovIX(["H_V", "__L"], 2)
    problem.goal_test = lambda state: False
    assert analyse(problem).goals == 0


def test_progress_is_reported():
    told = []
    shape = analyse(MovIX.level("2-tiny"), on_progress=told.append)
    assert told[-1] == shape.states
    assert told == sorted(told)


class Ladder(Problem):
    """A stranger's problem: count up to 1010 and no further."""

    def actions(self, state):
        return [1] if state < 1010 else []

    def result(self, state, action):
        return state + action


def test_a_strangers_problem_is_analysed_plain():
    told = []
    shape = analyse(Ladder(0, 1010), on_progress=told.append)
    assert len(shape.depths) == 1011
    assert shape.parts == shape.states == 1011
    assert shape.dead_ends == 0  # the only state without action is a goal
    assert told == [1001]
