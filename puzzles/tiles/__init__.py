"""Tiles: slide them until they lie in order. The 8-puzzle, the 15-puzzle, and any n x m."""

from puzzles.tiles.problem import Tiles

__all__ = ["Tiles"]
