"""Queens: place or move n queens on n x n squares so that no queen attacks another."""

from puzzles.queens.local import QueensLocal
from puzzles.queens.problem import Queens

__all__ = ["Queens", "QueensLocal"]
