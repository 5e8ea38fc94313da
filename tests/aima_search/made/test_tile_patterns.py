"""Pattern databases of sliding tiles against uniform-cost search in the abstract problem."""

import itertools
import random
from math import inf

import pytest

import heuristics
from aima_search import solve
from aima_search.analysis.enumeration import PerfectDistances, enumerate_space
from aima_search.analysis.shape import heuristic_values
from aima_search.base.errors import InputError, NotApplicable
from aima_search.made.abstractions import are_additive, pattern_database
from aima_search.model.contract import NO_COST
from aima_search.model.problem import Node
from aima_search.textbook.sliding import TilePatternProblem
from aima_search.textbook.tiles import EightPuzzle, NPuzzle

LAST, FIRST = (1, 2, 3, 4, 5, 6, 7, 8, 0), (0, 1, 2, 3, 4, 5, 6, 7, 8)
CENTRE = (1, 2, 3, 8, 0, 4, 7, 6, 5)


@pytest.mark.parametrize("goal", [LAST, FIRST, CENTRE])
@pytest.mark.parametrize("pattern", [(1, 2), (8, 3, 5)])
def test_a_table_holds_the_exact_costs_of_the_abstract_problem(goal, pattern):
    puzzle = EightPuzzle(goal, goal)
    abstraction = puzzle.abstraction(pattern)
    exact = PerfectDistances.of(abstraction.problem)
    costs = abstraction.dense.costs()
    squares = range(9)
    placements = list(itertools.permutations(squares, len(pattern)))
    assert abstraction.entries == len(placements) == int((costs != NO_COST).sum())
    for placement in placements:
        place = sum(square << 4 * i for i, square in enumerate(placement))
        least = min(exact(Node((*placement, b))) for b in squares if b not in placement)
        assert least < inf
        assert costs[place] == least


def test_the_abstract_problem_follows_the_problem():
    puzzle = EightPuzzle((8, 1, 3, 4, 0, 2, 7, 6, 5), LAST)
    abstract = TilePatternProblem(puzzle, (1, 2, 3))
    state = puzzle.initial
    chance = random.Random(4)
    for _ in range(100):
        action = chance.choice(puzzle.actions(state))
        after = puzzle.result(state, action)
        costs = {way[:2]: way[2] for way in abstract.successors(abstract.image(state))}
        assert 0 <= costs[action, abstract.image(after)] <= 1
        state = after


def test_every_action_is_paid_for_by_one_pattern_at_most():
    puzzle = EightPuzzle((8, 1, 3, 4, 0, 2, 7, 6, 5), LAST)
    parts = [puzzle.abstraction(pattern).problem for pattern in puzzle.patterns("4-4")]
    state = puzzle.initial
    for action, after, cost in puzzle.successors(state):
        paid = [
            price
            for part in parts
            for name, then, price in part.successors(part.image(state))
            if (name, then) == (action, part.image(after))
        ]
        assert len(paid) == len(parts)
        assert sum(paid) <= cost


@pytest.mark.gate("whole spaces")
@pytest.mark.parametrize(("goal", "sizes"), [(LAST, "4-4"), (FIRST, "3-3-2"), (CENTRE, "4-4")])
def test_the_sum_is_admissible_on_the_whole_space(goal, sizes):
    puzzle = EightPuzzle(goal, goal)
    space = enumerate_space(puzzle)
    values = heuristic_values(space, heuristics.get(f"pattern-database({sizes})", puzzle))
    assert len(values) == 181_440
    assert (values <= space.h_star).all()
    assert values[space.goals].max() == 0 < values.max()


def test_patterns_that_share_a_tile_are_not_added_up():
    puzzle = EightPuzzle(LAST)
    apart, together = [(1, 2), (3, 4)], [(1, 2), (2, 3)]
    assert are_additive([puzzle.abstraction(one) for one in apart], apart)
    assert not are_additive([puzzle.abstraction(one) for one in together], together)
    h = pattern_database(puzzle, together, symmetries=False)
    single = [pattern_database(puzzle, [one], symmetries=False) for one in together]
    boards = [puzzle.shuffle_state(40, puzzle.initial, seed=seed) for seed in range(20)]
    for board in boards:
        assert h(Node(board)) == max(one(Node(board)) for one in single)


@pytest.mark.parametrize("goal", [LAST, FIRST, CENTRE])
def test_a_reflection_keeps_the_distance(goal):
    puzzle = EightPuzzle(goal, goal)
    maps = puzzle.symmetries()
    assert len(maps) == (2 if goal == CENTRE else 1)
    boards = [puzzle.shuffle_state(30, goal, seed=seed) for seed in range(20)]
    for one in maps:
        assert [cost_of(one.of_state(board), goal) for board in boards] == [
            cost_of(board, goal) for board in boards
        ]


def cost_of(board, goal):
    puzzle = EightPuzzle(board, goal)
    return solve(puzzle, "astar", puzzle.manhattan).cost


def test_a_search_finds_the_optimum_with_it():
    for seed in range(5):
        puzzle = EightPuzzle(NPuzzle(size=3, shuffle=80, seed=seed).initial)
        h = heuristics.get("pattern-database", puzzle)
        best = solve(puzzle, "astar", puzzle.manhattan).cost
        assert solve(puzzle, heuristic=h).cost == best


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4-5", "expected sizes whose sum is 8, such as 4-4"),
        ("4-x", "expected sizes whose sum is 8, such as 4-4"),
        ("8-0", "expected sizes whose sum is 8, such as 4-4"),
    ],
)
def test_sizes_that_are_none(text, message):
    with pytest.raises(InputError, match=message):
        heuristics.get(f"pattern-database({text})", EightPuzzle(LAST))


def test_what_cannot_be_stored_is_refused_before_it_is_begun():
    puzzle = NPuzzle(goal=tuple(range(16)), size=4, shuffle=1, seed=1)
    with pytest.raises(NotApplicable, match="memory for 268,435,456 entries"):
        puzzle.abstraction(range(1, 8))
    with pytest.raises(InputError, match="expected one or more different tiles from 1 to 15"):
        puzzle.abstraction((1, 16))
    with pytest.raises(NotApplicable, match="the board has 25 squares"):
        NPuzzle(size=5).abstraction((1, 2))


def test_the_usual_patterns_hold_every_tile_once():
    for goal in (tuple(range(16)), (*range(1, 16), 0), (*range(1, 8), 0, *range(8, 16))):
        puzzle = NPuzzle(goal, goal)
        assert [len(part) for part in puzzle.patterns()] == [5, 5, 5]
        for sizes in ("", "5-5-5", "6-6-3", "3-4-4-4"):
            assert sorted(sum(puzzle.patterns(sizes), ())) == list(range(1, 16))
