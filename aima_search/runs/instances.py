"""Problem instances of an experiment: random ones along axes, levels, files, corpora.

An *instance* is the id of a board, one line that its puzzle's ``parse`` reads back, with its
*axes*: the values by name for which the board was drawn or taken. Reports group boards by axes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from aima_search.base.errors import BoardError, UnknownName
from aima_search.base.files import is_file, read_file
from aima_search.base.option import write_text
from aima_search.model.boards import boards_of, nth_board
from aima_search.model.puzzle import Puzzle

Axis: TypeAlias = str | int | float


@dataclass(frozen=True)
class Instance:
    """A board's id, its axes, and the board options that the puzzle is given with it, as text.

    block: the same for instances of one board that differ in options and paired axes only.
    source: where the board was taken from, a level or the line of a file, "" for a drawn board.
    """

    id: str
    axes: Mapping[str, Axis] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    block: str = ""
    source: str = ""

    @property
    def name(self) -> str:
        """A text that no other instance has: the id, and the options if there are any."""
        return self._with_options(self.id)

    @property
    def title(self) -> str:
        """A name for tables, short however large the board is: the source, or the id of a draw."""
        return self._with_options(self.source or self.id)

    def _with_options(self, name: str) -> str:
        return " ".join([name, *(f"{option}={value}" for option, value in self.options.items())])


@dataclass(frozen=True)
class Choice:
    """Board options as text, and the options among them that are axes."""

    options: Mapping[str, str] = field(default_factory=dict)
    axes: Mapping[str, str] = field(default_factory=dict)

    def without(self, name: str) -> Choice:
        """Return the choice without an option."""
        options = {one: text for one, text in self.options.items() if one != name}
        axes = {one: text for one, text in self.axes.items() if one != name}
        return Choice(options, axes)


def make_instance(
    puzzle: type[Puzzle],
    text: str,
    axes: Mapping[str, Axis],
    options: Mapping[str, str],
    block: str,
    source: str = "",
) -> Instance:
    """Return the instance of a board's text; BoardError if the text or an option is bad.

    Options that the id contains, or that only say how to read the text, are left out.
    """
    problem = puzzle.parse(text, **puzzle.read_options(options))
    kept = {option.name for option in puzzle.board_options if option.is_setting}
    settings = problem.settings()
    chosen = {name: settings[name] for name in options if name in kept}
    return Instance(problem.format(), axes, chosen, block, source)


def from_levels(puzzle: type[Puzzle], names: Sequence[str], choice: Choice) -> Iterator[Instance]:
    """Yield bundled levels by their names, "all" for every level.

    The name of a collection stands for all of its boards, NAME:20 for its twentieth.
    """
    levels = puzzle.levels()
    boards = dict(levels)
    groups = {name: [name] for name in levels} | {"all": list(levels)}
    for collection, texts in puzzle.collections().items():
        numbered = {f"{collection}:{n}": text for n, (_, text) in enumerate(puzzle.split(texts), 1)}
        boards |= numbered
        groups |= {collection: list(numbered)} | {name: [name] for name in numbered}
    for name in names:
        if name not in groups or (name == "all" and len(names) > 1):
            known = [*levels, *puzzle.collections()]
            raise UnknownName(f"{puzzle.puzzle} level", name, known)
        for title in groups[name]:
            axes = {"level": title, **choice.axes}
            block = f"level {title}"
            yield make_instance(puzzle, boards[title], axes, choice.options, block, title)


def from_file(puzzle: type[Puzzle], file: str, folder: Path, choice: Choice) -> Iterator[Instance]:
    """Yield the boards of a text file of many, or of FILE:20 the twentieth."""
    path = folder / file
    name, colon, number = file.rpartition(":")
    if colon and number.isdecimal() and not is_file(str(path)):
        file, path = name, folder / name
        boards = [nth_board(puzzle, str(path), read_file(path), int(number))]
    else:
        boards = list(boards_of(puzzle, read_file(path), path))
    for board in boards:
        line, text = board.line, board.text
        axes: dict[str, Axis] = {"file": path.name, "at": line, **choice.axes}
        source = f"{file} line {line}"
        try:
            if board.fault:
                raise BoardError(board.fault)
            yield make_instance(puzzle, text, axes, choice.options, source, source)
        except ValueError as error:
            raise BoardError(f"{path.name}, line {line}: {error}") from None


def from_corpus(
    puzzle: type[Puzzle],
    file: str,
    folder: Path,
    field: str,
    choice: Choice,
    count: int | None,
) -> Iterator[Instance]:
    """Yield the first ``count`` boards (None: all) of a file with a JSON object on each line.

    ``field`` names the board: a text, a list of rows that are texts, or a list of lists. Further
    keys that are board options of the puzzle are used as such. All plain values become axes, except
    ``id``: it names a board, and groups no boards.
    """
    path = folder / file
    lines = [line for line in enumerate(read_file(path).split("\n"), 1) if line[1].strip()]
    for number, line in lines[:count]:
        try:
            values = json.loads(line)
            # NaN and half a pair of characters can be read, but nobody can write them again
            json.dumps(values, allow_nan=False, ensure_ascii=False).encode()
            yield _of_object(puzzle, values, field, choice, f"{file} line {number}")
        except RecursionError:
            raise BoardError(f"{path.name}, line {number}: nested too deep to be read") from None
        except ValueError as error:  # a JSONDecodeError too
            raise BoardError(f"{path.name}, line {number}: {error}") from None


def _of_object(
    puzzle: type[Puzzle], values: Any, field: str, choice: Choice, source: str
) -> Instance:
    if not isinstance(values, dict) or field not in values:
        raise BoardError(f"expected an object with the key {field!r}")
    board = values[field]
    if isinstance(board, list):
        is_text = all(isinstance(row, str) for row in board)
        board = "\n".join(board) if is_text else json.dumps(board)
    own = {
        option.name: write_text(values[option.name])
        for option in puzzle.board_options
        if option.name in values
    }
    axes: dict[str, Axis] = {
        key: value
        for key, value in values.items()
        if key not in (field, "id")
        and isinstance(value, str | int | float)
        and len(str(value)) <= 40
    }
    axes.update({name: text for name, text in choice.options.items() if name in axes})
    axes.update(choice.axes)
    return make_instance(puzzle, str(board), axes, {**own, **choice.options}, source, source)
