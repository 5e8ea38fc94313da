"""Graphs in the forms that programs and files have them, with nodes of any kind; several goals."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import astar_search, solutions, solve
from aima_search.base.errors import BoardError, InputError, SearchError
from aima_search.search import Graph, GraphProblem, UndirectedGraph, bidirectional_search
from puzzles.routes import Routes, read_map
from tests.examples import examples

nx = pytest.importorskip("networkx")
pytestmark = pytest.mark.extra

LINKS = [(1, 2, 3), (2, 3, 4), (1, 3, 9), (3, "end", 1)]
GRID = nx.grid_2d_graph(3, 3)


def forms(links):
    """Yield a graph whose links lead both ways in every form."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(links)
    yield graph
    yield graph.to_directed()
    yield nx.MultiGraph([*graph.edges(data=True), (*links[0][:2], {"weight": 99})])
    adjacency = {node: {} for node in graph}
    for start, stop, cost in links:
        adjacency[start][stop] = adjacency[stop][start] = cost
    yield adjacency
    yield {node: list(near.items()) for node, near in adjacency.items()}
    yield Graph(adjacency)
    yield UndirectedGraph(links)
    yield [*links]
    yield tuple(map(list, links))


@pytest.mark.parametrize("number", range(9))
def test_nodes_may_be_any_hashable_values_in_every_form(number):
    graph = list(forms(LINKS))[number]
    for problem in (GraphProblem(1, "end", graph), Routes(graph, 1, "end")):
        node = astar_search(problem)
        assert (node.path_cost, node.solution()) == (8, [2, 3, "end"])
        assert solve(problem, engine="compiled" if isinstance(problem, Routes) else "objects").cost


def test_a_grid_of_networkx_has_tuples_as_nodes_and_is_drawn():
    trip = Routes(GRID, (0, 0), (2, 2))
    assert solve(trip).cost == nx.shortest_path_length(GRID, (0, 0), (2, 2)) == 4
    shortest = nx.all_shortest_paths(GRID, (0, 0), (2, 2))
    assert len(list(solutions(trip))) == len(list(shortest)) == 6
    assert "(0, 0): (1, 0) 1, (0, 1) 1" in trip.scene((0, 0)).caption
    assert "(0, 0) - (0, 1)" in trip.path_scene([(0, 0), (0, 1)]).caption
    assert solve(trip, heuristic="landmarks").cost == 4
    with pytest.raises(BoardError, match=r"place \(0, 0\): expected a name without"):
        trip.format()


def test_names_with_signs_are_for_programs_alone():
    trip = Routes({"Portland, OR": {"Salem, OR": 47}}, "Portland, OR", "Salem, OR")
    assert solve(trip).cost == 47
    assert repr(trip)
    with pytest.raises(BoardError, match="expected a name without"):
        trip.format()


@pytest.mark.parametrize(
    "graph",
    [
        {"A": {"B": 1}, "B": {"C": 2.5}},
        {"A": ["B"], "B": ["C"]},
        {"A": [["B", 1]], "B": [["C", 2]]},
        [["A", "B", 1], ["B", "C"]],
    ],
)
def test_adjacency_in_json_is_read(graph, tmp_path):
    for text in (json.dumps(graph), json.dumps(graph, indent=2)):
        assert solve(Routes(text, "A", "C")).actions == ["B", "C"]
        (tmp_path / "map.json").write_text(text)
        assert solve(Routes("A>C", map=read_map(tmp_path / "map.json"))).actions == ["B", "C"]
        (board,) = Routes.load(tmp_path / "map.json", start="A", goal="C").values()
        assert Routes(board.format()).map.roads == board.map.roads


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        ('{"A": {"B": "x"}}', "found cost x, expected a cost of at least 0"),
        ('{"A": 5}', "neighbours of 'A': found 5, expected a list of nodes"),
        ("[1, 2]", "link 1: expected (start, stop)"),
        ('{"A": ', "JSON: Expecting value: line 1 column 6"),
        ("[" * 5000, "JSON"),
        ([([1], 2)], "link ([1], 2): expected (start, stop)"),
        ([(1, 2, -1)], "found cost -1, expected a cost of at least 0"),
        ({1: {2: 3}}, "unknown routes place 'A'"),
    ],
)
def test_what_is_wrong_with_a_graph_is_said_in_one_line(graph, words):
    with pytest.raises(SearchError) as caught:
        Routes(graph, "A", "B")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("goals", [["D", "E"], ("D", "E"), {"D", "E"}, frozenset("DE")])
def test_a_problem_on_a_graph_may_have_several_goals(goals):
    graph = UndirectedGraph({"A": {"B": 1, "E": 9}, "B": {"D": 2}})
    problem = GraphProblem("A", goals, graph)
    assert astar_search(problem).solution() == ["B", "D"]
    assert problem.h(problem.goal[0]) == 0
    with pytest.raises(SearchError, match="goal"):
        bidirectional_search(problem)


def test_a_tuple_is_a_goal_if_it_is_a_node():
    assert astar_search(GraphProblem((0, 0), (2, 2), GRID)).path_cost == 4
    assert astar_search(GraphProblem((0, 0), [(2, 2), (0, 1)], GRID)).path_cost == 1
    assert astar_search(GraphProblem((0, 0), ((2, 2), (0, 1)), GRID)).path_cost == 1
    assert astar_search(GraphProblem((0, 0), (5, 5), GRID)) is None
    with pytest.raises(InputError, match=r"Write \[\(0, 1\)\] for the tuple, or \[0, 1\]"):
        GraphProblem(0, (0, 1), [(0, 1), (1, (0, 1))])
    with pytest.raises(SearchError, match="unknown routes place"):
        Routes(GRID, (0, 0), [(2, 2), (0, 1)])


@examples(100)
@given(st.integers(0, 10_000), st.booleans())
def test_costs_are_those_of_networkx(seed, directed):
    random = Random(seed)
    graph = nx.gnp_random_graph(8, 0.3, seed=seed, directed=directed)
    for _, _, values in graph.edges(data=True):
        values["weight"] = random.randint(0, 9)
    try:
        expected = nx.shortest_path_length(graph, 0, 7, weight="weight")
    except nx.NetworkXNoPath:
        expected = None
    problems = [GraphProblem(0, 7, graph)]
    if graph.edges and {0, 7} <= {node for edge in graph.edges for node in edge}:
        problems.append(Routes(graph, 0, 7))
    for problem in problems:
        node = astar_search(problem)
        assert (node.path_cost if node else None) == expected


@pytest.mark.parametrize("make", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize(
    "weight",
    ["length", "weight", None, lambda start, stop, values: None if start == 3 else start * stop],
)
def test_the_weight_is_given_as_in_networkx(make, weight):
    random = Random(7)
    graph = make()
    graph.add_nodes_from(range(8))
    graph.add_edges_from(
        (a, b, {"length": random.randint(1, 9), "weight": random.random()} if a != 4 else {})
        for a in range(8)
        for b in range(8)
        if random.random() < 0.4
    )
    # networkx gives a function of a multigraph all edges between two nodes
    in_networkx = weight
    if callable(weight) and graph.is_multigraph():
        in_networkx = lambda a, b, edges: weight(a, b, None)  # noqa: E731
    expected = nx.single_source_dijkstra_path_length(graph, 0, weight=in_networkx or (lambda *_: 1))
    for goal in range(8):
        for problem in (
            Routes(graph, 0, goal, weight=weight),
            GraphProblem(0, goal, graph, weight=weight),
        ):
            assert solve(problem, "uniform-cost").cost == expected.get(goal)


def test_numbers_under_another_name_are_not_taken_for_a_cost_of_1():
    graph = nx.Graph()
    graph.add_edge("A", "B", length=5, lanes=2, name="Main Street", oneway=True)
    graph.add_edge("B", "C", length=3)
    words = r"one of \['length', 'lanes'\]: pass weight='length', or weight=None"
    for make in (Routes, lambda graph, *ends: GraphProblem(*ends, graph)):
        with pytest.raises(InputError, match=words):
            make(graph, "A", "C")
    with pytest.raises(InputError, match="no edge has the attribute 'lenght'"):
        Routes(graph, "A", "C", weight="lenght")
    assert solve(Routes(graph, "A", "C", weight="length")).cost == 8
    assert solve(Routes(graph, "A", "C", weight=None)).cost == 2
    graph["A"]["B"]["weight"] = 4
    assert solve(Routes(graph, "A", "C")).cost == 5  # as in networkx


@pytest.mark.parametrize("values", [{}, {"oneway": True, "name": "Main Street"}])
def test_a_graph_without_numbers_is_unweighted(values):
    graph = nx.Graph()
    graph.add_edge("A", "B", **values)
    assert solve(Routes(graph, "A", "B")).cost == 1
