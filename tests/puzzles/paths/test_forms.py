"""Grids as arrays and lists, with costs of their own, and with several goals."""

from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import heuristics
from aima_search import Node, check_heuristic, solutions, solve
from aima_search.analysis import enumerate_space
from aima_search.base.errors import BoardError, SearchError
from puzzles import Paths
from tests.examples import examples
from tests.puzzles.paths.test_paths import distances


def frame(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


FRAME = pytest.param(frame, marks=pytest.mark.extra)
ROWS = ["S.#", "..#", "#.G"]
WALLS = [[0, 0, 1], [0, 0, 1], [1, 0, 0]]
COSTS = [[1, 2.5, inf], [1, 0.5, nan], [3, 12, 1]]
ENDS = {"start": (0, 0), "goal": (2, 2)}


def cheapest(problem):
    """Return the cost of the cheapest path by relaxing every step until nothing changes."""
    cost = {problem.initial: 0}
    changed = True
    while changed:
        changed = False
        for cell, here in list(cost.items()):
            for _, there, price in problem.field.steps(cell):
                if here + price < cost.get(there, inf):
                    cost[there] = here + price
                    changed = True
    return min((cost[goal] for goal in problem.goals if goal in cost), default=None)


@pytest.mark.parametrize("kind", [np.array, FRAME, list, lambda rows: np.array(rows, "S1")])
def test_arrays_of_characters_are_grids(kind):
    board = Paths(kind([list(row) for row in ROWS]))
    assert board.format() == Paths(ROWS).format()


@pytest.mark.parametrize("kind", [list, np.array, FRAME, lambda rows: np.array(rows, bool)])
def test_arrays_of_0_and_1_are_free_cells_and_walls(kind):
    board = Paths(kind(WALLS), **ENDS)
    assert board.field.rows == ("..#", "..#", "#..")
    assert board.format() == Paths(ROWS).format()
    with pytest.raises(BoardError, match=r"start is missing, .*start=\(column, row\)"):
        Paths(kind(WALLS))


@pytest.mark.parametrize("text", ["0 0 1/0 0 1/1 0 0", "0,0,1\n0,0,1\n1,0,0\n", "001/001/100"])
def test_texts_of_0_and_1_are_free_cells_and_walls(text, tmp_path):
    assert Paths(text, **ENDS).field.rows == ("..#", "..#", "#..")
    (tmp_path / "grid.txt").write_text(text)
    (board,) = Paths.load(tmp_path / "grid.txt", **ENDS).values()
    assert board.field.rows == ("..#", "..#", "#..")
    (tmp_path / "grids.txt").write_text(f"{text.strip()}\n\n{text}")
    assert len(Paths.load(tmp_path / "grids.txt", **ENDS)) == 2


@pytest.mark.parametrize("kind", [list, np.array, FRAME])
@pytest.mark.parametrize("neighbours", [4, 8])
def test_floats_are_the_costs_of_entering_cells(kind, neighbours):
    board = Paths(kind(COSTS), neighbours, **ENDS)
    costs = [[board.field.cost((x, y)) for x in range(3)] for y in range(3)]
    assert costs == [[1, 2.5, 1], [1, 0.5, 1], [3, 12, 1]]
    assert not board.passable((2, 0))
    assert not board.passable((2, 1))
    assert solve(board).cost == cheapest(board)
    for algorithm in ("uniform-cost", "bidirectional", "bidirectional-astar"):
        assert solve(board, algorithm).cost == cheapest(board)
    again = Paths(board.format())
    assert (again.field.costs, again.format("rows")) == (board.field.costs, board.format("rows"))
    assert Paths(board.format("rows")).field.costs == board.field.costs
    assert "2.5" in str(board)
    moved = board.redrawn({4: "#"}, (8, 7))
    assert (moved.goal, moved.field.costs) == ((1, 2), {(1, 0): 2.5, (1, 2): 12})


@pytest.mark.parametrize(
    "board",
    [
        [[0, 1], [2, 0]],
        [[0.0, 1.0], [0.0, 0.0]],
        np.array([[0, 1], [0, inf]]),
        "0 1/5 0",
        [["S", 0], [7, "G"]],
    ],
)
def test_what_can_be_walls_or_costs_is_a_question(board):
    with pytest.raises(
        BoardError, match=r"1 could be a wall or a cost\. Use numbers='walls' "
    ) as one:
        Paths(board, start=(0, 0), goal=(1, 1))
    assert "\n" not in str(one.value)
    for numbers in ("walls", "costs"):
        try:
            answered = Paths(board, start=(0, 0), goal=(1, 1), numbers=numbers)
        except BoardError as error:
            fault = str(error)
        else:
            fault = "" if Paths(answered.format()).format() == answered.format() else "differs"
        assert fault in ("", "paths goal 1,1: expected a free cell on the grid")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ([[1, -2.5], [1, 1]], "row 1, column 2: found -2.5, expected a cost of at least 0"),
        ([[1, "far"], [1, 1]], "row 1, column 2: found 'far', expected S, G"),
        ([[1, 2.5], [1]], "row 2: found 1 cell, expected 2"),
        (["S.S", "..G"], "found S twice"),
        ([["S"], [{}]], "row 2, column 1: found {}"),
        (5, "paths grid: found 5, expected rows"),
    ],
)
def test_what_is_wrong_with_a_grid_is_said_with_its_place(board, words):
    with pytest.raises(BoardError) as caught:
        Paths(board, start=(0, 0), goal=(1, 1))
    assert words in str(caught.value)


@pytest.mark.parametrize("neighbours", [4, 8])
def test_a_grid_may_have_several_goals(neighbours):
    board = Paths("G..#G/S#.../...G.", neighbours)
    assert board.goals == ((0, 0), (4, 0), (3, 2))
    assert board.goal == [(0, 0), (4, 0), (3, 2)]
    assert solve(board).cost == 1
    far = Paths(["S....", "####.", "....."], neighbours, goal=[(0, 2), (4, 2)])
    assert solve(far).cost == cheapest(far)
    assert Paths(far.format()).goals == far.goals
    assert Paths(far.format("rows")).goals == far.goals
    same = Paths("S../.2./...", neighbours, goal={(0, 0), (1, 1)})  # not drawn: on other marks
    assert {*Paths(same.format()).goals} == {*same.goals}
    assert str(board).count("G") == 3
    assert Paths.parse("S../...", **Paths.read_options({"goal": "2,0+2,1"})).goals == (
        (2, 0),
        (2, 1),
    )
    assert Paths.write_options({"goal": ((2, 0), (2, 1))}) == {"goal": "2,0+2,1"}
    with pytest.raises(SearchError, match="goal"):
        solve(board, "bidirectional")
    assert enumerate_space(board).complete


@pytest.mark.parametrize("name", ["octile", "euclidean", "manhattan", "max-admissible"])
@pytest.mark.parametrize("neighbours", [4, 8])
def test_the_distance_to_the_nearest_goal_is_admissible(name, neighbours):
    two = Paths("S...G/.##../.....", neighbours, goal=[(4, 0), (0, 2)])
    cheap = Paths([[0.1] * 12] * 3, neighbours, start=(0, 0), goal=(11, 2))
    for board in (two, cheap):
        h = heuristics.get(name, board)
        if not (name == "manhattan" and neighbours == 8):
            assert check_heuristic(board, h).admissible
        assert max(map(h, map(Node, board.goals))) == 0
    assert distances(Paths("S..G"))[0, 0] == 3


CELLS = st.sampled_from([0, 1, 2, 0.5, 12, inf, None, ".", "#", "~"])


@examples(200)
@given(
    st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=3),
    st.sampled_from([None, "walls", "costs"]),
    st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=3),
)
def test_any_table_is_a_grid_that_reads_back_or_an_error_with_a_place(rows, numbers, goals):
    try:
        board = Paths(rows, start=(0, 0), goal=goals, numbers=numbers)
    except BoardError as error:
        fault = str(error)
    else:
        again = Paths(board.format())
        same = again.field.rows == board.field.rows and again.goals == board.goals
        fault = "expected" * (same and again.field.costs == board.field.costs)
        assert solve(board).cost == pytest.approx(cheapest(board))
        found = [node.path_cost for node in solutions(board, at_most=1)]
        assert found == [solve(board).cost] * len(found)
    assert "expected" in fault or "Use numbers" in fault


@examples(100)
@given(st.text("SG.#~019 ,;/+:e-\n", max_size=24))
def test_any_text_is_a_grid_that_reads_back_or_an_error(text):
    try:
        board = Paths(text)
    except SearchError as error:
        fault = str(error)
    else:
        fault = "expected" * (Paths(board.format()).format() == board.format())
    assert "expected" in fault or "twice" in fault or "Use numbers" in fault
