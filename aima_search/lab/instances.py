"""Problem instances of an experiment: random ones along axes, levels, files, corpora.

An *instance* is the id of a board, one line that its puzzle's ``parse`` reads back, with its
*axes*: what it was asked or taken for, name to value, by which reports group.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from aima_search.catalog.files import read_file
from aima_search.errors import BoardError
from aima_search.puzzle import Puzzle

Axis: TypeAlias = str | int | float

_DRAWS = 100  # of a board that differs from those before, for each board that is asked for


@dataclass(frozen=True)
class Instance:
    """A board's id and its axes."""

    id: str
    axes: Mapping[str, Axis]


def generated(
    puzzle: type[Puzzle], axes: Mapping[str, Sequence[Axis]], count: int, seed: int
) -> Iterator[Instance]:
    """Yield ``count`` random instances for every combination of the axes' values.

    The boards of a combination depend on it and on ``seed`` only, so that a grid may grow
    without a change to the boards it had. They differ from each other, unless a combination
    has too few boards: then there are fewer.
    """
    options = {option.name: option for option in puzzle.instance_options}
    for values in product(*axes.values()):
        point = dict(zip(axes, values, strict=True))
        arguments = {
            name.replace("-", "_"): options[name].read(as_text(value))
            for name, value in point.items()
        }
        try:
            yield from _draw(puzzle, point, arguments, count, seed)
        except ValueError as error:
            where = ", ".join(f"{name} = {value}" for name, value in point.items())
            raise BoardError(
                f"no board with {where or 'these options'}: {error}"
                " (give values that do not go together tables of their own)"
            ) from None


def _draw(
    puzzle: type[Puzzle],
    point: Mapping[str, Axis],
    arguments: Mapping[str, Any],
    count: int,
    seed: int,
) -> Iterator[Instance]:
    rng = random.Random(f"{seed} {json.dumps(sorted(point.items()))}")
    seen: set[str] = set()
    for _ in range(_DRAWS * count):
        if len(seen) == count:
            return
        board = puzzle.generate(rng, **arguments).format()
        if board not in seen:
            seen.add(board)
            yield Instance(board, point)


def from_levels(puzzle: type[Puzzle], names: Sequence[str]) -> Iterator[Instance]:
    """Yield bundled levels by their names, "all" for every one."""
    for name in list(puzzle.levels()) if list(names) == ["all"] else names:
        yield Instance(puzzle.level(name).format(), {"level": name})


def from_file(puzzle: type[Puzzle], path: Path, options: Mapping[str, Any]) -> Iterator[Instance]:
    """Yield the boards of a text file of many."""
    for line, text in puzzle.split(read_file(path)):
        try:
            board = puzzle.parse(text, **options).format()
        except ValueError as error:
            raise BoardError(f"{path.name}, line {line}: {error}") from None
        yield Instance(board, {"file": path.name, "at": line})


def from_corpus(
    puzzle: type[Puzzle],
    path: Path,
    field: str,
    options: Mapping[str, Any],
    count: int | None,
) -> Iterator[Instance]:
    """Yield the first ``count`` boards (None: all) of a file with a JSON object on each line.

    ``field`` names the board: a text, a list of rows that are texts, or a list of lists. Further
    keys that are board options of the puzzle are used as such; all plain ones become axes.
    """
    lines = [line for line in enumerate(read_file(path).splitlines(), 1) if line[1].strip()]
    for number, line in lines[:count]:
        try:
            yield _of_object(puzzle, json.loads(line), field, options)
        except ValueError as error:  # a JSONDecodeError is one
            raise BoardError(f"{path.name}, line {number}: {error}") from None


def _of_object(
    puzzle: type[Puzzle], values: Any, field: str, options: Mapping[str, Any]
) -> Instance:
    if not isinstance(values, dict) or field not in values:
        raise BoardError(f"expected an object with the key {field!r}")
    board = values[field]
    if isinstance(board, list):
        is_text = all(isinstance(row, str) for row in board)
        board = "\n".join(board) if is_text else json.dumps(board)
    own = {
        option.name.replace("-", "_"): option.read(as_text(values[option.name]))
        for option in puzzle.board_options
        if option.name in values
    }
    axes = {
        key: value
        for key, value in values.items()
        if key != field and isinstance(value, str | int | float) and len(str(value)) <= 40
    }
    return Instance(puzzle.parse(str(board), **{**own, **options}).format(), axes)


def as_text(value: Any) -> str:
    """Return the text that a puzzle's option reads, for a value of a TOML or JSON file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
