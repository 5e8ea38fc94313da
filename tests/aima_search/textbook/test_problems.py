"""The textbook's problems against their rules, told again by brute force."""

import math
import random
from collections import deque
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.base.errors import BoardError, InputError
from aima_search.model.problem import Node
from aima_search.search import astar_search, bidirectional_search, breadth_first_graph_search
from aima_search.textbook.graphs import (
    Graph,
    RandomGraph,
    UndirectedGraph,
    australia_map,
    one_dim_state_space,
    romania_map,
    vacuum_world,
)
from aima_search.textbook.grids import GridProblem, PeakFindingProblem, directions4, directions8
from aima_search.textbook.jugs import PourProblem
from aima_search.textbook.queens import NQueensProblem
from aima_search.textbook.routes import GraphProblem, GraphProblemStochastic
from aima_search.textbook.tiles import EightPuzzle, NPuzzle


def distances_by_breadth(problem, start):
    """Return the number of actions to every state that can be reached from ``start``."""
    distances, waiting = {start: 0}, deque([start])
    while waiting:
        state = waiting.popleft()
        for action in problem.actions(state):
            after = problem.result(state, action)
            if after not in distances:
                distances[after] = distances[state] + 1
                waiting.append(after)
    return distances


def boards(size):
    return st.permutations(range(size)).map(tuple)


# Graphs and maps


def test_a_link_of_an_undirected_graph_goes_both_ways_also_when_added_later():
    graph = UndirectedGraph({"A": {"B": 3}})
    graph.connect("B", "C", 5)
    assert graph.get("B") == {"A": 3, "C": 5}
    assert graph.get("C", "B") == 5


def test_a_directed_graph_links_one_way_only():
    graph = Graph({"A": {"B": 3}})
    graph.connect("B", "C")
    assert graph.get("B", "A") is None
    assert graph.get("B", "C") == 1
    assert graph.get("C") == {}
    assert graph.nodes() == ["A", "B", "C"]


def test_asking_for_a_node_does_not_add_it():
    graph = Graph({"A": {"B": 3}})
    graph.get("nowhere")
    assert "nowhere" not in graph.nodes()


def test_a_graph_leaves_the_dict_it_was_made_of_alone():
    links = {"A": {"B": 3}}
    UndirectedGraph(links).connect("A", "C")
    assert links == {"A": {"B": 3}}


@pytest.mark.parametrize("graph", [romania_map, australia_map])
def test_the_maps_are_undirected_and_every_place_has_a_location(graph):
    for one in graph.nodes():
        assert all(graph.get(other, one) == length for other, length in graph.get(one).items())
    assert set(graph.nodes()) == set(graph.locations)


def test_the_map_of_romania_has_twenty_cities_and_twenty_three_roads():
    assert len(romania_map.nodes()) == 20
    assert sum(len(romania_map.get(city)) for city in romania_map.nodes()) == 46
    assert romania_map.get("Arad", "Sibiu") == 140


def test_cities_are_expanded_in_the_textbooks_order():
    problem = GraphProblem("Arad", "Bucharest", romania_map)
    assert problem.actions("Sibiu") == ["Arad", "Fagaras", "Oradea", "Rimnicu"]


@given(st.integers(), st.integers(1, 15), st.integers(0, 4))
def test_a_random_graph_is_reproducible_undirected_and_has_enough_links(seed, size, links):
    graph = RandomGraph(range(size), links, seed=seed)
    again = RandomGraph(range(size), links, seed=seed)
    assert graph.graph_dict == again.graph_dict
    assert graph.locations == again.locations
    for one in range(size):
        assert len(graph.get(one)) >= min(links, size - 1)
        for other, length in graph.get(one).items():
            assert graph.get(other, one) == length
            assert int(math.dist(graph.locations[one], graph.locations[other])) <= length


def test_a_random_graph_without_seed_follows_the_global_one():
    random.seed(4)
    first = RandomGraph().graph_dict
    random.seed(4)
    assert RandomGraph().graph_dict == first
    assert RandomGraph().graph_dict != first


def test_a_road_is_as_curved_as_the_caller_says():
    graph = RandomGraph("AB", 1, curvature=lambda: 2, seed=1)
    assert graph.get("A", "B") == int(2 * math.dist(graph.locations["A"], graph.locations["B"]))


def test_a_route_costs_the_lengths_of_its_roads():
    problem = GraphProblem("Arad", "Bucharest", romania_map)
    assert problem.path_cost(100, "Arad", "Sibiu", "Sibiu") == 240
    assert problem.path_cost(0, "Arad", "Bucharest", "Bucharest") == math.inf
    assert problem.find_min_edge() == 70
    assert list(problem.successors("Arad")) == [
        (city, city, length) for city, length in romania_map.get("Arad").items()
    ]


def test_a_road_of_length_zero_is_a_road():
    problem = GraphProblem("A", "B", Graph({"A": {"B": 0}}))
    assert problem.path_cost(1, "A", "B", "B") == 1


def test_a_graph_without_links_has_no_shortest_one():
    assert GraphProblem("A", "A", Graph({"A": {}})).find_min_edge() == math.inf


def test_the_straight_line_is_rounded_down_and_measured_to_the_nearest_goal():
    problem = GraphProblem("Arad", "Bucharest", romania_map)
    assert problem.h(Node("Arad")) == problem.h("Arad") == 350
    assert problem.h("Bucharest") == 0
    several = GraphProblem("Arad", ["Bucharest", "Zerind"], romania_map)
    assert several.h("Arad") == 42


def test_without_locations_the_estimate_is_zero_and_no_dead_end():
    problem = GraphProblem("A", "B", Graph({"A": {"B": 1}}))
    assert problem.h(Node("A")) == 0


def test_an_action_of_the_vacuum_world_lists_what_it_may_lead_to():
    problem = GraphProblemStochastic("State_1", ["State_7", "State_8"], vacuum_world)
    assert problem.actions("State_1") == ["Suck", "Right"]
    assert problem.result("State_1", "Suck") == ["State_7", "State_5"]
    with pytest.raises(NotImplementedError):
        problem.path_cost(0, "State_1", "Suck", "State_5")


def test_moving_in_the_vacuum_world_can_be_undone():
    for state, actions in vacuum_world.graph_dict.items():
        ((there, back),) = [
            pair for pair in [("Left", "Right"), ("Right", "Left")] if pair[0] in actions
        ]
        (after,) = actions[there]
        assert vacuum_world.get(after, back) == [state]


def test_every_state_of_the_line_has_an_estimate():
    assert set(one_dim_state_space.least_costs) == set(one_dim_state_space.graph_dict)


# Tiles


def test_the_blank_moves_up_down_left_right_in_this_order():
    problem = EightPuzzle((4, 8, 1, 6, 0, 2, 3, 5, 7))
    assert problem.find_blank_square(problem.initial) == 4
    assert problem.actions(problem.initial) == ["UP", "DOWN", "LEFT", "RIGHT"]
    assert problem.actions((0, 1, 2, 3, 4, 5, 6, 7, 8)) == ["DOWN", "RIGHT"]
    assert problem.result((0, 1, 2, 3, 4, 5, 6, 7, 8), "DOWN") == (3, 1, 2, 0, 4, 5, 6, 7, 8)
    assert problem.result((1, 2, 3, 4, 5, 6, 7, 8, 0), "UP") == (1, 2, 3, 4, 5, 0, 7, 8, 6)


def test_changing_the_list_of_actions_does_not_change_the_puzzle():
    problem = EightPuzzle((0, 1, 2, 3, 4, 5, 6, 7, 8))
    problem.actions(problem.initial).clear()
    assert problem.actions(problem.initial) == ["DOWN", "RIGHT"]


@pytest.mark.parametrize("size", [4, 9, 16])
def test_successors_say_the_same_as_actions_and_result(size):
    for board in [tuple(range(size)), (*range(1, size), 0), (1, 0, *range(2, size))]:
        problem = NPuzzle(board)
        assert list(problem.successors(board)) == [
            (action, problem.result(board, action), 1) for action in problem.actions(board)
        ]


@given(boards(9), boards(9))
def test_estimates_equal_their_direct_formulas(board, goal):
    problem = NPuzzle(board, goal)
    assert problem.h(Node(board)) == sum(
        board[square] not in (0, goal[square]) for square in range(9)
    )
    assert problem.manhattan(Node(board)) == sum(
        abs(board.index(tile) // 3 - goal.index(tile) // 3)
        + abs(board.index(tile) % 3 - goal.index(tile) % 3)
        for tile in range(1, 9)
    )


def test_estimates_follow_a_goal_that_is_changed():
    problem = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 8, 0))
    node = Node(problem.initial)
    assert (problem.h(node), problem.manhattan(node)) == (0, 0)
    problem.goal = (1, 2, 3, 4, 5, 6, 8, 7, 0)
    assert (problem.h(node), problem.manhattan(node)) == (2, 2)


@pytest.mark.gate("all 362,880 boards")
def test_exactly_the_boards_that_the_goal_reaches_on_3_by_3_are_solvable():
    problem = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 8, 0))
    reached = distances_by_breadth(problem, problem.goal)
    assert len(reached) == math.factorial(9) // 2
    for board in permutations(range(9)):
        assert problem.check_solvability(board) == (board in reached)


def test_estimates_never_exceed_the_number_of_moves_on_3_by_3():
    problem = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 8, 0))
    distances = distances_by_breadth(problem, problem.goal)
    assert max(distances.values()) == 31
    for board in random.Random(1).sample(list(distances), 5000):
        node = Node(board)
        assert problem.h(node) <= problem.manhattan(node) <= distances[board]


@pytest.mark.parametrize("goal", [(1, 2, 3, 0), (0, 1, 2, 3), (2, 0, 3, 1)])
def test_solvability_is_right_for_an_even_width_and_relative_to_the_goal(goal):
    problem = NPuzzle(goal, goal)
    reached = distances_by_breadth(problem, goal)
    for board in permutations(range(4)):
        assert problem.check_solvability(board) == (board in reached)


@given(st.integers(4, 5), st.lists(st.integers(0, 3), max_size=60), st.booleans())
def test_a_large_board_is_solvable_until_two_tiles_are_swapped(width, moves, is_swapped):
    problem = NPuzzle(range(width * width))
    board = problem.goal
    for move in moves:
        actions = problem.actions(board)
        board = problem.result(board, actions[move % len(actions)])
    if is_swapped:
        one, other = board.index(1), board.index(2)
        tiles = list(board)
        tiles[one], tiles[other] = 2, 1
        board = tuple(tiles)
    assert problem.check_solvability(board) is not is_swapped


def test_solvability_of_a_board_with_a_repeated_tile_ends():
    board = (2, 3, 3, 4, 5, 6, 7, 8, 0)  # the search for a cycle begins outside of the cycle
    assert EightPuzzle(board).check_solvability(board) in (True, False)


def test_the_eight_puzzle_takes_any_board_as_the_textbooks_does():
    goal = (0, 1, 2, 3, 4, 5, 6, 7, 8)
    problem = EightPuzzle((1, 0, 6, 8, 7, 5, 4, 2), goal)
    assert problem.goal_test(goal)
    assert not problem.goal_test((1, 2, 3, 4, 5, 6, 7, 8, 0))


@pytest.mark.parametrize("board", [(1, 2, 3, 4, 5, 6, 7, 0, 7), (1, 2, 3, 4, 5, 6, 7, 8, 9)])
def test_a_board_that_lacks_a_tile_has_no_fast_form(board):
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    for problem in (EightPuzzle(board, goal), EightPuzzle(goal, board)):
        assert problem.packed() is None
        assert "9 squares" in problem.compiled()


@pytest.mark.parametrize(
    ("board", "goal", "complaint"),
    [
        ((1, 0, 2), None, "3 squares"),
        ((), None, "0 squares"),
        ((1, 2, 3, 9), None, "9 in square 3"),
        ((1, 2, 1, 0), None, "tile 1 a second time in square 2"),
        ((1, 2, 3, 0), (1, 2, 3, 3), "goal has the tile 3 a second time"),
        ((1, 2, 3, 0), tuple(range(9)), "goal has 9 squares, but initial has 4"),
    ],
)
def test_a_board_that_is_none_is_refused_with_the_reason(board, goal, complaint):
    with pytest.raises(BoardError, match=complaint):
        NPuzzle(board, goal)


def test_a_list_is_as_good_a_board_as_a_tuple():
    problem = NPuzzle([1, 2, 0, 3], [1, 2, 3, 0])
    assert problem.result(problem.initial, "RIGHT") == problem.goal
    assert problem.goal_test((1, 2, 3, 0))


def test_an_n_puzzle_starts_from_its_goal_a_few_moves_on():
    puzzle = NPuzzle(size=4, shuffle=6, seed=3)
    assert puzzle.goal == (*range(1, 16), 0)
    assert len(puzzle.initial) == 16
    assert puzzle.check_solvability(puzzle.initial)
    assert 0 < astar_search(puzzle).path_cost <= 6
    assert NPuzzle(seed=1).initial != NPuzzle(seed=2).initial
    board = (1, 2, 3, 4, 5, 6, 0, 7, 8)
    assert NPuzzle(board).initial == NPuzzle(board, shuffle=0).initial == board
    moved = NPuzzle(board, shuffle=1, seed=1).initial
    assert moved in [NPuzzle(board).result(board, move) for move in NPuzzle(board).actions(board)]


def test_an_n_puzzle_takes_its_estimate_from_a_closed_set():
    board = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    by_name = {name: NPuzzle(board, heuristic=name) for name in ("hamming", "manhattan")}
    node = Node(board)
    assert by_name["hamming"].h(node) == by_name["hamming"].hamming_distance_heuristic(node) == 7
    assert by_name["manhattan"].h(node) == by_name["manhattan"].manhattan(node) == 21
    with pytest.raises(LookupError, match="did you mean 'manhattan'"):
        NPuzzle(board, heuristic="manhatan")
    with pytest.raises(BoardError, match="size 4: expected the side length"):
        NPuzzle(board, size=4)


# Queens


@pytest.mark.parametrize(("size", "solutions"), [(1, 1), (3, 0), (4, 2), (6, 4), (8, 92)])
def test_the_number_of_ways_to_place_queens_is_known(size, solutions):
    problem = NQueensProblem(size)
    assert problem.initial == (-1,) * size
    waiting, found = [problem.initial], 0
    while waiting:
        state = waiting.pop()
        found += problem.goal_test(state)
        waiting += [problem.result(state, row) for row in problem.actions(state)]
    assert found == solutions


@given(st.lists(st.integers(-1, 7), min_size=8, max_size=8).map(tuple))
def test_the_queens_estimate_counts_every_ordered_pair_in_conflict(state):
    problem = NQueensProblem(8)
    assert problem.h(Node(state)) == sum(
        problem.conflict(row1, column1, row2, column2)
        for column1, row1 in enumerate(state)
        for column2, row2 in enumerate(state)
        if column1 != column2
    )


def test_queens_attack_along_rows_columns_and_diagonals():
    problem = NQueensProblem(8)
    attacked = {(r, c) for r in range(8) for c in range(8) if problem.conflict(3, 4, r, c)}
    assert len(attacked) == 8 + 7 + 7 + 6
    assert not problem.goal_test((0, 1, 2, 3, 4, 5, 6, 7))
    assert not problem.goal_test((7, 3, 0, 2, 5, 1, 6, -1))


def test_a_board_without_squares_has_no_queens():
    with pytest.raises(InputError, match="N is 0"):
        NQueensProblem(0)


# Peaks


def test_a_walk_on_the_grid_stays_inside():
    problem = PeakFindingProblem((0, 0), [[0, 5, 10], [-3, 7, 11]])
    assert problem.actions((0, 0)) == ["N", "E"]
    assert problem.result((0, 0), "N") == (0, 1)
    assert problem.value((1, 2)) == 11
    everywhere = PeakFindingProblem((1, 1), [[0] * 3] * 3, directions8)
    assert len(everywhere.actions((1, 1))) == 8
    assert directions4.items() < directions8.items()


def test_a_cell_outside_has_no_value_and_an_empty_grid_no_cells():
    with pytest.raises(InputError, match="outside"):
        PeakFindingProblem((0, 0), [[1]]).value((-1, 0))
    with pytest.raises(InputError, match="empty"):
        PeakFindingProblem((0, 0), [])


# Jugs


@given(st.lists(st.integers(1, 5), min_size=1, max_size=3))
def test_pouring_never_spills_and_fills_or_empties_a_jug(sizes):
    problem = PourProblem(None, {99}, sizes)
    for state in distances_by_breadth(problem, problem.initial):
        assert all(0 <= level <= size for level, size in zip(state, sizes, strict=True))
        for action in problem.actions(state):
            after = problem.result(state, action)
            if action[0] == "Pour":
                assert sum(after) == sum(state)
                assert after[action[1]] == 0 or after[action[2]] == sizes[action[2]]
            else:
                assert after[action[1]] == (sizes[action[1]] if action[0] == "Fill" else 0)


def test_four_litres_are_measured_with_five_and_three_in_six_actions():
    problem = PourProblem((0, 0), {4}, (5, 3))
    distances = distances_by_breadth(problem, problem.initial)
    assert min(steps for state, steps in distances.items() if problem.goal_test(state)) == 6
    assert problem.actions((5, 0)) == [("Fill", 1), ("Dump", 0), ("Pour", 0, 1)]


def test_any_of_several_goals_will_do_and_jugs_are_empty_at_first():
    problem = PourProblem(goals={2, 7}, capacities=(5, 3))
    assert problem.initial == (0, 0)
    assert problem.goal_test((2, 0))
    assert not problem.goal_test((5, 3))
    with pytest.raises(InputError, match="expected the litres that each"):
        PourProblem((0, 0), {4})
    with pytest.raises(InputError, match=r"goals=4: expected .*\{4\}"):
        PourProblem((0, 0), 4, (5, 3))


def test_a_jug_cannot_hold_more_than_its_size():
    with pytest.raises(InputError, match="jug 1 holds 4"):
        PourProblem((0, 4), [1], (5, 3))
    with pytest.raises(InputError, match="1 levels for 2 jugs"):
        PourProblem((0,), [1], (5, 3))


# Grids


def test_a_walker_goes_in_four_directions_on_the_free_cells_of_the_grid():
    problem = GridProblem((0, 0), (2, 0), 3, 2, obstacles=[(1, 0)])
    assert set(distances_by_breadth(problem, (0, 0))) == {(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)}
    assert problem.actions((1, 1)) == ["W", "E"]
    assert problem.result((1, 1), "W") == (0, 1)
    assert not problem.passable((1, 0))
    assert not problem.passable((3, 0))
    assert astar_search(problem).path_cost == breadth_first_graph_search(problem).path_cost == 4


def test_a_walker_goes_where_the_directions_say_at_the_length_of_the_step():
    problem = GridProblem((0, 0), (3, 3), 5, 5, directions=directions8)
    node = astar_search(problem)
    assert node.solution() == ["NE"] * 3
    assert node.path_cost == pytest.approx(3 * math.sqrt(2))
    assert problem.h(Node((0, 0))) == pytest.approx(node.path_cost)


def test_the_ways_back_on_a_grid_are_the_ways_there():
    problem = GridProblem((0, 0), (2, 0), 3, 2, [(1, 0)], directions={"far": (2, 0), "up": (0, 1)})
    cells = [(x, y) for x in range(3) for y in range(2) if (x, y) != (1, 0)]
    there = {(c, name, problem.result(c, name)) for c in cells for name in problem.actions(c)}
    back = {(before, name, c) for c in cells for name, before, _ in problem.predecessors(c)}
    assert there == back
    assert bidirectional_search(problem) == astar_search(problem).path_cost == 2


def test_a_goal_behind_walls_is_not_reached():
    assert astar_search(GridProblem((0, 0), (4, 4), 5, 5, [(3, 4), (4, 3)])) is None
