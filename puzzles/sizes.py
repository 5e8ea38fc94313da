"""Sizes of boards, a number for a square or rows and columns; ranges of what a board costs."""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError


def parse_size(
    puzzle: str, size: int | str | tuple[int, int], least: int, most: int
) -> tuple[int, int]:
    """Return rows and columns of a size; BoardError unless each has ``least`` to ``most``.

    >>> parse_size("tiles", "3", 2, 16), parse_size("tiles", "3x4", 2, 16)
    ((3, 3), (3, 4))
    """
    match = re.fullmatch(r"(\d{1,9})(?:x(\d{1,9}))?", str(size), re.ASCII)
    if isinstance(size, tuple) and list(map(type, size)) == [int, int]:
        rows, columns = size
    elif match is not None:
        rows, columns = int(match[1]), int(match[2] or match[1])
    else:
        raise BoardError(f"{puzzle} size {size!r}: expected a number, or rows x columns, as 3x4")
    if not (least <= rows <= most and least <= columns <= most):
        raise BoardError(f"{puzzle} size {size!r}: expected sides from {least} to {most}")
    return rows, columns


def parse_range(
    what: str, given: float | str | tuple[float, float], least: float = 0
) -> tuple[float, float]:
    """Return the ends of a range from ``least`` up; a number alone is both; BoardError if not.

    >>> parse_range("cost", "6-9"), parse_range("cost", 7)
    ((6.0, 9.0), (7.0, 7.0))
    """
    match = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)(?:-(\d{1,9}(?:\.\d+)?))?", str(given), re.ASCII)
    if isinstance(given, tuple) and len(given) == 2:
        low, high = map(float, given)
    elif match is not None:
        low, high = float(match[1]), float(match[2] or match[1])
    else:
        raise BoardError(f"{what} {given!r}: expected a number, or a range such as 6-9")
    if not least <= low <= high:
        raise BoardError(f"{what} {given!r}: expected numbers from {least:g} up, the lower first")
    return low, high
