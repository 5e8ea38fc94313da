"""Paths: find the cheapest path on a grid with walls and terrain."""

from puzzles.paths.problem import Paths

__all__ = ["Paths"]
