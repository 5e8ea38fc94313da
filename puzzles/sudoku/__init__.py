"""Sudoku, in which every row, column and box has every digit once, for search and local search."""

from puzzles.sudoku.local import SudokuLocal
from puzzles.sudoku.problem import Sudoku
from puzzles.sudoku.rules import ContradictoryGivens, Placement

__all__ = ["ContradictoryGivens", "Placement", "Sudoku", "SudokuLocal"]
