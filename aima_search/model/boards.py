"""Reads the boards in a file, and the boards in a puzzle's ``about.md``.

In all functions, ``puzzle`` is the class of a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from aima_search.base.errors import BoardError, InputError
from aima_search.base.files import is_file, read_file

_P = TypeVar("_P")


class BoardText(NamedTuple):
    """A board in a file: the number of its first line, its text, and its error ("" if valid)."""

    line: int
    text: str
    fault: str = ""


class LoadedBoards(dict[str, _P]):
    """A dict from names, such as FILE:1, to boards. The dict ``faults`` has the error messages."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: dict[str, str] = {}


def parse_board(puzzle: Any, board: BoardText, file: str = "", **options: Any) -> Any:
    """Return the puzzle for a board's text; error messages contain the line number in the file."""
    with faults_located(board, file):
        return puzzle.parse(board.text, **options)


@contextmanager
def faults_located(board: BoardText, file: str = "") -> Iterator[None]:
    """Context manager: turn a ValueError into a BoardError with the line number in the file."""
    try:
        if board.fault:
            raise BoardError(board.fault)
        yield
    except ValueError as error:
        raise BoardError(locate_fault(error, board.line, file)) from None


def locate_fault(fault: object, line: int, file: str = "") -> str:
    """Return an error message about a board, with the line number in the file.

    line: the line where the board starts. ``fault`` may contain a line number within the board.
    """
    text, where = str(fault), f"{file}, line" if file else "line"
    in_board = re.match(r"[^:,]+, line (\d+)", text)
    if in_board is None:
        return f"{where} {line}: {text}"
    return f"{where} {line + int(in_board[1]) - 1}{text[in_board.end() :]}"


def boards_of(puzzle: Any, text: str, file: Path | None) -> Iterator[BoardText]:
    """Yield the boards in a file's text. If a board names other files, insert their contents."""

    def read(name: str) -> str:
        for place in () if file is None else (file.parent / name, file.parent / Path(name).name):
            if is_file(str(place)):
                return read_file(place)
        where = "standard input" if file is None else f"{str(file)!r}"
        raise InputError(f"{where} needs the file {name!r}: save both files in the same folder")

    for line, board in puzzle.split(text):
        try:
            yield BoardText(line, puzzle.with_files(board, read))
        except ValueError as error:
            yield BoardText(line, board, str(error))


def nth_board(puzzle: Any, file: str, text: str, number: int) -> BoardText:
    """Return the board with this number (1 for the first board) in the text of a file."""
    boards = list(boards_of(puzzle, text, Path(file)))
    if not 1 <= number <= len(boards):
        raise InputError(f"board {number} of {file!r}: expected a number from 1 to {len(boards):,}")
    return boards[number - 1]


# In ``about.md``, a block that begins with ```board has the text of a board. The words after
# ``board`` may be board options (name=value), ``actions`` to show the board after each action, and
# ``solution`` to show a solution. An empty block that begins with ```heuristics names a level and
# board options: the documentation shows measurements of the heuristics on this board.
_BOARD = re.compile(r"^```board([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEURISTICS = re.compile(r"^```heuristics([^\n]*)\n```$", re.MULTILINE)
WAYS = ("actions", "solution")


class MarkdownBoardBlock(NamedTuple):
    """A board in ``about.md``: its text, and the words after ```board in the line above it."""

    words: str
    text: str

    def read(self, puzzle: Any) -> tuple[Any, list[str]]:
        """Return the board, and a list of words such as "solution", which say what to draw."""
        settings, ways = words_of(self.words)
        for word in ways:
            if word not in WAYS:
                raise InputError(
                    f"{puzzle.puzzle} about.md: found {word!r} after ```board, expected"
                    f" name=value for an option of the board, or one of {', '.join(WAYS)}"
                )
        return puzzle.parse(self.text, **puzzle.read_options(settings)), ways


def blocks_of(about: str) -> Iterator[str | MarkdownBoardBlock]:
    """Yield the parts of ``about.md``: Markdown texts and, between them, boards."""
    parts = _BOARD.split(HEURISTICS.sub("", about))
    yield parts[0]
    for words, text, markdown in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        yield MarkdownBoardBlock(words, text)
        yield markdown


def words_of(text: str) -> tuple[dict[str, str], list[str]]:
    """Return a pair: the options NAME=VALUE in ``text`` as a dict, and the other words."""
    words = text.split()
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    return settings, [word for word in words if "=" not in word]
