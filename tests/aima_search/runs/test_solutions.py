"""All solutions and the k best, compared with every path that brute force finds."""

from decimal import Decimal
from fractions import Fraction
from itertools import islice, pairwise
from math import comb, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import (
    Limits,
    Problem,
    SearchLimitReached,
    solutions,
    solve,
)
from aima_search.base.errors import CostError, HeuristicError, InputError
from aima_search.search import GraphProblem, romania_map
from puzzles import Tiles
from puzzles.pancakes import Pancakes
from puzzles.paths import Paths
from tests.examples import examples


class Links(Problem):
    """Links (from, to, cost), parallel ones too, each an action of its own."""

    def __init__(self, links, initial=0, goal=(1,)):
        super().__init__(initial, list(goal))
        self.links = links

    def actions(self, state):
        return [number for number, link in enumerate(self.links) if link[0] == state]

    def result(self, state, action):
        return self.links[action][1]

    def path_cost(self, c, state1, action, state2):
        return c + self.links[action][2]


def every_path(problem):
    """Return (cost, actions) of every path without loops to a first goal, by trying them all."""
    found = []

    def go_on(state, visited, cost, actions):
        if problem.goal_test(state):
            found.append((cost, actions))
            return
        for action in problem.actions(state):
            after = problem.result(state, action)
            if after not in visited:
                price = problem.path_cost(cost, state, action, after)
                go_on(after, visited | {after}, price, (*actions, action))

    go_on(problem.initial, {problem.initial}, 0, ())
    return found


def paths_of(problem, **how):
    return [
        (node.path_cost, tuple(node.solution()))
        for node in solutions(problem, **{"at_most": None, **how})
    ]


PLACES = st.integers(0, 5)
GRAPHS = st.builds(
    Links,
    st.lists(st.tuples(PLACES, PLACES, st.sampled_from([0, 0, 1, 1, 2, 3, inf])), max_size=14),
    goal=st.sampled_from([(1,), (1, 2), (0,), ()]),
)


@examples(300)
@given(GRAPHS, st.sampled_from([1.0, 1.5, 2, None]))
def test_every_path_is_found_once_in_order_of_cost(problem, within):
    every = [path for path in every_path(problem) if path[0] < inf]
    best = min((cost for cost, _ in every), default=0)
    most = inf if within is None else within * best
    found = paths_of(problem, within=within)
    assert sorted(found) == sorted(path for path in every if path[0] <= most)
    assert [cost for cost, _ in found] == sorted(cost for cost, _ in found)


@examples(300)
@given(GRAPHS)
def test_the_number_of_the_cheapest_is_counted(problem):
    costs = [cost for cost, _ in every_path(problem) if cost < inf]
    assert len(paths_of(problem)) == costs.count(min(costs, default=0))


@examples(100)
@given(GRAPHS, st.integers(1, 6))
def test_the_best_are_the_first_of_all(problem, most):
    every = sorted(cost for cost, _ in every_path(problem) if cost < inf)
    found = paths_of(problem, within=None, at_most=most)
    assert [cost for cost, _ in found] == every[:most]


@examples(100)
@given(
    st.lists(st.tuples(PLACES, PLACES, st.integers(0, 9)), max_size=14),
    st.sampled_from([lambda cost: cost / 10, Fraction, Decimal, lambda cost: cost + 10**400]),
)
def test_costs_may_be_numbers_of_any_kind(links, kind):
    whole = Links(links)
    problem = Links([(start, stop, kind(cost)) for start, stop, cost in links])
    if kind(1) == 0.1:  # sums of floats are rounded
        assert len(paths_of(problem)) == len(paths_of(whole))
    else:
        every = every_path(problem)
        best = min((cost for cost, _ in every), default=0)
        assert len(paths_of(problem)) == [cost for cost, _ in every].count(best)
        assert sorted(paths_of(problem, within=None)) == sorted(every)


def test_romania_has_one_cheapest_way_and_a_free_grid_as_many_as_the_binomial():
    trip = GraphProblem("Arad", "Bucharest", romania_map)
    assert [node.path_cost for node in solutions(trip)] == [418]
    every = sorted(cost for cost, _ in every_path(trip))
    assert [node.path_cost for node in solutions(trip, within=None, at_most=99)] == every
    rows = [["."] * 10 for _ in range(10)]
    rows[0][0], rows[9][9] = "S", "G"
    grid = Paths(["".join(row) for row in rows])
    first = [tuple(node.solution()) for node in islice(solutions(grid, at_most=None), 2_000)]
    assert len({*first}) == len(first) == 2_000
    assert {len(path) for path in first} == {18}
    small = Paths("S..../...../...../...../....G")
    assert len(list(solutions(small, at_most=None))) == comb(8, 4) == 70


@pytest.mark.extra
@pytest.mark.parametrize("seed", range(4))
def test_the_best_50_paths_of_a_graph_cost_what_those_of_networkx_cost(seed):
    nx = pytest.importorskip("networkx")
    graph = nx.gnp_random_graph(40, 0.1, seed=seed)
    for start, stop, values in graph.edges(data=True):
        values["weight"] = (start * 7 + stop * 13) % 10
    paths = islice(nx.shortest_simple_paths(graph, 0, 39, weight="weight"), 50)
    expected = [nx.path_weight(graph, path, "weight") for path in paths]
    found = [*solutions(GraphProblem(0, 39, graph), within=None, at_most=50)]
    assert [node.path_cost for node in found] == expected
    assert len({tuple(node.path_states()) for node in found}) == len(found)


@pytest.mark.parametrize("heuristic", [None, "zero", "misplaced"])
def test_every_admissible_heuristic_finds_the_same(heuristic):
    problem = Tiles("413/026/758")
    layers = {problem.initial: 1}  # by breadth-first search: paths to each board of a layer
    seen = set(layers)
    while problem.goal not in layers:
        after = {}
        for state, paths in layers.items():
            for _, there, _ in (
                problem.successors(state)
                if hasattr(problem, "successors")
                else (
                    (action, problem.result(state, action), 1) for action in problem.actions(state)
                )
            ):
                if there not in seen:
                    after[there] = after.get(there, 0) + paths
        layers, seen = after, seen | {*after}
    cheapest = list(solutions(problem, heuristic, at_most=None))
    assert len(cheapest) == layers[problem.goal]
    longer = [node.path_cost for node in solutions(problem, heuristic, within=1.3, at_most=8)]
    assert longer == sorted(longer)
    assert longer[0] == solve(problem).cost


def test_a_path_is_replayed_and_shows_itself():
    for node in solutions(Pancakes("3,1,4,2"), within=1.5):
        states = node.path_states()
        assert len({*states}) == len(states)
        assert all(before != after for before, after in pairwise(states))


def test_there_may_be_no_solution_or_nothing_to_do():
    assert list(solutions(Tiles("213/450"))) == []
    assert list(solutions(Links([], goal=[]))) == []
    assert [node.solution() for node in solutions(Links([(0, 0, 1)], goal=[0]))] == [[]]


def test_what_makes_no_order_of_costs_is_refused():
    trip = GraphProblem("Arad", "Bucharest", romania_map)
    with pytest.raises(CostError, match="costs -1: expected 0 or more"):
        list(solutions(Links([(0, 1, -1)])))
    with pytest.raises(HeuristicError, match=r"may overestimate.*'zero'"):
        list(solutions(Paths("S.#/..#/#.G", neighbours=8), "manhattan"))
    with pytest.raises(HeuristicError, match="returned None: expected a number"):
        list(solutions(trip, lambda node: None))
    with pytest.raises(InputError, match=r"within=0\.5: expected a number from 1"):
        solutions(trip, within=0.5)
    with pytest.raises(InputError, match="at_most=0: expected 1, 2"):
        solutions(trip, at_most=0)


def test_an_interruption_goes_on_to_the_caller():
    def interrupt(step):
        raise KeyboardInterrupt

    class Interrupting(Links):
        def actions(self, state):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(solutions(Tiles("724/506/831"), on_step=interrupt))
    with pytest.raises(KeyboardInterrupt):
        list(solutions(Interrupting([])))


def test_limits_end_the_search_and_steps_are_seen():
    steps = []
    with pytest.raises(SearchLimitReached) as caught:
        list(solutions(Tiles("724/506/831"), limits=Limits(nodes=50), on_step=steps.append))
    assert caught.value.limit == "node-limit"
    assert len(steps) >= 50
    with pytest.raises(SearchLimitReached):
        list(solutions(Tiles("724/506/831"), limits=Limits(seconds=0)))
