"""Paths: steps, corners, terrain, against Dijkstra's algorithm by hand; Moving AI's files."""

from math import inf, sqrt

import pytest

import heuristics
from aima_search import Node, SearchError, solve
from aima_search.catalog.boards import make_problem
from aima_search.search import GridProblem
from puzzles import Paths

MAP = "type octile\nheight 3\nwidth 4\nmap\n.GS.\n@TO.\n.WW.\n"


def steps_from(problem, cell):
    """The steps from a cell and their costs, by the rules as a person says them."""
    rows, wanted = problem.field.rows, {"none": 2, "one": 1, "both": 0}[problem.corners]

    def kind(x, y):
        mark = rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else "#"
        return "ground" if mark == "." or mark.isdigit() else mark

    x, y = cell
    found = {}
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            there = x + right, y + down
            is_diagonal = bool(right and down)
            if (right, down) == (0, 0) or (is_diagonal and problem.neighbours == 4):
                continue
            if kind(*there) == "#" or kind(*there) != kind(x, y):
                continue
            beside = [kind(x + right, y), kind(x, y + down)]
            if is_diagonal and beside.count(kind(x, y)) < wanted:
                continue
            mark = rows[there[1]][there[0]]
            terrain = int(mark) if mark.isdigit() else 1
            found[there] = (sqrt(2) if is_diagonal else 1) * terrain
    return found


def distances(problem):
    """The cost from every cell to the goal: relax every step until nothing changes."""
    cells = [(x, y) for y, row in enumerate(problem.field.rows) for x in range(len(row))]
    cells = [cell for cell in cells if problem.passable(cell)]
    steps = {cell: steps_from(problem, cell) for cell in cells}
    cost = dict.fromkeys(cells, inf) | {problem.goal: 0}
    changed = True
    while changed:
        changed = False
        for cell in cells:
            best = min([cost[cell], *(step + cost[to] for to, step in steps[cell].items())])
            changed = changed or best < cost[cell] - 1e-12
            cost[cell] = min(cost[cell], best)
    return cost


def random_problems():
    for seed in range(4):
        yield Paths.generate(seed, size=8, neighbours=4, terrain=9)
        plain = Paths.generate(seed, size="7x9", walls=35)
        for corners in ("none", "one", "both"):
            yield Paths(plain.field.rows, 8, corners, plain.initial, plain.goal)


@pytest.mark.parametrize("problem", list(random_problems()), ids=repr)
def test_steps_and_costs_are_those_of_the_rules(problem):
    exact = distances(problem)
    for cell in exact:
        steps = {there: cost for _, there, cost in problem.successors(cell)}
        assert steps == pytest.approx(steps_from(problem, cell))
        for action, there, cost in problem.successors(cell):
            assert problem.result(cell, action) == there
            assert problem.path_cost(1, cell, action, there) == 1 + cost
        before = {there for _, there, _ in problem.predecessors(cell)}
        assert before == {other for other in exact if cell in steps_from(problem, other)}
    expected = exact[problem.initial]
    for algorithm in ("astar", "uniform-cost", "bidirectional"):
        result = solve(problem, algorithm)
        assert (result.cost or inf) == pytest.approx(expected)
    for name in ("octile", "euclidean"):
        assert (solve(problem, heuristic=name).cost or inf) == pytest.approx(expected)


@pytest.mark.parametrize("problem", list(random_problems()), ids=repr)
def test_heuristics_are_never_too_much(problem):
    exact, form = distances(problem), problem.packed()
    for name in ("octile", "euclidean", "manhattan"):
        h = heuristics.get(name, problem)
        values = [h(Node(cell)) for cell in exact]
        if name != "manhattan" or problem.neighbours == 4:
            assert all(
                value <= far + 1e-9 for value, far in zip(values, exact.values(), strict=True)
            )
    assert form.unpack(form.pack(list(exact))) == list(exact)


@pytest.mark.parametrize("kind", ["walls", "rooms"])
def test_sums_of_costs_are_exact_so_that_no_state_is_reopened(kind):
    problem = Paths.generate(2, size=100, kind=kind, walls=30)
    assert solve(problem, heuristic="octile").reopened == 0


def test_it_walks_as_the_textbooks_grid_does():
    rows = Paths.level("5-maze").field.rows
    ours = Paths.level("5-maze")
    walls = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    theirs = GridProblem(ours.initial, ours.goal, 15, 15, walls)
    assert solve(ours).cost == solve(theirs, "uniform-cost").cost


def test_the_octile_distance_is_exact_without_walls():
    problem = Paths("8 0,0>4,2:" + "/".join(["....."] * 3))
    assert heuristics.get("octile", problem)(Node((0, 0))) == pytest.approx(2 + 2 * sqrt(2))
    assert heuristics.get("octile", Paths(problem.format(), 4))(Node((0, 0))) == 6
    assert heuristics.get("euclidean", problem)(Node((0, 0))) == sqrt(20)


def test_a_grid_has_many_texts():
    assert Paths("S.#\n..G").format() == Paths(["S.#", "..G"]).format() == "4:S.#/..G"
    assert Paths("# a comment\n8,one:\nS.#\n..G").format() == "8,one:S.#/..G"
    assert Paths("4 0,0>2,1:..#/..9").format() == "4 0,0>2,1:..#/..9"
    assert Paths("..#/...", 8, start=(0, 1), goal=(1, 0)).format() == "8:.G#/S.."
    for name in Paths.levels():
        problem = Paths.level(name)
        assert Paths.parse(problem.format("rows")).format() == problem.format()


def test_maps_of_moving_ai_are_read():
    problem = Paths(MAP, start=(0, 0), goal=(3, 2))
    assert problem.format() == "8:S.../###./.~~G"
    assert solve(problem).cost == 5
    assert "in water" in Paths(MAP, start=(0, 0), goal=(1, 2)).hopeless()


def test_a_scenario_is_a_board_of_its_file_and_finds_its_map_next_to_it(tmp_path):
    (tmp_path / "small.map").write_text(MAP, encoding="utf-8")
    scenarios = tmp_path / "small.map.scen"
    lines = ["version 1", "0 maps/small.map 4 3 0 0 3 0 3", "1 small.map 4 3 0 0 3 2 5.0"]
    scenarios.write_text("\n".join(lines), encoding="utf-8")
    boards = [make_problem("paths", f"{scenarios}:{number}") for number in (1, 2)]
    assert [solve(board).cost for board in boards] == [3, 5]
    with pytest.raises(ValueError, match="board 3 of"):
        make_problem("paths", f"{scenarios}:3")
    scenarios.write_text("0 small.map 5 3 0 0 3 0 3\n", encoding="utf-8")
    with pytest.raises(ValueError, match="4 x 3 cells, expected 5 x 3, as in the scenario"):
        make_problem("paths", f"{scenarios}:1")
    scenarios.write_text("0 gone.map 5 3 0 0 3 0 3\n", encoding="utf-8")
    with pytest.raises(
        ValueError, match=r" needs the file 'gone\.map': save both files in the same folder"
    ):
        make_problem("paths", f"{scenarios}:1")
    scenarios.write_text("0 small.map 4 3 0 0 9 9 3\n", encoding="utf-8")
    with pytest.raises(ValueError, match="goal 9,9: expected a free cell on the grid"):
        make_problem("paths", f"{scenarios}:1")
    (tmp_path / "small.map").write_text("type octile\nheight 0\nwidth 0\nmap\n")
    with pytest.raises(ValueError, match="expected lines 'type', 'height'"):
        make_problem("paths", f"{scenarios}:1")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "without cells"),
        ("S..\n.G", "row 2: found 2 cells, expected 3, as in row 1"),
        ("S.?\n..G", r"row 1, column 3: found '\?'"),
        ("S..\n...", r"goal is missing, expected G in a cell, goal=.*--goal X,Y"),
        ("...\n..G", "start is missing"),
        ("S.S\n..G", "found S twice"),
        ("5:S.G", "neighbours 5: expected 4 or 8"),
        ("8,two:S.G", "unknown paths corners 'two'"),
        ("x:S.G", "found 'x' before the colon"),
        ("4 0,0>7,7:...", "goal 7,7: expected a free cell on the grid"),
        ("4 0,0>1,0:.#.", "goal 1,0: expected a free cell on the grid"),
        ("type octile\nheight 2\nwidth 2\nmap\n..", "1 row, expected 2"),
        ("type octile\nheight 1\nwidth 3\nmap\n..", "row 1: found 2 cells, expected 3"),
        ("type octile\nmap\n..", "expected lines 'type', 'height', 'width'"),
        ("type octile\nheight 0\nwidth 0\nmap\n", "expected lines 'type', 'height', 'width'"),
        ("type octile\n" + "a b\n" * 100_000, "expected lines 'type', 'height', 'width'"),
    ],
)
def test_a_fault_in_a_grid_is_told_with_its_place(text, complaint):
    with pytest.raises(SearchError, match=complaint):
        Paths.parse(text)


@pytest.mark.parametrize("start", [(0,), (0.0, 0), "0,0", (0, 0, 0), 7, (None, 0)])
def test_a_start_that_is_no_cell_is_refused(start):
    with pytest.raises(SearchError, match=r"paths cell .*: expected whole numbers"):
        Paths("..", start=start, goal=(1, 0))


def test_a_start_may_be_a_list():
    assert solve(Paths("..", start=[0, 0], goal=[1, 0])).cost == 1


@pytest.mark.parametrize("kind", ["walls", "maze", "rooms"])
def test_random_grids_have_a_way(kind):
    for seed in range(4):
        problem = Paths.generate(seed, size="11x14", kind=kind)
        assert solve(problem).solved
        assert len(problem.field.rows) == 11


def test_a_random_grid_that_walls_tear_apart_has_its_way_in_the_largest_part():
    problem = Paths.generate(1, size=30, walls=60)
    walls = sum(row.count("#") for row in problem.field.rows)
    assert 0.5 < walls / 900 < 0.7
    assert solve(problem).cost > 10


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"kind": "caves"}, "unknown paths kind 'caves'"),
        ({"walls": 95}, "expected walls 0 to 90"),
        ({"terrain": 10}, "terrain=10: expected .* terrain 1 to 9"),
        ({"neighbours": 6}, "neighbours"),
        ({"kind": "maze", "size": 2}, "kind maze: found no path; use more cells"),
    ],
)
def test_options_that_no_grid_fits_are_refused(options, complaint):
    with pytest.raises(SearchError, match=complaint):
        Paths.generate(1, **options)


def test_a_notebook_shows_two_pictures_of_a_way_on_a_large_grid(monkeypatch):
    way = solve(Paths("S" + "." * 98 + "G"))
    assert way._repr_html_().count("<svg") == 24
    monkeypatch.setattr("aima_search.runs.solution_views._MOST_CELLS", 150)
    html = way._repr_html_()
    assert html.count("<svg") == 2
    assert "2 of 100 pictures" in html
