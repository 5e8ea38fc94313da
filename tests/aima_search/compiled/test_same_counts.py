"""Machine code expands, counts and finds what objects do, with every tie and heuristic."""

from itertools import product
from math import inf, nan
from unittest.mock import Mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import heuristics
from aima_search import Limits, Node, Search, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.steps import Step
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.compiled import engines
from aima_search.compiled.engines import compiled_form_or_reason
from aima_search.model.heuristic import BuiltHeuristic
from aima_search.model.puzzle import PUZZLES
from puzzles import Pancakes, Tiles
from tests.aima_search.compiled.roads import Roads, roads
from tests.examples import examples

pytest.importorskip("numba")
long = pytest.mark.gate("long searches, and many formulas to compile")

TIES = ("fifo", "lifo", "high-g", "high-g-lifo", "low-h")
KERNELS = [name for name in ALGORITHMS if ALGORITHMS.get(name).kernel]
COUNTS = (
    *("status", "cost", "expanded", "generated", "reopened", "max_frontier"),
    *("expanded_below_cost", "actions", "states", "rests_on"),
)


def counts(problem, engine, algorithm, h, tie_break, **more):
    tie_break = tie_break if ALGORITHMS.get(algorithm).best_first else None
    try:
        found = solve(problem, algorithm, h, tie_break=tie_break, engine=engine, **more)
    except NotApplicable as reason:
        return str(reason)
    except SearchError as error:
        return type(error).__name__
    return {name: getattr(found, name) for name in COUNTS}


def assert_same(problem, algorithm, h, tie_break, **more):
    found = counts(problem, "compiled", algorithm, h, tie_break, **more)
    assert found == counts(problem, "objects", algorithm, h, tie_break, **more)


@examples(300)
@given(roads(), st.sampled_from(KERNELS), st.sampled_from(TIES), st.integers(0, 12))
def test_on_any_roads_with_any_estimates_to_any_limit(problem, algorithm, tie_break, nodes):
    for limits in (Limits(nodes=nodes), Limits(nodes=3_000)):
        assert_same(problem, algorithm, problem.estimate(), tie_break, limits=limits)


@examples(60)
@given(roads(), st.sampled_from(TIES), st.sampled_from([0, 0.5, 1, 1.4, 3, 7.25]))
def test_with_any_weight(problem, tie_break, weight):
    assert_same(problem, "weighted-astar", problem.estimate(), tie_break, weight=weight)


HUGE = (2**53 - 1.0, 2.0**53, 2.0**53 + 2, 1e16, 1e300, 1e308)
WEIGHTS = (0, 0.5, 1, 3, 1e-300, 1e300, 2**53, 10**20, 10**400)


@examples(600)
@given(
    roads(
        costs=(1, 2, inf, *HUGE), estimates=(0, 1, -1, inf, nan, -inf, *HUGE, -(2.0**53), -1e300)
    ),
    st.sampled_from(KERNELS),
    st.sampled_from(TIES),
    st.sampled_from(WEIGHTS),
)
def test_with_huge_numbers_it_does_the_same_or_refuses(problem, algorithm, tie_break, weight):
    more = {"weight": weight} if algorithm == "weighted-astar" else {}
    how = (algorithm, problem.estimate(), tie_break)
    found = counts(problem, "compiled", *how, limits=Limits(nodes=500), **more)
    if not str(found).startswith("engine compiled: "):
        assert found == counts(problem, "objects", *how, limits=Limits(nodes=500), **more)


@examples(40)
@given(roads(), st.sampled_from(KERNELS), st.sampled_from(TIES))
def test_with_a_heuristic_that_is_called_back(problem, algorithm, tie_break):
    limits = Limits(nodes=3_000)
    h = problem.estimate().function
    assert_same(problem, algorithm, lambda node: h(node), tie_break, limits=limits)


SIZES = {
    "tiles": {"size": ["2x3", "3", "2x4"]},
    "pancakes": {"pancakes": [1, 2, 5, 7, 16]},
    "queens": {"size": [4, 5, 6], "queens": [0, 1]},
    "routes": {"places": [3, 12], "links": [1, 2]},
    "paths": {"size": [4, 9], "terrain": [1, 4], "neighbours": [4, 8]},
    "movix": {"size": [3, 4, 5], "line": [3], "pieces": ["S1L1V1H1", "L2V2H2", "S3L1"]},
}
LIMITS = Limits(nodes=1_500)


def offering():
    return [name for name in PUZZLES if hasattr(PUZZLES.get(name), "compiled")]


def test_every_puzzle_with_a_form_is_searched():
    assert set(offering()) == SIZES.keys()


@st.composite
def searches(draw):
    """Draw a puzzle's instance, a heuristic that has a form on it, an algorithm, a tie-break."""
    name = draw(st.sampled_from(sorted(SIZES)))
    options = {key: draw(st.sampled_from(values)) for key, values in SIZES[name].items()}
    problem = PUZZLES.get(name).generate(draw(st.integers(0, 9)), **options)
    h = heuristics.get(draw(st.sampled_from(specs(name, problem))), problem)
    return problem, h, draw(st.sampled_from(KERNELS)), draw(st.sampled_from(TIES))


def specs(name, problem):
    """Return the heuristics of a puzzle that have a form, and an expression of two of them."""
    named = [one for one in heuristics.names(name) if one not in ("perfect", "landmarks")]
    made = {one: heuristics.get(one, problem) for one in named}
    formed = [one for one, h in made.items() if isinstance(h, BuiltHeuristic) and h.formula]
    formed = [one for one in formed if made[one].formula() and made[one].refinement is None]
    return [*formed, f"max({formed[0]}, 0.5*{formed[-1]} + 0.3*{formed[0]})"]


@long
@examples(60)
@given(searches())
def test_on_every_puzzle_with_every_heuristic_that_has_a_form(drawn):
    problem, h, algorithm, tie_break = drawn
    assume(not isinstance(compiled_form_or_reason(problem), str))
    assert_same(problem, algorithm, h, tie_break, limits=LIMITS)


@long
@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_long_searches_count_the_same(algorithm):
    for problem in (
        Tiles("867/254/301"),
        Tiles.generate(2, size=4, depth=18),
        Pancakes("2,7,1,5,8,3,6,4"),
    ):
        assert_same(problem, algorithm, None, "fifo")


@long
@pytest.mark.parametrize("name", ["pattern-database(4-4)", "max(linear-conflict, gaschnig)"])
def test_tables_and_expressions_count_the_same(name):
    problem = Tiles("867/254/301")
    assert_same(problem, "astar", heuristics.get(name, problem), "lifo")


@long
def test_a_step_is_a_slice_and_its_node_a_path():
    search = Search(Tiles("867/254/301"), "uniform-cost", engine="compiled")
    expanded = []
    for step in search:
        expanded.append(step.expanded)
        assert step.node.path_cost == step.f
        assert step.node.path_states()[0] == search.problem.initial
    assert expanded[0] == 0 < len(expanded) < search.result().expanded
    assert expanded == sorted(set(expanded))


def test_negative_costs_are_left_to_objects():
    problem = Roads([[(1, -1)], [(2, 1)], []], [0, 0, 0])
    with pytest.raises(ValueError, match="the cost of an action is negative"):
        solve(problem, "astar", problem.estimate(), engine="compiled")
    assert solve(problem, "astar", problem.estimate(), engine="auto").cost == 0


def test_objects_that_go_on_after_slices_count_what_they_expand(monkeypatch):
    for name in ("_LOADED", "_CACHED", "_NEW"):
        monkeypatch.setattr(f"aima_search.compiled.engines.{name}", 0)
    costs = [1] * 9_000 + [2**54, 1]
    problem = Roads([[(place + 1, cost)] for place, cost in enumerate(costs)] + [[]], [0] * 9_003)
    found = solve(problem, "astar", problem.estimate(), engine="auto")
    assert found.engine == "objects"
    assert "2**53" in found.engine_note
    assert found.expanded_below_cost == len(costs)


@pytest.mark.parametrize("algorithm", ["astar", "ida-star", "uniform-cost", "greedy"])
@pytest.mark.parametrize(
    ("costs", "estimate", "refuses"),
    [
        ((2**53 - 1, 0), 0, ()),
        ((2**53 - 1, 1), 0, ("astar", "ida-star", "uniform-cost", "greedy")),  # g is 2**53
        ((2**52, 0), 2**52, ("astar", "ida-star")),  # f is 2**53
        ((1, 0), 2**53 - 2, ()),
        ((1, 0), 2**53, ("astar", "ida-star", "greedy")),
        ((1, 0), -(2**53) + 1, ()),
        ((1, 0), -(2**53), ("astar", "ida-star", "greedy")),
        ((1, 0), -inf, ("astar", "ida-star", "greedy")),
        ((1e307, 1e307), 0, ("astar", "ida-star", "uniform-cost", "greedy")),
        ((inf, 0), 0, ()),
    ],
)
def test_numbers_from_the_first_that_floats_round_are_left_to_objects(
    algorithm, costs, estimate, refuses
):
    problem = Roads([[(1, costs[0])], [(2, costs[1])], []], [0, estimate, 0])
    found = counts(problem, "compiled", algorithm, problem.estimate(), "fifo")
    if algorithm in refuses:
        assert "2**53" in found
        assert solve(problem, algorithm, problem.estimate(), engine="auto").engine == "objects"
    else:
        assert found == counts(problem, "objects", algorithm, problem.estimate(), "fifo")


def test_greedy_search_does_not_ask_h_behind_an_action_of_infinite_cost():
    problem = Roads([[(1, inf), (2, 1)], [], []], [0, nan, 0])
    assert_same(problem, "greedy", problem.estimate(), "fifo")


@pytest.mark.parametrize("weight", [2**53, 1e300, 10**400], ids=["exact", "float", "int"])
def test_a_huge_weight_is_left_to_objects(weight):
    problem = Roads([[(1, 1)], []], [2.0**53 - 1, 0])
    found = counts(problem, "compiled", "weighted-astar", problem.estimate(), "fifo", weight=weight)
    assert found.startswith("engine compiled: the weight ")
    found = counts(problem, "compiled", "weighted-astar", problem.estimate(), "fifo", weight=4)
    assert "2**53" in found


def test_auto_counts_the_same_wherever_it_goes_over(at_once, monkeypatch):
    """It goes over at every expansion of some searches."""
    monkeypatch.setattr(engines, "_CHECK_EVERY", 1)
    problem = Roads(
        [[(1, 2), (2, 3), (0, 1)], [(3, 5), (2, 0.5)], [(3, 4), (1, 1)], [(4, 1)], [(5, inf)], []],
        [3, 4, 1, 0, inf, 0],
    )
    problem.goal = 4
    problem.estimates[4] = 0
    for algorithm in KERNELS:
        how = (problem, algorithm, problem.estimate())
        expected = solve(*how, engine="objects")
        limits = [None, Limits(nodes=expected.expanded)]
        for late, limit in product(range(expected.expanded), limits):
            clock = iter([*[0.0] * (late + 1), *[1.0] * 1_000])
            monkeypatch.setattr(engines, "perf_counter", lambda clock=clock: next(clock))
            found = solve(*how, limits=limit)
            assert (found.engine, found.engine_note) == (
                "compiled",
                f"after {late} expansions in Python",
            )
            for name in COUNTS:
                assert getattr(found, name) == getattr(expected, name), (algorithm, late, name)


def test_counts_never_fall_when_machine_code_takes_over(monkeypatch):
    clock = iter([*[0.0] * 4, *[1.0] * 99])
    monkeypatch.setattr(engines, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(engines, "_CHECK_EVERY", 1)

    def counted(*counts):
        step = Step(Node(0))
        for step.expanded in counts:
            yield step

    steps = engines.auto_steps(counted(*range(9)), Mock, lambda _: counted(0, 1, 4, 7), Mock())
    assert [step.expanded for step in steps] == [0, 1, 2, 4, 7]
