"""Heuristics for Sudoku: their facts, proved on every state of small boards by enumeration."""

from itertools import pairwise
from math import inf

import pytest

import heuristics
from aima_search.algorithms.informed import astar_search
from aima_search.base.errors import NotApplicable
from aima_search.model.problem import Node
from puzzles import Sudoku
from puzzles.sudoku.bitboard import BRANCHINGS
from puzzles.sudoku.deduction.propagation import PROPAGATIONS
from tests.puzzles.sudoku.oracle import all_solutions

BOARDS = [
    "12..34..21..4...",  # four solutions
    "1.......2..3....",
    "12...34...1.....",
    "1234..1.2.......",
    "..1.2....4....3.",
]
DEAD = "123...4........."  # A4 has no digit left
FORMULATIONS = [
    (branching, propagation) for branching in BRANCHINGS[:3] for propagation in PROPAGATIONS
] + [("any-empty-cell", "singles")]
NAMES = ["zero", "empty-cells", "dead-cells", "surplus-candidates", "smallest-domain", "combined",
         "max-admissible"]  # fmt: skip


class Space:
    """Every state that can be reached, and how far it really is from a solution."""

    def __init__(self, text, branching, propagation):
        self.problem = Sudoku(text, branching=branching, propagation=propagation)
        self.edges, waiting = {}, [self.problem.initial]
        while waiting:
            state = waiting.pop()
            if state not in self.edges:
                self.edges[state] = list(self.problem.successors(state))
                waiting += [after for _, after, _ in self.edges[state]]
        solutions = list(all_solutions(self.problem.givens, (2, 2)))
        self.distance = {}
        for state in sorted(self.edges, key=self.problem.open_cells):
            if self.problem.goal_test(state):
                assert tuple(self.problem.bitboard.digits(state)) in solutions
                self.distance[state] = 0
            else:
                ways = [cost + self.distance[after] for _, after, cost in self.edges[state]]
                self.distance[state] = min(ways, default=inf)


@pytest.fixture(scope="module")
def spaces():
    return [Space(text, *way) for text in (*BOARDS, DEAD) for way in FORMULATIONS]


def values(space, name):
    h = heuristics.get(name, space.problem)
    return {state: h(Node(state)) for state in space.edges}


def is_admissible(space, h):
    return all(h[state] <= space.distance[state] for state in h)


def is_consistent(space, h):
    return all(h[state] <= cost + h[after] for state in h for _, after, cost in space.edges[state])


def test_the_spaces_hold_solvable_and_dead_states(spaces):
    distances = [distance for space in spaces for distance in space.distance.values()]
    assert inf in distances
    assert sum(distance < inf for distance in distances) > 1000


@pytest.mark.parametrize("name", NAMES)
def test_facts_hold_on_every_state(spaces, name):
    info = heuristics.info("sudoku", name)
    tables = [(space, values(space, name)) for space in spaces]
    for fact, check in ((info.admissible, is_admissible), (info.consistent, is_consistent)):
        if fact is not None:
            found = [check(space, h) for space, h in tables]
            assert all(found) == fact, name


@pytest.mark.parametrize("name", NAMES)
def test_no_heuristic_is_negative_or_misses_a_goal_or_gives_up_a_solution(spaces, name):
    for space in spaces:
        for state, value in values(space, name).items():
            assert value >= 0
            if space.problem.goal_test(state):
                assert value == 0
            if space.distance[state] < inf:
                assert value < inf


def test_empty_cells_is_exact_where_there_is_a_solution(spaces):
    for space in spaces:
        for state, value in values(space, "empty-cells").items():
            assert space.distance[state] in (value, inf)


def test_dead_cells_is_infinite_exactly_where_something_has_no_place_left(spaces):
    seen = set()
    for space in spaces:
        problem = space.problem
        for state, value in values(space, "dead-cells").items():
            cells = [(r, c) for r in range(4) for c in range(4)]
            without_digit = any(not problem.candidates(state, cell) for cell in cells)
            without_place = any(
                not any(digit in problem.candidates(state, divmod(cell, 4)) for cell in unit.cells)
                for unit in problem.layout.units
                for digit in range(1, 5)
            )
            assert (value == inf) == (without_digit or without_place)
            seen.add(value)
    assert seen == {0, inf}


def test_surplus_and_smallest_domain_are_counted(spaces):
    for space in spaces:
        problem = space.problem
        surplus, smallest = (values(space, n) for n in ("surplus-candidates", "smallest-domain"))
        for state in space.edges:
            grid = problem.grid(state)
            counts = [
                len(problem.candidates(state, (r, c)))
                for r in range(4)
                for c in range(4)
                if not grid[r][c]
            ]
            assert surplus[state] == max(sum(counts) - len(counts), 0)
            assert smallest[state] == min(counts, default=0)


def test_combined_is_the_weighted_sum_of_its_parts(spaces):
    for space in spaces[::7]:
        parts = [values(space, name) for name in ("empty-cells", "surplus-candidates")]
        for state, value in values(space, "combined").items():
            assert value == parts[0][state] + 0.25 * parts[1][state]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", ["04x04-2-half-open", "06x06-1-wide", "09x09-4-search"])
def test_every_heuristic_leads_to_a_solution_of_the_same_cost(name, level):
    problem = Sudoku.level(level)
    node = astar_search(problem, heuristics.get(name, problem))
    assert node.path_cost == problem.givens.count(0)
    assert problem.goal_test(node.state)
    costs = [parent.path_cost for parent in node.path()]
    assert all(a < b for a, b in pairwise(costs))


def test_manhattan_says_why_it_does_not_apply():
    with pytest.raises(NotApplicable, match="nothing moves; use 'empty-cells'"):
        heuristics.get("manhattan", Sudoku.level())


def test_the_default_is_registered_and_used():
    problem = Sudoku.level("04x04-3-four-clues")
    node = Node(problem.initial)
    assert problem.h(node) == heuristics.get(Sudoku.default_heuristic, problem)(node)
    assert set(NAMES) | {"manhattan", "perfect"} == set(heuristics.names("sudoku"))
