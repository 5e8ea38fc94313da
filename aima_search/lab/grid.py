"""The grid of an experiment: what a TOML file asks for, validated.

name = "which heuristic is best?"
puzzle = "movix"
algorithms = ["astar", "uniform-cost"]
heuristics = ["all", "max(conflicts, manhattan)", "my.py:my_h"]   # of informed algorithms
tie-breaks = ["fifo"]                                             # of best-first ones
repetitions = 1
seed = 1                                                          # of the order of the runs

[limits]
seconds = 10
memory = "1GiB"

[[instances]]         # a table for each set of boards: random ones ...
size = [5, 6]         # ... for all combinations of the puzzle's own options
count = 10
seed = 1

[[instances]]
levels = "all"        # or bundled levels, or: files = [...], or: jsonl = "corpus.jsonl"
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from aima_search.algorithms.frontier import find_tie_break
from aima_search.algorithms.names import ALGORITHMS
from aima_search.catalog.files import read_file
from aima_search.catalog.heuristics import file_references
from aima_search.errors import BoardError
from aima_search.lab import instances as sources
from aima_search.lab.instances import Instance
from aima_search.lab.toml_values import Place, one_text, strings
from aima_search.limits import Limits
from aima_search.puzzle import PUZZLES, Puzzle
from aima_search.runs.comparison import expand_heuristics

DEFAULT_LIMITS = Limits(seconds=60, memory="2GiB")

_KEYS = (
    "name puzzle algorithms heuristics tie-breaks repetitions seed limits instances".split()  # noqa: SIM905
)
_SOURCES = ("levels", "files", "jsonl")


@dataclass(frozen=True)
class Configuration:
    """One way to search: names of the algorithm, the heuristic (None: blind), the tie-break."""

    algorithm: str
    heuristic: str | None
    tie_break: str | None


@dataclass(frozen=True)
class Grid:
    """A validated grid: every configuration is to be run on every instance.

    folder: where relative paths of the file start. text: the file as it was read.
    """

    name: str
    text: str
    folder: Path
    puzzle: str
    puzzle_version: int
    configurations: tuple[Configuration, ...]
    instances: tuple[Instance, ...]
    limits: Limits
    repetitions: int
    seed: int


def read_grid(path: str | Path) -> Grid:
    """Return the grid of a TOML file; every fault is named with its line or key."""
    path = Path(path)
    return parse_grid(read_file(path), path.parent.resolve(), path.name)


def parse_grid(text: str, folder: Path, file: str = "grid") -> Grid:
    """Return the grid that a text describes; see ``read_grid``."""
    values = _parse_toml(text, file)
    top = Place(file, text)
    top.check_keys(values, _KEYS, required=("puzzle", "instances"))
    with top.at("puzzle"):
        puzzle = PUZZLES.get(one_text(values["puzzle"]))
    with top.at("name"):
        name = one_text(values.get("name", Path(file).stem))
    return Grid(
        name=name,
        text=text,
        folder=folder,
        puzzle=puzzle.puzzle,
        puzzle_version=puzzle.version,
        configurations=tuple(_configurations(values, puzzle, top, folder)),
        instances=tuple(_instances(values["instances"], puzzle, top, folder)),
        limits=_limits(values.get("limits", {}), top),
        repetitions=top.whole_number(values, "repetitions", 1, least=1),
        seed=top.whole_number(values, "seed", 1),
    )


def _parse_toml(text: str, file: str) -> dict[str, Any]:
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        return dict(toml.loads(text))
    except toml.TOMLDecodeError as error:
        raise BoardError(f"{file}: {error}") from None


def _configurations(
    values: Mapping[str, Any], puzzle: type[Puzzle], top: Place, folder: Path
) -> Iterator[Configuration]:
    with top.at("algorithms"):
        algorithms = [ALGORITHMS.get(name) for name in strings(values.get("algorithms", "astar"))]
    with top.at("tie-breaks"):
        ties: list[str] = strings(values.get("tie-breaks", "fifo"))
        for tie in ties:
            find_tie_break(tie)
    with top.at("heuristics"):
        wanted = strings(values.get("heuristics", puzzle.default_heuristic))
        heuristics = [str(spec) for spec in expand_heuristics(wanted, puzzle.puzzle)]
        for spec in heuristics:
            heuristic_files(spec, folder)
    seen = set()
    for algorithm in algorithms:
        for heuristic in heuristics if algorithm.informed else [None]:
            for tie_break in ties if algorithm.best_first else [None]:
                configuration = Configuration(algorithm.name, heuristic, tie_break)
                if configuration not in seen:
                    yield configuration
                seen.add(configuration)


def heuristic_files(spec: str, folder: Path) -> list[Path]:
    """Return the files that a heuristic's ``file.py:name`` parts refer to, which must exist."""
    paths = [folder / reference.path for reference in file_references(spec)]
    for path in paths:
        if not path.is_file():
            raise BoardError(f"heuristic file {str(path)!r}: there is no such file")
    return paths


def _limits(values: Any, top: Place) -> Limits:
    place = top.table("limits")
    if not isinstance(values, dict):
        raise BoardError(f"{top.of_key('limits')}: expected a table: [limits]")
    place.check_keys(values, ("seconds", "nodes", "memory"))
    limits = DEFAULT_LIMITS
    for key, value in values.items():
        with place.at(key):
            if isinstance(value, bool) or not isinstance(value, int | float | str):
                raise BoardError(f"{key} = {value!r}: expected a number")
            if isinstance(value, str) and key != "memory":
                raise BoardError(f"{key} = {value!r}: expected a number, without quotes")
            if key != "seconds" and isinstance(value, float) and not value.is_integer():
                raise BoardError(f"{key} = {value!r}: expected a whole number")
            changed: dict[str, Any] = {key: value}
            limits = replace(limits, **changed)
    return limits


def _instances(value: Any, puzzle: type[Puzzle], top: Place, folder: Path) -> Iterator[Instance]:
    """Yield the instances of every table, each board once."""
    tables = value if isinstance(value, list) else [value]
    seen = set()
    for number, values in enumerate(tables, 1):
        place = top.table("instances", number)
        if not isinstance(values, dict):
            raise BoardError(f"{place}: expected a table: [instances] or [[instances]]")
        for instance in _of_table(values, puzzle, place, folder):
            if instance.id not in seen:
                yield instance
            seen.add(instance.id)
    if not seen:
        raise BoardError(f"{top.table('instances')}: no board at all")


def _of_table(
    values: Mapping[str, Any], puzzle: type[Puzzle], place: Place, folder: Path
) -> Iterator[Instance]:
    source = next((key for key in _SOURCES if key in values), None)
    if source is None:
        yield from _of_axes(values, puzzle, place)
        return
    for other in _SOURCES:
        if other in values and other != source:
            with place.at(other):
                raise BoardError(f"stands beside {source!r}: give each a table of its own")
    known = {"levels": [], "files": [], "jsonl": ["field", "count"]}[source]
    board_options = [] if source == "levels" else [option.name for option in puzzle.board_options]
    place.check_keys(values, [source, *known, *board_options])
    options = {}
    for option in puzzle.board_options:
        if option.name in values:
            with place.at(option.name):
                text = sources.as_text(values[option.name])
                options[option.name.replace("-", "_")] = option.read(text)
    count = place.whole_number(values, "count", 1, least=1) if "count" in values else None
    with place.at(source):
        for name in [strings(values[source])] if source == "levels" else strings(values[source]):
            if source == "levels":
                yield from sources.from_levels(puzzle, name)
            elif source == "files":
                yield from sources.from_file(puzzle, folder / str(name), options)
            else:
                field = one_text(values.get("field", "board"))
                path = folder / str(name)
                yield from sources.from_corpus(puzzle, path, field, options, count)


def _of_axes(values: Mapping[str, Any], puzzle: type[Puzzle], place: Place) -> Iterator[Instance]:
    names = [option.name for option in puzzle.instance_options]
    place.check_keys(values, [*names, "count", "seed"], also=_SOURCES)
    axes = {}
    for option in puzzle.instance_options:
        if option.name not in values:
            continue
        value = values[option.name]
        axes[option.name] = value if isinstance(value, list) else [value]
        with place.at(option.name):
            if not axes[option.name]:
                raise BoardError("an empty list: expected one value or more")
            for one in axes[option.name]:
                option.read(sources.as_text(one))
    count = place.whole_number(values, "count", 1, least=1)
    with place.at(next(iter(axes), "count")):
        yield from sources.generated(puzzle, axes, count, place.whole_number(values, "seed", 1))
