"""Deductions: each follows from the rules, and together they tell how hard a puzzle is."""

import pytest

from puzzles import Sudoku
from puzzles.sudoku.deduction import TECHNIQUES

EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


def solution_of(problem):
    (solution,) = problem.solutions()
    return problem.grid(solution)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("box", [(2, 3), (3, 3)])
def test_no_deduction_contradicts_the_solution(seed, box):
    problem = Sudoku.generate(seed, box=box)
    rows = solution_of(problem)
    for deduction in problem.explain():
        if deduction.placement:
            (row, column), digit = deduction.placement
            assert rows[row][column] == digit
        for (row, column), digit in deduction.removed:
            assert rows[row][column] != digit


def test_an_easy_puzzle_is_solved_one_line_a_cell():
    problem = Sudoku(EASY)
    deductions = list(problem.explain())
    assert len(deductions) == EASY.count(".")
    assert str(deductions[0]) == "B2 = 6: in box 1 the digit 6 fits only here"
    board = problem.grid(problem.initial)
    for deduction in deductions:
        (row, column), digit = deduction.placement
        assert board[row][column] == 0
        board[row][column] = digit
    assert board == solution_of(problem)
    assert all("\n" not in str(deduction) for deduction in deductions)


def test_a_dead_end_is_explained():
    cell = Sudoku([[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4])
    *_, last = cell.explain()
    assert str(last) == "no digit is left for A4: there is no solution"
    assert last.rule == "search"
    unit = Sudoku([[1, 2, 0, 0], [0, 0, 3, 0], [0, 0, 0, 3], [0] * 4])
    *_, last = unit.explain()
    assert str(last) == "no place is left for 3 in row A: there is no solution"


def test_cage_totals_are_explained():
    problem = Sudoku([[0] * 4] * 4, cages=[(["A1", "A2"], 3)])
    first = next(d for d in problem.explain() if d.rule == "cage-combinations")
    assert {(p.cell, p.digit) for p in first.removed} >= {((0, 0), 3), ((0, 0), 4), ((0, 1), 3)}
    assert str(first).startswith("A1 A2 add up to 3, the total of a cage: not 3 in A1")


def test_a_full_board_needs_no_explanation():
    problem = Sudoku.generate(1, box=(2, 2), clues=16)
    assert list(problem.explain()) == []
    assert problem.difficulty() == next(iter(TECHNIQUES))
    assert problem.rating() == 1.0
