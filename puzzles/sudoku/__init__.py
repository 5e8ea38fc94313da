"""Sudoku: every digit once in every row, column and box; solved by search or by local search."""

from puzzles.sudoku.local import SudokuLocal
from puzzles.sudoku.problem import Sudoku
from puzzles.sudoku.rules import ContradictoryGivens, Placement

__all__ = ["ContradictoryGivens", "Placement", "Sudoku", "SudokuLocal"]
