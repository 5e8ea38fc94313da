"""Searches on packed arrays give the answers of the object engine, and of brute force."""

import random
import re
from math import inf, isclose
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import (
    CostError,
    HeuristicError,
    NotApplicable,
    UnknownName,
    WrongAnswer,
)
from aima_search.model.packed import with_array_form
from aima_search.runs.search import Search
from aima_search.textbook.tiles import EightPuzzle, NPuzzle
from puzzles import MovIX
from tests.aima_search.algorithms.packed.estimates import FACTORS, Ladder, optimum, scaled, table
from tests.aima_search.analysis.toy import Digraph, PackedDigraph, digraphs
from tests.examples import examples
from tests.puzzles.movix import oracle


def both(problem, algorithm="astar", heuristic=None, **options):
    """The results of the object engine and of the packed engine."""
    expected = solve(problem, algorithm, heuristic, **options)
    found = solve(problem, algorithm, heuristic, engine="packed", **options)
    assert (expected.engine, found.engine) == ("objects", "packed")
    return expected, found


@examples(300)
@given(digraphs(), FACTORS)
def test_costs_are_optimal_for_admissible_estimates_consistent_or_not(problem, factors):
    exact = optimum(problem)
    h = scaled(exact, factors)
    for algorithm in ("astar", "uniform-cost"):
        expected, found = both(problem, algorithm, h if algorithm == "astar" else None)
        assert found.status == expected.status == ("no-solution" if exact[0] == inf else "solved")
        assert found.cost == expected.cost == (None if exact[0] == inf else exact[0])
        if algorithm == "uniform-cost":
            assert found.expanded_below_cost == expected.expanded_below_cost
            assert found.reopened == expected.reopened == 0


@examples(300)
@given(digraphs(), st.lists(st.sampled_from([0, 0.5, 3, 7.5, inf]), min_size=8, max_size=8))
def test_the_status_is_the_same_for_any_estimate(problem, values):
    values[:] = [0 if state in problem.goals else value for state, value in enumerate(values)]
    for algorithm in ("astar", "weighted-astar", "greedy"):
        expected, found = both(problem, algorithm, table(values))
        assert found.status == expected.status
        if found.solved:
            assert optimum(problem)[0] <= found.cost


@examples(200)
@given(digraphs(), FACTORS, st.sampled_from([0, 0.5, 1, 2, 5]))
def test_weighted_astar_keeps_its_bound(problem, factors, weight):
    exact = optimum(problem)
    h = scaled(exact, factors)
    expected, found = both(problem, "weighted-astar", h, weight=weight)
    assert found.status == expected.status
    if found.solved:
        assert exact[0] <= found.cost <= max(weight, 1) * exact[0] + 1e-9


@examples(200)
@given(digraphs(costs=(1,)))
def test_breadth_first_search_finds_a_shallowest_goal(problem):
    expected, found = both(problem, "breadth-first")
    assert (found.status, found.cost) == (expected.status, expected.cost)
    assert found.depth == expected.depth
    if not found.solved:
        assert found.expanded == expected.expanded


@examples(100)
@given(digraphs())
def test_whatever_is_found_without_a_solution_is_all_that_can_be_reached(problem):
    problem = Digraph(problem.edges, frozenset())
    for algorithm in [name for name in ALGORITHMS if ALGORITHMS.get(name).packed]:
        h = table([0] * 8) if "astar" in algorithm or algorithm == "greedy" else None
        expected, found = both(problem, algorithm, h)
        assert found.status == "no-solution"
        if algorithm in ("uniform-cost", "greedy", "breadth-first"):
            assert found.expanded == expected.expanded
            assert found.generated == expected.generated


@examples(40)
@given(st.integers(0, 2**32), st.integers(0, 40), st.sampled_from(["hamming", "manhattan"]))
def test_sliding_tiles_agree(seed, shuffle, heuristic):
    problem = NPuzzle(None, size=3, heuristic=heuristic, shuffle=shuffle, seed=seed)
    for algorithm in ("astar", "uniform-cost", "breadth-first"):
        expected, found = both(problem, algorithm)
        assert (found.status, found.cost) == ("solved", expected.cost)
        assert found.expanded_below_cost == expected.expanded_below_cost
    assert both(problem, "weighted-astar")[1].cost <= 1.4 * expected.cost
    assert both(problem, "greedy")[1].solved


@pytest.mark.gate("a long search")
def test_every_board_of_a_half_of_the_permutations_is_unsolvable():
    problem = NPuzzle((1, 2, 3, 4, 5, 6, 8, 7, 0), heuristic="manhattan")
    expected, found = both(problem)
    assert found.status == expected.status == "no-solution"
    assert found.expanded == expected.expanded == 181_440


@examples(25)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=4))
def test_movix_agrees(drawn):
    problem = MovIX(*drawn)
    for name in ("zero", "partial-alignment", "partial-alignment-loose", "conflicts"):
        expected, found = both(problem, heuristic=name)
        assert (found.status, found.cost) == (expected.status, expected.cost)
        assert found.expanded_below_cost == expected.expanded_below_cost
        if not found.solved:
            assert found.expanded == expected.expanded


def test_limits_end_a_packed_search_exactly_or_after_the_batch():
    problem = NPuzzle(None, size=4, heuristic="manhattan", shuffle=400, seed=3)
    counted = solve(problem, engine="packed", limits=Limits(nodes=1234))
    assert (counted.status, counted.expanded) == ("node-limit", 1234)
    assert solve(problem, engine="packed", limits=Limits(seconds=0)).status == "time-limit"
    small = solve(problem, engine="packed", limits=Limits(memory="1 MiB"))
    assert small.status == "memory-limit"


def test_a_packed_search_can_be_pulled_at_stopped_and_interrupted():
    problem = NPuzzle(None, size=4, heuristic="manhattan", shuffle=400, seed=3)
    search = Search(problem, engine="packed")
    batches = [next(search).batch for _ in range(20)]
    assert batches[0] == 1
    assert max(batches) > 1
    expanded = search.result().expanded
    assert sum(batches) - batches[-1] == expanded
    assert search.result().status == "stopped"
    assert search.result().node.path_cost == len(search.result().node.solution())

    def interrupt(step):
        if step.expanded > 100:
            raise KeyboardInterrupt

    assert solve(problem, engine="packed", on_step=interrupt).status == "interrupted"


def test_memory_is_that_of_the_arrays():
    problem = NPuzzle(None, size=3, shuffle=300, seed=5)
    problem.goal = (8, 7, 6, 5, 4, 3, 2, 1, 0)
    assert problem.check_solvability(problem.initial)
    found = solve(problem, "uniform-cost", engine="packed")
    assert found.solved
    assert found.expanded > 50_000
    assert found.used_memory < 40 * 2**20


class Renamed(NPuzzle):
    """Tiles with an estimate of the student's own."""

    def h(self, node):
        return 0


class OneWay(NPuzzle):
    """Tiles by other rules."""

    def actions(self, state):
        return super().actions(state)[:1]


class Lying(Digraph):
    """A packed form that claims an edge more than there is."""

    def packed(self):
        return PackedDigraph(Digraph([*self.edges, (0, 3, 1)], self.goals))


@pytest.mark.parametrize(
    ("problem", "options", "reason"),
    [
        (Digraph([], {0}, is_packed=False), {"algorithm": "uniform-cost"}, "packed() says"),
        (NPuzzle(range(9)), {"algorithm": "ida-star"}, "ida-star is not one of breadth-first"),
        (NPuzzle(range(9)), {"tie_break": "fifo"}, "the tie-break fifo does not apply"),
        (NPuzzle(range(9)), {"heuristic": lambda node: 0}, "<lambda> has no array form"),
        (Renamed(range(9)), {}, "heuristic problem.h has no array form"),
        (OneWay(range(9)), {}, "does not know the methods that it redefines"),
        (NPuzzle(range(25)), {}, "this NPuzzle has no packed form"),
        (EightPuzzle((1, 1, 1, 1, 1, 1, 1, 1, 0)), {}, "this EightPuzzle has no packed form"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(problem, options, reason):
    with pytest.raises(NotApplicable) as caught:
        solve(problem, engine="packed", **options)
    assert reason in str(caught.value)


def test_faults_of_a_packed_form_or_an_array_form_are_told():
    with pytest.raises(WrongAnswer, match="no action does"):
        solve(Lying([(0, 1, 1)], {3}), "uniform-cost", engine="packed")
    with pytest.raises(HeuristicError, match="NaN for 1"):
        solve(Digraph([(0, 1, 1)], {1}), heuristic=table([0, np.nan]), engine="packed")
    with pytest.raises(CostError, match="NaN"):
        solve(Digraph([(0, 1, np.nan)], {1}), "uniform-cost", engine="packed")
    with pytest.raises(UnknownName, match="packed"):
        solve(NPuzzle(range(9)), engine="pack")


def test_a_sum_beyond_the_floating_point_numbers_is_no_dead_end():
    problem = Digraph([(0, 1, 1e308), (1, 2, 1e308)], {2})
    with pytest.raises(NotApplicable, match="beyond the floating-point"):
        solve(problem, "uniform-cost", engine="packed")
    with pytest.raises(HeuristicError, match="beyond the floating-point"):
        solve(problem, heuristic=table([1e308, 1e308, 0]), engine="packed")


def test_an_action_of_infinite_cost_leads_nowhere_until_there_is_another():
    problem = Digraph([(0, 2, inf), (0, 1, 3), (1, 2, 4)], {2})
    expected, found = both(problem, "uniform-cost")
    assert found.cost == expected.cost == 7
    only = Digraph([(0, 1, inf)], {1})
    expected, found = both(only, "uniform-cost")
    assert found.status == expected.status == "no-solution"


def test_searches_that_do_not_look_at_costs_take_no_action_of_infinite_cost():
    problem = Digraph([(0, 2, inf), (0, 1, 3), (1, 2, 4)], {2})
    for algorithm in ("breadth-first", "greedy"):
        expected, found = both(problem, algorithm, table([0, 0, 0]))
        assert found.cost == expected.cost == 7
        expected, found = both(Digraph([(0, 1, inf)], {1}), algorithm, table([0, 0]))
        assert found.status == expected.status == "no-solution"


@pytest.mark.parametrize("cost", [2**53, 2**62])
def test_whole_costs_that_floats_would_round_are_left_to_objects(cost):
    problem = Digraph([(0, 1, cost), (1, 2, 1)], {2})
    with pytest.raises(NotApplicable, match=r"2\*\*53.*use the engine objects"):
        solve(problem, "uniform-cost", engine="packed")
    far = with_array_form(lambda node: 0, lambda keys: np.full(len(keys), cost * 2 - 1))
    with pytest.raises(NotApplicable, match=r"2\*\*53"):
        solve(problem, "greedy", far, engine="packed")


@pytest.mark.parametrize("seed", range(6))
def test_costs_of_any_size_agree_on_large_random_graphs(seed):
    rng = random.Random(seed)
    edges = [(a, rng.randrange(300), rng.choice([0.1, 0.3, 1, 2, 7])) for a in range(300)] + [
        (rng.randrange(300), rng.randrange(300), rng.random()) for _ in range(900)
    ]
    problem = Digraph(edges, frozenset(rng.sample(range(300), 2)))
    expected, found = both(problem, "uniform-cost")
    assert found.status == expected.status
    assert found.expanded_below_cost == expected.expanded_below_cost
    assert found.cost is None or isclose(found.cost, expected.cost)


def test_the_example_for_authors_works():
    text = (Path(__file__).parents[4] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    namespace = {}
    exec(code, namespace)
    form = namespace["PackedLadder"](5_000)
    form.estimates = {"h": lambda keys: (5_000 - keys.astype(float)) / 7}
    for algorithm in ("astar", "breadth-first"):
        expected, found = both(Ladder(form), algorithm)
        assert found.cost == expected.cost == 5_000 // 7 + 5_000 % 7
