"""``aima-search list`` lists puzzles, algorithms and heuristics; ``cache`` lists cached tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pkgutil import resolve_name

import click

from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import UnknownName
from aima_search.base.limits import format_size
from aima_search.base.plugins import announced_commands
from aima_search.catalog.heuristics import heuristic_info, heuristic_names
from aima_search.cli.arguments import json_option, options_of
from aima_search.cli.output import fact, print_json, print_rows
from aima_search.model.heuristic import ANY, heuristics_for
from aima_search.model.puzzle import PUZZLES

_PARTS = ["puzzles", "algorithms", "heuristics"]


@click.command("list")
@click.argument("puzzle", required=False)
@json_option
def list_command(puzzle: str | None, as_json: bool) -> None:
    """List puzzles, algorithms and heuristics, with their properties.

    If PUZZLE is the name of a puzzle, only this puzzle and its options are listed. If PUZZLE is
    "puzzles", "algorithms", "heuristics" or "checks" (for the grader), only these are listed.
    """
    listing = announced_commands().get(f"list {puzzle}")
    if listing is not None:
        resolve_name(listing)(as_json)
        return
    is_part = puzzle in _PARTS and puzzle not in PUZZLES
    shown = [str(puzzle)] if is_part else _PARTS
    is_whole = puzzle is None or is_part
    if not is_whole and puzzle not in PUZZLES:
        raise UnknownName("puzzle or list", str(puzzle), [*PUZZLES, *_PARTS])
    names = PUZZLES.names() if is_whole else [str(puzzle)]
    if as_json:
        print_json(_as_json(names, shown))
        return
    if "puzzles" in shown:
        _print_puzzles(names)
    if not is_whole:
        _print_options(names[0])
    elif "algorithms" in shown:
        _print_algorithms()
    if "heuristics" in shown:
        general = heuristics_for(ANY).names() if is_whole else []
        if general:
            _print_heuristics("every puzzle", ANY, general)
        for name in names:
            _print_heuristics(name, name, [h for h in heuristic_names(name) if h not in general])


def _print_puzzles(names: list[str]) -> None:
    rows, width = [], 0
    for name in names:
        puzzle = PUZZLES.get(name)
        options = " ".join(f"--{option.name}" for option in puzzle.board_options)
        levels = [*puzzle.levels(), *(f"{collection}:1" for collection in puzzle.collections())]
        width = max([width, *(len(level) + 1 for level in levels)])  # the name and a comma
        rows.append((name, ", ".join(levels), options, puzzle.summary))
    print_rows(["puzzle", "levels", "options", "summary"], rows, width)


def _print_algorithms() -> None:
    rows = []
    for name in ALGORITHMS:
        algorithm = ALGORITHMS.get(name)
        optimal = "unit costs" if algorithm.shallowest else fact(algorithm.optimal)
        facts = (fact(algorithm.informed), optimal, fact(algorithm.complete))
        rows.append((name, *facts, algorithm.summary))
    print_rows(["algorithm", "informed", "optimal", "complete", "summary"], rows)


def _print_options(puzzle: str) -> None:
    chosen = PUZZLES.get(puzzle)
    rows = [(f"--{name}", where, text) for name, where, text in options_of(chosen)]
    rows.append(("--to", "generate, convert", f"text format, one of {', '.join(chosen.formats)}"))
    print_rows([f"option of {puzzle}", "used for", "meaning"], rows)
    for option in (*chosen.board_options, *chosen.instance_options):
        if option.meanings:
            print_rows([f"in --{option.name}", "meaning"], list(option.meanings.items()))


def _print_heuristics(whose: str, puzzle: str, names: list[str]) -> None:
    rows = []
    for name in names:
        info = heuristic_info(puzzle, name)
        rows.append((name, fact(info.admissible), fact(info.consistent), info.summary))
    print_rows([f"heuristic for {whose}", "admissible", "consistent", "summary"], rows)


def _as_json(puzzles: list[str], parts: Sequence[str]) -> dict[str, object]:
    of_puzzles = {
        name: {h: vars(heuristic_info(name, h)) for h in heuristic_names(name)} for name in puzzles
    }
    if parts == ["heuristics"]:
        return {"heuristics": of_puzzles}
    values: dict[str, dict[str, object]] = {"puzzles": {}, "algorithms": {}}
    for name, puzzle in {name: PUZZLES.get(name) for name in puzzles}.items():
        values["puzzles"][name] = {
            "summary": puzzle.summary,
            "levels": list(puzzle.levels()),
            "collections": {key: puzzle.notes(key) for key in puzzle.collections()},
            "options": [option.name for option in puzzle.board_options],
            "heuristics": of_puzzles[name],
        }
    facts = ("summary", "informed", "optimal", "complete", "shallowest", "local")
    for name in ALGORITHMS:
        algorithm = ALGORITHMS.get(name)
        values["algorithms"][name] = {fact: getattr(algorithm, fact) for fact in facts}
    return {part: value for part, value in values.items() if part in parts}


@click.command("cache")
@click.option("--clear", is_flag=True, help="Delete all cached files.")
def cache_command(clear: bool) -> None:
    """List or delete the cached tables of heuristics.

    The most recently used table comes first. A deleted table is computed again when it is needed.
    To use another folder for the cache, set the environment variable AIMA_SEARCH_CACHE to this
    folder. To use no cache, set AIMA_SEARCH_CACHE=off.
    """
    from aima_search.base import cache

    folder = cache.folder()
    if folder is None:
        click.echo(f"the cache is off: {cache.VARIABLE} is {cache.OFF}")
    elif clear:
        click.echo(f"{cache.clear()} files deleted from {folder}")
    else:
        tables = list(cache.entries())
        total = format_size(sum(table.bytes for table in tables))
        click.echo(f"{len(tables)} tables, {total}, in {folder}")
        for table in tables:
            used = datetime.fromtimestamp(table.used).strftime("%Y-%m-%d %H:%M")
            click.echo(f"{format_size(table.bytes):>10}  used {used}  {table.identity}")
