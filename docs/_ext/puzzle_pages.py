"""Writes a page for every registered puzzle into ``puzzles/``."""

from pathlib import Path

from puzzle_page import puzzle_page

from aima_search.model.puzzle import PUZZLES


def write_pages(app):
    """Write new and changed pages, so that Sphinx reads no other page again."""
    folder = Path(app.srcdir) / "puzzles"
    for name in PUZZLES.names():
        page, file = puzzle_page(name), folder / f"{name}.md"
        if not file.exists() or file.read_text("utf-8") != page.text:
            page.write(file)


def setup(app):
    """Run before Sphinx looks for pages."""
    app.connect("builder-inited", write_pages, priority=1)
    return {"parallel_read_safe": True}
