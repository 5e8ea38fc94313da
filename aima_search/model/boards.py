"""The boards of a file, and of an author's text on a puzzle.

A board of a file has its number, its line, its text, or what is wrong with it. A faulty board is
one faulty board: the others can be read and solved. ``puzzle`` is the class of a puzzle everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from aima_search.base.errors import BoardError, InputError
from aima_search.base.files import is_file, read_file

_P = TypeVar("_P")


class BoardText(NamedTuple):
    """A board of a file: the line where it begins, its text; ``fault``: why it is none, or ""."""

    line: int
    text: str
    fault: str = ""


class Boards(dict[str, _P]):
    """The boards of a file by name, FILE:1, FILE:2, ...; ``faults``: what is wrong with others."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: dict[str, str] = {}


def load_boards(puzzle: Any, file: str | PathLike[str], **options: Any) -> Boards[Any]:
    """Read all boards of a file; InputError if the file holds no board that can be read."""
    path, boards = Path(file), Boards[Any]()
    for number, board in enumerate(boards_of(puzzle, read_file(path), path), 1):
        name = f"{path.name}:{number}"
        try:
            boards[name] = parse_board(puzzle, board, **options)
        except ValueError as error:
            boards.faults[name] = f"line {board.line}: {error}"
    if not boards:
        first = next(iter(boards.faults.values()), "the file is empty")
        raise InputError(f"file {str(file)!r}: no board of {puzzle.puzzle} in it: {first}")
    return boards


def parse_board(puzzle: Any, board: BoardText, **options: Any) -> Any:
    """Return the puzzle of a board's text; BoardError if there is a fault."""
    if board.fault:
        raise BoardError(board.fault)
    return puzzle.parse(board.text, **options)


def boards_of(puzzle: Any, text: str, file: Path | None) -> Iterator[BoardText]:
    """Yield the boards in a file's text, with the files that they name, which lie next to it."""

    def read(name: str) -> str:
        places = [] if file is None else [file.parent / name, file.parent / Path(name).name]
        for place in places:
            if is_file(str(place)):
                return read_file(place)
        where = "standard input" if file is None else f"{str(file)!r}"
        raise InputError(f"file {name!r}, which {where} names, is not next to it")

    for line, board in puzzle.split(text):
        try:
            yield BoardText(line, puzzle.with_files(board, read))
        except ValueError as error:
            yield BoardText(line, board, str(error))


def nth_board(puzzle: Any, file: str, text: str, number: int) -> BoardText:
    """Return a board of a file by its number, from 1."""
    boards = list(boards_of(puzzle, text, Path(file)))
    if not 1 <= number <= len(boards):
        raise InputError(f"board {number} of {file!r}: expected a number from 1 to {len(boards):,}")
    return boards[number - 1]


# An author's text on a puzzle, ``about.md``: boards to draw and heuristics to measure in Markdown.
#
# A block fenced as ``board`` holds the text of a board; the words after it are options of the
# board, ``name=value``, and the way to show it: ``actions`` for the board after each action,
# ``solution`` for the way to a solution. An empty block fenced as ``heuristics`` names a board by
# ``level=`` and its options: the page measures the heuristics there.


_BOARD = re.compile(r"^```board([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEURISTICS = re.compile(r"^```heuristics([^\n]*)\n```$", re.MULTILINE)


WAYS = ("actions", "solution")
"""How an author may have a board shown, if not as it is."""


class BoardBlock(NamedTuple):
    """A board in an author's text: the words after the name of its fence, and its own text."""

    words: str
    text: str

    def read(self, puzzle: Any) -> tuple[Any, list[str]]:
        """Return the board, and the ways to show it; InputError or BoardError for a wrong block."""
        settings, ways = words_of(self.words)
        for word in ways:
            if word not in WAYS:
                raise InputError(
                    f"{puzzle.puzzle} about.md: found {word!r} after ```board; expected an option"
                    f" of the board as name=value, or one of {', '.join(WAYS)}"
                )
        return puzzle.parse(self.text, **puzzle.read_options(settings)), ways


def blocks_of(about: str) -> Iterator[str | BoardBlock]:
    """Yield what an author's text consists of: Markdown, then a board and Markdown in turns."""
    markdown, *rest = _BOARD.split(HEURISTICS.sub("", about))
    yield markdown
    for place in range(0, len(rest), 3):
        words, text, markdown = rest[place : place + 3]
        yield BoardBlock(words, text)
        yield markdown


def words_of(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the options and the other words after the name of a fence."""
    words = text.split()
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    return settings, [word for word in words if "=" not in word]
