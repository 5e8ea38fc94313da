"""The fourth edition's searches from both ends, plans with outcomes, tables and pictures."""

import random
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given

from aima_search import search4e as fourth
from aima_search.base.errors import InputError, NotApplicable
from aima_search.search4e import (
    Board,
    CountCalls,
    ErraticVacuum,
    GridProblem,
    Map,
    MultiGoalProblem,
    Node,
    Problem,
    RouteProblem,
    and_or_search,
    and_search,
    bidirectional_astar_search,
    bidirectional_best_first_search,
    bidirectional_uniform_cost_search,
    failure,
    g,
    inverse_problem,
    join_nodes,
    or_search,
    path_actions,
    path_states,
    report,
    uniform_cost_search,
)
from tests.specimens import cheapest, consistent_journeys

BOTH_WAYS = [bidirectional_uniform_cost_search, bidirectional_astar_search]


class Roads(Problem):
    """A journey that gives its roads backwards too."""

    def __init__(self, journey):
        super().__init__(journey.initial, journey.goal)
        self.journey = journey

    def actions(self, state):
        return self.journey.actions(state)

    def result(self, state, action):
        return self.journey.result(state, action)

    def action_cost(self, s, a, s1):
        return self.journey.action_cost(s, a, s1)

    def predecessors(self, state):
        for place, roads in self.journey.roads.items():
            if state in roads:
                yield state, place, roads[state]

    def h(self, node):
        return self.journey.h(node) if self.goal == self.journey.goal else 0


@pytest.mark.parametrize("search", BOTH_WAYS)
@given(journey=consistent_journeys())
def test_a_search_from_both_ends_finds_the_optimum_of_one_way_roads_too(search, journey):
    problem, optimum = Roads(journey), cheapest(journey)
    node = search(problem)
    assert (node is failure) is (optimum is None)
    if optimum is not None:
        assert node.path_cost == pytest.approx(optimum)
        state = problem.initial
        for action in path_actions(node):
            state = problem.result(state, action)
        assert state == problem.goal


@pytest.mark.parametrize("search", BOTH_WAYS)
def test_the_report_counts_both_ends(search, capsys):
    report([search], [fourth.r0, fourth.r1])
    nodes = [int(line.split()[0]) for line in capsys.readouterr().out.splitlines()[1:3]]
    assert nodes[0] == 0
    assert nodes[1] > 15
    for problem in (fourth.r2, fourth.c3, fourth.e1):
        assert search(problem).path_cost == uniform_cost_search(problem).path_cost


@pytest.mark.parametrize("search", BOTH_WAYS)
def test_a_problem_without_a_way_back_or_with_other_goals_is_refused(search):
    with pytest.raises(NotApplicable, match="needs predecessors"):
        search(JumpsAhead(0, 7))
    with pytest.raises(NotApplicable, match="2 is a goal too"):
        search(SeveralGoals(0, 7))


class JumpsAhead(Problem):
    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action


class SeveralGoals(JumpsAhead):
    def actions(self, state):
        return [1, -1]

    reversible = True

    def is_goal(self, state):
        return state in (2, 7)


def test_the_parts_of_the_notebooks_search_do_as_there():
    turned = inverse_problem(fourth.r1)
    assert (turned.initial, turned.goal) == ("B", "A")
    assert fourth.r1.initial == "A"
    counted = CountCalls(fourth.r1)
    inverse_problem(counted).actions("B")
    assert counted._counts["actions"] == 1

    forward = Node("S", Node("A"), "S", 140)
    back = Node("R", Node("P", Node("B"), "P", 101), "R", 198)
    joined = join_nodes(forward, back)
    assert path_states(joined) == ["A", "S", "P", "B"]
    assert joined.path_cost == 140 + 198

    def never(solution, ahead, behind):
        return False

    ends = fourth.r1, g, turned, g
    assert bidirectional_best_first_search(*ends, never).path_cost == 418
    assert bidirectional_best_first_search(*ends, lambda *_: True) is failure


def outcomes(problem, plan, state):
    """Return every state in which a plan may end; fail if it lacks a plan for a state."""
    states = {state}
    for step in plan:
        if isinstance(step, dict):
            assert states == set(step)
            return set().union(*(outcomes(problem, step[s], s) for s in states))
        states = set().union(*(problem.results(s, step) for s in states))
    return states


def test_a_plan_for_the_erratic_vacuum_ends_clean_whatever_happens():
    plan = and_or_search(ErraticVacuum(1, {7, 8}))
    assert plan == ["suck", {5: ["forward", "suck"], 7: []}]
    for start in range(1, 9):
        problem = ErraticVacuum(start, {7, 8})
        assert outcomes(problem, and_or_search(problem), start) <= {7, 8}
    assert and_or_search(ErraticVacuum(1, {0})) is failure
    problem = ErraticVacuum(1, {7, 8})
    assert or_search(problem, 5, [5]) is failure
    assert or_search(problem, 7, [7]) == []
    assert and_search(problem, {7}, []) == []
    assert and_search(problem, {5, 7}, []) == [{5: ["forward", "suck"], 7: []}]
    assert and_search(problem, {5, 7}, [5]) is failure


def test_a_plan_of_a_thousand_actions_is_found_without_recursion():
    class Line(MultiGoalProblem):
        def actions(self, state):
            return ["on"]

        def results(self, state, action):
            return [state + 1]

    tracemalloc.start()
    try:
        assert and_or_search(Line(0, {5_000})) == ["on"] * 5_000
        assert tracemalloc.get_traced_memory()[1] < 20_000_000  # bytes
    finally:
        tracemalloc.stop()


def test_any_of_several_goals_will_do():
    assert MultiGoalProblem(1, goals=(4, 5), map="m").is_goal(5)
    assert not MultiGoalProblem(1).is_goal(1)


def test_the_grids_are_those_of_the_notebook():
    assert [len(grid.obstacles) for grid in (fourth.d1, fourth.d5, fourth.d6)] == [
        830,
        2213,
        98,
    ]
    lines = fourth.random_lines(range(5), range(5), 3, [4], seed=1)
    assert lines == fourth.random_lines(range(5), range(5), 3, [4], seed=1)
    assert 4 <= len(lines) <= 12


def test_the_table_of_depths_and_its_report(capsys):
    goal = fourth.goal
    table = fourth.build_table({}, 4, goal, fourth.EightPuzzle(goal))
    boards = fourth.invert_table(table)
    assert {depth: len(found) for depth, found in boards.items()} == {0: 1, 1: 2, 2: 4, 3: 8}
    fourth.report8(boards, 3, [2], seed=0)
    cells = capsys.readouterr().out.replace("&", " ").split()
    assert [cells[0], len(cells)] == ["2", 7]
    assert fourth.ebf(3, 2 + 4 + 8) == 2
    assert sorted(fourth.random_state(seed=3)) == list(range(9))
    with pytest.raises(InputError, match="no board of depth 9"):
        fourth.report8(boards, 3, [9])


def test_a_board_is_empty_inside_and_off_outside():
    board = Board(width=2, height=2, to_move="X")
    board[1, 0] = "X"
    assert repr(board) == ". X\n. ."
    assert (board[0, 1], board[2, 0], len(board)) == (".", "#", 1)
    assert hash(Board(board, to_move="X")) == hash(board)
    assert Board(board).width == 2


def test_a_picture_of_a_grid_shows_the_way_and_prints_its_cost(capsys):
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.close("all")  # the figures of other tests
    grid = GridProblem((0, 0), (4, 0), [(2, 0)])
    fourth.plot_grid_problem(grid, uniform_cost_search(grid), show=False)
    assert capsys.readouterr().out == " " * 11 + "Search search: 4.8 path cost, 0 states reached\n"
    fourth.plot_grid_problem(GridProblem((0, 0), (1, 1)), failure, [(0, 0)], "No", show=False)
    for number in plt.get_fignums():
        figure = plt.figure(number)
        assert figure.axes[0].collections
        plt.close(figure)
    assert fourth.transpose([(1, 2), (3, 4)]) == [(1, 3), (2, 4)]


def test_pictures_of_four_searches_are_printed_in_the_order_of_their_greed(capsys, monkeypatch):
    plt = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.setattr(plt, "show", lambda: plt.close("all"))
    fourth.plots(fourth.d6)
    lines = capsys.readouterr().out.splitlines()
    titles = ["A*", "Weighted (1.4) A*", "Weighted (2) A*", "Greedy best-first"]
    assert [line.partition(" search:")[0].strip() for line in lines] == titles
    reached = [int(line.split()[-3].replace(",", "")) for line in lines]
    assert all(more >= fewer for more, fewer in pairwise(reached))


def test_a_directed_map_has_no_way_against_its_links():
    one_way = Map({("A", "B"): 1, ("B", "C"): 1}, directed=True)
    for search in BOTH_WAYS:
        assert search(RouteProblem("A", "C", map=one_way)).path_cost == 2
        assert search(RouteProblem("C", "A", map=one_way)) is failure


def test_an_infinite_estimate_alone_ends_nothing():
    class Pessimist(RouteProblem):
        def h(self, node):
            return float("inf")

    assert bidirectional_astar_search(Pessimist("A", "B", map=fourth.romania)).state == "B"


def test_random_boards_come_from_the_global_generator_unless_seeded():
    random.seed(5)
    first = fourth.random_state()
    random.seed(5)
    assert fourth.random_state() == first
