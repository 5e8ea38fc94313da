"""Combinations: their values, and that every fact they claim is proved on small spaces."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Node, check_heuristic
from aima_search.base.errors import HeuristicError
from aima_search.catalog.combine import maximum, minimum, weighted, weighted_sum
from aima_search.model.heuristic import NEVER_WRONG, HeuristicFacts, facts_of, with_facts
from tests.specimens import Journey, distances_to, roads

NODE = Node("state")


def constantly(value):
    return lambda node: value


def test_combinations_have_their_values():
    three, five = constantly(3), constantly(5)
    assert maximum(three, five)(NODE) == maximum(five, three, 1)(NODE) == 5
    assert minimum(three, five, 4)(NODE) == minimum(three)(NODE) == 3
    assert weighted(three, 2)(NODE) == weighted_sum((1, three), (0.5, five), (0.5, 1))(NODE) == 6


def test_an_infinite_part_makes_a_sum_infinite_unless_it_has_no_weight():
    assert weighted_sum((0.1, constantly(inf)), (1, 2))(NODE) == inf
    assert weighted_sum((0, constantly(inf)), (1, 2))(NODE) == 2
    assert weighted(constantly(inf), 0)(NODE) == 0
    assert weighted_sum()(NODE) == 0


@pytest.mark.parametrize("weight", [-1, inf, float("nan")])
def test_a_weight_must_be_finite_and_not_negative(weight):
    with pytest.raises(HeuristicError, match="weight"):
        weighted(constantly(1), weight)


@pytest.mark.parametrize("combine", [maximum, minimum])
def test_a_combination_of_nothing_is_refused(combine):
    with pytest.raises(HeuristicError, match="at least one"):
        combine()


def test_facts_can_be_attached_to_what_refuses_attributes():
    class Fixed:
        __slots__ = ()

        def __call__(self, node):
            return 4

    function = with_facts(Fixed(), NEVER_WRONG)
    assert (function(NODE), facts_of(function)) == (4, NEVER_WRONG)
    assert (
        facts_of(constantly(1))
        == facts_of(with_facts(constantly(1), "no facts"))
        == HeuristicFacts()
    )


YES, NO, UNKNOWN = HeuristicFacts(True, True), HeuristicFacts(False, None), HeuristicFacts()


@pytest.mark.parametrize(
    ("combination", "facts"),
    [
        (lambda a, b, c: maximum(a, a), YES),
        (lambda a, b, c: maximum(a, b), HeuristicFacts(False, None)),
        (lambda a, b, c: maximum(a, c), UNKNOWN),
        (lambda a, b, c: minimum(a, b), HeuristicFacts(True, None)),
        (lambda a, b, c: minimum(b, c), UNKNOWN),
        (lambda a, b, c: weighted(a, 0.5), YES),
        (lambda a, b, c: weighted(a, 1), YES),
        (lambda a, b, c: weighted(a, 2), UNKNOWN),
        (lambda a, b, c: weighted(b, 2), HeuristicFacts(False, None)),
        (lambda a, b, c: weighted(b, 0.5), UNKNOWN),
        (lambda a, b, c: weighted_sum((0.5, a), (0.5, a)), YES),
        (lambda a, b, c: weighted_sum((1, a), (1, a)), UNKNOWN),
        (lambda a, b, c: weighted_sum((0.75, a), (0.5, a)), UNKNOWN),
        (lambda a, b, c: weighted_sum((1, a), (0, b)), YES),
        (lambda a, b, c: maximum(a, 0), YES),
        (lambda a, b, c: maximum(a, 1), HeuristicFacts(False, True)),
    ],
)
def test_facts_follow_from_the_facts_of_the_parts(combination, facts):
    parts = [with_facts(constantly(1), fact) for fact in (YES, NO, UNKNOWN)]
    assert facts_of(combination(*parts)) == facts


@st.composite
def heuristics_with_proved_facts(draw, journey):
    """Draw an h by value, or a combination of such; facts are what is proved of the parts."""
    exact = distances_to(journey.roads, journey.goal)
    finite = {place: min(far, 20) for place, far in exact.items()}

    def table():
        share = draw(st.sampled_from([0, 0.5, 1, 2]))
        bonus = draw(st.dictionaries(st.integers(0, 4), st.integers(0, 3), max_size=2))
        values = {place: share * finite[place] + bonus.get(place, 0) for place in finite}
        h = lambda node: values[node.state]  # noqa: E731
        report = check_heuristic(journey, h)
        return with_facts(h, HeuristicFacts(report.admissible, report.consistent))

    def combined(depth):
        kind = draw(st.sampled_from(["table", "number", "max", "min", "sum"]))
        if kind == "table" or depth == 0:
            return table()
        if kind == "number":
            return draw(st.sampled_from([0, 1, 2.5]))
        parts = [combined(depth - 1) for _ in range(draw(st.integers(1, 2)))]
        if kind == "sum":
            weights = st.sampled_from([0, 0.25, 0.5, 1, 1.5])
            return weighted_sum(*[(draw(weights), part) for part in parts])
        return maximum(*parts) if kind == "max" else minimum(*parts)

    return maximum(combined(2))


@given(data=st.data(), graph=roads(st.integers(0, 4), size=5))
def test_a_fact_of_a_combination_is_the_truth(data, graph):
    journey = Journey(graph, 0, 4)
    h = data.draw(heuristics_with_proved_facts(journey))
    report = check_heuristic(journey, h)
    claimed = facts_of(h)
    if claimed.consistent is not None:
        assert report.consistent is claimed.consistent
    if claimed.admissible or (claimed.admissible is False and distances_to(graph, 4)[0] < inf):
        assert report.admissible is claimed.admissible
