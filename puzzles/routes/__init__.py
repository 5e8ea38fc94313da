"""Routes: find the cheapest path on a map of places and roads, such as the map of Romania."""

from puzzles.routes.formats import read_map
from puzzles.routes.problem import Routes

__all__ = ["Routes", "read_map"]
