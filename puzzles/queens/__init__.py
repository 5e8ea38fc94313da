"""Queens: n of them on n x n squares, none attacking another; placed, or moved from anywhere."""

from puzzles.queens.local import QueensLocal
from puzzles.queens.problem import Queens

__all__ = ["Queens", "QueensLocal"]
