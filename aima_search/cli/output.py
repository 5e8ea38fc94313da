"""Output on the terminal: tables, pictures, JSON, numbers."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from aima_search import display
from aima_search.base.interchange import json_value
from aima_search.display.scene import picture_of
from aima_search.display.tables import WIDE, Column, Table, fitted, format_value, rich_table

if TYPE_CHECKING:
    from aima_search.cli.progress import Console
    from aima_search.display import Scene
    from aima_search.model.puzzle import Puzzle


_MOST_OF_ID = 500  # the largest number of characters of an id to show
_WIDTH = 100  # the width of tables of names in characters, if the output is not a terminal


def print_picture(scene: Scene) -> None:
    """Print a picture: in colour on a terminal, in ASCII if the output cannot show Unicode."""
    if not sys.stdout.isatty():
        click.echo(display.render_text(scene, unicode=has_unicode()))
        return
    from aima_search.cli.progress import Console

    Console().print(display.rich_text(scene, unicode=has_unicode()), soft_wrap=True)


def headline(name: str, problem: Puzzle) -> str:
    """Return the line above a board: its name and its id; a long id is shortened."""
    text = problem.format()
    shown = text if len(text) <= _MOST_OF_ID else f"{text[:_MOST_OF_ID]} ..."
    return f"{name}: {shown}"


def print_state(problem: object, state: Any, action: Any = None) -> None:
    """Print the picture of a state; if the problem has no pictures, print the state."""
    scene = picture_of(problem, state, action)
    if scene is None:
        click.echo(str(state))
    else:
        print_picture(scene)


def has_unicode() -> bool:
    """Return True if standard output can show box-drawing characters."""
    try:
        "┏━█■∘▏░".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def print_table(table: Table) -> None:
    """Print a table; leave out columns that do not fit into the terminal."""
    console = _console(WIDE)
    console.print(rich_table(fitted(table, console.width)))


def print_rows(columns: Sequence[str], rows: Sequence[Sequence[str]], widest: int = 0) -> None:
    """Print rows as a table; never wrap the first column. widest: least width of the second."""
    drawn = rich_table(Table("", [*map(Column, columns)], rows))
    drawn.columns[0].no_wrap = True
    drawn.columns[1].min_width = widest or None
    _console(_WIDTH).print(drawn)


def _console(width: int) -> Console:
    from aima_search.cli.progress import Console

    console = Console()
    return console if console.is_terminal else Console(width=width)


def print_json(value: Any) -> None:
    """Print ``value`` as JSON; print objects that JSON lacks, such as actions, as texts."""
    click.echo(json.dumps(value, indent=2, default=json_value, allow_nan=False))


def print_lines(lines: Sequence[str]) -> None:
    """Print each of ``lines`` as plain text."""
    for line in lines:
        click.echo(line)


number = partial(format_value, "number")


def fact(value: bool | None) -> str:
    """Return "yes" for True, "no" for False, and "?" for None (not known)."""
    return {True: "yes", False: "no", None: "?"}[value]
