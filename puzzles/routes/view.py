"""The picture of a map: how each map is laid out, once."""

from __future__ import annotations

from functools import lru_cache

from aima_search.display.maps import MapView
from puzzles.routes.rules import Map


@lru_cache(maxsize=8)
def view_of(map_: Map) -> MapView:
    """Return how a map is drawn; the answer is kept, because every state of a search needs it."""
    return MapView(map_.places(), map_.points, map_.roads)
