"""One ``[[instances]]`` table of a grid: the boards it asks for, each with its options and axes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from aima_search.apps.lab.drawing import Draws, Wanted, generated
from aima_search.base.errors import InputError, SearchError, UnknownName
from aima_search.base.option import Option, read_switch, write_text
from aima_search.catalog import instances as sources
from aima_search.catalog.instances import Choice, Instance
from aima_search.catalog.toml_values import Place, one_text, strings
from aima_search.model.puzzle import Puzzle

_SOURCES = ("levels", "files", "jsonl")
_BESIDES = {"levels": (), "files": (), "jsonl": ("field", "count")}  # keys of a source's own
_COUNT = Option("count", int, "how many boards", least=1)
_SEED = Option("seed", int, "of the random boards")
_SOLVABLE = Option(
    "solvable", read_switch, "that can be solved", accepts=("yes", "no").__contains__
)
_COSTS = (Option("min-cost", float, "of a solution"), Option("max-cost", float, "of a solution"))
_OF_GENERATED = ("count", "seed", "paired", "solvable", "min-cost", "max-cost")


def instances_of(
    values: Mapping[str, Any], puzzle: type[Puzzle], place: Place, folder: Path
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
        given = [name for name in options if name in values]
        return next((name for name in given if _is_taken(taken, choices[0].without(name))), None)

    with _at_fault(place, source, values, options, blame):
        for choice in choices:
            yield from taken(choice)


def _taken(
    source: str,
    values: Mapping[str, Any],
    puzzle: type[Puzzle],
    place: Place,
    folder: Path,
    choice: Choice,
) -> Iterator[Instance]:
    """Yield the boards of a source that exists, with one choice of their options."""
    names = strings(values[source])
    if source == "levels":
        yield from sources.from_levels(puzzle, names, choice)
        return
    count = place.read(values, _COUNT)
    with place.at("field"):
        field = one_text(values.get("field", "board"))
    for name in names:
        if source == "files":
            yield from sources.from_file(puzzle, folder / name, choice)
        else:
            yield from sources.from_corpus(puzzle, folder / name, field, choice, count)


def _is_taken(taken: Callable[[Choice], Iterable[Instance]], choice: Choice) -> bool:
    try:
        return bool(list(taken(choice)))
    except SearchError:
        return False


def _generated(values: Mapping[str, Any], puzzle: type[Puzzle], place: Place) -> Iterator[Instance]:
    """Yield random boards along the axes of a table."""
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
    draws = Draws(
        axes,
        _board_options(values, settings, place),
        count=place.read(values, _COUNT, 1),
        seed=place.read(values, _SEED, 1),
        paired=_paired(values, own, place),
        wanted=_wanted(values, place),
    )

    def blame(error: SearchError) -> str | None:
        """Return the axis that an error names after its first colon, None if it names no axis."""
        words = re.findall(r"[\w-]+", str(error).partition(": ")[2])
        return next((name for name in axes if name in words), None)

    with _at_fault(place, next(iter(axes), "count"), values, options, blame):
        yield from generated(puzzle, draws)


def _paired(values: Mapping[str, Any], options: Iterable[Option], place: Place) -> list[str]:
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


def _wanted(values: Mapping[str, Any], place: Place) -> Wanted:
    """Return which of the boards are kept."""
    solvable = place.read(values, _SOLVABLE, False)
    least, most = (place.read(values, option) for option in _COSTS)
    if least is not None and most is not None and least > most:
        raise InputError(f"{place.of_key('max-cost')} = {most}: expected at least {least}")
    return Wanted(solvable in (True, "yes"), least, most)


@contextmanager
def _at_fault(
    place: Place,
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
    values: Mapping[str, Any], options: Iterable[Option], place: Place
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


def _values_of(values: Mapping[str, Any], option: Option, place: Place) -> list[Any]:
    """Return the values of an axis, given as a list or as a single value."""
    listed = _listed(values[option.name])
    with place.at(option.name):
        if not listed:
            raise InputError("an empty list: expected one value or more")
        for one in listed:
            option.read(write_text(one), option.flag)
    return listed


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
