"""The textbook's functions ask of a problem what its module does, and the plain algorithms do."""

import heapq
import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Node, Problem, search2020, solve
from aima_search import search as search_module
from aima_search.algorithms.names import ALGORITHMS
from aima_search.search import (
    EightPuzzle,
    GraphProblem,
    InstrumentedProblem,
    australia_map,
    breadth_first_graph_search,
    compare_graph_searchers,
    compare_searchers,
    depth_limited_search,
    iterative_deepening_search,
    recursive_best_first_search,
    romania_map,
)
from tests.specimens import Journey, roads

ARAD = GraphProblem("Arad", "Bucharest", romania_map)
ORADEA = GraphProblem("Oradea", "Neamt", romania_map)
QUEENSLAND = GraphProblem("Q", "WA", australia_map)


def counts(search, problem):
    """Return the expansions, goal tests and states made, and what was found."""
    counted = InstrumentedProblem(problem)
    found = search(counted)
    found = found.solution() if isinstance(found, Node) else found
    return counted.succs, counted.goal_tests, counted.states, found


@pytest.mark.parametrize(
    ("search", "problem", "published"),
    [
        (iterative_deepening_search, ARAD, (12, 34, 33)),
        (depth_limited_search, ARAD, (62, 89, 160)),
        (recursive_best_first_search, ARAD, (5, 6, 15)),
        (iterative_deepening_search, ORADEA, (599, 1633, 1633)),
        (depth_limited_search, ORADEA, (839, 2312, 2382)),
        (recursive_best_first_search, ORADEA, (5830, 5831, 16328)),
        (breadth_first_graph_search, QUEENSLAND, (2, 5, 8)),
        (iterative_deepening_search, QUEENSLAND, (3, 8, 11)),
        (depth_limited_search, QUEENSLAND, (2, 3, 8)),
    ],
)
def test_the_counts_on_the_maps_are_those_handed_in(search, problem, published):
    assert counts(search, problem)[:3] == published


def breadth_first(problem):
    """The plain algorithm: all children of a node, then their goal tests."""
    node = Node(problem.initial)
    if problem.goal_test(node.state):
        return node
    waiting, explored = [node], set()
    while waiting:
        node = waiting.pop(0)
        explored.add(node.state)
        for child in node.expand(problem):
            if child.state not in explored and child not in waiting:
                if problem.goal_test(child.state):
                    return child
                waiting.append(child)
    return None


def depth_limited(problem, limit, node=None):
    """The plain algorithm, by recursion."""
    node = node or Node(problem.initial)
    if problem.goal_test(node.state):
        return node
    if limit == 0:
        return "cutoff"
    answers = None
    for child in node.expand(problem):
        found = depth_limited(problem, limit - 1, child)
        if found == "cutoff":
            answers = found
        elif found is not None:
            return found
    return answers


def iterative_deepening(problem):
    """The plain algorithm, for problems with a solution."""
    limit = 0
    while (found := depth_limited(problem, limit)) == "cutoff":
        limit += 1
    return found


def recursive_best_first(problem, node=None, limit=math.inf):
    """The plain algorithm, by recursion; returns a node and the least f beyond the limit."""
    if node is None:
        node = Node(problem.initial)
        node.f = problem.h(node)
        return recursive_best_first(problem, node)[0]
    if problem.goal_test(node.state):
        return node, 0
    children = node.expand(problem)
    for child in children:
        child.f = max(child.path_cost + problem.h(child), node.f)
    while children:
        children.sort(key=lambda child: child.f)
        best, *others = children
        if best.f > limit:
            return None, best.f
        found, best.f = recursive_best_first(
            problem, best, min([limit, *(child.f for child in others[:1])])
        )
        if found is not None:
            return found, best.f
    return None, math.inf


def both_ways(graph):
    """Return the roads with every one open both ways."""
    both = {place: dict(there) for place, there in graph.items()}
    for start, there in graph.items():
        for stop, cost in there.items():
            both[stop].setdefault(start, cost)
    return both


@given(graph=roads(), limit=st.integers(0, 3))
def test_blind_searches_ask_as_often_as_the_plain_algorithms(graph, limit):
    journey = Journey(graph, 0, 6)
    assert counts(breadth_first_graph_search, journey) == counts(breadth_first, journey)
    assert counts(lambda p: depth_limited_search(p, limit), journey) == counts(
        lambda p: depth_limited(p, limit), journey
    )


@given(graph=roads(st.integers(1, 3), size=4))
def test_searches_of_trees_ask_as_often_as_the_plain_algorithms(graph):
    journey = Journey(both_ways(graph), 0, 3)
    journey.h = lambda node: 0
    if solve(journey, "breadth-first").solved:
        assert counts(iterative_deepening_search, journey) == counts(iterative_deepening, journey)
        assert counts(recursive_best_first_search, journey) == counts(recursive_best_first, journey)


def plain_best_first(problem, f):
    """The plain algorithm on a queue that numbers what it takes in; the order of expansions."""
    order, arrivals = [], itertools.count()
    node = Node(problem.initial)
    queue, explored = [(f(node), next(arrivals), node)], set()
    while queue:
        _, _, node = heapq.heappop(queue)
        if problem.goal_test(node.state):
            return order, node.path_cost
        explored.add(node.state)
        order.append(node.state)
        for child in node.expand(problem):
            waiting = [entry for entry in queue if entry[2] == child]
            if not waiting and child.state in explored:
                continue
            if waiting:
                if not f(child) < waiting[0][0]:
                    continue
                queue.remove(waiting[0])
                heapq.heapify(queue)
            heapq.heappush(queue, (f(child), next(arrivals), child))
    return order, None


class Recorded(Problem):
    """A journey that notes the places whose actions are asked; some places have h = inf."""

    def __init__(self, journey, hopeless):
        super().__init__(journey.initial, journey.goal)
        self.journey, self.hopeless, self.asked = journey, hopeless, []

    def actions(self, state):
        self.asked.append(state)
        return self.journey.actions(state)

    def result(self, state, action):
        return action

    def path_cost(self, c, state1, action, state2):
        return self.journey.path_cost(c, state1, action, state2)

    def h(self, node):
        return math.inf if node.state in self.hopeless else 0


def g_plus_h(problem):
    return lambda node: node.path_cost + problem.h(node)


@given(graph=roads(st.integers(1, 4), 6), hopeless=st.frozensets(st.integers(0, 5)))
def test_nodes_of_infinite_f_are_expanded_last_in_the_order_of_the_plain_algorithm(graph, hopeless):
    journey = Journey(graph, 0, 5)
    for search, f_of in (
        (search_module.astar_search, g_plus_h),
        (search_module.greedy_best_first_graph_search, lambda problem: problem.h),
        (lambda p: search_module.best_first_graph_search(p, g_plus_h(p)), g_plus_h),
        (lambda p: search_module.best_first_graph_search(p, p.h), lambda problem: problem.h),
    ):
        problem = Recorded(journey, hopeless)
        node = search(problem)
        plain = Recorded(journey, hopeless)
        order, cost = plain_best_first(plain, f_of(plain))
        assert (node is None) is (cost is None)
        if len(set(problem.asked)) == len(problem.asked):  # else a cheaper path reopened a place
            assert (problem.asked, node and node.path_cost) == (order, cost)


@given(graph=roads(st.integers(1, 4), 6), hopeless=st.frozensets(st.integers(0, 5)))
def test_recursive_best_first_finds_what_there_is_whatever_is_infinite(graph, hopeless):
    forward = {a: {b: cost for b, cost in there.items() if b > a} for a, there in graph.items()}
    journey = Journey(forward, 0, 5)
    node = recursive_best_first_search(Recorded(journey, hopeless))
    assert (node is None) is (search_module.uniform_cost_search(journey) is None)
    if not hopeless and node is not None:
        assert node.path_cost == search_module.uniform_cost_search(journey).path_cost
    for tree in (search_module.astar_tree_search, search_module.best_first_tree_search):
        assert (tree(Recorded(journey, hopeless)) is None) is (node is None)


class Promising(Problem):
    """Count to 5 by 1 or 2, with an estimate that gives up at the start."""

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def goal_test(self, state):
        return state == 5

    def h(self, node):
        return math.inf if node.state == 0 else 5 - node.state if node.state < 6 else 99


@pytest.mark.parametrize("edition", [search_module, search2020])
def test_infinity_is_not_a_proof_in_the_textbooks_functions(edition):
    problem = Promising(0)
    for search in (
        edition.astar_search,
        lambda p: edition.greedy_best_first_graph_search(p, p.h),
        lambda p: edition.best_first_graph_search(p, p.h),
    ):
        assert search(problem).path_cost == 3
    assert edition.recursive_best_first_search(problem).state == 5
    assert search_module.iterative_deepening_astar_search(problem).state == 5


class Cargo(Problem):
    """Two parcels and two planes between two airports; a state says where each of them is."""

    def __init__(self):
        super().__init__(("S", "J", "S", "J"), ("J", "S"))

    def actions(self, state):
        *parcels, first, second = state
        for parcel, where in enumerate(parcels):
            for plane, airport in enumerate((first, second)):
                if where == airport:
                    yield "load", parcel, plane
                if where == plane:
                    yield "unload", parcel, plane
        yield from (("fly", 0, 0), ("fly", 1, 1))

    def result(self, state, action):
        kind, thing, plane = action
        after = list(state)
        if kind == "fly":
            after[2 + plane] = "J" if state[2 + plane] == "S" else "S"
        else:
            after[thing] = plane if kind == "load" else state[2 + plane]
        return tuple(after)

    def goal_test(self, state):
        return state[:2] == self.goal


def test_the_children_made_along_with_the_goal_count_on_the_cargo_problem():
    asked = counts(breadth_first_graph_search, Cargo())
    assert asked == counts(breadth_first, Cargo())
    assert asked[2] > solve(Cargo(), "breadth-first").generated
    assert counts(lambda p: depth_limited_search(p, 6), Cargo()) == counts(
        lambda p: depth_limited(p, 6), Cargo()
    )


def test_the_names_of_solve_end_where_the_textbooks_searches_go_in_circles():
    circle = Journey({"A": {"B": 1}, "B": {"A": 1}}, "A", "nowhere", {})
    for algorithm in ("iterative-deepening", "recursive-best-first"):
        assert solve(circle, algorithm).status == "no-solution"
        assert "cuts cycles" in ALGORITHMS.get(algorithm).summary


def test_the_comparison_prints_the_published_table(capsys):
    compare_graph_searchers()
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split()[0] == "Searcher"
    table = {row.split("<")[0].strip(): row for row in rows}
    assert len(table) == 6
    assert "<5830/5831/16328/Neam>" in table["recursive_best_first_search"]
    assert "<  62/  89/ 160/Buch>" in table["depth_limited_search"]
    assert "< 599/1633/1633/Neam>" in table["iterative_deepening_search"]


def test_an_instrumented_problem_prints_and_shows_its_counts():
    counted = InstrumentedProblem(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)))
    breadth_first_graph_search(counted)
    said = f"<{counted.succs:4}/{counted.goal_tests:4}/{counted.states:4}/(1, >"
    assert str(counted) == repr(counted) == said
    assert counted._repr_svg_() is None


@pytest.mark.parametrize("header", [None, [], ["Searcher"], ["Searcher", "a", "b", "c", "d"]])
def test_a_comparison_takes_any_header(header, capsys):
    compare_searchers([ARAD, QUEENSLAND], header, [breadth_first_graph_search])
    *above, row = capsys.readouterr().out.splitlines()
    assert row.rstrip().endswith("<   2/   5/   8/WA>")
    assert "<   6/   9/  15/Buch>" in row
    assert [line.split() for line in above] == ([header] if header else [])


class Told(InstrumentedProblem):
    def __repr__(self):
        return f"{self.succs} expanded"


def test_a_subclass_shows_its_counts_its_own_way():
    told = Told(GraphProblem("Arad", "Sibiu", romania_map))
    assert (str(told), f"{told}") == ("0 expanded", "0 expanded")
