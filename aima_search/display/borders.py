"""The lines between the cells of a scene: borders of regions, and outlines of cages.

An *edge* is one side of one cell. A *segment* is a line between two points (x, y). The unit is the
side of a cell, x is to the right, y is down, and the board's top left corner is at (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from aima_search.display.scene import RegionId, Scene
from aima_search.display.shapes import Segment


class BorderStrength(IntEnum):
    """How strong the border at a cell's edge is; the frame of the board counts as REGION."""

    NONE = 0
    CAGE = 1
    REGION = 2


def edge_above(scene: Scene, row: int, column: int) -> BorderStrength:
    """Return the strength of the border above a cell; row ``scene.height`` is the lower frame."""
    return _border(scene, (row - 1, column), (row, column), is_frame=row in (0, scene.height))


def edge_left(scene: Scene, row: int, column: int) -> BorderStrength:
    """Return the strength of the border to the left; column ``scene.width`` is the right frame."""
    return _border(scene, (row, column - 1), (row, column), is_frame=column in (0, scene.width))


def region_lines(scene: Scene) -> Iterator[Segment]:
    """Yield the borders between regions as straight lines (segments), without the frame."""
    if not scene.regions:
        return
    for row in range(1, scene.height):
        strong = [edge_above(scene, row, x) == BorderStrength.REGION for x in range(scene.width)]
        for start, stop in _stretches(strong):
            yield start, row, stop, row
    for column in range(1, scene.width):
        strong = [edge_left(scene, y, column) == BorderStrength.REGION for y in range(scene.height)]
        for start, stop in _stretches(strong):
            yield column, start, column, stop


def cage_lines(scene: Scene, inset: float) -> Iterator[Segment]:
    """Yield the outlines of cages as lines at a distance ``inset`` from the edges of the cells.

    Each line is parallel to one edge. The line ends before a corner of the cell if the outline
    turns inwards there, and beyond the corner if the outline turns outwards.
    """
    for row, column, _ in scene.positions() if scene.cages else ():
        cage = _region_id(scene.cages, row, column)
        if cage is None:
            continue
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if _region_id(scene.cages, row + down, column + right) == cage:
                continue
            ends = []
            for side in (-1, 1):
                along_down, along_right = side * abs(right), side * abs(down)
                beside = _region_id(scene.cages, row + along_down, column + along_right)
                beyond = _region_id(
                    scene.cages, row + along_down + down, column + along_right + right
                )
                turn = -inset if beside != cage else inset if beyond == cage else 0.0
                x = column + 0.5 + right * (0.5 - inset) + along_right * (0.5 + turn)
                y = row + 0.5 + down * (0.5 - inset) + along_down * (0.5 + turn)
                ends += [x, y]
            yield ends[0], ends[1], ends[2], ends[3]


def _border(
    scene: Scene, first: tuple[int, int], second: tuple[int, int], is_frame: bool
) -> BorderStrength:
    if is_frame or (
        scene.regions and _region_id(scene.regions, *first) != _region_id(scene.regions, *second)
    ):
        return BorderStrength.REGION
    if scene.cages and _region_id(scene.cages, *first) != _region_id(scene.cages, *second):
        return BorderStrength.CAGE
    return BorderStrength.NONE


def _region_id(ids: tuple[tuple[RegionId, ...], ...], row: int, column: int) -> RegionId:
    if 0 <= row < len(ids) and 0 <= column < len(ids[row]):
        return ids[row][column]
    return None


def _stretches(flags: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) for every run of consecutive True values."""
    start = 0
    for index, flag in enumerate([*flags, False]):
        if not flag:
            if start < index:
                yield start, index
            start = index + 1
