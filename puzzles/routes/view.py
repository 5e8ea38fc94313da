"""The pictures of a map; the layout of a map is computed only once."""

from __future__ import annotations

from functools import lru_cache

from aima_search.base.errors import MissingOptionalMember
from aima_search.display.maps import MapView
from puzzles.routes.rules import RoadMap

MOST_DRAWN = 20_000  # places


@lru_cache(maxsize=8)
def view_of(map_: RoadMap) -> MapView:
    """Return the ``MapView`` that draws a map; it is cached for the pictures of all states."""
    if len(map_) > MOST_DRAWN:
        raise MissingOptionalMember(f"cannot draw a map of more than {MOST_DRAWN:,} places")
    return MapView(map_.named, map_.points, map_.roads)
