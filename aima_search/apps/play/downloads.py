"""Files to keep: a picture, the comparison, the trace, the lines of Python that do the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from aima_search.apps.play.lane import Lane
from aima_search.apps.play.script import script
from aima_search.apps.play.tables import board_name, comparison_of_lanes, table_of
from aima_search.base.errors import InputError, MissingExtra, MissingModule, UnknownName
from aima_search.display.pages import notebook_block, titled_table_html
from aima_search.model.puzzle import Puzzle
from aima_search.runs.compare import Comparison
from aima_search.trace.trace import posthoc_lines

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
</head>
<body>
{body}
</body>
</html>
"""
_NOTE = "The searches were recorded, and recording takes time: compare measures seconds."


def download(what: str, lanes: Sequence[Lane], node: int | None = None) -> dict[str, str]:
    """Return a file of one kind as its name, type and text.

    what: "svg" (of a node of the first lane), "csv", "html", "trace" (of the first lane) or
    "python".
    """
    if what not in _KINDS:
        raise UnknownName("download", what, _KINDS)
    if not lanes:
        raise InputError("download of no lanes: expected one or more")
    if (node is None) == (what == "svg"):
        raise InputError(f"download {what}: expected {'a' if what == 'svg' else 'no'} node")
    kind, suffix, write = _KINDS[what]
    text = _svg(lanes[0], node) if node is not None else write(lanes)
    name = type(lanes[0].problem).__name__.lower()
    return {"name": f"{name}{suffix}", "type": kind, "text": text}


def _svg(lane: Lane, node: int) -> str:
    svg = lane.session.picture(node)["svg"]
    if svg is None:
        raise InputError(f"{type(lane.problem).__name__} does not draw itself")
    return str(svg)


def _csv(lanes: Sequence[Lane]) -> str:
    return _finished(lanes).as_csv()


def _finished(lanes: Sequence[Lane]) -> Comparison:
    comparison = comparison_of_lanes(lanes)
    if not comparison.rows:
        raise InputError("no search has ended: expected one or more that have")
    return comparison


def _html(lanes: Sequence[Lane]) -> str:
    """Return the report that ``compare --html`` writes; in a browser alone, its table."""
    comparison = _finished(lanes)
    problem = lanes[0].problem
    try:
        if isinstance(problem, Puzzle):
            from aima_search.runs.comparison_views import comparison_page  # and its plots

            return comparison_page(comparison, dict.fromkeys(comparison.boards, problem))
    except (MissingExtra, MissingModule):
        pass  # the packages that draw and write it are missing
    table = titled_table_html(table_of(comparison))
    picture = lanes[0].session.picture(0)["svg"] or ""
    title = escape(f"{type(lanes[0].problem).__name__}, {board_name(lanes[0])}: search compared")
    body = notebook_block([f"<h1>{title}</h1>", picture, table, f"<p>{_NOTE}</p>"])
    return _PAGE.format(title=title, body=body)


def _trace(lanes: Sequence[Lane]) -> str:
    return "".join(f"{line}\n" for line in posthoc_lines(lanes[0].session.trace))


_KINDS: dict[str, tuple[str, str, Callable[[Sequence[Lane]], str]]] = {
    "svg": ("image/svg+xml", ".svg", lambda lanes: ""),
    "csv": ("text/csv", ".csv", _csv),
    "html": ("text/html", ".html", _html),
    "trace": ("application/yaml", ".trace.yaml", _trace),
    "python": ("text/x-python", ".py", script),
}
