"""Paths: walk on a grid with walls and terrain, by the cheapest path."""

from puzzles.paths.problem import Paths

__all__ = ["Paths"]
