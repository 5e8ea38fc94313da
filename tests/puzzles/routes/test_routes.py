"""Routes: the textbook's graphs as a puzzle, maps of a user's own in every form."""

import tracemalloc
from collections import Counter
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heuristics
from aima_search import Node, Search, SearchError, check_heuristic, solve
from aima_search.analysis.enumeration import PerfectDistances
from aima_search.display.drawing import draw
from aima_search.made.landmarks import Landmarks
from aima_search.search import Graph, GraphProblem, romania_map
from puzzles import Routes
from puzzles.routes import rules
from puzzles.routes.formats import read_map
from puzzles.routes.rules import MapRoad, RoadMap
from tests.specimens import distances_to

LINES = """\
# a square with a one-way diagonal
A>D
from,to,cost
A,B,2
B,D,2.5
A,C,1
C,D,9
A>D,4.75
A@0,1
B@1,1
C@0,0
D@1,0
A=3
"""


def test_the_books_search_of_romania_expands_the_books_nodes():
    """AIMA 3.5: A* 418 with these f; greedy best-first search 450."""
    problem = Routes.level("1-romania")
    search = Search(problem, "astar", "table")
    assert [(step.node.state, step.f) for step in search] == [
        ("Arad", 366),
        ("Sibiu", 393),
        ("Rimnicu", 413),
        ("Fagaras", 415),
        ("Pitesti", 417),
    ]
    assert search.result().cost == 418
    assert solve(problem, "greedy", "table").cost == 450


@pytest.mark.parametrize("algorithm", ["breadth-first", "uniform-cost", "greedy", "astar"])
def test_it_searches_as_the_textbooks_problem_does(algorithm):
    ours, theirs = Routes("romania:Arad>Neamt"), GraphProblem("Arad", "Neamt", romania_map)
    zero = "zero" if algorithm in ("greedy", "astar") else None
    ties = None if algorithm == "breadth-first" else "fifo"
    mine, other = (solve(one, algorithm, zero, tie_break=ties) for one in (ours, theirs))
    assert (mine.actions, mine.cost, mine.expanded) == (other.actions, other.cost, other.expanded)


def test_a_map_is_read_in_every_form():
    problem = Routes(LINES)
    assert problem.format() == (
        "A>D:A,B,2;B,D,2.5;A,C,1;C,D,9;A>D,4.75;A@0,1;B@1,1;C@0,0;D@1,0;A=3"
    )
    result = solve(problem)
    assert (result.actions, result.cost) == (["B", "D"], 4.5)
    assert list(problem.actions("D")) == ["B", "C"], "the diagonal is one way"
    for form in (problem.map, {"A": {"B": 2}, "B": {"D": 2.5}, "D": {}}, problem.graph):
        assert solve(Routes(form, "A", "D")).cost == 4.5
    assert Routes(romania_map, "Arad", "Iasi").format() == "romania:Arad>Iasi"


@pytest.mark.extra
def test_graphs_of_networkx_and_their_files_are_maps(tmp_path):
    networkx = pytest.importorskip("networkx", "3", exc_type=ImportError)
    graph = networkx.Graph()
    graph.add_edge("A", "B", weight=2)
    graph.add_edge("B", "D", weight=2.5)
    graph.add_edge("A", "D", weight=7)
    graph.add_node("A", x=0.0, y=1.0)
    for place in "BD":
        graph.add_node(place, x=1.0, y=0.0)
    for kind in (graph, graph.to_directed()):
        file = tmp_path / "map.graphml"
        networkx.write_graphml(kind, file)
        for form in (kind, networkx.read_graphml(file)):
            problem = Routes(form, "A", "D")
            assert solve(problem).cost == networkx.dijkstra_path_length(kind, "A", "D") == 4.5
            assert problem.map.points["A"] == (0, 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "without roads"),
        ("A>B", "without roads"),
        ("A,B,2", "expected a start and a goal"),
        ("A>C\nA,B,2", "unknown routes place 'C'"),
        ("A>B\nA,B,two", "line 2: found 'A,B,two': 'two' is not a number"),
        ("A>B\nA,B,-1", "road A,B: found cost -1, expected a cost of at least 0"),
        ("A>B\nA,B,nan", "found cost nan"),
        ("A>B\nA,B,inf", "found cost inf"),
        ("A>B\nA,B,1e308", "found cost .*, expected a cost of at least 0 and less than 1e"),
        ("A>B\nA,B\nA@1e308,0", "place A: found point .*, expected two numbers"),
        ('A>B\n"A",B,3', "expected a name without"),
        (
            "A>B\nA,B,3\nB,C",
            "road B,C: found no cost, unlike earlier roads",
        ),
        ("A>B\nA,B\nB,C,3", "road B,C: found a cost"),
        ("A>B\nA,B,1,2", "line 2: found 'A,B,1,2', expected a road"),
        ("A>B\nA,B\nA@1", "line 3: found 'A@1', expected a road"),
        ("A>B\nA,B\nA@1,inf", "place A: found point"),
        ("A>B\nA,B\nA=-3", "place A: found h value -3"),
        ("A>B\n,B,2", "place ''"),
        ("romnia", "did you mean 'romania'"),
        ("romania:Arad", "trip 'Arad': expected two places"),
        ("romania:Arad>Bukarest", "did you mean 'Bucharest'"),
        ("<graphml/>", "found XML, .* networkx.read_graphml"),
    ],
)
def test_a_fault_in_a_map_is_told(text, complaint):
    with pytest.raises(SearchError, match=complaint):
        Routes(text)
    with pytest.raises(SearchError, match="expected a text, a Graph"):
        Routes(7, "A", "B")


def test_of_several_roads_between_two_places_the_cheapest_counts():
    for text in ("A>B:A,B,5;A,B,3;B,A,4", "A>B:A>B,3;A,B,7"):
        assert solve(Routes(text)).cost == 3
    assert Routes("A>B:A>B,3;A,B,7").graph.get("B", "A") == 7


@pytest.mark.extra
def test_of_several_edges_of_networkx_the_cheapest_counts():
    networkx = pytest.importorskip("networkx")
    graph = networkx.MultiGraph()
    for cost in (5, 2, 9):
        graph.add_edge("A", "B", weight=cost)
    assert solve(Routes(graph, "A", "B")).cost == 2


@pytest.mark.extra
@pytest.mark.parametrize(
    ("road", "place"),
    [
        ({"weight": "7"}, {}),
        ({"weight": None}, {}),
        ({"weight": 1j}, {}),
        ({}, {"pos": (1, 2, 3)}),
        ({}, {"pos": None}),
        ({}, {"pos": "ab"}),
        ({}, {"x": "1", "y": "2"}),
    ],
)
def test_odd_values_of_a_networkx_graph_are_told(road, place):
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_node("A", **place)
    graph.add_edge("A", "B", **road)
    with pytest.raises(SearchError, match=r"routes (road A,B: found cost|place A: found point)"):
        Routes(graph, "A", "B")


def test_a_map_whose_places_are_almost_above_each_other_is_drawn():
    assert str(Routes("A>B:A,B,1;A@0,0;B@1e-320,5").scene("A"))


@pytest.mark.parametrize("seed", range(8))
def test_random_maps_are_solved_as_by_relaxing_every_road(seed):
    problem = Routes.generate(seed, places=12, links=2)
    roads = problem.graph.graph_dict
    exact = distances_to(roads, problem.goal)
    assert solve(problem).cost == exact[problem.initial]
    assert Routes(problem.format()).graph.graph_dict == roads
    for name in ("straight-line", "hops", "max-admissible"):
        h = heuristics.get(name, problem)
        assert all(h(Node(place)) <= exact[place] + 1e-9 for place in roads)


def test_lines_are_taken_less_where_roads_are_shorter_than_they():
    problem = Routes("A>C\nA,B,1\nB,C,2\nA@0,0\nB@4,0\nC@4,3")
    assert problem.map.scale() == 1 / 4
    assert heuristics.get("straight-line", problem)(Node("A")) == 5 / 4
    assert check_heuristic(problem, "straight-line").consistent
    assert Routes.level("1-romania").map.scale() == 1
    assert heuristics.get("straight-line", Routes.level("5-one-way"))(Node("Home")) == 0


def test_hops_by_hand_and_where_no_roads_lead():
    problem = Routes.level("5-one-way")
    h = heuristics.get("hops", problem)
    assert [h(Node(place)) for place in ("Home", "Park", "Market", "School")] == [2, 1, 2, 0]
    assert heuristics.get("hops", Routes.level("4-never"))(Node("WA")) == float("inf")
    assert solve(Routes.level("4-never")).status == "no-solution"


def test_estimates_are_of_the_maps_own_goal():
    assert heuristics.get("table", Routes("romania:Arad>Bucharest"))(Node("Arad")) == 366
    assert heuristics.get("table", Routes("romania:Arad>Iasi"))(Node("Arad")) == 0
    assert heuristics.get("table", Routes(LINES))(Node("A")) == 3
    assert heuristics.get("table", Routes(LINES, goal="C"))(Node("A")) == 0


@pytest.mark.parametrize(
    ("options", "complaint"),
    [({"places": 1}, "expected 2 to"), ({"places": 5, "links": 5}, "expected 1 to 4")],
)
def test_options_that_no_map_fits_are_refused(options, complaint):
    with pytest.raises(SearchError, match=complaint):
        Routes.generate(1, **options)


def test_a_way_is_drawn_bold_on_the_map_and_told_in_words():
    problem = Routes.level("1-romania")
    scene = problem.path_scene(solve(problem).states)
    assert scene.caption == "Arad - Sibiu - Rimnicu - Pitesti - Bucharest: 418"
    assert sum(road.marked for road in scene.roads) == 4
    assert {cell.note for _, _, cell in scene.positions()} - {""} == set(problem.map.named)
    assert graph_is_kept(Graph({"A": {"B": 1}}, directed=False))


def test_roads_that_cost_fractions_are_drawn_and_written():
    third = Fraction(1, 3)
    problem = Routes({"A": {"B": third}, "B": {"C": third}, "C": {}}, "A", "C")
    assert solve(problem).cost == 2 * third
    assert problem.path_scene(["A", "B", "C"]).caption == "A - B - C: 0.666667"
    assert "A: B 0.333333" in str(problem.scene("A"))
    assert problem.describe("A", "B") == "B (0.333333)"
    assert Routes(problem.format()).map.roads[0].cost == 1 / 3


def test_names_at_the_edge_of_a_map_lie_on_the_paper():
    names = {"Llanfairpwllgwyngyll": (0, 0), "Ys": (9, 9)}
    graph = Graph({"Llanfairpwllgwyngyll": {"Ys": 1}}, directed=False)
    graph.locations = names
    problem = Routes(graph, *names)
    drawing = draw(problem.scene(problem.initial))
    labels = [shape for shape in drawing.shapes if shape.name == "name"]
    assert {label.text for label in labels} == set(names)
    for label in labels:
        half = 0.5 * label.size * len(label.text) / 2  # letters are about half as wide as high
        assert 0 <= label.x - half < label.x + half <= drawing.width
    assert "frame" not in {shape.name for shape in drawing.shapes}


def graph_is_kept(graph):
    """Return True if the roads of a textbook's graph make the same graph again."""
    return Routes(graph, "A", "B").graph.graph_dict == graph.graph_dict


def test_trips_on_a_map_share_its_graph_and_its_arrays():
    there = Routes(LINES.replace("A=3\n", ""))
    back = Routes(there.map, "D", "A")
    assert back.graph is there.graph
    assert back.compiled().expand is Routes(back.map, "A", "B").compiled().expand
    assert Routes({"A": {"B": Fraction(1, 3)}}, "A", "B").compiled() == (
        "its costs are neither ints nor floats"
    )


links = st.lists(st.tuples(*[st.integers(0, 5)] * 3, st.booleans()), min_size=1, max_size=30)
SQUARE = "1>2,3\n2>3,4\n3>4,5\n1>4,13\n4>1,1\n1@0,0\n2@3,0\n3@3,4\n4@0,5\n"


@pytest.fixture
def square(tmp_path):
    """A file of one-way roads and points."""
    (tmp_path / "square.csv").write_text(SQUARE)
    return tmp_path / "square.csv"


def test_trips_are_on_the_map_of_a_file_which_is_read_once(square):
    map_ = read_map(square)
    assert (str(map_), len(map_), map_.points["4"]) == ("square.csv", 4, (0, 5))
    trips = [Routes(trip, map=map_) for trip in ("1>4", "4>3")]
    assert [solve(trip).cost for trip in trips] == [12, 8]
    assert trips[0].map is trips[1].map is map_
    assert trips[0].format() == "1>4"
    assert trips[0].format("lines").startswith("1>4\n1>2,3\n")
    square.write_bytes(b"1>2 \xff")
    with pytest.raises(SearchError, match=r"square.csv': expected UTF-8 text"):
        read_map(square)
    with pytest.raises(SearchError, match="no such file"):
        read_map(str(square / "nothing"))
    with pytest.raises(SearchError, match="found a folder, expected a file"):
        read_map(str(square.parent))


@pytest.mark.parametrize(
    "text",
    [
        "1>4\n# a note\n\n4>3\n",
        "start,goal\n1,4\n# a note\n4,3\n",
        "Start; Goal\n1;4\n4;3\n",
        "1>4\n4>3",
    ],
)
def test_a_text_of_nothing_but_trips_is_split_into_them(text):
    assert [trip for _, trip in Routes.split(text)] == ["1>4", "4>3"]
    assert [text.split("\n")[line - 1][0] for line, _ in Routes.split(text)] == ["1", "4"]


@given(links)
def test_the_links_into_a_place_are_those_of_the_textbook_and_make_no_dicts(roads):
    map_ = RoadMap([MapRoad(str(a), str(b), cost / 7, back) for a, b, cost, back in roads])
    first = next(iter(map_.numbers))
    trip = Routes(map_, start=first, goal=first)
    heuristics.get("hops", trip)
    mine = {place: trip.predecessors(place) for place in map_.named}
    assert not trip.graph.graph_dict._cache
    theirs = GraphProblem(first, first, trip.graph).predecessors
    assert mine == {place: theirs(place) for place in map_.named}


def test_a_table_of_one_trip_is_that_trip():
    assert list(Routes.split("start,goal\n1,4\n")) == [(2, "1>4")]


@given(links, st.integers(0, 5), st.integers(0, 5), st.integers(1, 4))
def test_landmarks_are_shared_by_trips_and_never_above_the_cost(roads, start, goal, count):
    map_ = RoadMap([MapRoad(str(a), str(b), cost / 7, back) for a, b, cost, back in roads])
    for place in range(6):
        map_.put(str(place), (place, 0))
    trips = [Routes(map_, str(start), str(goal)), Routes(map_, str(goal), str(start))]
    hs = [heuristics.get(f"landmarks({count})", trip) for trip in trips]
    assert list(map_.made) == [f"landmarks({count})"]
    for trip, h in zip(trips, hs, strict=True):
        exact = distances_to(map_.graph.graph_dict, trip.goal)
        for place in map_.named:
            assert h(Node(place)) <= exact.get(place, inf) + 1e-9
            for there, cost in map_.graph.get(place).items():
                assert h(Node(place)) <= cost + h(Node(there)) + 1e-9
        assert PerfectDistances.of(trip)(Node(trip.initial)) == pytest.approx(exact[trip.initial])


@pytest.mark.extra
def test_landmarks_are_compiled_with_the_same_counts():
    pytest.importorskip("numba")
    trip = Routes.generate(3, places=60)
    told = [solve(trip, heuristic="landmarks(4)", engine=one) for one in ("objects", "compiled")]
    assert told[0].expanded == told[1].expanded < solve(trip, heuristic="zero").expanded
    assert told[0].cost == told[1].cost


def test_only_the_command_line_reads_a_map_from_a_file(square):
    with pytest.raises(LookupError, match="option 'map'"):
        Routes.read_options({"map": str(square)})


def test_a_large_map_takes_little_memory_and_is_neither_written_nor_drawn(monkeypatch):
    roads = (MapRoad(str(place), str(place + 1), 2.0) for place in range(3_000))
    tracemalloc.start()
    map_ = RoadMap(roads)
    words, _ = map_.links
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(words) == 1 + 3_002 + 6_000
    assert used / len(map_) < 300
    for module in ("problem", "view"):
        monkeypatch.setattr(f"puzzles.routes.{module}.MOST_DRAWN", 2_000)
    problem = Routes(map_, "0", "9")
    assert problem.path_scene(["0", "1"]) is None
    with pytest.raises(SearchError, match="cannot draw a map"):
        problem.scene("0")
    monkeypatch.setattr("puzzles.routes.formats.MOST_WRITTEN", 10)
    assert problem.instance_text() == ""


@given(links)
def test_the_arrays_have_the_links_of_the_textbooks_graph_in_its_order(roads):
    map_ = RoadMap(
        [MapRoad(str(start), str(stop), cost, back) for start, stop, cost, back in roads]
    )
    graph = Graph()
    for start, stop, cost, back in roads:
        for a, b in [(str(start), str(stop)), (str(stop), str(start))][: 1 + back]:
            known = graph.get(a, b)
            graph.connect1(a, b, cost if known is None else min(cost, known))
    for place in map_.named:
        assert list(map_.graph.get(place).items()) == list(graph.get(place).items())
    assert map_.least_cost == min(road[2] for road in roads)
    assert map_.most_links == max(len(links) for links in graph.graph_dict.values())


@pytest.mark.parametrize("engine", ["objects", pytest.param("compiled", marks=pytest.mark.extra)])
def test_a_trip_visits_only_the_links_of_the_places_that_it_expands(engine, monkeypatch):
    if engine == "compiled":
        pytest.importorskip("numba")
    side, map_ = 40, RoadMap()
    for at in range(side * side):
        for there in [at + 1] * ((at + 1) % side > 0) + [at + side] * (at < side * (side - 1)):
            map_.add(str(at), str(there), 1 + at % 7)
    solve(Routes("0>1", map=map_), heuristic="landmarks(2)", engine=engine)
    visited = Counter()
    links_of = rules._LazyPlaceMapping.__getitem__

    def counted(by_place, place):
        visited[place] += 1
        return links_of(by_place, place)

    monkeypatch.setattr(rules._LazyPlaceMapping, "__getitem__", counted)
    result = solve(Routes("820>825", map=map_), heuristic="landmarks(2)", engine=engine)
    assert result.status == "solved"
    assert len(visited) <= result.expanded < 100
    most = 3 if engine == "compiled" else 2  # in the search, to check its answer, and in a sample
    assert max(visited.values()) <= most


def test_landmarks_take_little_beside_the_distances_that_they_keep():
    side, map_ = 60, RoadMap()
    for at in range(side * side):
        for there in [at + 1] * ((at + 1) % side > 0) + [at + side] * (at < side * (side - 1)):
            map_.add(str(at), str(there), 1.5 + at % 7)
    trip = Routes(f"0>{side * side - 1}", map=map_)
    Landmarks(trip, 1)  # imports, and the links of the map
    tracemalloc.start()
    try:
        made = Landmarks(trip, 8)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - made.bytes < 300 * side * side


def test_costs_beyond_the_whole_numbers_of_floats_stay_exact():
    roads = Routes([("A", "B", 2**53), ("B", "C", 1)], "A", "C")
    assert solve(roads).cost == 2**53 + 1
    assert Routes.parse(roads.format()).initial == "A"
