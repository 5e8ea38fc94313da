"""The boards of an ``[[instances]]`` table: random boards, levels, and boards from files.

An *instance* is a board with the values by which reports group the boards, such as the size. In
names, an option with several values is an *axis*.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

from aima_search.base.errors import BoardError, InputError, SearchError, UnknownName
from aima_search.base.files import is_file, read_file
from aima_search.base.limits import Limits, LimitScope
from aima_search.base.option import Option, read_switch, write_text
from aima_search.base.toml_values import TomlTable, as_list
from aima_search.catalog.heuristics import heuristic_info
from aima_search.model.boards import boards_of, faults_located, nth_board
from aima_search.model.puzzle import Puzzle
from aima_search.runs.search import solve

Axis: TypeAlias = str | int | float
_Value = TypeVar("_Value")

SEARCH_NODES = 20_000  # expansions after which a random board counts as not solvable
_DRAWS = 100  # random boards to try for each requested board


@dataclass(frozen=True)
class Instance:
    """A board of an experiment. ``axes`` has the values of the options that are varied.

    id: the board as one line, which the puzzle's ``parse`` can read.
    options: the board options, as text.
    block: a text that is the same for all variants of one board. Variants differ only in their
        options (see ``Option.is_paired``), and are compared with each other.
    source: the level, or the file and the line; "" for a random board.
    """

    id: str
    axes: Mapping[str, Axis] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    block: str = ""
    source: str = ""

    @property
    def name(self) -> str:
        """A unique name: the id of the board and its options."""
        return self._with_options(self.id)

    @property
    def title(self) -> str:
        """A short name for tables: the level, the file or the id, followed by the options."""
        return self._with_options(self.source or self.id)

    def _with_options(self, name: str) -> str:
        return " ".join([name, *(f"{option}={value}" for option, value in self.options.items())])


class BoardOptionValues(NamedTuple):
    """Values of board options, as texts; ``axes`` contains only options that are varied."""

    options: Mapping[str, str]
    axes: Mapping[str, str]


_SOURCES = ("levels", "files")
_SEED = Option("seed", int, "seed for the random boards")
_YES_OR_NO = ("yes", "no").__contains__
_SOLVABLE = Option("solvable", read_switch, "accept only solvable boards", accepts=_YES_OR_NO)
_LEAST = Option("min-cost", float, "accept only boards whose optimal cost is at least this number")
_MOST = Option("max-cost", float, "accept only boards whose optimal cost is at most this number")
_NO_FAULT = r"^(.*, line \d+|no board with [^:]*): "  # the start of a message, before the fault
_OF_GENERATED = ("count", "seed", "paired", "solvable", "min-cost", "max-cost")


def instances_of(table: TomlTable, puzzle: type[Puzzle], folder: Path) -> Iterator[Instance]:
    """Yield the instances that a table describes; relative paths start at ``folder``."""
    sources = [key for key in _SOURCES if key in table.values]
    if not sources:
        random_boards = _RandomBoards(table, puzzle)
        with _at_fault(table, next(iter(random_boards.axes), "count"), random_boards.options):
            yield from random_boards.instances()
        return
    source, *others = sources
    if others:
        raise InputError(
            f"{table.of_key(others[0])}: a table cannot have both {source!r} and {others[0]!r}:"
            " write two tables"
        )
    options = [option.name for option in puzzle.board_options]
    table.check_keys([source, *options])
    names, choices = table.texts(source), _board_options(table, puzzle.board_options)
    with _at_fault(table, source, options):
        for choice in choices:
            if source == "levels":
                yield from _from_levels(puzzle, names, choice)
            else:
                for name in names:
                    yield from _from_file(puzzle, name, folder, choice)


@contextmanager
def _at_fault(table: TomlTable, key: str, options: Iterable[str]) -> Iterator[None]:
    """Context manager: add the line of the wrong option to an error's message.

    If the wrong option cannot be found from the error, the line of ``key`` is added.
    """
    try:
        yield
    except SearchError as error:
        given = [name for name in options if name in table.values]
        text = re.sub(_NO_FAULT, "", str(error))
        if key in ("files", "levels"):  # after the colon, the text may name options that are right
            text = text.partition(":")[0]
        words = re.findall(r"[\w-]+", text)
        wrong = [name for name in given if name in words]
        if isinstance(error, UnknownName):
            texts = {name: list(map(write_text, as_list(table.values[name]))) for name in given}
            wrong = [name for name in given if error.name in texts[name]]
        with table.at(wrong[0] if wrong else key):
            raise


def _paired(table: TomlTable, options: Iterable[Option]) -> Sequence[str]:
    if "paired" not in table.values:
        return []
    known = [option.name for option in options if option.is_paired]
    wanted = table.choices("paired", known, "option that can be paired")
    for name in wanted:
        if name not in table.values:
            raise InputError(
                f"{table.of_key('paired')}: the key {name!r} is missing: add it to this table, with"
                " a list of values"
            )
    return wanted


def _board_options(table: TomlTable, options: Iterable[Option]) -> list[BoardOptionValues]:
    given = [option for option in options if option.name in table.values]
    texts = {
        option.name: [write_text(value) for value in _values_of(table, option)] for option in given
    }
    axes = {option.name for option in given if option.is_setting or len(texts[option.name]) > 1}
    return [
        BoardOptionValues(point, {name: value for name, value in point.items() if name in axes})
        for point in points_of(texts)
    ]


def points_of(values: Mapping[str, Sequence[_Value]]) -> list[dict[str, _Value]]:
    """Return all combinations of the values, each as a dict with one value for each name."""
    return [dict(zip(values, point, strict=True)) for point in product(*values.values())]


def _values_of(table: TomlTable, option: Option) -> list[Any]:
    listed = as_list(table.values[option.name])
    with table.at(option.name):
        if not listed:
            raise InputError("found an empty list: expected at least one value")
        for value in listed:
            option.read(write_text(value), option.flag)
    return listed


class _RandomBoards:
    """The random boards that a TOML table describes.

    If you add a value of an option to the table, the boards with the other values stay the same.
    Boards that differ only in ``paired`` options use the same random numbers.
    """

    def __init__(self, table: TomlTable, puzzle: type[Puzzle]) -> None:
        known = [option for option in puzzle.instance_options if option.name not in _OF_GENERATED]
        names = [option.name for option in known]
        settings = [
            option
            for option in puzzle.board_options
            if option.is_setting and option.name not in (*names, *_OF_GENERATED)
        ]
        self.options = [*names, *(option.name for option in settings)]
        table.check_keys([*self.options, *_OF_GENERATED], also=_SOURCES)
        self.puzzle = puzzle
        given = [option for option in known if option.name in table.values]
        self.axes: dict[str, list[Axis]] = {
            option.name: _values_of(table, option) for option in given
        }
        self.choices = _board_options(table, settings)
        self.paired = _paired(table, known)
        self.count, self.seed = table.whole("count", 1), table.read(_SEED, 1)
        self.least, self.most = table.read(_LEAST, -inf), table.read(_MOST, inf)
        if self.least > self.most:
            place = table.of_key(_MOST.name)
            raise InputError(f"{place} = {self.most}: expected at least {self.least}")
        has_costs = not {_LEAST.name, _MOST.name}.isdisjoint(table.values)
        self.solvable = has_costs or table.read(_SOLVABLE, False) in (True, "yes")

    def instances(self) -> Iterator[Instance]:
        """Yield up to ``count`` different boards for each combination of the options' values."""
        unpaired = {name: values for name, values in self.axes.items() if name not in self.paired}
        for point in points_of(unpaired):
            try:
                yield from self._boards_at(point)
            except ValueError as error:
                where = ", ".join(f"{name} = {value}" for name, value in point.items())
                raise BoardError(
                    f"no board with {where or 'these options'}: {error} (the values in"
                    " one table are combined in every way: if some do not fit together, use two"
                    " tables)"
                ) from None

    def _boards_at(self, point: Mapping[str, Axis]) -> Iterator[Instance]:
        """Yield boards for ``point``, a dict with a value for each option that is not paired."""
        rng = random.Random(f"{self.seed} {json.dumps(sorted(point.items()), default=str)}")
        paired = points_of({name: self.axes[name] for name in self.paired})
        points = [{name: {**point, **at}[name] for name in self.axes} for at in paired]
        seen: set[tuple[str, ...]] = set()
        found = 0
        for _ in range(_DRAWS * self.count):
            if found == self.count:
                return
            # the same seed for all points
            generator = rng if len(points) == 1 else rng.getrandbits(64)
            boards = tuple(self._board(generator, at) for at in points)
            if boards in seen:
                continue
            seen.add(boards)
            block = [
                _instance(self.puzzle, board, at, choice, block=f"drawn {boards[0]}")
                for at, board in zip(points, boards, strict=True)
                for choice in self.choices
            ]
            if not self.solvable or all(map(self._accepts, block)):
                found += 1
                yield from block
        if self.solvable and not found:
            raise InputError(
                f"none of {_DRAWS * self.count} random boards has a solution with a cost from"
                " min-cost to max-cost: change min-cost, max-cost or other options"
            )

    def _board(self, generator: int | random.Random, point: Mapping[str, Axis]) -> str:
        texts = {name: write_text(value) for name, value in point.items()}
        return self.puzzle.generate(generator, **self.puzzle.read_instance_options(texts)).format()

    def _accepts(self, instance: Instance) -> bool:
        """Return True if a short search finds a solution whose cost is in the accepted range."""
        problem = self.puzzle.parse(instance.id, **self.puzzle.read_options(instance.options))
        heuristic = self.puzzle.default_heuristic
        is_admissible = heuristic_info(self.puzzle.puzzle, heuristic).admissible
        algorithm = "astar" if is_admissible else "uniform-cost"
        with LimitScope():  # so that Ctrl-C ends the whole program, not only this search
            result = solve(problem, algorithm, heuristic, Limits(nodes=SEARCH_NODES))
        return result.cost is not None and self.least <= result.cost <= self.most


def _instance(
    puzzle: type[Puzzle],
    text: str,
    axes: Mapping[str, Axis],
    choice: BoardOptionValues,
    source: str = "",
    block: str = "",
) -> Instance:
    """Read the board ``text`` with the options of ``choice``, and return it as an instance."""
    problem = puzzle.parse(text, **puzzle.read_options(choice.options))
    settings = problem.settings()
    chosen = {name: settings[name] for name in choice.options if name in settings}
    axes = {**axes, **choice.axes}
    return Instance(problem.format(), axes, chosen, block or source, source)


def _from_levels(
    puzzle: type[Puzzle], names: Sequence[str], choice: BoardOptionValues
) -> Iterator[Instance]:
    """Yield the boards of levels and collections; "NAME:20" is the 20th board of a collection."""
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
            yield _instance(puzzle, boards[title], {"level": title}, choice, title)


def _from_file(
    puzzle: type[Puzzle], file: str, folder: Path, choice: BoardOptionValues
) -> Iterator[Instance]:
    """Yield the boards of a text file, or only the 20th board if ``file`` is "FILE:20"."""
    path = folder / file
    name, colon, number = file.rpartition(":")
    if colon and number.isdecimal() and not is_file(str(path)):
        file, path = name, folder / name
        boards = [nth_board(puzzle, str(path), read_file(path), int(number))]
    else:
        boards = list(boards_of(puzzle, read_file(path), path))
    for board in boards:
        axes: dict[str, Axis] = {"file": path.name, "at": board.line}
        source = f"{file} line {board.line}"
        with faults_located(board, path.name):
            yield _instance(puzzle, board.text, axes, choice, source)
