"""Self-contained HTML pages made from templates; they need the extra ``report``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from math import isfinite
from typing import Any

from aima_search.base.extras import require
from aima_search.display.palette import page_colours
from aima_search.display.tables import StarredCell, Table, format_value


def table_html(table: Table) -> str:
    """Return an HTML table whose rows can be sorted in a page."""
    lines = ["<table>"]
    if any(column.title for column in table.columns):
        heads = []
        for column in table.columns:
            name = _class("number" if column.is_numeric else "")
            heads.append(f'<th scope="col"{name}>{escape(column.title)}</th>')
        lines.append(f"<thead><tr>{''.join(heads)}</tr></thead>")
    lines.append("<tbody>")
    lines += [f"<tr>{''.join(_cells(table, row))}</tr>" for row in table.rows]
    return "\n".join([*lines, "</tbody>", "</table>"])


def _cells(table: Table, row: Sequence[Any]) -> Iterator[str]:
    for place, (column, value) in enumerate(zip(table.columns, row, strict=True)):
        names = ["number"] if column.is_numeric else [column.kind] if column.kind != "text" else []
        if table.is_best(row, place):
            names.append("best")
        text = escape(format_value(column.kind, value))
        yield f'<td{_class(" ".join(names))} data-key="{escape(_sort_key(value))}">{text}</td>'


def _class(names: str) -> str:
    return f' class="{names}"' if names else ""


def _sort_key(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, StarredCell):
        return _sort_key(value.value)
    if isinstance(value, int | float):
        return repr(value) if isfinite(value) else "1e999"
    return str(value)


def titled_table_html(table: Table) -> str:
    """Return an HTML table with its title and note; a wide table can be scrolled."""
    parts = [f"<p><strong>{escape(table.title)}</strong></p>"] if table.title else []
    parts.append(f'<div class="scroll">{table_html(table)}</div>')
    parts += [f"<p>{escape(table.note)}</p>"] if table.note else []
    return "\n".join(parts)


def notebook_block(parts: Iterable[str]) -> str:
    """Return an HTML block of these parts, with the style for notebooks."""
    style = f"<style>\n{read_asset('notebook.css')}</style>"
    return "\n".join(['<div class="aima-search">', style, *parts, "</div>"])


@cache
def read_asset(name: str) -> str:
    """Return the text of a style sheet or script in the folder of this module."""
    return files("aima_search.display").joinpath(name).read_text("utf-8")


def render_page(template: str, **values: Any) -> str:
    """Return a page: a template such as "apps/lab/page.html.jinja", filled with values."""
    jinja2 = require("jinja2", "report")
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(
            lambda name: files("aima_search").joinpath(name).read_text("utf-8")
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["table_html"] = table_html
    environment.globals["colours"] = page_colours(":root")
    return environment.get_template(template).render(**values)


def check_can_write_page() -> None:
    """Raise MissingExtra if pages with plots cannot be written; call this before a long search."""
    for module in ("jinja2", "matplotlib"):
        require(module, "report")
