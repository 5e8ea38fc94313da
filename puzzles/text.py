"""Functions that read names, sizes, ranges, lists and files of boards, for all puzzles.

A list of rows may come from Python, JSON, numpy or another program; it is parsed as data and never
evaluated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from aima_search.base.errors import BoardError, UnknownName
from aima_search.base.interchange import counted
from aima_search.model.puzzle import blocks_of, is_comment

EXPECTED = "rows of numbers such as [[1,2],[2,1]]"

_INSIDE = re.compile(r"\s*(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\])\s*")


def one_of(what: str, name: str, names: Collection[str]) -> str:
    """Return ``name``, or raise UnknownName if ``name`` is not in ``names``."""
    if name not in names:
        raise UnknownName(what, name, names)
    return name


def check_drawing(what: str, rows: Sequence[str], marks: str, expected: str) -> None:
    """Raise BoardError if rows differ in length or have characters that are not in ``marks``."""
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BoardError(
                f"{what}, row {number}: found {counted(len(row), 'cell')},"
                f" expected {len(rows[0])}, as in row 1"
            )
        for column, mark in enumerate(row, 1) if row.strip(marks) else ():
            if mark not in marks:
                raise BoardError(
                    f"{what}, row {number}, column {column}: found {mark!r}, expected {expected}"
                )


def parse_size(
    puzzle: str, size: int | str | tuple[int, int], least: int, most: int
) -> tuple[int, int]:
    """Return (rows, columns) of a size such as 4 or "3x4".

    Raises BoardError unless both sides are from ``least`` to ``most``.

    >>> parse_size("tiles", "3", 2, 16), parse_size("tiles", "3x4", 2, 16)
    ((3, 3), (3, 4))
    """
    match = re.fullmatch(r"(\d{1,9})(?:x(\d{1,9}))?", str(size), re.ASCII)
    if isinstance(size, tuple) and list(map(type, size)) == [int, int]:
        rows, columns = size
    elif match is not None:
        rows, columns = int(match[1]), int(match[2] or match[1])
    else:
        raise BoardError(f"{puzzle} size {size!r}: expected a number, or rows x columns (3x4)")
    if not (least <= rows <= most and least <= columns <= most):
        raise BoardError(f"{puzzle} size {size!r}: expected sides from {least} to {most}")
    return rows, columns


def parse_range(
    what: str, given: float | str | tuple[float, float], least: float = 0
) -> tuple[float, float]:
    """Return the ends of a range such as 6-9; for a single number, both ends are equal.

    Raises BoardError if the first end is below ``least`` or above the second end.

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
        raise BoardError(f"{what} {given!r}: expected {least:g} <= lower end <= upper end")
    return low, high


def read_number_lists(text: str, puzzle: str) -> list[list[Any]]:
    """Return the rows of numbers in a text that looks like a Python or JSON list.

    The text may contain only brackets, numbers, commas, None and null. Commas and the outer
    brackets may be missing. BoardError gives the line and the column of a fault.
    """
    known = re.match(r"(?:None|null|[\[\](),\s0-9])*", text)
    assert known is not None
    if known.end() < len(text):
        line, column = known[0].count("\n") + 1, known.end() - known[0].rfind("\n")
        raise BoardError(
            f"{puzzle} list, line {line}, column {column}: found {text[known.end()]!r}, expected"
            f" {EXPECTED}"
        )
    try:
        rows = json.loads(_as_json(text))
    except (ValueError, RecursionError) as error:
        place = getattr(error, "colno", None)
        where = "" if place is None else f", line {getattr(error, 'lineno', 1)}, column {place}"
        raise BoardError(f"{puzzle} list{where}: expected {EXPECTED}") from None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BoardError(f"{puzzle} list: expected {EXPECTED}")
    return rows


def write_number_lists(rows: Iterable[Sequence[int | None]]) -> str:
    """Return the rows as the text of a Python list, without spaces: "[[1,2],[None,3]]"."""
    return repr([list(row) for row in rows]).replace(" ", "")


def _as_json(text: str) -> str:
    text = text.replace("(", "[").replace(")", "]").replace("None", "null")
    text = re.sub(r"(?<=[\]0-9l])(?=\s+[\[0-9n])|(?<=\])(?=\[)", ",", text)  # numpy: blanks alone
    text = re.sub(r",(\s*(?:\]|\Z))", r"\1", text)
    has_rows_alone = text.count("[") > 1 and not re.match(r"\s*\[\s*\[", text)
    return f"[{text}]" if has_rows_alone else text


def split_boards(
    text: str, is_board: Callable[[str], bool], is_alone: Callable[[str], bool]
) -> Iterator[tuple[int, str]]:
    """Yield (number of the first line, text) for every board of a file.

    If the whole text can be read as a board, it is one board. Otherwise empty lines divide the text
    into blocks. A block that can be read as a board is one board. Any other block is one invalid
    board, unless one of its lines can be read as a board: then each of its lines is a board, valid
    or not. Comment lines are not boards. An invalid board does not affect the other boards.
    """
    lines = text.splitlines()
    for first, block in [(1, lines)] if is_board(text) else blocks_of(lines):
        whole = "\n".join(block)
        numbered = [(number, line) for number, line in enumerate(block, first) if line.strip()]
        numbered = [(number, line) for number, line in numbered if not is_comment(line)]
        is_one = is_board(whole) or not any(is_alone(line) for _, line in numbered)
        if is_one and len(numbered) > 1:
            yield first, whole
        else:
            yield from numbered


def rows_of_line(text: str, cells: Callable[[str], Sequence[str]] = str.split) -> list[str] | None:
    """Return the rows of a text if it is one line with several rows, otherwise None.

    cells: a function that splits a row into cells. If the signs ``;`` separate single
    cells, as in ``1; 2; 1``, the line is one row, so the result is None. Raises BoardError for a
    line such as ``1 2 | 3 4``, because ``|`` could separate cells or rows.

    >>> rows_of_line("1 2 1; 2 2 1; 3 1 2")
    ['1 2 1', '2 2 1', '3 1 2']
    >>> rows_of_line("1; 2; 1") is None
    True
    """
    if len(text.strip().splitlines()) != 1:
        return None
    if has_rows(text, cells):
        match = _INSIDE.fullmatch(text)
        return _parts("[;/|]", match[1] or match[2]) if match else _parts("[;/]", text)
    if _are_rows(_parts(r"\|", text), cells):
        raise BoardError(
            f"board {text.strip()[:40]!r}: the sign '|' could separate rows or cells: replace it by"
            " ';' if it separates rows, or by a space if it separates cells"
        )
    return None


def has_rows(line: str, cells: Callable[[str], Sequence[str]] = str.split) -> bool:
    """Return True if a line contains several rows, with a separator such as ``;`` between them."""
    if match := _INSIDE.fullmatch(line):
        return len(_parts("[;/|]", match[1] or match[2] or "")) > 1
    return _are_rows(_parts("[;/]", line), cells)


def _parts(signs: str, text: str) -> list[str]:
    return [part.strip() for part in re.split(signs, text) if part.strip()]


def _are_rows(parts: list[str], cells: Callable[[str], Sequence[str]]) -> bool:
    return len(parts) > 1 and any(len(cells(part)) > 1 for part in parts)
