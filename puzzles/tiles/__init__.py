"""Tiles: slide tiles until they are in order, in the 8-puzzle, the 15-puzzle or any n x m board."""

from puzzles.tiles.problem import Tiles

__all__ = ["Tiles"]
