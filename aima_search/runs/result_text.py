"""A search result as text and as HTML: how the search ended, its statistics, the solution."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from aima_search.algorithms.engines import OBJECTS
from aima_search.base.errors import NotApplicable
from aima_search.display import render_svg
from aima_search.display.html import notebook_block, table_html
from aima_search.display.tables import Column, Table, format_value
from aima_search.display.terminal import table_text
from aima_search.runs.found import Found
from aima_search.runs.measures import MEASURES
from aima_search.runs.pictures import Picture, pictures_of, spread

_MOST_PICTURES = 24
_MOST_CELLS = 500_000  # of all pictures together, unless there are only two
_WIDTH, _LARGEST_CELL = 190, 28  # pixels of a picture and of a cell


def result_text(result: Found) -> str:
    """Return the end in words and the statistics, a line each."""
    return f"{headline(result)}\n{table_text(statistics_table(result))}"


def result_html(result: Found) -> str:
    """Return the end in words, the statistics, and the solution if it can be drawn."""
    parts = [f"<p><strong>{escape(headline(result))}</strong></p>"]
    return notebook_block([*parts, table_html(statistics_table(result)), *_strip(result)])


def headline(result: Found) -> str:
    """Return how the search was done and how it ended."""
    heuristic = f" with {result.heuristic}" if result.heuristic else ""
    return f"{result.method}{heuristic}: {result.words}"


def statistics_table(result: Found) -> Table:
    """Return the statistics of the search, a row each."""
    rows = [
        (measure.label, format_value(measure.kind, measure.of(result)))
        for measure in MEASURES.values()
        if measure.is_told_by([measure.of(result)])
    ]
    if result.engine != OBJECTS or result.engine_note:
        rows.append(("engine", ": ".join(filter(None, (result.engine, result.engine_note)))))
    if result.proof:
        rows.append(("proof", result.proof))
    return Table("", [Column(""), Column("", "written")], rows)


def _strip(result: Found) -> Iterator[str]:
    """Yield the solution as pictures that flow; of many pictures, some in between are left out."""
    try:
        pictures = pictures_of(result, _MOST_PICTURES)
    except NotApplicable:
        return
    cells = max(len(pictures[0].scene.cells) * pictures[0].scene.width, 1)
    shown = spread(pictures, max(_MOST_CELLS // cells, 2))
    yield '<div class="strip">'
    yield from map(_figure, shown)
    yield "</div>"
    if len(shown) < (number := len(result.states)):
        yield f"<p>{len(shown)} of {number} pictures; <code>animate()</code> has all.</p>"


def _figure(picture: Picture) -> str:
    cell = min(_LARGEST_CELL, max(_WIDTH // picture.scene.width, 4))
    caption = f"<figcaption>{escape(picture.caption)}</figcaption>"
    return f"<figure>{render_svg(picture.scene, cell)}{caption}</figure>"
