"""Formulations agree on what is a solution; the bitboard agrees with a slow reading."""

import random
from itertools import chain

import pytest

from aima_search.algorithms.informed import astar_search
from aima_search.algorithms.uninformed import breadth_first_graph_search
from aima_search.base.errors import UnknownName
from aima_search.runs.search import solve
from puzzles import Sudoku
from puzzles.sudoku.bitboard import BRANCHINGS, DEAD
from puzzles.sudoku.deduction.propagation import PROPAGATIONS, make_propagation
from puzzles.sudoku.rules import Placement
from tests.puzzles.sudoku.oracle import all_solutions, flat

FORMULATIONS = [(b, p) for b in BRANCHINGS for p in PROPAGATIONS]
ALMOST_DONE = ".312214.342.1.34"


@pytest.mark.parametrize(("branching", "propagation"), FORMULATIONS)
def test_every_formulation_solves_to_the_oracles_solution(branching, propagation):
    text = Sudoku.generate(1, box=(2, 2), clues=8).format()
    problem = Sudoku(text, branching=branching, propagation=propagation)
    (expected,) = all_solutions(problem.givens, (2, 2))
    node = astar_search(problem)
    assert flat(problem, node.state) == expected
    assert node.path_cost == problem.givens.count(0)


@pytest.mark.parametrize(("branching", "propagation"), FORMULATIONS)
def test_every_formulation_proves_that_there_is_no_solution(branching, propagation):
    rows = [[1, 2, 3, 0], [0, 0, 4, 0], [2, 0, 0, 1], [0, 1, 2, 3]]
    assert not list(all_solutions([*chain(*rows)], (2, 2)))
    problem = Sudoku(rows, branching=branching, propagation=propagation)
    assert solve(problem, "astar", "zero").status == "no-solution"


@pytest.mark.parametrize(("branching", "propagation"), FORMULATIONS)
def test_the_goals_that_can_be_reached_are_the_solutions(branching, propagation):
    problem = Sudoku("12..34..21..4...", branching=branching, propagation=propagation)
    goals, seen, waiting = set(), {problem.initial}, [problem.initial]
    while waiting:
        state = waiting.pop()
        if problem.goal_test(state):
            goals.add(flat(problem, state))
        for action in problem.actions(state):
            after = problem.result(state, action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    expected = set(all_solutions(problem.givens, (2, 2)))
    assert goals == expected
    assert len(expected) > 1


@pytest.mark.parametrize(("branching", "propagation"), FORMULATIONS)
def test_successors_agree_with_actions_result_and_path_cost(branching, propagation):
    problem = Sudoku("12..34..21..4...", branching=branching, propagation=propagation)
    state, rng = problem.initial, random.Random(4)
    for _ in range(6):
        actions = list(problem.actions(state))
        expected = [
            (a, problem.result(state, a), problem.path_cost(0, state, a, problem.result(state, a)))
            for a in actions
        ]
        assert list(problem.successors(state)) == expected
        for action, after, cost in expected:
            (row, column), digit = action
            assert problem.grid(after)[row][column] == digit
            assert cost == problem.open_cells(state) - problem.open_cells(after) > 0
        if not actions:
            break
        state = rng.choice(expected)[1]


def slow_candidates(problem, digits):
    """What the rules leave for every open cell, from the digits alone."""
    n, layout = problem.side, problem.layout
    return {
        cell: {d for d in range(1, n + 1) if all(digits[p] != d for p in layout.peers[cell])}
        for cell in range(n * n)
        if not digits[cell]
    }


def slow_singles(problem, digits):
    """Place singles one by one, on sets; None for a contradiction."""
    digits = list(digits)
    while True:
        open_cells = slow_candidates(problem, digits)
        if not all(open_cells.values()):
            return None
        places = []
        for unit in problem.layout.units:
            for digit in range(1, problem.side + 1):
                if all(digits[cell] != digit for cell in unit.cells):
                    able = [c for c in unit.cells if digit in open_cells.get(c, ())]
                    if not able:
                        return None
                    places += [(able[0], digit)] if len(able) == 1 else []
        places += [(cell, *left) for cell, left in open_cells.items() if len(left) == 1]
        if not places:
            return digits
        cell, digit = places[0]
        digits[cell] = digit


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_closure_under_singles_is_that_of_the_slow_reading(box, seed):
    rng = random.Random(seed)
    puzzle = Sudoku.generate(seed, box=box)
    givens, n = list(puzzle.givens), puzzle.side
    for cell in rng.sample(range(n * n), n):  # other givens, so that dead ends occur too
        open_digits = slow_candidates(puzzle, givens).get(cell)
        givens[cell] = rng.choice(sorted(open_digits)) if open_digits else givens[cell]
    problem = Sudoku([givens[i : i + n] for i in range(0, n * n, n)], box=box)
    expected = slow_singles(problem, givens)
    state = problem.bitboard.close_under_singles(problem.initial)
    assert (None if state == DEAD else list(flat(problem, state))) == expected
    for cell, left in slow_candidates(problem, givens).items():
        assert set(problem.candidates(problem.initial, divmod(cell, n))) == left
    if state:
        for cell, left in slow_candidates(problem, expected).items():
            assert set(problem.candidates(state, divmod(cell, n))) == left


def test_both_outcomes_occur_among_the_boards_above():
    outcomes = set()
    for seed in range(25):
        rng, puzzle = random.Random(seed), Sudoku.generate(seed, box=(2, 2))
        givens = list(puzzle.givens)
        for cell in rng.sample(range(16), 4):
            left = slow_candidates(puzzle, givens).get(cell)
            givens[cell] = rng.choice(sorted(left)) if left else givens[cell]
        outcomes.add(slow_singles(puzzle, givens) is None)
    assert outcomes == {True, False}


@pytest.mark.parametrize("seed", range(12))
def test_propagation_loses_no_solution_and_more_of_it_leaves_less(seed):
    problem = Sudoku.generate(seed, box=(2, 3))
    (solution,) = problem.solutions()
    states = [make_propagation(name, problem.bitboard)(problem.initial) for name in PROPAGATIONS]
    for state in states:
        for (row, column), digit in zip(
            [(r, c) for r in range(6) for c in range(6)], flat(problem, solution), strict=True
        ):
            assert digit in problem.candidates(state, (row, column))
    open_cells = [problem.open_cells(state) for state in states]
    assert open_cells == sorted(open_cells, reverse=True)


def test_locked_candidates_go_beyond_singles():
    problem = Sudoku.level("09x09-3-locked-candidates")
    singles, locked = (
        make_propagation(name, problem.bitboard)(problem.initial) for name in ("singles", "locked")
    )
    assert problem.open_cells(singles) > 0
    assert problem.open_cells(locked) == 0
    assert problem.goal_test(locked)


def test_branching_agrees_with_its_name():
    rows = [[0] * 4, [0] * 4, [0, 0, 1, 0], [2, 0, 0, 0]]
    by_name = {name: Sudoku(rows, branching=name, propagation="none") for name in BRANCHINGS}
    actions = {name: p.actions(p.initial) for name, p in by_name.items()}
    problem = by_name["any-empty-cell"]
    every = {
        Placement((r, c), d)
        for r in range(4)
        for c in range(4)
        if not rows[r][c]
        for d in problem.candidates(problem.initial, (r, c))
    }
    assert set(actions["any-empty-cell"]) == every
    assert {action.cell for action in actions["first-empty-cell"]} == {(0, 0)}
    assert [action.digit for action in actions["first-empty-cell"]] == [1, 3, 4]
    fewest = min(len(problem.candidates(problem.initial, a.cell)) for a in every)
    assert len({action.cell for action in actions["most-constrained"]}) == 1
    assert len(actions["most-constrained"]) == fewest
    assert len(actions["smallest-constraint"]) <= fewest
    assert set(actions["smallest-constraint"]) <= every


def test_a_path_counts_the_cells_it_fixes():
    problem = Sudoku(ALMOST_DONE, branching="first-empty-cell", propagation="none")
    node = breadth_first_graph_search(problem)
    assert node.path_cost == len(node.solution()) == ALMOST_DONE.count(".")
    assert str(node.solution()[0]) == "A1 = 4"
    at_once = astar_search(Sudoku(ALMOST_DONE))
    assert at_once.path_cost == node.path_cost
    assert len(at_once.solution()) == 1


@pytest.mark.parametrize("option", ["branching", "propagation"])
def test_an_unknown_formulation_is_answered_with_the_nearest(option):
    with pytest.raises(UnknownName, match="did you mean"):
        Sudoku(
            ALMOST_DONE,
            **{option: {"branching": "most-constrain", "propagation": "single"}[option]},
        )
