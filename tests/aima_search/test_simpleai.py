"""The names of simpleai run its programs: paths, costs, counts."""

import pickle

import pytest

from aima_search import simpleai


class Count(simpleai.SearchProblem):
    """From 0 to 10 by 1 or by doubling."""

    initial = "a name of a program's own"

    def __init__(self):
        super().__init__(initial_state=1)

    def actions(self, state):
        return ["add", "double"] if state < 20 else []

    def result(self, state, action):
        return state + 1 if action == "add" else 2 * state

    def is_goal(self, state):
        return state == 10

    def cost(self, state, action, state2):
        return 1 if action == "add" else 3

    def heuristic(self, state):
        return max(10 - state, 0) / 10

    def value(self, state):
        return -abs(state - 7)

    def generate_random_state(self):
        return 3

    def crossover(self, one, other):
        return max(one, other)

    def mutate(self, state):
        return state + 1


@pytest.mark.parametrize("graph_search", [False, True])
def test_the_cheapest_path_is_a_list_of_pairs(graph_search):
    for search in (simpleai.astar, simpleai.uniform_cost):
        end = search(Count(), graph_search=graph_search)
        assert (end.state, end.cost, end.depth) == (10, 7, 5)
        assert end.path()[:3] == [(None, 1), ("add", 2), ("add", 3)]
        assert end.parent.path() == end.path()[:-1]
        assert str(end) == "Node <10>"


def test_the_other_searches_find_paths_and_a_viewer_counts():
    viewer = simpleai.ConsoleViewer()
    assert simpleai.breadth_first(Count(), viewer=viewer).depth == 4
    assert 0 < viewer.stats["visited_nodes"] == viewer.stats["iterations"] < 30
    for search in (simpleai.greedy, simpleai.iterative_limited_depth_first):
        assert search(Count()).state == 10
    assert simpleai.depth_first(Count(), graph_search=True).state == 10
    assert simpleai.limited_depth_first(Count(), 4).depth == 4
    assert simpleai.limited_depth_first(Count(), depth_limit=2) is None


def test_local_searches_end_at_the_best_value():
    assert simpleai.hill_climbing(Count()).state == 8
    assert simpleai.hill_climbing(Count(), iterations_limit=2).state < 7
    for end in (
        simpleai.hill_climbing_stochastic(Count()),
        simpleai.hill_climbing_random_restarts(Count(), 2),
        simpleai.beam(Count(), 3),
        simpleai.simulated_annealing(Count(), lambda time: 10 - time),
        simpleai.genetic(Count(), 5, mutation_chance=0.5, iterations_limit=20),
    ):
        assert end.value == -abs(end.state - 7)


def test_a_function_has_the_name_under_which_it_is_imported():
    for name in (
        "breadth_first",
        "limited_depth_first",
        "hill_climbing_random_restarts",
        "genetic",
    ):
        function = getattr(simpleai, name)
        assert function.__name__ == function.__qualname__ == name
        assert pickle.loads(pickle.dumps(function)) is function
