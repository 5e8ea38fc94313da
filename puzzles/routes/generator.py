"""Random maps with towns on a plane and roads to nearby towns, as in the textbook."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase

from aima_search.base.errors import BoardError
from aima_search.runs.search import solve
from aima_search.textbook.graphs import RandomGraph
from aima_search.textbook.routes import GraphProblem
from puzzles.routes.rules import RoadMap, roads_of

MOST = 2_000
_TRIES = 1_000


def random_map(random: Random, *, places: int = 20, links: int = 2) -> tuple[RoadMap, str, str]:
    """Return a random map, a start, and a goal, which is the place farthest from the start.

    links: each place has at least this number of roads.
    """
    if not 2 <= places <= MOST:
        raise BoardError(f"routes of {places} places: expected 2 to {MOST}")
    if not 1 <= links < places:
        raise BoardError(f"routes links={links}: expected 1 to {places - 1} for {places} places")
    for _ in range(_TRIES):
        graph = RandomGraph(map(_name, range(places)), links, seed=random)
        start = _name(0)
        x, y = graph.locations[start]
        squares = {name: (a - x) ** 2 + (b - y) ** 2 for name, (a, b) in graph.locations.items()}
        goal = max(squares, key=squares.__getitem__)
        if solve(GraphProblem(start, goal, graph), "breadth-first").node is not None:
            return RoadMap(roads_of(graph), dict(graph.locations)), start, goal
    raise BoardError(f"routes: no path to the goal in {_TRIES} random maps; ask for more links")


def _name(number: int) -> str:
    """Return the name of place ``number``: A to Z, then AA, AB and so on.

    >>> _name(0), _name(25), _name(26)
    ('A', 'Z', 'AA')
    """
    rest, last = divmod(number, 26)
    return (_name(rest - 1) if rest else "") + ascii_uppercase[last]
