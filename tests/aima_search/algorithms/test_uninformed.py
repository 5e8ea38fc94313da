"""Blind searches: their order, their limits, and the answers the textbook's module documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Problem, solve
from aima_search.search import (
    EightPuzzle,
    GraphProblem,
    InstrumentedProblem,
    NQueensProblem,
    astar_search,
    astar_tree_search,
    best_first_graph_search,
    bidirectional_search,
    breadth_first_graph_search,
    breadth_first_search,
    breadth_first_tree_search,
    compare_searchers,
    depth_first_graph_search,
    depth_first_tree_search,
    depth_limited_search,
    iterative_deepening_search,
    recursive_best_first_search,
    romania_map,
    uniform_cost_search,
    uniform_cost_tree_search,
)
from tests.specimens import Journey, distances_to, roads

ROMANIA = GraphProblem("Arad", "Bucharest", romania_map)
FEWEST = ["Sibiu", "Fagaras", "Bucharest"]
CHEAPEST = ["Sibiu", "Rimnicu", "Pitesti", "Bucharest"]
SOUTHERN = ["Timisoara", "Lugoj", "Mehadia", "Drobeta", "Craiova", "Pitesti", "Bucharest"]


def expansions(problem, algorithm, **options):
    """Return the states that a search expands, as one word."""
    order = []
    solve(problem, algorithm, on_step=lambda step: order.append(step.node.state), **options)
    return "".join(order)


def tree(goal):
    """A tree of seven places: A over B and C, B over D and E, C over F and G."""
    links = {"A": "BC", "B": "DE", "C": "FG"}
    return Journey({start: dict.fromkeys(stops, 1) for start, stops in links.items()}, "A", goal)


@pytest.mark.parametrize(
    ("algorithm", "order"),
    [
        ("breadth-first", "ABCDEFG"),
        ("depth-first", "ACGFBED"),
        ("iterative-deepening", "AABCABDECFG"),
        ("uniform-cost", "ACBEDGF"),
    ],
)
def test_each_search_has_its_order(algorithm, order):
    assert expansions(tree("nowhere"), algorithm) == order


def test_depth_limited_search_says_whether_its_limit_hid_something():
    assert depth_limited_search(tree("G"), 2).solution() == ["C", "G"]
    assert depth_limited_search(tree("G"), 1) == "cutoff"
    assert depth_limited_search(tree("nowhere"), 2) == "cutoff"  # for all it knows
    assert depth_limited_search(tree("nowhere"), 3) is None
    assert depth_limited_search(tree("A"), 0).solution() == []
    assert depth_limited_search(tree("B"), 0) == "cutoff"


@given(graph=roads(st.just(1)))
def test_the_shallowest_goal_is_found(graph):
    journey, far = Journey(graph, 0, 6), distances_to(graph, 6)[0]
    for algorithm in ("breadth-first", "iterative-deepening"):
        node = solve(journey, algorithm).node
        assert (float("inf") if node is None else node.depth) == far
    if far < 4:
        assert breadth_first_tree_search(journey).depth == far


@given(graph=roads(), limit=st.integers(0, 4))
def test_a_depth_limit_is_kept_and_none_is_a_proof(graph, limit):
    answer = depth_limited_search(Journey(graph, 0, 6), limit)
    by_steps = distances_to({a: dict.fromkeys(there, 1) for a, there in graph.items()}, 6)[0]
    if by_steps <= limit:
        assert answer.depth <= limit
    else:
        assert answer == "cutoff" if by_steps < float("inf") else answer in (None, "cutoff")


@given(graph=roads())
def test_depth_first_search_finds_a_way_exactly_where_there_is_one(graph):
    node = depth_first_graph_search(Journey(graph, 0, 6))
    assert (node is not None) == (distances_to(graph, 6)[0] < float("inf"))
    if node is not None:
        assert len(set(node.path_states())) == node.depth + 1


class Word(Problem):
    """Spell a word; a state is a list of letters: no set can hold it."""

    def __init__(self, word):
        super().__init__([])
        self.word = word

    def actions(self, state):
        return "ab" if len(state) < len(self.word) else ""

    def result(self, state, action):
        return [*state, action]

    def goal_test(self, state):
        return "".join(state) == self.word


@pytest.mark.parametrize(
    "search",
    [
        breadth_first_tree_search,
        depth_first_tree_search,
        depth_limited_search,
        iterative_deepening_search,
        lambda problem: recursive_best_first_search(problem, lambda node: 0),
        uniform_cost_tree_search,
        lambda problem: astar_tree_search(problem, lambda node: 0),
    ],
)
def test_tree_searches_take_states_that_cannot_be_hashed(search):
    assert search(Word("abba")).solution() == ["a", "b", "b", "a"]
    assert search(Word("c")) is None


@pytest.mark.parametrize(
    ("search", "solution"),
    [
        (breadth_first_tree_search, FEWEST),
        (breadth_first_graph_search, FEWEST),
        (breadth_first_search, FEWEST),
        (iterative_deepening_search, FEWEST),
        (lambda problem: depth_limited_search(problem, 3), FEWEST),
        (depth_first_graph_search, SOUTHERN),
        (uniform_cost_search, CHEAPEST),
        (astar_search, CHEAPEST),
        (recursive_best_first_search, CHEAPEST),
        (lambda problem: best_first_graph_search(problem, lambda n: n.state), FEWEST),
        (lambda problem: best_first_graph_search(problem, lambda n: n.state[::-1]), SOUTHERN),
    ],
)
def test_the_way_from_arad_to_bucharest_is_the_textbooks(search, solution):
    assert search(ROMANIA).solution() == solution


@pytest.mark.parametrize(
    ("search", "counts"),
    [
        (breadth_first_graph_search, (6, 9, 15)),
        (depth_first_graph_search, (7, 8, 17)),
        (breadth_first_tree_search, (21, 22, 57)),
        (recursive_best_first_search, (5, 6, 15)),
    ],
)
def test_the_work_from_arad_to_bucharest_is_the_textbooks(search, counts):
    counted = InstrumentedProblem(ROMANIA)
    search(counted)
    assert (counted.succs, counted.goal_tests, counted.states) == counts
    assert counted.found == "Bucharest"


def test_the_remaining_answers_on_romania():
    assert bidirectional_search(ROMANIA) == 418
    assert depth_limited_search(ROMANIA, 2) == "cutoff"
    assert depth_limited_search(ROMANIA).solution()[-1] == "Bucharest"


def test_the_textbooks_answers_on_the_eight_puzzle():
    hard = "LEFT LEFT UP RIGHT RIGHT DOWN LEFT UP LEFT DOWN RIGHT RIGHT"
    assert astar_search(EightPuzzle((1, 2, 3, 4, 5, 7, 8, 6, 0))).solution() == hard.split()
    assert astar_search(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))).solution() == ["RIGHT"] * 2
    other = recursive_best_first_search(EightPuzzle((2, 4, 3, 1, 5, 6, 7, 8, 0)))
    assert other.solution() == ["UP", "LEFT", "UP", "LEFT", "DOWN", "RIGHT", "RIGHT", "DOWN"]


@pytest.mark.parametrize(
    ("search", "rows"),
    [
        (depth_first_tree_search, [7, 3, 0, 2, 5, 1, 6, 4]),
        (depth_first_graph_search, [7, 3, 0, 2, 5, 1, 6, 4]),
        (breadth_first_tree_search, [0, 4, 7, 5, 2, 6, 1, 3]),
        (uniform_cost_search, [0, 4, 7, 5, 2, 6, 1, 3]),
        (astar_search, [7, 1, 3, 0, 6, 4, 2, 5]),
    ],
)
def test_the_textbooks_answers_on_eight_queens(search, rows):
    assert search(NQueensProblem(8)).solution() == rows


def test_compare_searchers_prints_the_textbooks_table(capsys):
    compare_searchers([ROMANIA], ["Searcher", "romania"], [breadth_first_graph_search])
    header, row = capsys.readouterr().out.splitlines()
    assert header.split() == ["Searcher", "romania"]
    assert row == "breadth_first_graph_search   <   6/   9/  15/Buch>"
