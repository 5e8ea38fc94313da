"""OpenSudoku XML, versions 1 and 2: a list of games.

The text comes from strangers: document types and with them entities are refused, and nothing
outside the text is ever read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias
from xml.parsers import expat

from aima_search.base.errors import BoardError
from puzzles.sudoku.board import Board, Variant, make_board
from puzzles.sudoku.formats.alphabet import digits_of
from puzzles.sudoku.formats.line import write_zeros
from puzzles.sudoku.formats.place import Symbol, fault

Game: TypeAlias = tuple[str, int, int]
"""The data of a game, and the line and the column of its tag."""


@dataclass
class _Games:
    """What the handlers of the parser gather: the data of every game, and its place."""

    parser: expat.XMLParserType
    games: list[Game] = field(default_factory=list)
    depth: int = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        if self.depth == 0 and name != "opensudoku":
            raise fault(Symbol(f"<{name}>", line, column), "<opensudoku>")
        self.depth += 1
        if name == "game":
            data = attributes.get("data")
            if data is None:
                raise fault(Symbol("<game>", line, column), "an attribute 'data'")
            self.games.append((data, line, column))

    def end(self, name: str) -> None:
        self.depth -= 1

    def refuse(self, *_: object) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        raise BoardError(
            f"Sudoku XML, line {line}, column {column}: found a document type or an entity,"
            " expected games only"
        )


def read_opensudoku(text: str, variant: Variant, alphabet: str | None) -> list[Board]:
    """Return the board of every game; BoardError names line and column of a fault."""
    return [make_board(_digits(*game, alphabet), variant) for game in read_games(text)]


def read_games(text: str) -> list[Game]:
    """Return the data of every game, with the line and the column of its tag."""
    parser = expat.ParserCreate("utf-8")  # whatever the text declares: it is decoded already
    games = _Games(parser)
    parser.StartElementHandler = games.start
    parser.EndElementHandler = games.end
    parser.StartDoctypeDeclHandler = games.refuse
    parser.EntityDeclHandler = games.refuse
    parser.ExternalEntityRefHandler = games.refuse  # type: ignore[assignment]
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        raise BoardError(
            f"Sudoku XML, line {error.lineno}, column {error.offset + 1}:"
            f" {expat.ErrorString(error.code)}"
        ) from None
    return games.games


def _digits(data: str, line: int, column: int, alphabet: str | None) -> Sequence[int]:
    """Return the digits of an attribute; the place of its characters is the place of its tag."""
    return digits_of([Symbol(character, line, column) for character in data], alphabet)


def write_version_1(board: Board) -> str:
    """Return a version 1 document with one game."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n<name>Sudoku</name>\n'
        f'<game data="{write_zeros(board)}"/>\n</opensudoku>\n'
    )


def write_version_2(board: Board) -> str:
    """Return a version 2 document with one game in one folder."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
        '<folder name="Sudoku" created="0">\n'
        f'<game data="{write_zeros(board)}" state="0" time="0"/>\n'
        "</folder>\n</opensudoku>\n"
    )
