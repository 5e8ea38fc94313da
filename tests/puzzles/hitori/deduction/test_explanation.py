from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.display import Scene
from puzzles import Hitori
from puzzles.hitori.deduction.explanation import RATINGS, explain, hardest
from puzzles.hitori.deduction.patterns import PATTERNS
from puzzles.hitori.rules import BLANK
from tests.examples import examples
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards, solvable_boards

EXAMPLE = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]

STRENGTHS = tuple(RATINGS)


@examples(150)
@given(st.one_of(boards(), solvable_boards()))
def test_every_step_is_true_of_every_solution(rows: Rows) -> None:
    board = Hitori(rows).board
    solutions = oracle.solutions(rows)
    steps = explain(board)
    decided: set[oracle.Cell] = set()
    for step in steps:
        new = set(step.shade) | set(step.keep)
        if not new:
            assert solutions == []
            assert step is steps[-1]
        elif step.rule in ("search", "nothing-repeats"):
            assert step is steps[-1]
            shaded = frozenset(board.geometry.cells_of(step.state.shaded))
            assert shaded in solutions
            assert not any(other < shaded for other in solutions)
        else:
            assert all(solution.issuperset(step.shade) for solution in solutions)
            assert all(solution.isdisjoint(step.keep) for solution in solutions)
        assert new.isdisjoint(decided)
        decided |= new
    if solutions:
        assert decided == set(board.geometry.cells)
        assert len(solutions) == 1 or steps[-1].rule in ("search", "nothing-repeats")
        searched = any(step.rule == "search" for step in steps)
        assert (Hitori(rows).difficulty() == "search") == searched


@given(solvable_boards())
def test_a_cycle_step_shows_the_cells_that_cut_with_it(rows: Rows) -> None:
    board = Hitori(rows).board
    everything = set(board.geometry.cells)
    for step in explain(board):
        if step.rule == "cycles":
            assert oracle.is_connected(everything - set(step.because))
            assert not oracle.is_connected(everything - set(step.because) - set(step.keep))


@examples(60)
@given(solvable_boards())
def test_a_cycle_step_has_a_shortest_ring(rows: Rows) -> None:
    board = Hitori(rows).board
    everything = set(board.geometry.cells)
    shaded: set[oracle.Cell] = set()
    kept: set[oracle.Cell] = set()
    for step in explain(board):
        if step.rule == "cycles":
            length = len(step.because)
            assert step.rating == round(2 + max(0, min(9, length - 3)) / 10, 1)
            for ring in combinations(sorted(shaded), length - 1):
                for cell in everything - shaded - kept:
                    assert oracle.is_connected(everything - set(ring) - {cell})
        shaded |= set(step.shade)
        kept |= set(step.keep)


def test_an_explanation_reads_and_draws_step_by_step() -> None:
    problem = Hitori(EXAMPLE)
    steps = problem.explain()
    assert [str(step) for step in steps] == [
        "sandwich: keep (0,1) because of (0,0) (0,2)",
        "equals: shade (1,1) because of (0,1)",
        "neighbours: keep (1,0) (1,2) (2,1) because of (1,1)",
        "equals: shade (0,2) because of (1,2)",
        "edge-pairs: keep (0,0) because of (0,1) (1,1) (0,2) (1,2)",
        "cycles: keep (2,0) because of (0,2) (1,1)",
        "cycles: keep (2,2) because of (0,2) (1,1)",
    ]
    scenes = problem.pictures(steps)
    assert all(isinstance(scene, Scene) for scene in scenes)
    assert scenes[1].caption == str(steps[1])
    assert scenes[0].cells[0][0].origin
    assert scenes[1].cells[1][1].marked
    assert scenes[1].cells[1][1].role == "shaded"
    assert scenes[2].cells[1][2].marked
    assert (problem.difficulty(), problem.rating()) == ("cycles", 2.0)


Literals = dict[oracle.Cell, bool]


def conclusions(rows: Rows, literals: Literals) -> set[tuple[oracle.Cell, bool]]:
    """What neighbours of shaded cells and equals of kept cells must be: True for shaded."""
    inside = {(r, c) for r, line in enumerate(rows) for c in range(len(line))}
    near = {(b, False) for a, is_shaded in literals.items() if is_shaded for b in oracle.beside(a)}
    pairs = [*oracle.clashes(rows), *((b, a) for a, b in oracle.clashes(rows))]
    same = {(b, True) for a, b in pairs if literals.get(a) is False}
    return {(cell, value) for cell, value in near | same if cell in inside}


def rounds(rows: Rows, known: Literals, cell: oracle.Cell, is_shaded: bool) -> int | None:
    """After how many rounds of conclusions a supposition contradicts, None if it never does."""
    literals, count = {**known, cell: is_shaded}, 0
    while True:
        count += 1
        found = conclusions(rows, literals)
        if any(literals.get(a, value) != value or (a, not value) in found for a, value in found):
            return count
        if all(a in literals for a, _ in found):
            return None
        literals |= dict(found)


@examples(60)
@given(solvable_boards())
def test_each_step_is_of_the_easiest_rule_that_decides_something(rows: Rows) -> None:
    board = Hitori(rows).board
    known: Literals = {}
    everything = set(board.geometry.cells)
    for step in explain(board):
        undecided = everything - known.keys()
        shaded = {cell for cell, value in known.items() if value}
        if step.rating > RATINGS["equals"]:
            assert all(known.get(a) == value for a, value in conclusions(rows, known))
        for name in STRENGTHS[3 : STRENGTHS.index(step.rule)] if step.rating else ():
            if name in PATTERNS:
                for shade, keep, _ in PATTERNS[name].find(board):
                    assert all(known[cell] for cell in shade)
                    assert not any(known[cell] for cell in keep)
            elif name == "cycles":
                for cell in undecided:
                    assert oracle.is_connected(everything - shaded - {cell})
        found = [rounds(rows, known, cell, value) for cell in undecided for value in (True, False)]
        least = min((count for count in found if count), default=None)
        if step.rule == "closure":
            assert least is not None
            assert step.rating == round(3 + min(least, 9) / 10, 1)
        elif step.rating > RATINGS["probing"]:
            assert least is None
        known |= dict.fromkeys(step.shade, True) | dict.fromkeys(step.keep, False)


def test_a_rating_does_not_depend_on_places_and_numbers() -> None:
    for _, text in list(Hitori.split(Hitori.collections()["hitori"]))[1::3]:
        board = Hitori.parse(text)
        mirrored = [row[::-1] for row in board.numbers]
        transposed = list(zip(*board.numbers, strict=True))
        relabelled = [[number and 100 - number for number in row] for row in board.numbers]
        changed = [Hitori(rows).rating() for rows in (mirrored, transposed, relabelled)]
        assert changed == [board.rating()] * 3
        assert str(board.rating()) == f"{board.rating():.1f}"


def test_the_graded_boards_are_in_order_and_name_their_deductions() -> None:
    boards = [Hitori.parse(text) for _, text in Hitori.split(Hitori.collections()["hitori"])]
    assert len(boards) == len({board.numbers for board in boards}) == 60
    ratings = []
    for board, note in zip(boards, Hitori.notes("hitori"), strict=True):
        assert board.is_unique()
        steps = board.explain()
        rule, rating = hardest(steps)
        needed = sum(step.rule == rule for step in steps)
        assert (
            note == f"{rating} {rule}, {({1: 'once', 2: 'twice'}).get(needed, f'{needed} times')}"
        )
        ratings.append(rating)
    assert ratings == sorted(ratings)
    assert len({rating for rating in ratings if 2.0 <= rating < 3.0}) > 3


@pytest.mark.parametrize("name", list(Hitori.levels()))
def test_levels_are_as_hard_as_their_names(name: str) -> None:
    problem = Hitori.level(name)
    assert isinstance(problem, Hitori)
    strength = STRENGTHS.index(problem.difficulty())
    wanted = {
        "easy": range(STRENGTHS.index("cycles") + 1),
        "medium": range(STRENGTHS.index("closure"), STRENGTHS.index("probing") + 1),
        "hard": range(STRENGTHS.index("deep-probing"), STRENGTHS.index("deep-probing") + 1),
    }
    assert strength in wanted[name.partition("-")[2]]


def test_a_board_that_deductions_leave_open_needs_search() -> None:
    problem = Hitori([[1, 1], [2, 3]])
    assert problem.difficulty() == "search"
    last = problem.explain()[-1]
    assert last.rule == "search"
    assert problem.goal_test(last.state)


@pytest.mark.parametrize("rows", [[[1]], [[1, 2], [2, 1]], [[1, 2, 3], [2, 3, 1], [3, 1, 2]]])
def test_a_board_without_repeats_is_solved_as_it_stands(rows: Rows) -> None:
    problem = Hitori(rows)
    assert all(step.shade == () for step in problem.explain())
    assert problem.difficulty() in ("none", "single-line")
    assert problem.goal_test(problem.explain()[-1].state)


def test_what_nothing_forces_to_be_shaded_stays() -> None:
    problem = Hitori([[5, 5, 5], [1, 3, 2], [8, 7, 6]])
    *_, before, last = problem.explain()
    assert before.shade == last.shade == ()
    assert str(last) == "nothing-repeats: keep (2,0) (2,1) (2,2)"
    assert problem.grid(last.state) == [[0, 5, 0], [1, 3, 2], [8, 7, 6]]
    assert problem.difficulty() == "cycles"


def test_a_search_shades_no_more_than_it_must() -> None:
    problem = Hitori([[1, 1, 2], [3, 4, 5], [6, 7, 8]])
    last = problem.explain()[-1]
    assert (last.rule, last.shade) == ("search", ((0, 0),))


def test_a_board_of_one_cell_is_kept_whole() -> None:
    problem = Hitori([[1]])
    (step,) = problem.explain()
    assert (step.rule, step.keep) == ("single-line", ((0, 0),))
    assert step.state != BLANK
