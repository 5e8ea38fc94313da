"""Problem instances of an experiment: random ones along axes, levels, files, corpora.

An *instance* is the id of a board, one line that its puzzle's ``parse`` reads back, with its
*axes*: the values by name for which the board was drawn or taken. Reports group boards by axes. An
``[[instances]]`` table of a grid asks for instances.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

from aima_search.base.errors import BoardError, InputError, SearchError, UnknownName
from aima_search.base.files import is_file, read_file
from aima_search.base.limits import Limits, LimitScope
from aima_search.base.option import Option, read_switch, write_text
from aima_search.base.toml_values import TomlTable, one_text, strings
from aima_search.catalog.heuristics import heuristic_info
from aima_search.model.boards import boards_of, locate_fault, nth_board
from aima_search.model.puzzle import Puzzle
from aima_search.runs.search import solve

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


_SOURCES = ("levels", "files", "jsonl")
_BESIDES = {"levels": (), "files": (), "jsonl": ("field", "count")}  # keys of a source's own
_COUNT = Option("count", int, "how many boards", least=1)
_SEED = Option("seed", int, "seed for the random boards")
_SOLVABLE = Option(
    "solvable",
    read_switch,
    "yes: take boards that can be solved",
    accepts=("yes", "no").__contains__,
)
_LEAST = Option("min-cost", float, "lowest optimal cost to accept")
_MOST = Option("max-cost", float, "highest optimal cost to accept")
_OF_GENERATED = ("count", "seed", "paired", "solvable", "min-cost", "max-cost")


def instances_of(
    values: Mapping[str, Any], puzzle: type[Puzzle], place: TomlTable, folder: Path
) -> Iterator[Instance]:
    """Yield the instances of a table; ``folder`` is where relative paths start."""
    source = next((key for key in _SOURCES if key in values), None)
    if source is None:
        yield from _generated(values, puzzle, place)
        return
    for other in _SOURCES:
        if other in values and other != source:
            with place.at(other):
                raise InputError(f"stands next to {source!r}: give each a table of its own")
    options = [option.name for option in puzzle.board_options]
    place.check_keys(values, [source, *_BESIDES[source], *options])
    choices = _board_options(values, puzzle.board_options, place)
    taken = partial(_taken, source, values, puzzle, place, folder)

    def blame(error: SearchError) -> str | None:
        """Return an option without which the first choice has no fault."""
        for name in options:
            with suppress(SearchError):
                if name in values and list(taken(choices[0].without(name))):
                    return name
        return None

    with _at_fault(place, source, values, options, blame):
        for choice in choices:
            yield from taken(choice)


def _taken(
    source: str,
    values: Mapping[str, Any],
    puzzle: type[Puzzle],
    place: TomlTable,
    folder: Path,
    choice: Choice,
) -> Iterator[Instance]:
    """Yield the boards of a source that exists, with one choice of their options."""
    names = strings(values[source])
    if source == "levels":
        yield from from_levels(puzzle, names, choice)
        return
    count = place.read(values, _COUNT)
    with place.at("field"):
        field = one_text(values.get("field", "board"))
    for name in names:
        if source == "files":
            yield from from_file(puzzle, name, folder, choice)
        else:
            yield from from_corpus(puzzle, name, folder, field, choice, count)


def _generated(
    values: Mapping[str, Any], puzzle: type[Puzzle], place: TomlTable
) -> Iterator[Instance]:
    own = [option for option in puzzle.instance_options if option.name not in _OF_GENERATED]
    names = [option.name for option in own]
    settings = [
        option
        for option in puzzle.board_options
        if option.is_setting and option.name not in (*names, *_OF_GENERATED)
    ]
    options = [*names, *(option.name for option in settings)]
    place.check_keys(values, [*options, *_OF_GENERATED], also=_SOURCES)
    axes = {
        option.name: _values_of(values, option, place) for option in own if option.name in values
    }
    solvable = place.read(values, _SOLVABLE, False) in (True, "yes")
    least, most = place.read(values, _LEAST, -inf), place.read(values, _MOST, inf)
    if least > most:
        raise InputError(f"{place.of_key('max-cost')} = {most}: expected at least {least}")
    draws = Draws(
        axes,
        _board_options(values, settings, place),
        count=place.read(values, _COUNT, 1),
        seed=place.read(values, _SEED, 1),
        paired=_paired(values, own, place),
        solvable=solvable or not {_LEAST.name, _MOST.name}.isdisjoint(values),
        least=least,
        most=most,
    )

    def blame(error: SearchError) -> str | None:
        """Return the axis that an error names after its first colon, None if it names no axis."""
        words = re.findall(r"[\w-]+", str(error).partition(": ")[2])
        return next((name for name in axes if name in words), None)

    with _at_fault(place, next(iter(axes), "count"), values, options, blame):
        yield from generated(puzzle, draws)


def _paired(values: Mapping[str, Any], options: Iterable[Option], place: TomlTable) -> list[str]:
    """Return the axes that are paired: options that change nothing else of a board."""
    known = [option.name for option in options if option.is_paired]
    with place.at("paired"):
        wanted = strings(values["paired"]) if "paired" in values else []
        for name in wanted:
            if name not in known:
                raise UnknownName("axis that can be paired", name, known)
            if name not in values:
                raise InputError(f"{name!r} is not an axis of this table: give its values")
    return wanted


@contextmanager
def _at_fault(
    place: TomlTable,
    key: str,
    values: Mapping[str, Any],
    options: Iterable[str],
    blame: Callable[[SearchError], str | None],
) -> Iterator[None]:
    """Put a place before an error: of the option at fault, or of ``key`` if no option is.

    At fault is an option whose value is an unknown name, or the option that causes the error.
    """
    try:
        yield
    except UnknownName as error:
        texts = {name: map(write_text, _listed(values.get(name, []))) for name in options}
        with place.at(next((name for name in texts if error.name in texts[name]), key)):
            raise
    except SearchError as error:
        with place.at(blame(error) or key):
            raise


def _board_options(
    values: Mapping[str, Any], options: Iterable[Option], place: TomlTable
) -> list[Choice]:
    """Return every combination of the board options that a table asks for.

    Options that change the problem are axes, and so are all options with several values.
    """
    names = list(options)
    axes = {
        option.name: [write_text(one) for one in _values_of(values, option, place)]
        for option in names
        if option.name in values
    }
    told = {option.name for option in names if option.is_setting}
    told |= {name for name, texts in axes.items() if len(texts) > 1}
    points = [dict(zip(axes, point, strict=True)) for point in product(*axes.values())]
    return [
        Choice(point, {name: value for name, value in point.items() if name in told})
        for point in points
    ]


def _values_of(values: Mapping[str, Any], option: Option, place: TomlTable) -> list[Any]:
    listed = _listed(values[option.name])
    with place.at(option.name):
        if not listed:
            raise InputError("an empty list: expected one value or more")
        for one in listed:
            option.read(write_text(one), option.flag)
    return listed


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# Random boards of an experiment: along axes, paired on request, of a wanted cost.


_DRAWS = 100  # tries to draw a new board, for each board that is asked for
SEARCH_NODES = 20_000  # expansions within which a board of a wanted cost must be solved


@dataclass(frozen=True)
class Draws:
    """What a table of random boards asks for.

    axes: of the puzzle's own options. paired: the axes along which boards are the same except for
    the option itself. count: boards at each point of the axes, each with each of the choices.
    solvable: boards are kept that a search of at most ``SEARCH_NODES`` expansions solves, at a cost
    from ``least`` to ``most``.
    """

    axes: Mapping[str, Sequence[Axis]]
    choices: Sequence[Choice]
    count: int
    seed: int
    paired: Sequence[str] = ()
    solvable: bool = False
    least: float = -inf
    most: float = inf

    def keeps(self, instance: Instance, puzzle: type[Puzzle]) -> bool:
        """Tell whether a board is wanted."""
        problem = puzzle.parse(instance.id, **puzzle.read_options(instance.options))
        heuristic = puzzle.default_heuristic
        is_admissible = heuristic_info(puzzle.puzzle, heuristic).admissible
        algorithm = "astar" if is_admissible else "uniform-cost"
        with LimitScope():  # Ctrl-C ends the drawing, and not the search for one board
            result = solve(problem, algorithm, heuristic, Limits(nodes=SEARCH_NODES))
        return result.cost is not None and self.least <= result.cost <= self.most


def generated(puzzle: type[Puzzle], draws: Draws) -> Iterator[Instance]:
    """Yield the boards for every combination of the axes' values.

    The boards of a combination depend on the combination and the seed only, so that a grid may grow
    and keep its old boards. They do not depend on the paired axes. The boards differ from each
    other; if a combination has too few different boards, there are fewer.
    """
    own = {name: values for name, values in draws.axes.items() if name not in draws.paired}
    for values in product(*own.values()):
        point = dict(zip(own, values, strict=True))
        try:
            yield from _at(puzzle, draws, point)
        except ValueError as error:
            where = ", ".join(f"{name} = {value}" for name, value in point.items())
            raise BoardError(
                f"no board with {where or 'these options'}: {error}"
                " (give values that do not go together tables of their own)"
            ) from None


def _at(puzzle: type[Puzzle], draws: Draws, point: Mapping[str, Axis]) -> Iterator[Instance]:
    """Yield the boards at a point of the unpaired axes, for all points of the paired axes."""
    rng = random.Random(f"{draws.seed} {json.dumps(sorted(point.items()), default=str)}")
    values = (draws.axes[name] for name in draws.paired)
    paired = [dict(zip(draws.paired, at, strict=True)) for at in product(*values)]
    points = [{name: {**point, **at}[name] for name in draws.axes} for at in paired]
    seen: set[tuple[str, ...]] = set()
    found = 0
    for _ in range(_DRAWS * draws.count):
        if found == draws.count:
            return
        generator = rng if len(points) == 1 else rng.getrandbits(64)  # the same numbers for all
        boards = tuple(_board(puzzle, generator, at) for at in points)
        if boards in seen:
            continue
        seen.add(boards)
        block = [
            make_instance(
                puzzle, board, {**at, **choice.axes}, choice.options, block=f"drawn {boards[0]}"
            )
            for at, board in zip(points, boards, strict=True)
            for choice in draws.choices
        ]
        if not draws.solvable or all(draws.keeps(one, puzzle) for one in block):
            found += 1
            yield from block
    if draws.solvable and not found:
        raise InputError(f"no board of {_DRAWS * draws.count} random boards has the wanted cost")


def _board(puzzle: type[Puzzle], generator: int | random.Random, point: Mapping[str, Axis]) -> str:
    options = {name: write_text(value) for name, value in point.items()}
    return puzzle.generate(generator, **puzzle.read_instance_options(options)).format()


# Boards that are there: levels, files, corpora.


def make_instance(
    puzzle: type[Puzzle],
    text: str,
    axes: Mapping[str, Axis],
    options: Mapping[str, str],
    source: str = "",
    block: str = "",
) -> Instance:
    """Return the instance of a board's text; BoardError if the text or an option is bad.

    block: by default the source.

    Options that the id contains, or that only say how to read the text, are left out.
    """
    problem = puzzle.parse(text, **puzzle.read_options(options))
    kept = {option.name for option in puzzle.board_options if option.is_setting}
    settings = problem.settings()
    chosen = {name: settings[name] for name in options if name in kept}
    return Instance(problem.format(), axes, chosen, block or source, source)


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
            yield make_instance(puzzle, boards[title], axes, choice.options, title)


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
            yield make_instance(puzzle, text, axes, choice.options, source)
        except ValueError as error:
            raise BoardError(locate_fault(error, line, path.name)) from None


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
    return make_instance(puzzle, str(board), axes, {**own, **choice.options}, source)
