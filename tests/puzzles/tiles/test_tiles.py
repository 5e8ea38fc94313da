"""Tiles: the textbook's puzzle on boards of any size, told to be hopeless before a search."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from aima_search import SearchError, compare, solve
from aima_search.base.errors import NotApplicable
from aima_search.catalog.boards import make_problem
from aima_search.made.abstractions import dense_table
from aima_search.search import EightPuzzle, astar_search
from aima_search.trace.recording import Recording
from aima_search.trace.session import TraceSession
from puzzles import Tiles


def reached_from(problem):
    """Every board that moves lead to, found by trying them all."""
    seen, waiting = {problem.initial}, [problem.initial]
    while waiting:
        state = waiting.pop()
        for action in problem.actions(state):
            after = problem.result(state, action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


@pytest.mark.parametrize("goal", ["last", "first", "35/04/21"])
def test_a_board_is_hopeless_exactly_if_no_moves_lead_to_the_goal(goal):
    start = Tiles("12/34/50", goal)
    reached = reached_from(Tiles(start.grid(start.goal), goal))
    assert len(reached) == 360
    for state in permutations(range(6)):
        board = Tiles(start.grid(state), goal)
        assert bool(board.hopeless()) == (state not in reached)


def test_a_hopeless_board_is_not_searched_whatever_the_algorithm():
    problem = Tiles.level("8-4-never")
    for algorithm in ("breadth-first", "astar", "ida-star", "iterative-deepening"):
        for engine in ("objects", "auto"):
            result = solve(problem, algorithm, engine=engine)
            assert (result.status, result.expanded) == ("no-solution", 0)
            assert "parity" in result.proof
            assert "parity" in str(result)
    assert {row.status for row in compare(problem, ["astar", "greedy"], "manhattan").rows} == {
        "no-solution"
    }
    session = TraceSession(Recording(problem))
    session.advance(5)
    assert session.position()["status"] == "no-solution"
    small = Tiles("213/450")
    assert astar_search(small) is None, "the textbook's functions look for themselves"


def test_it_searches_as_the_textbooks_puzzle_does():
    board = (7, 2, 4, 5, 0, 6, 8, 3, 1)
    ours, theirs = Tiles(board), EightPuzzle(board)
    for name, h in (
        ("misplaced", theirs.hamming_distance_heuristic),
        ("manhattan", theirs.manhattan),
    ):
        mine = solve(ours, heuristic=name, tie_break="fifo")
        other = solve(theirs, heuristic=h, tie_break="fifo")
        assert (mine.cost, mine.expanded, mine.actions) == (20, other.expanded, other.actions)


def test_one_board_has_many_texts():
    texts = [
        "724506831",
        "724/506/831",
        "7 2 4 5 _ 6 8 3 1",
        "7 2 4\n5 . 6\n8 3 1\n",
        "# a comment\n\n7,2,4  # a row\n5,_,6\n8,3,1",
        "[[7, 2, 4], [5, 0, 6], [8, 3, 1]]",
        "(7, 2, 4, 5, 0, 6, 8, 3, 1)",
        "7 2 4; 5 x 6; 8 3 1",
        "last:724/506/831",
        "goal last\n724\n506\n831",
        "123/456/780:724/506/831",
    ]
    boards = [*map(Tiles.parse, texts), Tiles([7, 2, 4, 5, 0, 6, 8, 3, 1])]
    boards.append(Tiles([[7, 2, 4], [5, None, 6], [8, 3, 1]]))
    assert {board.format() for board in boards} == {"last:724/506/831"}


def test_the_goal_comes_from_an_option_or_from_the_text():
    assert Tiles("724506831").goal == Tiles("724506831", "last").goal == (*range(1, 9), 0)
    assert Tiles("first:724506831").goal == Tiles("last:724506831", "first").goal == tuple(range(9))
    around = Tiles("724506831", ((1, 2, 3), (8, 0, 4), (7, 6, 5)))
    assert around.format() == "123/804/765:724/506/831"
    for to in ("id", "rows"):
        assert Tiles.parse(around.format(to)).goal == around.goal


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("724/506/83x", "row 3, column 3: found the blank twice"),
        ("724/506/83y", "row 3, column 3: found no number, expected a tile from 1 to 8"),
        ("724/506/839", "row 3, column 3: found 9, expected a tile from 1 to 8"),
        ("724/526/830", "row 2, column 2: found tile 2 twice"),
        ("724/50/831", "row 2: found 2 squares, expected 3, as in row 1"),
        ("12345", "5 squares on one line"),
        ("", "0 x 0"),
        ("120", "3 squares on one line"),
        ("[[1], [0]]", "2 x 1: expected 2 to 16 rows"),
        ("frist:724506831", "goal 'frist': expected last or first"),
        ("12/30:724506831", "goal of 2 x 2: expected the size of the board, 3 x 3"),
        ("123456788:724506831", "goal, row 3, column 3: found tile 8 twice"),
        ("[[7,2,4],[5,0,6],[8,3,", "list"),
        ("[7,2,4,5,0,6,8,3]", "8 squares on one line"),
    ],
)
def test_a_fault_in_a_text_is_told_with_its_place(text, complaint):
    with pytest.raises(SearchError, match=complaint):
        Tiles.parse(text)


@pytest.mark.parametrize("goal", ["last", "first"])
def test_random_boards_are_as_far_as_they_are_to_be(goal):
    for depth in (0, 1, 7, 16):
        for seed in range(3):
            board = Tiles.generate(seed, depth=depth, goal=goal)
            assert solve(board).cost == depth
    assert all(not Tiles.generate(seed, size="3x4").hopeless() for seed in range(20))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"depth": 22, "size": "2x3"}, "expected at most 21 for this size"),
        ({"depth": -1}, "expected at least 0 moves"),
        (
            {"depth": 60, "size": 4},
            "expected at most 10, because a greater depth .* more than .* boards; or leave",
        ),
        ({"size": "1x5"}, "expected sides from 2 to 16"),
        ({"size": "large"}, "expected a number, or rows x columns"),
    ],
)
def test_options_that_no_board_fits_are_refused(options, complaint, monkeypatch):
    monkeypatch.setattr("puzzles.tiles.generator.MOST_SQUARES", 80_000)
    with pytest.raises(SearchError, match=complaint):
        Tiles.generate(1, **options)


def test_an_action_in_words_says_which_tile_moves():
    problem = Tiles("123/405/678")
    start = problem.initial
    said = {action: problem.describe(start, action) for action in problem.actions(start)}
    assert said == {"UP": "2 down", "DOWN": "7 up", "LEFT": "4 right", "RIGHT": "5 left"}


def test_korfs_boards_are_bundled_with_their_costs():
    lines = Tiles.collections()["korf"].splitlines()[3:]
    costs = [int(line.partition("#")[2]) for line in lines]
    assert (len(costs), min(costs), sum(costs) / 100) == (100, 41, 53.05)
    easiest = make_problem("tiles", f"korf:{1 + costs.index(41)}")
    assert easiest.format() == Tiles.level("15-2-korf").format()
    assert solve(easiest, heuristic="linear-conflict-last-moves").cost == 41
    with pytest.raises(ValueError, match="board 101 of 'korf': expected a number from 1 to 100"):
        make_problem("tiles", "korf:101")


@pytest.mark.parametrize("text", ["12/3x", "1 2 3 x", "[[1,2],[3,X]]", "[1, 2, 3, _]"])
def test_a_blank_may_be_a_letter_in_boards_and_goals(text):
    assert Tiles(text).initial == (1, 2, 3, 0)
    assert Tiles("10/32", text).goal == (1, 2, 3, 0)
    assert Tiles("10/32", "x1/23").goal == (0, 1, 2, 3)


def test_a_table_of_another_shape_is_refused(monkeypatch):
    board = Tiles("123/456/708")
    one = board.abstraction((1, 2, 3))
    monkeypatch.setattr(type(one.dense), "costs", lambda self, tell: np.zeros((3, 3), np.uint8))
    with pytest.raises(NotApplicable, match="has 2 dimensions: expected one dimension"):
        dense_table(replace(one, identity="of another shape"), one.dense)
