"""Sizes of boards: a number for a square, or rows and columns."""

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
