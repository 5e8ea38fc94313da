"""What each heuristic says on boards counted by hand, and its facts on random small boards."""

from itertools import permutations
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heuristics
from aima_search import Limits, Node, check_heuristic, solve
from aima_search.algorithms.frontier import TIE_BREAKS
from puzzles import MovIX
from puzzles.movix import rules
from puzzles.movix.lines import Reach, ReachCalculator
from puzzles.movix.rules import lines_of
from tests.examples import examples
from tests.puzzles.movix import oracle

NAMES = heuristics.names("movix")
ADMISSIBLE = [name for name in NAMES if heuristics.info("movix", name).admissible]
CONSISTENT = [name for name in NAMES if heuristics.info("movix", name).consistent]


def estimate(name, board, line):
    problem = MovIX(board, line)
    return heuristics.get(name, problem)(Node(problem.initial))


@examples(25)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=3))
def test_declared_facts_hold_on_whole_random_spaces(drawn):
    problem = MovIX(*drawn)
    for name in NAMES:
        report = check_heuristic(problem, name)
        info = heuristics.info("movix", name)
        assert report.complete
        assert not info.admissible or report.admissible, (name, report)
        assert not info.consistent or report.consistent, (name, report)
        assert not info.admissible or (report.safe and report.zero_at_goals)


@examples(60)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=5))
def test_each_of_the_admissible_ones_dominates_the_next(drawn):
    supported, assignment, conflicts, aligned, loose = (
        estimate(name, *drawn)
        for name in (
            "supported-assignment",
            "assignment",
            "conflicts",
            "partial-alignment",
            "partial-alignment-loose",
        )
    )
    assert supported >= assignment >= conflicts >= aligned >= loose >= 0


@examples(60)
@given(oracle.boards(max_rows=4, max_columns=5, max_pieces=5), st.sampled_from(sorted(TIE_BREAKS)))
def test_refined_on_the_way_it_solves_what_can_be_solved_in_the_fewest_moves(drawn, tie_break):
    problem = MovIX(*drawn)
    h = heuristics.get("supported-assignment", problem)
    refined = solve(problem, heuristic=h, tie_break=tie_break)
    assert refined.cost == oracle.fewest_moves(*drawn)[0]
    if refined.solved:
        plain = solve(problem, heuristic=lambda node: h(node), tie_break=tie_break)
        assert refined.expanded_below_cost == plain.expanded_below_cost
        assert (refined.reopened, plain.refined) == (0, 0)


def test_a_search_that_gives_up_refining_still_proves_that_there_is_no_solution():
    board = "6x6,4:2M2M/S2M2/2M1LM/1MMM1V/3MSL/3M2"  # 10,980 states
    result = solve(MovIX(board), heuristic="supported-assignment", limits=Limits(nodes=12_000))
    assert result.status == "no-solution"
    assert 0 < result.refined < 1000
    assert (result.expanded, result.reopened) == (10_980, 0)


def test_the_maximum_with_it_is_refined_too():
    problem = MovIX.level("5-long")
    with_it, alone = (
        solve(problem, heuristic=name) for name in ("max-admissible", "supported-assignment")
    )
    assert (with_it.cost, with_it.expanded_below_cost) == (alone.cost, alone.expanded_below_cost)
    assert with_it.refined > 0


def test_partial_alignment_counts_the_pieces_missing_on_the_fullest_line():
    board = ["S_L__", "_____", "____V", "_____", "H____"]
    assert estimate("partial-alignment", board, 4) == 2
    assert estimate("partial-alignment", ["S_L_H", "_____", "V____"], 3) == 0 + 1
    assert estimate("partial-alignment-loose", ["S_L_H", "_____", "V____"], 3) == 0


def test_manhattan_sums_the_distances_to_the_centre():
    assert estimate("manhattan", ["S__", "_L_", "__V"], 3) == 2 + 0 + 2
    assert estimate("manhattan", ["S_", "_L"], 2) == 1 + 1


def test_manhattan_line_assigns_pieces_to_cells():
    assert estimate("manhattan-line", ["S__L"], 2) == 2
    assert estimate("manhattan-line", ["H_H_", "____", "_H__"], 3) == 2


def test_assignment_counts_the_moves_each_piece_needs_alone():
    assert estimate("assignment", ["H___H", "_____", "__L__"], 3) == 1 + 2
    assert estimate("assignment", ["V____", "____L"], 2) == 3
    assert estimate("assignment", ["L______L"], 2) == 6


def test_assignment_proves_a_board_unsolvable_at_the_root():
    board = ["HM_", "_M_", "__H"]  # neither H leaves its row; no line of two can hold both
    assert estimate("assignment", board, 2) == inf
    result = solve(MovIX(board, 2), heuristic="assignment")
    assert (result.status, result.expanded) == ("no-solution", 0)
    assert solve(MovIX(board, 2), heuristic="zero").status == "no-solution"


def test_conflicts_leave_out_lines_that_too_few_pieces_can_reach():
    board = ["HM_", "_M_", "__H"]
    assert estimate("partial-alignment", board, 2) == 1
    assert estimate("conflicts", board, 2) == inf


def test_h_and_v_refute_the_manhattan_distance():
    report = check_heuristic(MovIX(["H__H"], 2), "manhattan-line")
    assert report.admissible is False
    assert report.counterexamples["admissible"].h_star == 1
    assert report.counterexamples["admissible"].h == 2


def test_the_weights_of_combined_are_parameters():
    from heuristics.movix import combined

    problem = MovIX(["S__", "_L_", "__V"], 2)
    node = Node(problem.initial)
    assert combined(problem, alignment=3, distance=0)(node) == 3 * estimate(
        "partial-alignment", ["S__", "_L_", "__V"], 2
    )
    assert combined(problem, alignment=0, distance=2)(node) == 2 * 4


@examples(60)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=4))
def test_assignment_is_the_least_over_all_ways_to_fill_a_line(drawn):
    board, line = drawn
    problem = MovIX(board, line)
    walls = problem.walls
    ways = [
        sum(moves_alone(board, piece, cell) for piece, cell in zip(chosen, cells, strict=True))
        for cells in lines_of(line, problem.rows, problem.columns)
        if walls.isdisjoint(cells)
        for chosen in permutations(problem.initial, line)
    ]
    assert estimate("assignment", board, line) == min(ways, default=inf)


@examples(30)
@given(oracle.boards(max_rows=4, max_columns=5, max_pieces=5))
def test_cached_prices_of_other_states_change_nothing(drawn):
    problem = MovIX(*drawn)
    ground = ReachCalculator(problem)
    price = ground.cheapest_line_pricer()
    states = [problem.initial]
    for state in states:
        states += [
            after for _, after in rules.successors(problem.field, state) if after not in states
        ]
        if len(states) > 60:
            break
    for state in 2 * states:
        grid = problem.grid(state)
        reaches = list(map(ground.reach_alone, state))
        assert price(reaches) == estimate("assignment", grid, problem.line)


@examples(200)
@given(st.lists(st.tuples(*6 * [st.sampled_from([0, 1, 2, 40, 60])]), min_size=3, max_size=3))
def test_the_cheapest_line_is_the_least_over_all_ways_to_fill_a_line(distances):
    problem = MovIX(["SLV", "___"], line=2)
    ground = ReachCalculator(problem)
    bits = ground.bits
    reaches, costs = [], []
    for of_cells in distances:
        costs.append({bits[cell]: n for cell, n in zip(bits, of_cells, strict=True) if n < 60})
        rings = [sum(bit for bit, n in costs[-1].items() if n == moves) for moves in range(60)]
        reaches.append(Reach(rings))
    ways = [
        first.get(line.cells[0], inf) + second.get(line.cells[1], inf)
        for line in ground.lines
        for first, second in permutations(costs, 2)
    ]
    assert ground.cheapest_line_pricer()(reaches) == min(ways)


def moves_alone(board, piece, cell):
    """Breadth-first search with the oracle's moves; S finds a piece wherever it wants to jump."""
    kind, start = piece
    empty = ["".join("M" if mark == "M" else "_" for mark in row) for row in board]
    distance, queue = {start: 0}, [start]
    for here in queue:
        for there in one_move(empty, kind, here):
            if there not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return distance.get(cell, inf)


def one_move(empty, kind, here):
    rows = [list(row) for row in empty]
    rows[here[0]][here[1]] = kind
    if kind == "S":
        for dr, dc in oracle.FOUR:
            r, c = here[0] + dr, here[1] + dc
            if 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[r][c] == "_":
                rows[r][c] = "V" if dc else "H"  # a piece that cannot be confused with the S
    return [target for origin, target in oracle.moves(rows) if origin == here]


@pytest.mark.parametrize("name", ADMISSIBLE)
def test_astar_is_optimal_with_every_admissible_heuristic(name):
    problem = MovIX.level("2-tiny")
    optimum, _ = oracle.fewest_moves(problem.grid(problem.initial), problem.line)
    assert solve(problem, heuristic=name).cost == optimum


@pytest.mark.parametrize("name", CONSISTENT)
def test_astar_reopens_nothing_with_a_consistent_heuristic(name):
    assert solve(MovIX.level("4-jump"), heuristic=name).reopened == 0
