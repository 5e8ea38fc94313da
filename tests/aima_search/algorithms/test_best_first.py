"""Best-first search: ties, reopening, dead ends, values of f, against the textbook's algorithm."""

from fractions import Fraction
from itertools import islice
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given

from aima_search import Limits, Problem, SearchError, astar_search, solve
from aima_search.algorithms.best_first import best_first_steps
from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import CostError, HeuristicError
from aima_search.search import (
    astar_tree_search,
    best_first_graph_search,
    best_first_tree_search,
    greedy_best_first_graph_search,
    greedy_best_first_tree_search,
    iterative_deepening_astar_search,
    recursive_best_first_search,
    uniform_cost_search,
    uniform_cost_tree_search,
    weighted_astar_search,
)
from tests.specimens import (
    Chain,
    Journey,
    Walk,
    cheapest,
    consistent_journeys,
    distances_to,
)


def expansions(problem, algorithm="astar", **options):
    """Return the states that a search expands, in order."""
    order = []
    solve(problem, algorithm, on_step=lambda step: order.append(step.node.state), **options)
    return order


def textbook_expansions(journey, tie_break):
    """Do the textbook's best-first graph search with f = g + h and a list for its queue."""
    waiting, closed, arrivals, order = [[journey.initial, 0, 0]], set(), 0, []

    def place_in_queue(entry):
        state, g, arrival = entry
        return (g + journey.estimates[state], arrival if tie_break == "fifo" else state)

    while waiting:
        first = min(waiting, key=place_in_queue)
        waiting.remove(first)
        state, g, _ = first
        if state == journey.goal or place_in_queue(first)[0] == inf:
            break
        closed.add(state)
        order.append(state)
        for neighbour, cost in journey.roads[state].items():
            arrivals += 1
            same = [entry for entry in waiting if entry[0] == neighbour]
            if neighbour not in closed and not same:
                waiting.append([neighbour, g + cost, arrivals])
            elif same and g + cost < same[0][1]:
                waiting.remove(same[0])
                waiting.append([neighbour, g + cost, arrivals])
    return order


@pytest.mark.parametrize("tie_break", ["fifo", "state"])
@given(journey=consistent_journeys())
def test_expansions_are_those_of_the_textbooks_algorithm_where_h_is_consistent(tie_break, journey):
    assert expansions(journey, tie_break=tie_break) == textbook_expansions(journey, tie_break)


def test_of_several_ties_the_named_one_leaves_first():
    roads = {"root": {"c": 1, "b": 3, "a": 2}, "a": {}, "b": {}, "c": {}}
    journey = Journey(roads, "root", "nowhere", {"root": 4, "c": 3, "b": 1, "a": 2})
    orders = {
        tie_break: "".join(expansions(journey, tie_break=tie_break)[1:]) for tie_break in TIE_BREAKS
    }
    assert orders == {
        "fifo": "cba",
        "lifo": "abc",
        "state": "abc",
        "high-g": "bac",
        "high-g-lifo": "bac",
        "low-h": "bac",
    }


def test_of_ties_with_the_same_path_cost_the_oldest_or_the_newest_leaves_first():
    roads = {"root": {"c": 1, "b": 1, "a": 2}, "a": {}, "b": {}, "c": {}}
    journey = Journey(roads, "root", "nowhere", {"root": 2, "c": 1, "b": 1, "a": 0})
    assert expansions(journey, tie_break="high-g")[1:] == ["a", "c", "b"]
    assert expansions(journey, tie_break="high-g-lifo")[1:] == ["a", "b", "c"]


def test_high_g_and_low_h_differ_where_the_estimate_is_weighted():
    roads = {"root": {"a": 4, "b": 2}, "a": {}, "b": {}}
    journey = Journey(roads, "root", "nowhere", {"root": 2, "a": 2, "b": 3})
    greedy = {"root": 0, "a": 1, "b": 1}
    tied = Journey(roads, "root", "nowhere", greedy)
    assert expansions(tied, "greedy", tie_break="high-g") == ["root", "a", "b"]
    assert expansions(journey, "weighted-astar", weight=2, tie_break="low-h")[1:] == ["a", "b"]


def test_a_tie_is_broken_anew_for_the_better_path_to_a_waiting_state():
    roads = {"root": {"a": 3, "b": 1, "c": 2}, "b": {"a": 1}}
    journey = Journey(roads, "root", "nowhere")
    assert expansions(journey, "uniform-cost", tie_break="fifo") == ["root", "b", "c", "a"]
    assert expansions(journey, "uniform-cost", tie_break="lifo") == ["root", "b", "a", "c"]


def test_the_frontier_does_not_count_paths_that_a_better_one_replaced():
    roads = {"root": {"a": 3, "b": 1, "c": 2}, "b": {"a": 1}}
    waiting = []
    journey = Journey(roads, "root", "nowhere")
    solve(journey, "uniform-cost", on_step=lambda step: waiting.append(step.frontier))
    assert waiting == [1, 3, 2, 1]


class Tensor:
    """A number in a box that is equal by value and hashed by identity."""

    __hash__ = object.__hash__

    def __init__(self, number):
        self.number = number

    def item(self):
        return self.number

    def __radd__(self, other):
        return Tensor(other + self.number)

    def __eq__(self, other):
        return self.number == getattr(other, "number", other)

    def __le__(self, other):
        return self.number <= other

    def __lt__(self, other):
        return self.number < other


@pytest.mark.parametrize("tie_break", ["fifo", "lifo", "high-g", "state"])
@pytest.mark.parametrize("box", [Tensor, lambda number: np.array([number])])
def test_ties_of_boxed_numbers_are_ties(tie_break, box):
    roads = {"root": {"c": 1, "b": 3, "a": 2}, "a": {}, "b": {}, "c": {}}
    estimates = {"root": 4, "c": 3, "b": 1, "a": 2}
    plain = Journey(roads, "root", "nowhere", estimates)
    boxed = Journey(roads, "root", "nowhere", {place: box(h) for place, h in estimates.items()})
    for algorithm in ("astar", "weighted-astar", "greedy"):
        order = expansions(boxed, algorithm, tie_break=tie_break)
        assert order == expansions(plain, algorithm, tie_break=tie_break)


@pytest.mark.parametrize(
    "f",
    [
        lambda node: [node.path_cost, "cost"],
        lambda node: (node.path_cost, "cost"),
        lambda node: Fraction(node.path_cost, 7),
        lambda node: Tensor(node.path_cost),
    ],
    ids=["list", "tuple", "fraction", "tensor"],
)
def test_an_f_may_be_any_value_with_an_order(f):
    journey = Journey({"A": {"B": 4, "C": 1}, "C": {"B": 2}}, "A", "B")
    assert best_first_graph_search(journey, f).solution() == ["C", "B"]


def test_the_costs_that_a_problem_lists_are_added_and_left_as_they_are():
    class Countdown(Problem):
        costs = (np.array([1.0]), np.array([2.0]))

        def successors(self, state):
            return [(step, state - step, self.costs[step - 1]) for step in (1, 2) if step <= state]

    node = best_first_graph_search(Countdown(3, 0), lambda node: float(np.sum(node.path_cost)))
    assert node.path_cost == [3.0]
    assert Countdown.costs == ([1.0], [2.0])


def test_a_goal_that_becomes_known_on_the_way_counts():
    class Late(Chain):
        def successors(self, state):
            self.goal = [3, 4]
            return [("up", state + 1, 1)]

    assert uniform_cost_search(Late(None)).state == 3


def test_states_are_not_compared_unless_the_tie_break_says_so():
    for tie_break in ("fifo", "lifo", "high-g", "low-h"):
        assert solve(Walk(), tie_break=tie_break).cost == 8
    with pytest.raises(TypeError, match="not supported between instances of 'Place'"):
        solve(Walk(), tie_break="state")


def test_an_unknown_tie_break_is_answered_with_the_nearest():
    with pytest.raises(LookupError, match="did you mean 'high-g'"):
        solve(Walk(), tie_break="hi-g")


def test_a_cheaper_path_to_a_closed_state_reopens_it():
    roads = {"A": {"B": 1, "C": 3}, "B": {"C": 1}, "C": {"G": 6}}
    journey = Journey(roads, "A", "G", {"B": 7, "C": 3})  # C closes before B is tried
    result = solve(journey)
    assert expansions(journey) == ["A", "C", "B", "C"]
    assert (result.cost, result.actions, result.reopened) == (8, ["B", "C", "G"], 1)


@pytest.mark.parametrize("f", [lambda n: -n.depth, lambda n: (-n.path_cost, n.state)])
def test_a_search_ends_though_its_f_falls_along_a_path(f):
    roads = {"A": {"B": 1, "C": 4}, "B": {"A": 1, "C": 1}, "C": {"B": 2, "G": 1}}
    calls = []

    def counted(node):
        calls.append(node)
        assert len(calls) < 50
        return f(node)

    assert best_first_graph_search(Journey(roads, "A", "G"), counted).state == "G"
    assert best_first_graph_search(Journey(roads, "A", "nowhere"), counted) is None


def test_of_two_paths_with_the_same_f_the_first_is_kept():
    roads = {"A": {"B": 5, "C": 1}, "B": {"G": 1}, "C": {"G": 1}}
    result = solve(Journey(roads, "A", "G"), "greedy", tie_break="fifo")
    assert result.actions == ["B", "G"]
    waiting = {"A": {"B": 1, "C": 1}, "B": {"D": 9}, "C": {"D": 1}, "D": {"G": 1}}
    result = solve(Journey(waiting, "A", "G", {"D": 1}), "greedy", tie_break="fifo")
    assert (result.actions, result.max_frontier) == (["B", "D", "G"], 2)


def test_the_search_goes_on_after_the_entry_of_a_path_that_was_replaced():
    roads = {"A": {"C": 3, "B": 1}, "B": {"C": 1}, "C": {"G": 9}}
    assert solve(Journey(roads, "A", "G"), "uniform-cost").cost == 11


def test_of_ties_the_highest_path_cost_leaves_first_if_costs_are_floats():
    roads = {"A": {"B": 0.25, "C": 0.5, "D": 0.125}, "B": {}, "C": {}, "D": {}}
    journey = Journey(roads, "A", "nowhere", {"A": 0.5, "B": 0.25, "D": 0.375})
    assert expansions(journey, tie_break="high-g") == [*"ACBD"]
    assert expansions(journey, tie_break="high-g-lifo") == [*"ACBD"]


def reopened(f, roads):
    """Return how often best-first search by a function of nodes reopens a state, and its order."""
    order = []
    steps = best_first_steps(Journey(roads, "A", "nowhere"), f)
    for step in islice(steps, 20):
        order.append(step.node.state)
        last = step
    return last.reopened, "".join(order)


def test_a_closed_state_is_reopened_by_a_path_of_a_lower_f_that_is_cheaper():
    """The f of B falls with the depth; the second path to B is as expensive, or cheaper."""
    same = {"A": {"B": 2, "C": 1}, "C": {"D": 0}, "D": {"B": 1}}
    cheaper = {"A": {"B": 2, "C": 1}, "C": {"D": 0}, "D": {"B": 0}}
    f = lambda node: -node.depth if node.state == "B" else node.depth  # noqa: E731
    assert reopened(f, same) == (0, "ABCD")
    assert reopened(f, cheaper) == (1, "ABCDB")


@pytest.mark.parametrize("algorithm", ["uniform-cost", "astar", "weighted-astar"])
def test_costs_that_fall_around_a_cycle_are_refused(algorithm):
    roads = {"A": {"B": -2, "G": 9}, "B": {"C": 3}, "C": {"A": -2, "D": 1}, "D": {"A": 1}}
    with pytest.raises(CostError, match=r"a cycle through '[ABC]' costs -1\b"):
        solve(Journey(roads, "A", "G"), algorithm, limits=Limits(nodes=200))


@given(journey=consistent_journeys())
def test_negative_costs_without_a_cycle_have_a_cheapest_path(journey):
    onwards = {
        start: {stop: 4 * (start - stop) + cost for stop, cost in there.items() if start < stop}
        for start, there in journey.roads.items()
    }
    exact = distances_to(onwards, journey.goal)
    estimates = {place: far - 9 * (place % 2) for place, far in exact.items()}
    falling = Journey(onwards, journey.initial, journey.goal, estimates)
    assert solve(falling).cost == cheapest(falling)


@given(journey=consistent_journeys())
def test_nothing_is_reopened_or_expanded_twice_where_h_is_consistent(journey):
    order = expansions(journey)
    assert len(order) == len(set(order))
    assert solve(journey).reopened == 0


def test_an_infinite_estimate_prunes_in_solve_and_comes_last_in_the_textbooks_functions():
    roads = {"A": {"B": 1, "C": 5}, "B": {"C": 1}, "C": {"G": 1}}
    pruned = Journey(roads, "A", "G", {"B": inf})
    assert astar_search(pruned).solution() == ["C", "G"]
    assert expansions(pruned) == ["A", "C"]
    for search in (
        astar_search,
        astar_tree_search,
        weighted_astar_search,
        greedy_best_first_graph_search,
        iterative_deepening_astar_search,
        recursive_best_first_search,
    ):
        assert search(Journey(roads, "A", "G", {"A": inf})).state == "G"
    for algorithm in ("astar", "weighted-astar", "greedy", "ida-star", "recursive-best-first"):
        assert solve(Journey(roads, "A", "G", {"A": inf}), algorithm).status == "no-solution"


class RoundTrip(Journey):
    def predecessors(self, state):
        return [
            (state, start, roads[state]) for start, roads in self.roads.items() if state in roads
        ]

    def value(self, state):
        return "CAB".index(state)


def test_a_road_of_infinite_cost_leads_nowhere():
    assert uniform_cost_search(Journey({"A": {"B": inf}}, "A", "B")) is None
    no_way = RoundTrip({"A": {"B": inf}}, "A", "B")
    detour = RoundTrip({"A": {"B": inf, "C": 1}, "C": {"B": 1}}, "A", "B")
    for name in ALGORITHMS:
        algorithm = ALGORITHMS.get(name)
        if algorithm.local:
            assert solve(detour, name, seed=1).cost in (None, 0, 2), name
        else:
            assert not solve(no_way, name).solved, name
            assert solve(detour, name).cost == 2, name


def test_a_path_of_the_cost_minus_infinity_is_no_answer():
    for algorithm in ("breadth-first", "uniform-cost", "astar", "anytime-astar"):
        journey = Journey({"A": {"B": -inf}}, "A", "B", {"A": 0})
        with pytest.raises(CostError, match="expected a number"):
            solve(journey, algorithm)


SEARCHES = (
    astar_search,
    weighted_astar_search,
    greedy_best_first_graph_search,
    astar_tree_search,
    iterative_deepening_astar_search,
    recursive_best_first_search,
)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("estimate", [None, nan, "far", np.array([1.0, 2.0])])
@pytest.mark.parametrize("place", ["A", "B"])
def test_an_estimate_that_is_no_number_is_an_error_of_one_line(search, estimate, place):
    journey = Journey({"A": {"B": 1}, "B": {"C": 1}}, "A", "C", {place: estimate})
    with pytest.raises(HeuristicError, match=r"^.*returned .*expected a number.*$") as caught:
        search(journey)
    assert "\n" not in str(caught.value)


def test_a_mistake_elsewhere_is_not_blamed_on_the_heuristic():
    class Broken(Journey):
        def actions(self, state):
            return state + 1

    with pytest.raises(TypeError) as caught:
        astar_search(Broken({}, "A", "B"))
    assert not isinstance(caught.value, SearchError)


def test_without_a_heuristic_the_error_says_what_to_do():
    with pytest.raises(HeuristicError, match="Problem has no h"):
        astar_search(Problem(0))


def test_f_may_be_anything_that_has_an_order():
    journey = Journey({"d": {"c": 1, "a": 1}, "a": {"b": 1}}, "d", "c")
    node = best_first_graph_search(journey, lambda n: n.state)
    assert node.solution() == ["c"]
    assert best_first_tree_search(journey, lambda n: n.state).solution() == ["c"]


def test_f_may_read_what_it_left_on_the_nodes_before():
    def f(node):
        node.turns = 0 if node.parent is None else node.parent.turns + 1
        return node.turns

    node = best_first_graph_search(Walk(), f)
    assert [each.turns for each in node.path()] == list(range(9))


def test_f_of_the_caller_is_h_of_the_caller():
    h = Walk().h
    node = best_first_graph_search(Walk(), lambda n: n.path_cost + h(n))
    assert (node.path_cost, node.f) == (8, 8)


@pytest.mark.parametrize(
    "call",
    [
        lambda p: astar_search(p),
        lambda p: astar_search(p, p.h),
        lambda p: astar_search(p, h=p.h),
        lambda p: astar_search(p, None, False),
        lambda p: weighted_astar_search(p, p.h, 1.4),
        lambda p: weighted_astar_search(p, weight=1),
        lambda p: greedy_best_first_graph_search(p, lambda n: p.h(n)),
        lambda p: greedy_best_first_graph_search(p, f=p.h),
        lambda p: greedy_best_first_graph_search(p, h=p.h),
    ],
)
def test_every_call_shape_of_students_works_and_prints_nothing(call, capsys):
    assert call(Walk()).path_cost == 8
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "search",
    [
        astar_search,
        uniform_cost_search,
        greedy_best_first_graph_search,
        astar_tree_search,
        uniform_cost_tree_search,
        greedy_best_first_tree_search,
    ],
)
def test_display_prints_the_textbooks_line_where_there_is_a_solution(search, capsys):
    roads = {"A": {"B": 1, "C": 2, "D": 3}}
    for goal, line in {
        "B": "1 paths have been expanded and 2 paths remain in the frontier\n",
        "A": "0 paths have been expanded and 0 paths remain in the frontier\n",
        "E": "",
    }.items():
        search(Journey(roads, "A", goal), display=True)
        assert capsys.readouterr().out == line


def test_the_values_used_stay_on_the_nodes():
    node = astar_search(Walk(), lambda n: Walk().h(n) / 2)
    assert [(n.f, n.h) for n in node.path()[:2]] == [(4, 4), (4.5, 3.5)]


class EmptyTable(dict):
    """An estimate that looks like nothing at all, as an empty table does."""

    def __call__(self, node):
        return self.get(node.state, 0)


def test_a_heuristic_that_is_false_is_still_a_heuristic():
    problem = Walk()
    problem.h = lambda node: 1 / 0
    assert astar_search(problem, EmptyTable()).path_cost == 8


@pytest.mark.parametrize("weight", [nan, -1, inf])
def test_a_weight_that_is_none_is_refused(weight):
    with pytest.raises(SearchError, match="weight"):
        weighted_astar_search(Walk(), weight=weight)


def test_a_dead_end_is_one_whatever_the_weight():
    journey = Journey({"A": {"B": 1, "C": 1}, "C": {"G": 1}}, "A", "G", {"B": inf})
    assert weighted_astar_search(journey, weight=0).solution() == ["C", "G"]


def test_a_cycle_that_gets_cheaper_is_refused_wherever_it_begins():
    roads = {"A": {"B": 5}, "B": {"C": -1}, "C": {"B": -1}}
    with pytest.raises(CostError, match=r"a cycle through .* costs -2, "):
        solve(Journey(roads, "A", "nowhere"), "uniform-cost", limits=Limits(nodes=4))


def test_every_successor_is_counted_as_generated_once():
    roads = {"A": {"B": 1, "C": 1}, "B": {"A": 1, "C": 1}, "C": {}}
    result = solve(Journey(roads, "A", "nowhere"), "uniform-cost")
    assert (result.expanded, result.generated) == (3, 4)
