"""Queens: n queens on n x n squares so that none attacks another, placed or moved."""

from puzzles.queens.local import QueensLocal
from puzzles.queens.problem import Queens

__all__ = ["Queens", "QueensLocal"]
