"""Paths: walk from cell to cell of a grid with walls and terrain, by the shortest way."""

from puzzles.paths.problem import Paths

__all__ = ["Paths"]
