"""Writes a page for every registered puzzle into ``puzzles/``.

The pages are part of the repository, where links lead to them: python docs/_ext/puzzle_pages.py
"""

from pathlib import Path

from puzzle_page import puzzle_page

from aima_search.model.puzzle import PUZZLES


def write_pages(folder):
    """Write new and changed pages, so that Sphinx reads no other page again."""
    for name in PUZZLES.names():
        page, file = puzzle_page(name), folder / f"{name}.md"
        if not page.is_written(file):
            page.write(file)


def setup(app):
    """Run before Sphinx looks for pages."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir) / "puzzles"), priority=1)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    write_pages(Path(__file__).parents[1] / "puzzles")
