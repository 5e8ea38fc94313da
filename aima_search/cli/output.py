"""Writing to the terminal: tables, pictures, JSON, numbers as people read them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from aima_search.limits import format_size
from aima_search.render import Scene, render_text, rich_text

if TYPE_CHECKING:
    from rich.table import Table

NOTHING = "-"
"""What stands where there is no value."""


def print_picture(scene: Scene) -> None:
    """Print a picture, in colour on a terminal, in ASCII where the encoding needs it."""
    print_rich(rich_text(scene, unicode=has_unicode()) if sys.stdout.isatty() else None, scene)


def print_rich(rich: Any, scene: Scene) -> None:
    """Print a rich text, or the plain picture where there is none."""
    if rich is None:
        click.echo(render_text(scene, unicode=has_unicode()))
        return
    from rich.console import Console

    Console(highlight=False).print(rich, soft_wrap=True)


def has_unicode() -> bool:
    """Tell whether standard output can show the box-drawing characters."""
    try:
        "┏━█■∘▏░".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def make_table(columns: Iterable[str], numeric: Iterable[str] = (), title: str = "") -> Table:
    """Return an empty table; the ``numeric`` columns are aligned to the right."""
    from rich import box
    from rich.table import Table

    numbers = set(numeric)
    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left")
    return table


def print_table(table: Table) -> None:
    """Print a table as wide as it needs where the output is not a terminal."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=500)
        table.expand = False
    console.print(table)


def print_json(value: Any) -> None:
    """Print a value as JSON; moves and whatever else JSON does not know as text."""
    click.echo(json.dumps(value, indent=2, default=str, allow_nan=False))


def print_lines(lines: Sequence[str]) -> None:
    """Print lines of plain text."""
    for line in lines:
        click.echo(line)


def number(value: float | None) -> str:
    """Return a count or a cost as people read it, a dash for None."""
    if value is None:
        return NOTHING
    return f"{value:,}" if isinstance(value, int) else f"{value:,g}"


def seconds(value: float | None) -> str:
    """Return a time in seconds with three significant digits or so."""
    if value is None:
        return NOTHING
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"


def ratio(value: float | None) -> str:
    """Return a ratio with two digits after the point."""
    return NOTHING if value is None else f"{value:.2f}"


def memory(value: int | None) -> str:
    """Return a size in bytes as people read it; what is too small to measure is "< 1 MiB"."""
    if value is None:
        return NOTHING
    return format_size(value) if value >= 2**20 else "< 1 MiB"


def fact(value: bool | None) -> str:
    """Return a fact of a heuristic: yes, no, or a question mark for not known."""
    return {True: "yes", False: "no", None: "?"}[value]
