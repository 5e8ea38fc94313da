"""Tables as text, drawn by rich: in colour for a terminal, plain for everything else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

from aima_search.base.extras import need
from aima_search.display.tables import Table, format_value

if TYPE_CHECKING:
    from rich.table import Table as RichTable

_WIDE = 500  # characters: wider than any table, so that nothing is cut or wrapped


def make_table(columns: Iterable[str], numeric: Iterable[str] = (), title: str = "") -> RichTable:
    """Return an empty table; the ``numeric`` columns are aligned to the right."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    numbers = set(numeric)
    table = RichTable(
        title=Text(title, "table.title") if title else None,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        pad_edge=False,
    )
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left")
    return table


def narrowed(table: Table, width: int) -> Table:
    """Return the table without the spare columns for which a width has no room.

    A note names the columns left out.
    """
    left_out: list[str] = []
    fitting = table
    while _width(fitting) > width and any(column.spare for column in fitting.columns):
        places = list(range(len(fitting.columns)))
        place = max(places, key=lambda one: fitting.columns[one].spare)
        left_out.insert(0, fitting.columns[place].title)
        note = f"left out, the terminal is too narrow: {', '.join(left_out)}"
        fitting = replace(
            fitting.with_columns(places[:place] + places[place + 1 :]),
            note="\n".join(filter(None, [table.note, note])),
        )
    return fitting


def _width(table: Table) -> int:
    """Return the widths of a table's columns if nothing is cut."""
    lines = table_text(replace(table, title="", note="")).splitlines()
    return max(map(len, lines), default=0)


def rich_table(table: Table) -> RichTable:
    """Return a table as rich draws it, the best values bold; a table without titles has no head."""
    from rich.text import Text

    drawn = make_table([], title=table.title)
    for column in table.columns:
        drawn.add_column(
            Text(column.title),
            justify="right" if column.is_numeric else "left",
            no_wrap=column.is_numeric,
            overflow="ellipsis" if column.is_numeric else "fold",
        )
    for row in table.rows:
        drawn.add_row(
            *(
                Text(format_value(column.kind, value), "bold" if table.is_best(row, place) else "")
                for place, (column, value) in enumerate(zip(table.columns, row, strict=True))
            )
        )
    drawn.show_header = any(column.title for column in table.columns)
    if table.note:
        drawn.caption, drawn.caption_justify = Text(table.note, "table.caption"), "left"
    return drawn


def table_text(table: Table) -> str:
    """Return a table as plain text, as wide as it needs, without a line break at the end."""
    need("a table as text", "rich")
    from rich.console import Console

    text = StringIO()
    Console(file=text, width=_WIDE, highlight=False, color_system=None).print(rich_table(table))
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n")
