"""Points, distances and headings, as the textbook's ``utils`` names them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import add, ne
from typing import Any

Heading = tuple[int, int]


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the straight-line distance between two points (x, y)."""
    return math.dist(a, b)


def distance_squared(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the square of the distance between two points (x, y), exact for whole numbers."""
    (x, y), (other_x, other_y) = a, b
    return (x - other_x) ** 2 + (y - other_y) ** 2


def vector_add(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    """Return the sum of two vectors, component by component.

    >>> vector_add((0, 1), (8, 9))
    (8, 10)
    """
    return tuple(map(add, a, b))


orientations: list[Heading] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
EAST, NORTH, WEST, SOUTH = orientations
turns = LEFT, RIGHT = (+1, -1)


def euclidean_distance(x: Iterable[float], y: Iterable[float]) -> float:
    """Return the straight-line distance between two points of any dimension."""
    return math.dist(tuple(x), tuple(y))


def manhattan_distance(x: Iterable[float], y: Iterable[float]) -> float:
    """Return the sum of the distances along the axes."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def hamming_distance(x: Iterable[Any], y: Iterable[Any]) -> int:
    """Return in how many places two sequences differ."""
    return sum(map(ne, x, y))


def turn_heading(heading: Heading, inc: int, headings: Sequence[Heading] = orientations) -> Heading:
    """Return the heading ``inc`` places on in ``headings``, which go round."""
    return headings[(headings.index(heading) + inc) % len(headings)]


def turn_left(heading: Heading) -> Heading:
    """Return the heading after a quarter turn to the left."""
    return turn_heading(heading, LEFT)


def turn_right(heading: Heading) -> Heading:
    """Return the heading after a quarter turn to the right."""
    return turn_heading(heading, RIGHT)
