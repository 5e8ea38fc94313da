"""The textbook's functions ask of a problem what its module does, and the plain algorithms do."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Node, Problem, solve
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
    """The plain algorithm, where there is a solution."""
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
