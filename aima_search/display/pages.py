"""Self-contained HTML pages from templates (extra ``report``)."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from aima_search.base.extras import require
from aima_search.display.html import table_html
from aima_search.display.palette import page_colours
from aima_search.display.tables import format_value


def render_page(template: str, **values: Any) -> str:
    """Return the page that a template makes of values.

    template: a file of this package, such as "lab/report/page.html.jinja"; templates extend
    "display/page.html.jinja" and import macros by the same kind of name.
    """
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
    page: str = environment.get_template(template).render(**values)
    return page


def check_can_write_page() -> None:
    """Raise MissingExtra before long work whose page, with its plots, could not be written."""
    for module in ("jinja2", "matplotlib"):
        require(module, "report")


def share_text(part: int, whole: int) -> str:
    """Return a part of a whole in per cent.

    >>> share_text(3, 4), share_text(0, 0)
    ('75 %', '0 %')
    """
    return format_value("share", part / max(whole, 1))
