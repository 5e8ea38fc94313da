"""Sudoku for search and local search: every row, column and box holds every digit once."""

from puzzles.sudoku.local import SudokuLocal
from puzzles.sudoku.problem import Sudoku
from puzzles.sudoku.rules import ContradictoryGivens, Placement

__all__ = ["ContradictoryGivens", "Placement", "Sudoku", "SudokuLocal"]
