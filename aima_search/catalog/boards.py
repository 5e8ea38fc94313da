"""Finds a board by a level's name, a file, FILE:NUMBER, or the text of the board itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

from aima_search.base.errors import BoardError, InputError, UnknownName
from aima_search.base.files import is_file, read_file
from aima_search.model.boards import BoardText, boards_of, locate_fault, nth_board, parse_board
from aima_search.model.puzzle import PUZZLES, Puzzle, can_parse, first_level

MAX_NAME = 32  # characters of a level's name; a longer word is probably a board
# texts that are boards and not names: lists, numbers, characters of ids, several lines, long texts
_MEANT_AS_BOARD = rf"\s*[\[(]|-?[_.]?[0-9][0-9\s,;|/._]*\Z|.*[:;|#>,=@\n]|.{{{MAX_NAME + 1}}}"
_NUMBERED = r"[^\n]*\.\w{1,9}:[0-9]{1,9}"  # FILE:20, the number of a board in a file


def make_problem(
    puzzle: str | type[Puzzle], reference: str | None = None, **options: Any
) -> Puzzle:
    """Return a board of a puzzle: a bundled level, a board in a file, or the board in a text.

    puzzle: the name or the class of the puzzle. reference: the level's name, the file's name, or
    the text; by default, the first level. ``FILE:20`` is the twentieth board of a file or of a
    bundled collection. options: options of the board.
    """
    chosen = PUZZLES.get(puzzle) if isinstance(puzzle, str) else puzzle
    levels = chosen.levels()
    reference = first_level(chosen) if reference is None else reference
    if reference in levels:
        return chosen.parse(levels[reference], **options)
    if is_file(reference):
        found = _one_or_several(chosen, read_file(Path(reference)), Path(reference), options)
        if isinstance(found, Puzzle):
            return found
        raise InputError(
            f"file {reference!r} has {len(found):,} boards: expected one board, such as"
            f" {reference}:1 (to solve all boards of a file, use `batch`)"
        )
    file, _, number = reference.rpartition(":")
    board = board_of_collection(chosen, reference)
    if board is None and re.fullmatch("[0-9]{1,9}", number) and is_file(file):
        board = nth_board(chosen, file, read_file(Path(file)), int(number))
    if board is not None:
        return cast(Puzzle, parse_board(chosen, board, Path(file).name, **options))
    try:
        return chosen.parse(reference, **options)
    except ValueError as error:
        has_wrong_options = options and can_parse(chosen, reference)
        if has_wrong_options or _is_meant_as_board(reference):
            raise
        kind = f"{chosen.puzzle} board, neither a file nor a level:"
        raise UnknownName(kind, reference, levels, otherwise=f"as a board: {error}") from None


def _is_meant_as_board(text: str) -> bool:
    words = text.split()
    has_rows = len(words) > 1 and len({len(word) for word in words}) == 1
    return has_rows or bool(re.match(_MEANT_AS_BOARD, text) and not re.fullmatch(_NUMBERED, text))


def make_problems(
    puzzle: type[Puzzle], name: str, *, text: str | None = None, **options: Any
) -> dict[str, Puzzle]:
    """Return the instances in a file or in ``text``, as a dict by name.

    name: a level, a file or a board, as in ``make_problem``. If you give a ``text``, ``name`` is a
    name for this text. If there are several boards, their names are NAME:1, NAME:2, ...
    """
    file = Path(name) if is_file(name) else None
    if text is None and file is None:
        return {name: make_problem(puzzle, name, **options)}
    read = read_file(Path(name)) if text is None else text
    found = _one_or_several(puzzle, read, file, options)
    if isinstance(found, Puzzle):
        return {name: found}
    return {
        f"{name}:{n}": parse_board(puzzle, board, Path(name).name, **options)
        for n, board in enumerate(found, 1)
    }


def board_of_collection(puzzle: type[Puzzle], reference: str) -> BoardText | None:
    """Return the board for a reference such as COLLECTION:20, or None for any other reference."""
    name, _, number = reference.rpartition(":")
    bundled = puzzle.collections() if re.fullmatch("[0-9]{1,9}", number) else {}
    return nth_board(puzzle, name, bundled[name], int(number)) if name in bundled else None


def _one_or_several(
    puzzle: type[Puzzle], text: str, file: Path | None, options: dict[str, Any]
) -> Puzzle | list[BoardText]:
    try:
        return puzzle.parse(text, **options)
    except BoardError as error:
        boards = list(boards_of(puzzle, text, file))
        if len(boards) < 2 or not any(can_parse(puzzle, b.text, **options) for b in boards):
            if file is None:
                raise
            raise BoardError(locate_fault(error, 1, file.name)) from None
    return boards
