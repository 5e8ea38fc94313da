"""Write a page for every registered puzzle into ``docs/puzzles``.

    python docs/_ext/puzzle_pages.py

The pages are part of the repository. A test checks that they are up to date.
"""

from pathlib import Path

from puzzle_page import puzzle_page

from aima_search.model.puzzle import PUZZLES


def write_pages(folder):
    """Write the pages that are new or changed."""
    for name in PUZZLES.names():
        page, file = puzzle_page(name), folder / f"{name}.md"
        if not page.is_written(file):
            page.write(file)


if __name__ == "__main__":
    write_pages(Path(__file__).parents[1] / "puzzles")
