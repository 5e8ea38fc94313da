"""Queens, placed or moved: against trying every board; hill climbing with sideways moves."""

from itertools import permutations, product
from random import Random

import pytest

import heuristics
from aima_search import Node, SearchError, solve
from aima_search.algorithms.climbing import hill_climbing, random_restart_hill_climbing
from aima_search.analysis import enumerate_space
from aima_search.search import NQueensProblem
from puzzles import Queens, QueensLocal
from puzzles.queens.rules import pairs


def attacking(state):
    """The pairs of queens that attack each other, pair by pair."""
    queens = [(column, row) for column, row in enumerate(state) if row >= 0]
    return sum(
        row == other_row or abs(row - other_row) == other - column
        for place, (column, row) in enumerate(queens)
        for other, other_row in queens[place + 1 :]
    )


@pytest.mark.parametrize("size", [1, 4, 5])
def test_pairs_are_counted_as_one_by_one(size):
    for state in product(range(-1, size), repeat=size):
        assert pairs(state) == attacking(state)


@pytest.mark.parametrize(("size", "solutions"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)])
def test_as_many_solutions_are_placed_as_there_are(size, solutions):
    assert sum(not attacking(rows) for rows in permutations(range(size))) == solutions
    space = enumerate_space(Queens(size), 10_000)
    assert len(space.goals) == solutions
    assert solve(Queens(size)).solved == bool(solutions)


def test_it_searches_as_the_textbooks_problem_does():
    ours, theirs = Queens(8), NQueensProblem(8)
    for algorithm in ("depth-first", "breadth-first"):
        mine, other = solve(ours, algorithm), solve(theirs, algorithm)
        assert (mine.actions, mine.expanded, mine.generated) == (
            other.actions,
            other.expanded,
            other.generated,
        )
    h = heuristics.get("conflicts-left", ours)
    for seed in range(5):
        state = Queens.generate(seed, queens=seed).initial
        assert h(Node(state)) == theirs.h(Node(state))
        assert list(ours.actions(state)) == [row for row, _, _ in ours.successors(state)]


def test_eight_queens_have_56_neighbours_and_a_solution_has_none():
    problem = QueensLocal("8:0,1,2,3,4,5,6,7")
    assert len(problem.actions(problem.initial)) == 56
    assert problem.value(problem.initial) == -28
    solution = (0, 4, 7, 5, 2, 6, 1, 3)
    assert problem.goal_test(solution)
    assert problem.actions(solution) == []
    assert problem.faults((0, 1, -1, -1, -1, -1, -1, -1)) == [
        "the queen in column 0, row 0 is attacked",
        "the queen in column 1, row 1 is attacked",
    ]


def test_open_columns_are_filled_by_the_seed_and_stay_open_in_the_text():
    problem = QueensLocal("5:2,-,1", seed=3)
    assert problem.initial == QueensLocal("5:2,-,1", seed=3).initial
    assert problem.initial[0] == 2
    assert problem.initial[2] == 1
    assert min(problem.initial) >= 0
    assert (problem.format(), problem.settings()) == ("5:2,-,1", {"seed": "3"})
    assert QueensLocal("4:0,1,2,3").settings() == {}


def test_a_board_has_many_texts():
    texts = ["4:1,3", "4: 1, 3, -, -", "..../Q.../..../.Q..", ". . . .\nQ . . .\n....\n.Q.."]
    boards = [*map(Queens, texts), Queens((1, 3, -1, -1)), Queens(["....", "Q...", "....", ".Q.."])]
    assert {board.format() for board in boards} == {"4:1,3"}
    assert Queens.parse(boards[0].format("rows")).format() == "4:1,3"
    assert Queens(4).format() == Queens("# four\n4").format() == "4"


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        ("0", "side 0: expected 1 to 100"),
        ("101", "side 101"),
        ("", "side 0"),
        ("4:0,1", "attack each other"),
        ("4:0,-,1", "column 2 has no queen, but a later column"),
        ("4:0,x", "column 2: found 'x', expected a row from 0 to 3"),
        ("4:0,2,4,1,1", "found 5 queens"),
        ("4:7", "column 1: found row 7, expected 0 to 3"),
        ("..../Q../..../.Q..", "row 2: found 3 cells, expected 4"),
        ("..x./..../..../....", "row 1, column 3: found 'x'"),
        ("Q.../Q.../..../....", "row 2, column 1: found a second queen in this column"),
        ([1, None], "expected a size"),
    ],
)
def test_a_fault_in_a_board_is_told_with_its_place(board, complaint):
    with pytest.raises(SearchError, match=complaint):
        Queens(board)


@pytest.mark.parametrize("options", [{"size": 0}, {"queens": 9}, {"size": 3, "queens": 3}])
def test_options_that_no_board_fits_are_refused(options):
    with pytest.raises(SearchError, match="queens"):
        Queens.generate(1, **options)


@pytest.mark.parametrize("make", [Queens, QueensLocal, lambda size: Queens.generate(1, size=size)])
def test_a_size_that_python_does_not_write_is_refused(make):
    with pytest.raises(SearchError, match="of thousands of digits: expected"):
        make(10**5000)


def test_heuristics_counted_by_hand():
    problem = Queens("4:0")
    values = {name: heuristics.get(name, problem) for name in heuristics.names("queens")[-5:]}
    node = Node(problem.initial)  # column 1 has rows 2 and 3 free, 2 has 1 and 3, 3 has 1 and 2
    assert values["open-columns"](node) == 3
    assert values["attacked-rows"](node) == 3 * 5 - 6
    assert values["dead-columns"](node) == 0
    assert values["dead-columns"](Node((0, 2, -1, -1))) == float("inf")
    local = QueensLocal("4:0,1,2,3")
    assert heuristics.get("pairs", local)(Node(local.initial)) == 6


def test_sideways_moves_lead_on_where_no_neighbour_is_better():
    boards = [QueensLocal.generate(seed) for seed in range(60)]
    plain = [solve(board, "hill-climbing", seed=1) for board in boards]
    sideways = [solve(board, "hill-climbing", sideways=100, seed=1) for board in boards]
    assert sum(run.solved for run in plain) < 20 < 50 < sum(run.solved for run in sideways)
    for run in plain:
        values = [run.problem.value(state) for state in run.node.path_states()]
        assert values == sorted(set(values)), "every step is better"
    for run in sideways:
        values = [run.problem.value(state) for state in run.node.path_states()]
        assert values == sorted(values), "no step is worse"
        last, problem = run.node.state, run.problem
        around = [problem.value(after) for _, after, _ in problem.successors(last)]
        is_peak = max(around, default=0) < values[-1]
        assert run.solved or is_peak or values[-101:] == [values[-1]] * 101


def test_so_many_moves_in_a_row_are_sideways_and_a_goal_is_not_left():
    class Plain(QueensLocal):
        """Everywhere as good."""

        def value(self, state):
            return 0

    problem = Plain("4:0,0,0,0")
    result = solve(problem, "hill-climbing", sideways=7, seed=1)
    assert result.node.depth == 7 or problem.goal_test(result.node.state)
    assert hill_climbing(problem, seed=1) == problem.initial

    class Ridge(Plain):
        """A solution with neighbours that are as good."""

        def actions(self, state):
            return [(0, row) for row in range(4)]

    solved = Ridge("4:1,3,0,2")
    assert hill_climbing(solved, sideways=5, seed=1) == solved.initial


def test_restarts_go_sideways_too():
    found = random_restart_hill_climbing(QueensLocal(8), restarts=20, seed=2)
    assert pairs(found) == 0
    result = solve(QueensLocal(8), "random-restart-hill-climbing", sideways=100, seed=2)
    assert result.solved


def test_children_and_mutants_are_boards():
    problem, random = QueensLocal(6), Random(1)
    for _ in range(50):
        one, other = problem.random_state(random), problem.random_state(random)
        child = problem.recombine(one, other, random)
        assert all(row in (a, b) for row, a, b in zip(child, one, other, strict=True))
        assert sum(a != b for a, b in zip(problem.mutate(one, random), one, strict=True)) <= 1
