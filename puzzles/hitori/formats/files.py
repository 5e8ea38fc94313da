"""Files of many Hitori boards: where each board stands, so that a bad board spoils no other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import blocks_of, is_comment
from puzzles.hitori.formats.coordinates import has_coordinates
from puzzles.hitori.formats.one_line import has_square_between_bars, is_a_board

_ONE_A_LINE = r"\s*(\[\s*\[|\(\s*\(|\S*hitori/|[0-9]+x[0-9]+:|[0-9a-zA-Z/]{2,}\s*\Z)"
_BLOCK = r"(?im)^[ \t]*(\[problem\]|pzprv3[.0-9]*/?(hitori/?)?)[ \t\r]*$"
"""First lines of files with a board a line, and lines of boards that take several lines."""


def split_boards(text: str) -> Iterator[tuple[int, str]]:
    """Yield every board of a file and the number of its first line.

    A file that starts with a list, an id, a line of digits or of rows between ``;`` holds one
    board a line; in other files, such as pzprv3 files and janko.at texts, empty lines separate
    boards. Lines that start with # are skipped.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if _is_one_a_line(lines) and not re.search(_BLOCK, text):
        yield from (
            (number, line.strip())
            for number, line in enumerate(lines, 1)
            if line.strip() and not is_comment(line)
        )
        return
    yield from ((number, "\n".join(block)) for number, block in blocks_of(lines))


def _is_one_a_line(lines: Sequence[str]) -> bool:
    """Tell by its first line whether a file holds a board a line."""
    block = next(blocks_of(lines), (0, []))[1]
    rows = [line for line in block if not is_comment(line)]
    if not rows:
        return False
    first = rows[0]
    if has_square_between_bars(first):  # or a row of a square board with bars in it
        return len(re.findall("[0-9.]+", first)) != len(rows)
    return bool(re.match(_ONE_A_LINE, first)) or is_a_board(first) or _has_coordinates(first)


def _has_coordinates(line: str) -> bool:
    try:
        return has_coordinates(line)
    except BoardError:
        return True
