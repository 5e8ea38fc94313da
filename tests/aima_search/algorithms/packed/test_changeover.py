"""The engine "auto" gives the answers of the object engine, wherever it changes over."""

import gc
import re
from functools import partial
from math import inf
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, solve
from aima_search.algorithms.packed import changeover
from aima_search.algorithms.packed.steps import BatchStep
from aima_search.base.errors import WrongAnswer
from aima_search.model.problem import Node
from aima_search.runs.search import Search
from aima_search.textbook.fourth.problems import GridProblem as Plane
from aima_search.textbook.fourth.problems import line
from aima_search.textbook.tiles import NPuzzle
from tests.aima_search.algorithms.packed.estimates import FACTORS, Ladder, optimum, scaled, table
from tests.aima_search.analysis.toy import Digraph, PackedDigraph, digraphs
from tests.examples import examples

FIFTEEN = NPuzzle(None, size=4, heuristic="manhattan", shuffle=140, seed=2)


def test_auto_changes_over_where_a_search_grows_wide_and_says_so():
    expected = solve(FIFTEEN)
    found = solve(FIFTEEN, engine="auto")
    assert (found.engine, found.tie_break) == ("packed", None)
    assert re.fullmatch(r"after [0-9,]+ expansions with objects", found.engine_note)
    assert found.cost == expected.cost
    assert found.expanded_below_cost == expected.expanded_below_cost > 3_000


def changing_over(problem, generated, algorithm="astar", heuristic=None, **options):
    """The results of the object engine, and of a change-over after so many states."""
    expected = solve(problem, algorithm, heuristic, **options)
    with patch.multiple(changeover, _FIRST=generated, _are_in_batches=lambda *_: True):
        found = solve(problem, algorithm, heuristic, engine="auto", **options)
    assert (found.engine == "packed") == ("with objects" in found.engine_note)
    return expected, found


@examples(300)
@given(digraphs(), FACTORS, st.integers(0, 12))
def test_a_change_over_at_any_point_keeps_costs_optimal(problem, factors, generated):
    exact = optimum(problem)
    for algorithm, h in (("astar", scaled(exact, factors)), ("uniform-cost", None)):
        expected, found = changing_over(problem, generated, algorithm, h)
        assert found.status == expected.status
        assert found.cost == expected.cost == (None if exact[0] == inf else exact[0])
        if algorithm == "uniform-cost":
            assert found.expanded_below_cost == expected.expanded_below_cost


@examples(300)
@given(digraphs(), st.lists(st.sampled_from([0, 0.5, 3, inf]), min_size=8, max_size=8), st.data())
def test_a_change_over_counts_on_from_what_objects_explored(problem, values, data):
    problem = Digraph(problem.edges, frozenset())
    generated = data.draw(st.integers(0, 16))
    for algorithm in ("uniform-cost", "greedy", "breadth-first"):
        expected, found = changing_over(problem, generated, algorithm, table(values))
        assert found.status == expected.status == "no-solution"
        assert (found.expanded, found.generated) == (expected.expanded, expected.generated)


@examples(200)
@given(digraphs(costs=(1,)), st.integers(0, 16))
def test_a_change_over_keeps_breadth_first_shallowest(problem, generated):
    expected, found = changing_over(problem, generated, "breadth-first")
    assert (found.status, found.cost, found.depth) == (
        expected.status,
        expected.cost,
        expected.depth,
    )


@examples(40)
@given(st.integers(0, 2**32), st.integers(5, 40), st.integers(0, 1000))
def test_sliding_tiles_agree_after_a_change_over(seed, shuffle, generated):
    problem = NPuzzle(None, size=3, heuristic="manhattan", shuffle=shuffle, seed=seed)
    for algorithm in ("astar", "uniform-cost", "breadth-first"):
        expected, found = changing_over(problem, generated, algorithm)
        assert found.cost == expected.cost
        assert found.expanded_below_cost == expected.expanded_below_cost
    limited = changing_over(problem, generated, "uniform-cost", limits=Limits(nodes=200))
    assert limited[0].expanded == limited[1].expanded or limited[0].solved


def test_reopened_parents_are_taken_over():
    """The state 2 is expanded, then reached more cheaply by 1; its child hangs on the old node."""
    edges = [(0, 2, 5), (0, 1, 1), (2, 3, 9), (1, 2, 1), (3, 4, 1), (0, 5, 20), (5, 6, 20)]
    h = table([0, 6, 0, 0, 0, 0, 0, 0])
    for generated in range(8):
        expected, found = changing_over(Digraph(edges, frozenset({4})), generated, heuristic=h)
        assert found.cost == expected.cost == 12
        assert found.states == expected.states
        assert found.reopened == expected.reopened == 1


def expanded(*nodes):
    """Nodes in the order of their expansion, from (name, parent's name, f) each."""
    made = {}
    for name, parent, f in nodes:
        made[name] = Node(name, made.get(parent))
        made[name].f = f
    return list(made.values())


CHAIN = expanded(("a", None, 1), ("b", "a", 2), ("c", "b", 3), ("d", "c", 4))
PLATEAU = expanded(("a", None, 1), ("b", "a", 1), ("c", "a", 1), ("d", "b", 1), ("e", "c", 1))
DIPS = expanded(
    *((f"{place}{number}", f"{place - 1}{number}", [5, 4, 5][place])
      for number in range(9) for place in range(3))
)  # fmt: skip


@pytest.mark.parametrize(
    ("nodes", "batches"),
    [
        pytest.param([], 0, id="none"),
        pytest.param(CHAIN, 4, id="each f is another"),
        pytest.param(PLATEAU, 3, id="of equal f: those of one depth wait together"),
        pytest.param(DIPS, 3, id="one path after the other is many at a time"),
        pytest.param(DIPS[9:], 3, id="wherever the sample begins"),
    ],
)
def test_batches_of_arrays_are_counted_in_the_order_of_objects(nodes, batches):
    are_in_batches = partial(changeover._are_in_batches, nodes, has_f=True)
    assert [are_in_batches(most) for most in range(5)] == [most >= batches for most in range(5)]
    if nodes:
        assert changeover._are_in_batches(nodes, len({node.depth for node in nodes}), has_f=False)


def test_weighted_astar_goes_up_and_down_in_f_and_is_wide_all_the_same():
    problem = NPuzzle(None, size=4, heuristic="manhattan", shuffle=300, seed=2)
    assert solve(problem, "weighted-astar", weight=2, engine="auto").engine == "packed"


class OneKey(PackedDigraph):
    """A packed form that takes 1 for 2."""

    def pack(self, states):
        return super().pack([min(state, 1) for state in states])


def test_a_packed_form_that_takes_states_for_each_other_is_told():
    problem = Digraph([(0, 1, 1), (0, 2, 1), (2, 3, 1)], {3})
    problem.packed = partial(OneKey, problem)
    with pytest.raises(WrongAnswer, match="one key for 1 and 2"):
        changing_over(problem, 2, "uniform-cost")


@pytest.mark.parametrize(
    ("problem", "options", "note"),
    [
        (NPuzzle(None, shuffle=4, seed=1), {}, "it ended within 1,500 generated states"),
        (FIFTEEN, {"tie_break": "lifo"}, "a tie-break was asked for"),
        (FIFTEEN, {"heuristic": lambda node: FIFTEEN.manhattan(node)}, "has no array form"),
        (NPuzzle(None, shuffle=40, seed=1), {"algorithm": "ida-star"}, "ida-star is not one of"),
        (Ladder(None), {}, "this Ladder has no packed form"),
        (Plane((0, 0), (90, 7), line(40, -80, 0, 1, 200)), {}, "too few states of the same f wait"),
    ],
)
def test_auto_stays_with_objects_for_a_reason(problem, options, note):
    expected = solve(problem, **options)
    found = solve(problem, engine="auto", **options)
    assert note in found.engine_note
    assert (found.engine, found.expanded) == ("objects", expected.expanded)
    assert found.expanded_below_cost == expected.expanded_below_cost
    assert found.tie_break == expected.tie_break
    assert (found.status, found.cost) == (expected.status, expected.cost)


def nodes_alive():
    gc.collect()
    return sum(isinstance(one, Node) for one in gc.get_objects())


@pytest.mark.parametrize("algorithm", ["astar", "breadth-first"])
def test_the_nodes_of_the_objects_are_given_up_after_a_change_over(algorithm):
    before = nodes_alive()
    search = Search(FIFTEEN, algorithm, engine="auto")
    with patch.object(changeover, "_are_in_batches", lambda *_: True):
        at_change = next(step.expanded for step in search if isinstance(step, BatchStep))
    assert at_change > 300
    assert nodes_alive() - before < 200  # the nodes on the way to the node in hand
