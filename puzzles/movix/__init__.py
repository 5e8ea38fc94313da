"""MovIX: bring pieces that jump, step or slide onto one line."""

from puzzles.movix.problem import MovIX
from puzzles.movix.rules import Move

__all__ = ["MovIX", "Move"]
