"""The fourth edition's names: its answers, and the counts that its notebook publishes."""

import random
from itertools import permutations

import pytest
from hypothesis import given

from aima_search import Node as EngineNode
from aima_search import search4e as fourth
from aima_search import solve
from aima_search.search4e import (
    EightPuzzle,
    GridProblem,
    Map,
    Node,
    PriorityQueue,
    Problem,
    RouteProblem,
    astar_misplaced_tiles,
    astar_search,
    astar_tree_search,
    best_first_search,
    best_first_tree_search,
    bidirectional_uniform_cost_search,
    breadth_first_bfs,
    breadth_first_search,
    cutoff,
    depth_first_bfs,
    depth_first_recursive_search,
    depth_limited_search,
    expand,
    extra_weighted_astar_search,
    failure,
    greedy_bfs,
    is_cycle,
    iterative_deepening_search,
    path_actions,
    path_states,
    report,
    uniform_cost_search,
)
from tests.specimens import Journey, cheapest, consistent_journeys


@pytest.mark.parametrize(
    ("search", "instance", "published"),
    [
        (uniform_cost_search, "p1", "948 109 4 112"),
        (uniform_cost_search, "g1", "1,696 190 10 204"),
        (uniform_cost_search, "p2", "3,499 389 9 397"),
        (uniform_cost_search, "g2", "4,072 454 21 463"),
        (uniform_cost_search, "p3", "124 30 14 43"),
        (uniform_cost_search, "g3", "124 30 35 45"),
        (uniform_cost_search, "p5", "52 14 6 19"),
        (uniform_cost_search, "c1", "3,590 719 7 725"),
        (breadth_first_search, "p1", "596 597 4 73"),
        (breadth_first_search, "e1", "81 82 5 35"),
        (astar_misplaced_tiles, "e1", "17 7 5 11"),
        (astar_search, "e1", "15 6 5 10"),
        (astar_search, "e2", "3,614 1,349 22 1,370"),
        (astar_search, "r0", "0 1 0 0"),
        (astar_search, "r1", "15 6 418 9"),
        (astar_search, "r2", "34 15 910 23"),
        (astar_search, "r3", "33 14 805 21"),
        (astar_search, "r4", "20 9 445 13"),
        (astar_search, "c1", "1,285 258 7 264"),
        (astar_search, "c3", "294 50 6 55"),
        (astar_tree_search, "e1", "15 6 5 10"),
        (astar_tree_search, "r2", "47 19 910 27"),
        (greedy_bfs, "r3", "19 8 837 14"),
        (greedy_bfs, "r4", "14 6 572 10"),
        (greedy_bfs, "e2", "1,569 568 58 625"),
        (extra_weighted_astar_search, "r1", "9 4 450 6"),
    ],
)
def test_the_report_prints_the_counts_of_the_notebook(search, instance, published, capsys):
    problem = getattr(fourth, instance)
    report([search], [problem])
    title, line, total, empty = capsys.readouterr().out.splitlines()
    assert title == f"{search.__name__}:"
    assert line.endswith(f"| {str(problem)[:40]}")
    for row in (line, total):
        assert [cell.split()[0] for cell in row.split("|")[:4]] == published.split()
    assert empty == ""


def test_a_report_may_print_the_totals_alone(capsys):
    report([astar_search, greedy_bfs], [fourth.r1, fourth.r4], verbose=False)
    said = capsys.readouterr().out.split("\n")
    assert said[1] == "       35 nodes |       15 goal |  863 cost |      22 actions | TOTAL"
    assert said[3] == "greedy_bfs:"


def test_the_notebooks_ways_through_romania():
    assert path_states(uniform_cost_search(fourth.r1)) == ["A", "S", "R", "P", "B"]
    assert path_states(breadth_first_search(fourth.r1)) == ["A", "S", "F", "B"]
    assert path_actions(bidirectional_uniform_cost_search(fourth.r1)) == ["S", "R", "P", "B"]
    for problem in (fourth.c0, fourth.e1):
        assert bidirectional_uniform_cost_search(problem).path_cost == 5
    nowhere = RouteProblem("B", "A", map=Map([("A", "B")], directed=True))
    assert bidirectional_uniform_cost_search(nowhere) is failure
    assert "".join(path_states(depth_first_recursive_search(fourth.r2))) == "NIVUBFSOZATL"


@given(journey=consistent_journeys())
def test_the_searches_find_the_optimum_or_fail(journey):
    optimum = cheapest(journey)
    for search in (uniform_cost_search, astar_search):
        node = search(journey)
        assert node is failure if optimum is None else node.path_cost == pytest.approx(optimum)
    for search in (breadth_first_search, breadth_first_bfs, depth_first_bfs, greedy_bfs):
        assert (search(journey) is failure) is (optimum is None)
    assert (depth_first_recursive_search(journey) is failure) is (optimum is None)
    fewest = solve(journey, "breadth-first").node
    assert breadth_first_search(journey).depth == (fewest.depth if fewest else 0)
    if optimum is not None:
        assert iterative_deepening_search(journey).depth in (fewest.depth, fewest.depth + 1)
        for tree in (astar_tree_search, lambda p: best_first_tree_search(p, fourth.g)):
            assert tree(journey).path_cost == pytest.approx(optimum)


def test_failure_and_cutoff_are_nodes_that_are_false():
    lost = Journey({"A": {"B": 1}, "B": {"A": 1}}, "A", "nowhere", {})
    for search in (uniform_cost_search, breadth_first_search, iterative_deepening_search):
        assert search(lost) is failure
    assert depth_limited_search(lost, 1) is cutoff
    assert not failure
    assert not cutoff
    assert isinstance(failure, EngineNode)
    assert (repr(failure), failure.path_cost) == ("<failure>", float("inf"))
    assert path_states(failure) == path_states(None) == path_actions(None) == []
    assert Node("A")


class Count(Problem):
    """Count to the goal, one or two at a time; in the fourth edition's dialect."""

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def action_cost(self, s, a, s1):
        return a * a


def test_a_problem_of_the_edition_has_an_estimate_of_0_and_runs_everywhere():
    count = Count(0, 5)
    assert count.h(Node(3)) == 0
    assert str(count) == "Count(0, 5)"
    assert path_actions(astar_search(count)) == solve(count).actions == [1] * 5
    assert [child.state for child in expand(count, Node(3))] == [4, 5]
    assert [child.path_cost for child in expand(count, Node(3, path_cost=7))] == [8, 11]
    assert best_first_search(count, lambda node: -node.state if node.state < 6 else 9).state == 5


def test_nodes_are_ordered_by_cost_and_equal_to_themselves_alone():
    cheap, expensive = Node("x", path_cost=1), Node("x", path_cost=2)
    assert cheap < expensive
    assert cheap != Node("x", path_cost=1)
    queue = PriorityQueue([expensive, cheap], key=lambda node: 0)
    queue.add(Node("y", path_cost=0))
    assert queue.top().state == "y"
    assert len(queue.items) == len(queue) == 3
    assert [queue.pop().path_cost for _ in range(3)] == [0, 1, 2]


def test_a_cycle_is_looked_for_as_far_back_as_asked():
    node = None
    for state in "ABCA":
        node = Node(state, node)
    assert is_cycle(node)
    assert not is_cycle(node, k=2)
    assert not is_cycle(node.parent)


def test_the_eight_puzzle_has_both_estimates_and_refuses_what_it_cannot_solve():
    puzzle = EightPuzzle((1, 4, 2, 0, 7, 5, 3, 6, 8))
    node = Node(puzzle.initial)
    assert (puzzle.h1(node), puzzle.h2(node), puzzle.h(node)) == (6, 5, 5)
    with pytest.raises(ValueError, match="cannot be reached from"):
        EightPuzzle((1, 0, 2, 3, 4, 5, 6, 7, 8)[::-1], (0, 1, 2, 3, 4, 5, 6, 8, 7))
    other = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 0, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0))
    assert other.h2(Node(other.initial)) == astar_search(other).path_cost == 1
    assert fourth.board8(other.initial) == "1 2 3\n4 5 6\n7 _ 8\n"


def test_inversions_tell_the_boards_that_can_be_reached():
    board = random.Random(4).choice(list(permutations(range(9))))
    assert fourth.inversions(board) == sum(
        0 < board[j] < board[i] for i in range(9) for j in range(i + 1, 9)
    )


def test_a_map_goes_both_ways_unless_it_is_directed():
    assert Map([("A", "B")]).neighbors["B"] == ["A"]
    one_way = Map({("A", "B"): 3}, directed=True)
    assert one_way.neighbors["B"] == []
    assert RouteProblem("A", "B", map=one_way).h(Node("A")) == 0
    assert uniform_cost_search(RouteProblem("A", "B", map=one_way)).path_cost == 3
    assert RouteProblem("A", "B", map=one_way).result("B", "A") == "B"


def test_frogs_and_pancakes_come_to_their_places():
    assert fourth.JumpingPuzzle(N=2).actions("LL.RR") == {(1, 2), (3, 2)}
    assert path_states(astar_search(fourth.j3))[-1] == "RRR.LLL"
    assert astar_search(fourth.j3).path_cost == 15
    assert path_states(astar_search(fourth.c0))[-1] == (1, 2, 3, 4, 5, 6)
    assert astar_search(fourth.c0).path_cost == 5


def test_a_walker_goes_in_eight_directions_but_not_into_obstacles():
    problem = GridProblem((0, 0), (5, 5), [(1, 1), (0, 0)])
    assert len(problem.actions((0, 0))) == 7
    assert problem.result((0, 0), (1, 1)) == (0, 0)
    assert problem.result((0, 0), (1, 0)) == (1, 0)
    assert problem.obstacles == {(1, 1)}
    assert problem.action_cost((0, 0), (1, -1), (1, -1)) == pytest.approx(2**0.5)
    assert problem.h(Node((2, 1))) == 5
    assert len(GridProblem(directions=[(1, 0)]).actions((0, 0))) == 1
    assert list(problem.successors((0, 0))) == [
        (cell, problem.result((0, 0), cell), problem.action_cost((0, 0), cell, cell))
        for cell in problem.actions((0, 0))
    ]
    assert bidirectional_uniform_cost_search(problem).path_cost == astar_search(problem).path_cost
    assert fourth.line(1, 2, 0, -1, 3) == {(1, 2), (1, 1), (1, 0)}
