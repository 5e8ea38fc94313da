"""Sudoku by local search: full boards, and the steps that repair them."""
