"""Anytime A*: ever better solutions, each with a bound that holds; the last one is optimal."""

from decimal import Decimal
from fractions import Fraction
from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, Search, solve
from aima_search.base.errors import InputError
from aima_search.model.heuristic import HeuristicFacts, with_facts, with_guides
from aima_search.runs.result import bound_of, bound_words
from aima_search.search import EightPuzzle
from aima_search.trace import Recording, record
from heuristics import maximum
from puzzles import MovIX
from tests.specimens import Chain, Journey, cheapest, journeys

WEIGHTS = st.sampled_from([0, 0.5, 1, 1.02, 1.5, 3, 100])
HARD = EightPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1))
# The road that looks near is expensive: greedy weights find 0-1-9 (cost 9) before 0-2-9 (cost 6).
DEAR_FIRST = Journey({0: {1: 1, 2: 3}, 1: {9: 8}, 2: {9: 3}}, 0, 9, {0: 6, 1: 1, 2: 3})


@given(journey=journeys(), weight=WEIGHTS)
def test_in_the_end_it_is_optimal(journey, weight):
    result, optimum = solve(journey, "anytime-astar", weight=weight), cheapest(journey)
    if optimum is None:
        assert (result.status, result.cost, result.bound) == ("no-solution", None, None)
    else:
        assert result.status == "solved"
        assert isclose(result.cost, optimum, abs_tol=1e-12)
        assert result.bound == 1


@pytest.mark.parametrize("weight", [3.5, Fraction(7, 2), Decimal(4)], ids=repr)
def test_decimal_costs_and_estimates_are_proved_by_weights_too(weight):
    ways = {
        place: {at: Decimal(cost) for at, cost in roads.items()}
        for place, roads in DEAR_FIRST.roads.items()
    }
    estimates = {place: Decimal(h) for place, h in DEAR_FIRST.estimates.items()}
    result = solve(Journey(ways, 0, 9, estimates), "anytime-astar", weight=weight)
    assert (result.status, result.cost) == ("solved", Decimal(6))


@given(journey=journeys(st.integers(0, 9)), weight=WEIGHTS)
def test_on_the_way_the_solutions_get_better_and_no_bound_is_above_the_optimum(journey, weight):
    optimum, costs, bounds = cheapest(journey), [], []
    for step in Search(journey, "anytime-astar", weight=weight):
        bounds.append(step.lower_bound)
        if step.found is not None:
            costs.append(step.found.path_cost)
    assert bounds == sorted(bounds)
    assert all(bound <= (inf if optimum is None else optimum) + 1e-9 for bound in bounds)
    assert costs == sorted(costs, reverse=True)
    assert all(cost >= optimum for cost in costs)


@given(journey=journeys(st.integers(0, 9)), nodes=st.integers(0, 12))
def test_a_limit_keeps_the_best_solution_and_what_is_proved_of_it(journey, nodes):
    result, optimum = solve(journey, "anytime-astar", limits=Limits(nodes=nodes)), cheapest(journey)
    if result.status != "node-limit":
        assert result.cost == optimum
    elif result.node is None:
        assert (result.cost, result.bound, result.curve) == (None, None, ())
    else:
        assert (result.states[0], result.states[-1]) == (journey.initial, journey.goal)
        assert result.lower_bound <= optimum <= result.cost
        assert result.curve[-1][1] == result.cost
        if result.bound is not None:
            assert result.cost <= result.bound * optimum * (1 + 1e-12)
            assert "above the optimum" in result.words or "is the optimum" in result.words


def test_each_better_solution_is_a_point_of_its_curve():
    result = solve(DEAR_FIRST, "anytime-astar")
    assert [cost for _, cost in result.curve] == [9, 6]
    assert (result.cost, result.bound, result.lower_bound) == (6, 1, 6)
    first = solve(DEAR_FIRST, "anytime-astar", limits=Limits(nodes=2))
    assert (first.status, first.cost, first.lower_bound, first.actions) == (
        *("node-limit", 9, 6),
        [1, 9],
    )
    assert first.words == (
        "the node limit was reached; the best solution costs 9, at most 50 % above the optimum,"
        " if h is admissible"
    )


def test_of_an_h_known_to_be_too_high_nothing_is_proved():
    h = with_facts(lambda node: 2 * DEAR_FIRST.h(node), HeuristicFacts(admissible=False))
    result = solve(DEAR_FIRST, "anytime-astar", h)
    assert (result.status, result.bound, result.lower_bound) == ("solved", None, 0)


def test_words_of_a_solution_never_say_that_there_is_none():
    result = solve(DEAR_FIRST, "anytime-astar", DEAR_FIRST.h)
    assert result.words == "solved; the solution costs 6, which is the optimum, if h is admissible"
    assert "no solution" not in str(result)
    walk = solve(DEAR_FIRST, "lrta-star", DEAR_FIRST.h)
    assert walk.words.startswith("solved; the solution costs 9, at most ")


@pytest.mark.parametrize(
    ("unit", "words", "more"),
    [  # costs beyond the floats are not covered, so that nothing is known of those it did not see
        (10**400, "2.00000e+400", " and no action costs less than 0"),
        (Fraction(1, 2), "1", ""),
        (Decimal("0.5"), "1", ""),
    ],
)
def test_bounds_of_costs_of_every_kind(unit, words, more):
    walk = solve(Journey({0: {1: unit}, 1: {2: unit}, 2: {}}, 0, 2), "lrta-star", lambda node: 0)
    assert walk.bound == 2
    assert walk.words == (
        f"solved; the solution costs {words}, at most 100 % above the optimum,"
        f" if h is admissible{more}"
    )
    assert bound_of(10**400, 1) is None


def test_of_an_admissible_h_the_bound_rests_on_nothing():
    h = with_facts(DEAR_FIRST.h, HeuristicFacts(admissible=True))
    result = solve(DEAR_FIRST, "anytime-astar", h, Limits(nodes=2))
    assert result.words.endswith("at most 50 % above the optimum")


@pytest.mark.gate("long searches")
def test_it_finds_a_solution_early_and_expands_little_more_than_astar_in_all():
    first, astar = solve(HARD, "weighted-astar", weight=3), solve(HARD, "astar")
    result = solve(HARD, "anytime-astar")
    assert (result.cost, result.depth) == (31, 31)
    assert result.curve[0][0] <= first.expanded
    assert result.expanded <= 1.5 * astar.expanded


def test_a_trace_tells_solutions_and_what_was_no_better():
    trace = record(DEAR_FIRST, "anytime-astar")
    assert [(node.state, node.g, node.fate) for node in trace] == [
        *((0, 0, "queued"), (1, 1, "queued"), (2, 3, "queued")),
        *((9, 9, "replaced"), (9, 6, "goal")),
    ]
    assert trace.node(3, 2).fate == "goal"
    dear = record(Journey({0: {1: 1, 9: 5}, 1: {9: 9}}, 0, 9, {1: 9}), "anytime-astar")
    assert [(node.state, node.fate) for node in dear] == [
        *((0, "queued"), (1, "beyond"), (9, "goal"))
    ]


@pytest.mark.parametrize(
    ("cost", "bound", "words"),
    [
        (26, 25, "26, at most 4 % above the optimum"),
        (3, 3, "3, which is the optimum"),
        (3, 0, "3, but nothing is proved about the optimum"),
        (1001, 999, "1001, at most 0.3 % above the optimum"),
        (10**16 + 1, 10**16, "1e+16, at most 0.1 % above the optimum"),
        (2.5, Fraction(5, 2), "2.5, which is the optimum"),
    ],
)
def test_bounds_in_words_are_rounded_up(cost, bound, words):
    assert bound_words(cost, bound) == words
    assert bound_of(cost, bound) in (None, max(1, cost / (bound or 1)))


def test_a_weight_below_nothing_is_refused():
    with pytest.raises(InputError, match="weight -1"):
        solve(Chain(3), "anytime-astar", weight=-1)


@pytest.mark.parametrize("weight", [Decimal(4), Fraction(9, 2), 10**400, 1e300, 1.0])
def test_a_weight_is_a_number_of_any_kind_and_size(weight):
    journey = Journey({0: {1: 5, 2: 1}, 1: {3: 0}, 2: {3: 5}}, 0, 3, {0: 1, 2: 3})
    assert solve(journey, "anytime-astar", weight=weight).cost == 5


def guided(journey, *guides):
    """The journey's h with guides: the same estimates, those of some places made higher."""
    made = [
        with_facts(lambda node, far=far: far.get(node.state, 0), HeuristicFacts(admissible=False))
        for far in guides
    ]
    return with_guides(lambda node: journey.h(node), lambda: made)


GUIDES = st.lists(st.dictionaries(st.integers(0, 8), st.integers(0, 30)), max_size=3)


@given(journeys(st.integers(0, 9), size=9), GUIDES, WEIGHTS, st.integers(1, 4))
def test_whatever_the_guides_no_cost_and_no_bound_is_wrong(journey, guides, weight, most):
    optimum, h = cheapest(journey), guided(journey, *guides)
    how = {"weight": weight, "guided": most}
    expanded, costs = [], []
    with Search(journey, "anytime-astar", h, **how) as search:
        for step in search:
            expanded.append(step.expanded)
            assert step.lower_bound <= (inf if optimum is None else optimum)
            if step.found is not None:
                costs.append(step.found.path_cost)
        result = search.result()
    assert (result.cost, result.lower_bound) == (optimum, optimum)
    assert result.status == ("no-solution" if optimum is None else "solved")
    assert expanded == list(range(len(expanded)))
    assert costs == sorted(costs, reverse=True)
    assert all(cost >= optimum for cost in costs)
    recording = Recording(journey, "anytime-astar", h, **how)
    sizes = [step.frontier for step in recording]
    assert [len(recording.trace.frontier(at)) for at in range(len(sizes))] == sizes
    again = recording.result()
    assert (again.cost, again.expanded, again.curve) == (result.cost, result.expanded, result.curve)


# A wide tree without a goal looks near; the way through 100 looks far, except to the guide.
LURE = Journey(
    {0: {1: 1, 100: 1}, **{n: {2 * n: 1, 2 * n + 1: 1} for n in range(1, 32)}, 100: {200: 30}},
    *(0, 200),
    {100: 30},
)
TOWARDS = dict.fromkeys(range(1, 64), 99)


def test_guides_find_a_first_solution_and_the_rounds_prove_it():
    h = guided(LURE, TOWARDS)
    alone = solve(LURE, "anytime-astar", h, guided=0)
    result = solve(LURE, "anytime-astar", h, guided=3)
    assert (alone.curve[0][0], result.curve[0][0]) == (65, 5)
    assert alone.cost == result.cost == result.lower_bound == 31
    assert solve(LURE, "anytime-astar", h).expanded == alone.expanded  # fewer than 300 suffice
    assert solve(LURE, "anytime-astar", guided=3).expanded == alone.expanded  # without guides
    assert solve(LURE, "anytime-astar", maximum(h, 0), guided=3).curve == result.curve


def test_a_puzzle_offers_the_guides_of_its_default_heuristic():
    class Own(MovIX):
        def h(self, node):
            return 0

    board = MovIX.level("2-tiny").format()

    def curve(kind, *heuristic, guided):
        return solve(kind(board), "anytime-astar", *heuristic, guided=guided).curve

    asked = curve(MovIX, guided=2)
    assert asked == curve(MovIX, "assignment", guided=2)
    assert asked == curve(MovIX, "max(assignment, conflicts)", guided=2)
    assert asked != curve(MovIX, guided=0)
    assert curve(Own, guided=2) == curve(Own, guided=0) == curve(MovIX, "zero", guided=2)


@pytest.mark.parametrize("nodes", [4, 5, 6])
def test_a_limit_holds_while_guides_search(nodes):
    limits = Limits(nodes=nodes)
    result = solve(LURE, "anytime-astar", guided(LURE, {}, TOWARDS), limits, guided=3)
    assert (result.status, result.expanded, result.cost) == ("node-limit", nodes, None)


def test_ctrl_c_in_a_guide_keeps_what_is_known():
    def interrupted(node):
        if node.parent is not None:
            raise KeyboardInterrupt
        return 0

    h = guided(LURE, TOWARDS)
    both = with_guides(h, lambda: [*h.guides(), interrupted])
    result = solve(LURE, "anytime-astar", both, guided=3)
    assert (result.status, result.cost) == ("interrupted", 31)
    assert result.lower_bound <= 31


def test_how_long_the_guides_search_is_a_number_from_nothing_up():
    with pytest.raises(InputError, match="guided -1"):
        solve(LURE, "anytime-astar", guided=-1)
