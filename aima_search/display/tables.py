"""``Table``: the values of a table, which are written as Markdown, LaTeX or text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from aima_search.base.extras import need
from aima_search.base.limits import format_size

if TYPE_CHECKING:
    from rich.table import Table as RichTable


NOTHING = "-"
"""The text for a missing value."""

_FORMATS = {"count": ",", "ratio": ",.2f", "share": ".0%", "percent": ".1%"}


@dataclass(frozen=True)
class Column:
    """A column of a table: its title, and the kind of its values (see ``format_value``).

    best: "min" to highlight the lowest value, "max" for the highest, "" to highlight no value.
    spare: if the table is too wide, the column with the highest ``spare`` is left out first. A
    column with ``spare`` 0 always stays.
    """

    title: str
    kind: str = "text"
    best: str = ""
    spare: int = 0

    @property
    def is_numeric(self) -> bool:
        """True if the values are numbers, which are aligned to the right."""
        return self.kind not in ("text", "long")


@dataclass(frozen=True, order=True)
class StarredCell:
    """A number in a table, with or without a star after it."""

    value: float
    has_star: bool = field(compare=False)


@dataclass(frozen=True)
class Table:
    """A table of values that are not formatted yet, with a title and a note.

    contenders: the rows in which a best value may be highlighted; None for all rows.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    note: str = ""
    contenders: Sequence[Sequence[Any]] | None = None

    def with_columns(self, places: Sequence[int]) -> Table:
        """Return a copy of the table with only these columns (a list of indices)."""

        def pick(values: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(values[place] for place in places)

        contenders = None if self.contenders is None else list(map(pick, self.contenders))
        rows = list(map(pick, self.rows))
        return replace(self, columns=pick(self.columns), rows=rows, contenders=contenders)

    def narrowed(self, most: int) -> Table:
        """Return a copy with at most ``most`` columns. Columns whose ``spare`` is 0 always stay."""
        columns = list(range(len(self.columns)))
        while len(columns) > most and any(self.columns[place].spare for place in columns):
            columns.remove(max(columns, key=lambda place: self.columns[place].spare))
        narrow = self.with_columns(columns)
        hidden = {column.title for column in self.columns if column not in narrow.columns}
        parts = self.note.split("; ")
        parts = [part for part in parts if not {*part.partition(":")[0].split(", ")} <= hidden]
        return replace(narrow, note="; ".join(parts))

    def is_best(self, row: Sequence[Any], place: int) -> bool:
        """Return True if a row has the best value in a column; rounded values are compared.

        place: the index of the column. If all values are equal, there is no best value.
        """
        column, value = self.columns[place], row[place]
        rows = self.rows if self.contenders is None else self.contenders
        if not column.best or value is None or row not in rows:
            return False
        known = [each[place] for each in rows if each[place] is not None]
        ends = (min(known), max(known)) if column.best == "min" else (max(known), min(known))
        best, worst = (format_value(column.kind, end) for end in ends)
        return format_value(column.kind, value) == best != worst


def format_value(kind: str, value: Any) -> str:
    """Return a value as text; None becomes a dash.

    The kinds "count", "number", "mean", "ratio", "share", "percent", "p", "seconds" and "bytes" are
    for numbers. A cost has the kind "number". A "share" is a percentage without decimals, and a
    "percent" has one decimal. A p-value has the kind "p". The kind "written" is for numbers that
    are already texts. All other kinds are for texts.

    >>> format_value("mean", 1234.5), format_value("p", 0.00001), format_value("share", 0.5)
    ('1,234', '<0.0001', '50 %')
    """
    if value is None:
        return NOTHING
    if isinstance(value, StarredCell):
        return format_value(kind, value.value) + ("*" if value.has_star else " ")
    text = _format(kind, value)
    is_zero = isinstance(value, float) and not text.strip("-0. %")
    return text.lstrip("-") if is_zero else text


def _format(kind: str, value: Any) -> str:
    if kind == "bytes":
        return format_size(value) if value > 1.001 * 2**20 else "< 1 MiB"
    if kind == "p":
        return f"{value:.4f}" if value >= 0.0001 else "<0.0001"
    if kind == "mean":
        return f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"
    if kind == "number":
        if isinstance(value, int):
            return f"{value:,}"
        try:
            return f"{value:,g}"
        except TypeError:  # before Python 3.12, this fails for a Fraction
            return f"{float(value):,g}"
    if kind == "seconds":
        # three significant digits, but at most five digits after the decimal point
        if 0 < value < 0.001:
            return f"{value:.5f}"
        return f"{value:#.3g}" if value < 99.95 else f"{value:,.0f}"
    if kind not in _FORMATS:
        return str(value)
    return format(value, _FORMATS[kind]).replace("%", " %")


def markdown_text(table: Table) -> str:
    """Return a table in GitHub's Markdown, with its title and note."""
    signs = {ord("\\"): r"\\"}
    titles = [column.title.translate(signs) for column in table.columns]
    numeric = [column.title.translate(signs) for column in table.columns if column.is_numeric]
    text = markdown_table(titles, formatted_rows(table, "**{}**", signs), numeric)
    return paragraphs(f"**{table.title}**", text, table.note)


def markdown_table(
    titles: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[str] = ()
) -> str:
    r"""Return a Markdown table; the columns named in ``numeric`` are aligned to the right.

    >>> print(markdown_table(["name", "expanded"], [["a|b", "7"]], ["expanded"]))
    | name | expanded |
    | --- | ---: |
    | a\|b | 7 |
    """
    numbers = set(numeric)
    rule = ["---:" if title in numbers else "---" for title in titles]

    def line(cells: Iterable[str]) -> str:
        texts = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(texts)} |"

    return "\n".join(map(line, [titles, rule, *rows]))


def paragraphs(*parts: str) -> str:
    """Join the parts that are not empty, with an empty line between them."""
    return "\n\n".join(part for part in parts if part)


_OF_LATEX = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    | {"<": "$<$", ">": "$>$", "*": "$^{*}$"}
)


def latex_text(table: Table, most: int = 7) -> str:
    """Return a table for LaTeX (package booktabs). Its caption is the title and the note.

    If there are more than ``most`` columns, less important columns are left out. If too many
    columns remain, the table is split into several tables with the same first column.
    """
    table = table.narrowed(most)
    columns = range(len(table.columns))
    portions = range(1, max(len(columns), 2), most - 1)
    parts = [table.with_columns([0, *columns[at : at + most - 1]]) for at in portions]
    return "\n\n".join(_latex_table(part, number) for number, part in enumerate(parts, 1))


def _latex_table(table: Table, number: int) -> str:
    sides = "".join("r" if column.is_numeric else "l" for column in table.columns)
    name = "-".join(re.findall(r"[a-z0-9]+", table.title.lower()))
    continued = f" (part {number})" if number > 1 else ""
    note = f": {table.note}" if table.note and not continued else ""

    def line(cells: Iterable[str]) -> str:
        return f"  {' & '.join(cells)} \\\\"

    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{f'{table.title}{continued}{note}.'.translate(_OF_LATEX)}}}",
            rf"\label{{tab:{name}{f'-{number}' if continued else ''}}}",
            rf"\begin{{tabular}}{{{sides}}}",
            r"  \toprule",
            line(column.title.translate(_OF_LATEX) for column in table.columns),
            r"  \midrule",
            *map(line, formatted_rows(table, r"\textbf{{{}}}", _OF_LATEX)),
            r"  \bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def formatted_rows(
    table: Table, best: str = "{}", signs: Mapping[int, str] = MappingProxyType({})
) -> Iterator[list[str]]:
    """Yield the rows as texts; the format ``best``, such as "**{}**", marks the best values."""
    for row in table.rows:
        texts = []
        for place, (column, value) in enumerate(zip(table.columns, row, strict=True)):
            text = format_value(column.kind, value).translate(signs)
            texts.append(best.format(text) if table.is_best(row, place) else text)
        yield texts


WIDE = 500
"""A width in characters that is larger than every table, so that no text is cut or wrapped."""


def fitted(table: Table, width: int) -> Table:
    """Leave out columns until a table fits into ``width``; keep columns whose ``spare`` is 0."""
    fitting = table
    while any(column.spare for column in fitting.columns):
        lines = table_text(replace(fitting, title="", note="")).splitlines()
        if all(len(line) <= width for line in lines):
            break
        fitting = fitting.narrowed(len(fitting.columns) - 1)
        left_out = [column.title for column in table.columns if column not in fitting.columns]
        note = f"not shown, because the terminal is too narrow: {', '.join(left_out)}"
        fitting = replace(fitting, note="\n".join(filter(None, [table.note, note])))
    return fitting


def rich_table(table: Table) -> RichTable:
    """Return a table of the package rich: the best values are bold, and only texts are wrapped."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(
        title=Text(table.title, "table.title") if table.title else None,
        title_justify="left",
        caption=Text(table.note, "table.caption") if table.note else None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_header=any(column.title for column in table.columns),
    )
    for column in table.columns:
        is_whole = column.is_numeric and column.kind != "written"
        drawn.add_column(
            Text(column.title),
            justify="right" if column.is_numeric else "left",
            no_wrap=is_whole,
            overflow="ellipsis" if is_whole else "fold",
        )
    for row, texts in zip(table.rows, formatted_rows(table), strict=True):
        styles = ["bold" if table.is_best(row, place) else "" for place in range(len(row))]
        drawn.add_row(*map(Text, texts, styles))
    return drawn


def table_text(table: Table) -> str:
    """Return a table as plain text, without a line break at the end."""
    need("printing a table as text", "rich")
    from rich.console import Console

    text = StringIO()
    Console(file=text, width=WIDE, highlight=False, color_system=None).print(rich_table(table))
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n")
