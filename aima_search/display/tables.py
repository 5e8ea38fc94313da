"""A table as data: titles, raw values, best values. Text and HTML are written from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from aima_search.base.limits import format_size
from aima_search.runs.measures import MEMORY_FLOOR

NOTHING = "-"
"""Stands in place of a missing value."""

_FORMATS = {"count": ",", "ratio": ",.2f", "effect": "+.2f", "share": ".0%", "percent": ".1%"}


@dataclass(frozen=True)
class Column:
    """A column: its title, the kind of its values (see ``format_value``), which value is best.

    best: "min" or "max" if that value is to stand out, otherwise "". spare: if there is no room for
    all columns, columns with the highest number are left out first, columns with 0 never.
    """

    title: str
    kind: str = "text"
    best: str = ""
    spare: int = 0

    @property
    def is_numeric(self) -> bool:
        """Whether the values are numbers, to be aligned to the right."""
        return self.kind not in ("text", "long")


@dataclass(frozen=True, order=True)
class Starred:
    """A number that is written with a star, or with a blank in the star's place."""

    value: float
    has_star: bool = field(compare=False)


@dataclass(frozen=True)
class Table:
    """A table of raw values, with a title and a note on how to read it.

    contenders: the rows whose values can be the best, None for all rows.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    note: str = ""
    contenders: Sequence[Sequence[Any]] | None = None

    def with_columns(self, places: Sequence[int]) -> Table:
        """Return the table with some of its columns."""

        def pick(values: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(values[place] for place in places)

        contenders = None if self.contenders is None else list(map(pick, self.contenders))
        rows = list(map(pick, self.rows))
        return replace(self, columns=pick(self.columns), rows=rows, contenders=contenders)

    def is_best(self, row: Sequence[Any], place: int) -> bool:
        """Whether a row's value in the column at ``place`` is the best value, as it is written.

        If all values are equally good, no value is the best.
        """
        column, value = self.columns[place], row[place]
        rows = self.rows if self.contenders is None else self.contenders
        known = [each[place] for each in rows if each[place] is not None]
        if not column.best or value is None or row not in rows:
            return False
        ends = (min(known), max(known)) if column.best == "min" else (max(known), min(known))
        best, worst = (format_value(column.kind, end) for end in ends)
        return format_value(column.kind, value) == best != worst


def format_value(kind: str, value: Any) -> str:
    """Return a value as people read it; a dash stands for None.

    Kinds of numbers: count, number (a cost), mean, ratio, share (a whole number of per cents),
    percent (with a digit after the point), effect, p, seconds, bytes, and "written" for what is
    text already. Every other kind is text.

    >>> format_value("mean", 1234.5), format_value("p", 0.00001), format_value("share", 0.5)
    ('1,234', '<0.0001', '50 %')
    """
    if value is None:
        return NOTHING
    if isinstance(value, Starred):
        return format_value(kind, value.value) + ("*" if value.has_star else " ")
    text = _format(kind, value)
    is_zero = isinstance(value, float) and not text.strip("-0. %")
    return text.lstrip("-") if is_zero else text


def _format(kind: str, value: Any) -> str:
    if kind == "bytes":
        return format_size(value) if value > 1.001 * MEMORY_FLOOR else "< 1 MiB"
    if kind == "p":
        return f"{value:.4f}" if value >= 0.0001 else "<0.0001"
    if kind == "mean":
        return f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"
    if kind == "number":
        if isinstance(value, int):
            return f"{value:,}"
        try:
            return f"{value:,g}"
        except TypeError:  # a fraction, before Python 3.12
            return f"{float(value):,g}"
    if kind == "seconds":
        return _format_seconds(value)
    if kind not in _FORMATS:
        return str(value)
    return format(value, _FORMATS[kind]).replace("%", " %")


def _format_seconds(value: float) -> str:
    """Return three significant digits, but no digit below ten microseconds."""
    if 0 < value < 0.001:
        return f"{value:.5f}"
    return f"{value:#.3g}" if value < 99.95 else f"{value:,.0f}"
