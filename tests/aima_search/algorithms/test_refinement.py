"""Refine on pop: the answers of the heuristic itself, and no change without refinement."""

from math import inf
from operator import attrgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, Node, astar_search, solve
from aima_search.algorithms.best_first import (
    RefinementStopped,
    best_first_steps,
    functions_for_one_search,
    while_levels_grow,
)
from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.base.errors import HeuristicError
from aima_search.model.heuristic import refinement_of, with_refinement
from aima_search.search import weighted_astar_search
from heuristics import maximum
from tests.specimens import Journey, cheapest, consistent_journeys, journeys

TIES = st.sampled_from(sorted(TIE_BREAKS))


def refined(journey, share=0.5, steps=1):
    """The journey's h, given as a share of itself first, and in so many steps when asked."""
    h = journey.h

    def bound(node):
        value = h(node)
        return share * value if value < inf else 0

    def refine(node):
        value = h(node)
        if steps == 1 or value == inf or value - node.h < 0.1:
            return max(value, node.h)
        return node.h + (value - node.h) / steps

    return with_refinement(lambda node: h(node), bound, refine)


@given(journeys(), st.sampled_from([0, 0.5, 1]), st.integers(1, 3), TIES)
def test_the_cost_is_the_cheapest_whatever_the_bounds_and_ties(journey, share, steps, tie_break):
    result = solve(journey, heuristic=refined(journey, share, steps), tie_break=tie_break)
    assert result.cost == pytest.approx(cheapest(journey))
    assert result.status == ("solved" if cheapest(journey) is not None else "no-solution")


@given(consistent_journeys(), st.sampled_from([0, 0.5, 1]), st.integers(1, 3), TIES)
def test_with_a_consistent_h_it_expands_what_it_must_and_nothing_twice(
    journey, share, steps, tie_break
):
    order = []
    mine = solve(
        journey,
        heuristic=refined(journey, share, steps),
        tie_break=tie_break,
        on_step=lambda step: order.append(step.node.state),
    )
    plain = solve(journey, heuristic=journey.h, tie_break=tie_break)
    assert (mine.cost, mine.expanded_below_cost) == (plain.cost, plain.expanded_below_cost)
    assert len(order) == len(set(order)) == mine.expanded
    assert mine.reopened == 0


@given(consistent_journeys(), TIES)
def test_a_bound_that_is_h_itself_changes_nothing(journey, tie_break):
    orders = []
    for h in (refined(journey, share=1), journey.h):
        order = []
        solve(
            journey,
            heuristic=h,
            tie_break=tie_break,
            on_step=lambda step, order=order: order.append(step.node.state),
        )
        orders.append(order)
    if all(value < inf for value in journey.estimates.values()):
        assert orders[0] == orders[1]


ROADS = {"A": {"B": 1, "C": 1}, "B": {"G": 5}, "C": {"G": 2}}
ESTIMATES = {"A": 3, "B": 5, "C": 2}


def test_it_counts_how_often_a_node_went_back_beside_what_it_expanded():
    journey = Journey(ROADS, "A", "G", ESTIMATES)
    result = solve(journey, heuristic=refined(journey, share=0))
    assert (result.cost, result.actions) == (3, ["C", "G"])
    assert (result.expanded, result.refined) == (2, 3)  # A, B and C go back; B for good
    assert solve(journey, heuristic=journey.h).refined == 0
    assert "refined" in str(result)
    assert "refined" not in str(solve(journey, heuristic=journey.h))


def test_the_frontier_does_not_count_a_node_that_turned_out_to_be_a_dead_end():
    journey = Journey(ROADS, "A", "G", ESTIMATES | {"B": inf})
    waiting = []
    solve(
        journey,
        heuristic=refined(journey, share=0),
        on_step=lambda step: waiting.append((step.node.state, step.frontier)),
    )
    assert waiting == [("A", 1), ("C", 1)]


def test_a_dead_end_at_the_root_is_the_proof_that_there_is_no_solution():
    journey = Journey(ROADS, "A", "G", {"A": inf})
    result = solve(journey, heuristic=refined(journey))
    assert (result.status, result.expanded) == ("no-solution", 0)


def test_a_cheaper_path_to_what_was_refined_counts():
    roads = {"A": {"B": 3, "C": 1}, "C": {"B": 1}, "B": {"G": 4}}
    journey = Journey(roads, "A", "G", {"B": 4, "C": 0})
    assert solve(journey, heuristic=refined(journey, share=0)).actions == ["C", "B", "G"]


@given(journeys(), st.sampled_from([1, 1.4, 3]))
def test_weighted_astar_keeps_its_bound(journey, weight):
    node = weighted_astar_search(journey, refined(journey), weight)
    best = cheapest(journey)
    assert (node is None) == (best is None)
    assert node is None or node.path_cost <= weight * best + 1e-9


def test_the_other_algorithms_call_h():
    journey = Journey(ROADS, "A", "G", ESTIMATES)

    def never(node):
        raise AssertionError("greedy search is not refined")

    h = with_refinement(lambda node: journey.h(node), never, never)
    for algorithm in ("greedy", "ida-star", "recursive-best-first"):
        assert solve(journey, algorithm, h).refined == 0


def test_an_estimate_that_is_no_number_is_an_error_when_it_is_refined_too():
    journey = Journey(ROADS, "A", "G", ESTIMATES)
    h = with_refinement(lambda node: 0, lambda node: 0, lambda node: None)
    with pytest.raises(HeuristicError, match="returned None"):
        astar_search(journey, h)


def test_a_refinement_of_another_kind_is_none():
    def h(node):
        return 0

    h.refinement = "much"
    assert refinement_of(h) is None
    assert astar_search(Journey(ROADS, "A", "G"), h).path_cost == 3


def test_a_maximum_refines_what_its_parts_offer():
    journey = Journey(ROADS, "A", "G", ESTIMATES)
    both = maximum(refined(journey, share=0), lambda node: 1 if node.state != "G" else 0)
    root = Node("A")
    assert both(root) == 3
    assert refinement_of(both).bound(root) == 1
    assert solve(journey, heuristic=both).refined == 3
    assert refinement_of(maximum(journey.h, 0)) is None


def test_a_limit_ends_a_search_that_does_nothing_but_refine():
    h = with_refinement(lambda node: 0, lambda node: 0, lambda node: node.h + 1)
    result = solve(Journey(ROADS, "A", "G"), heuristic=h, limits=Limits(seconds=0.01))
    assert (result.status, result.expanded) == ("time-limit", 0)


def node_of(level):
    node = Node(())
    node.h, node.f = 0, level
    return node


def asked(levels):
    """How many nodes of each level a refinement is asked about that gives up."""
    counts = dict.fromkeys(range(len(levels)), 0)

    def count(node):
        counts[node.f] += 1
        return 7

    bound, refine = while_levels_grow(lambda node: 1, count, lambda node: 2)
    for level, number in enumerate(levels):
        for _ in range(number):
            try:
                assert (refine(node_of(level)), bound(node_of(level))) == (7, 1)
            except RefinementStopped:
                assert bound(node_of(level)) == 2
                return list(counts.values())
    return list(counts.values())


def test_refining_goes_on_while_the_levels_grow_fivefold():
    assert asked([10, 50, 250, 1250]) == [10, 50, 250, 1250]


def test_refining_ends_for_good_after_a_level_that_did_not():
    assert asked([10, 50, 249, 1300, 9000]) == [10, 50, 249, 0, 0]


def test_a_small_level_says_nothing():
    assert asked([5, 9, 9, 45]) == [5, 9, 9, 45]


def end_of_level(new, again, raised=1):
    """After how many tests a second level ends refining: of new nodes, then of the first's."""
    first = [node_of(0) for _ in range(30)]
    _, refine = while_levels_grow(lambda node: 1, lambda node: raised, lambda node: 2)
    for node in first:
        refine(node)
        node.f = 1
    level = [*(node_of(1) for _ in range(new)), *first[:again]]
    for number, node in enumerate(level, 1):
        try:
            refine(node)
        except RefinementStopped:
            return number
    return None


def test_refining_ends_within_a_level_of_which_an_eighth_has_failed_before():
    assert end_of_level(new=0, again=4) is None  # too few to say
    assert end_of_level(new=0, again=30) == 5
    assert end_of_level(new=35, again=5) is None
    assert end_of_level(new=35, again=6) == 41
    assert end_of_level(new=35, again=6, raised=0) is None  # these nodes passed


def test_each_search_begins_to_refine_anew():
    h = with_refinement(lambda node: 5, lambda node: 0, lambda node: 5, instead=lambda node: 3)
    refinement = refinement_of(h)
    _, first = functions_for_one_search(refinement)
    bound, second = functions_for_one_search(refinement)
    for level, number in enumerate([40, 40]):
        for _ in range(number):
            first(node_of(level))
    with pytest.raises(RefinementStopped):
        first(node_of(9))
    assert (second(node_of(0)), bound(node_of(0))) == (5, 0)


def test_where_refining_ends_all_that_wait_are_evaluated_anew():
    """The place C is refined to 10, then refining ends: the order is that of the plain f."""
    roads = {"A": {"C": 1, "D": 2, "E": 3}}
    refined = []

    def refine(node):
        refined.append(node.state)
        if node.state == "A":
            return node.f
        if node.state == "C":
            return 10
        raise RefinementStopped

    steps = best_first_steps(Journey(roads, "A", "nowhere"), attrgetter("path_cost"), refine=refine)
    order = [step.node.state for step in steps]
    assert order == [*"ACDE"]
    assert refined == [*"ACD"]


def test_refining_goes_on_after_the_entry_of_a_path_that_was_replaced():
    roads = {"A": {"B": 1, "C": 3}, "B": {"C": 1}, "C": {"D": 9, "E": 10}}

    def refine(node):
        return 20 if node.state == "D" else node.f

    steps = best_first_steps(Journey(roads, "A", "nowhere"), attrgetter("path_cost"), refine=refine)
    assert [step.node.state for step in steps] == [*"ABCED"]
