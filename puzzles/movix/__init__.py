"""MovIX: bring pieces that jump, step and slide onto one line."""

from puzzles.movix.problem import MovIX
from puzzles.movix.rules import Move

__all__ = ["MovIX", "Move"]
