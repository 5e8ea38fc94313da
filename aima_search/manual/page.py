"""The page of a puzzle: its author's text, and everything that is registered."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from aima_search.manual.about import said_of
from aima_search.manual.album import Album
from aima_search.manual.boards import formats_section, levels_section, options_section
from aima_search.manual.heuristics import heuristics_section
from aima_search.manual.markdown import code, paragraphs
from aima_search.model.puzzle import PUZZLES, Puzzle


@dataclass(frozen=True)
class Page:
    """A page in Markdown; pictures: from paths, relative to the page, to SVG."""

    text: str
    pictures: dict[str, str]

    def write(self, file: Path) -> None:
        """Write the page and, in the folder that its text names, the pictures."""
        file.write_text(self.text, encoding="utf-8")
        for path, svg in self.pictures.items():
            picture = file.parent / path
            picture.parent.mkdir(exist_ok=True)
            picture.write_text(svg, encoding="utf-8")


def puzzle_page(name: str, folder: str | None = None) -> Page:
    """Return the page of a registered puzzle.

    folder: the pictures' folder, next to the page; the puzzle's name if not given. The text of the
    puzzle's author, ``about.md`` next to its levels, stands first.
    """
    puzzle = PUZZLES.get(name)
    album = Album(folder or name)
    text = paragraphs(
        f"# {puzzle.__name__}",
        f"{puzzle.summary[:1].upper()}{puzzle.summary[1:]}.",
        said_of(puzzle, album),
        _first_commands(puzzle),
        levels_section(puzzle, album),
        heuristics_section(puzzle, album),
        options_section(puzzle),
        formats_section(puzzle),
    )
    return Page(text + "\n", {f"{album.folder}/{file}": svg for file, svg in album.files.items()})


def _first_commands(puzzle: type[Puzzle]) -> str:
    name = puzzle.puzzle
    lines = [
        f"from {_home(puzzle)} import {puzzle.__name__}",
        "from aima_search import solve",
        "",
        f"problem = {puzzle.__name__}.level()",
        "result = solve(problem)",
    ]
    commands = [f"aima-search {command} {name}" for command in ("show", "solve", "compare")]
    return paragraphs(
        "## Where to start",
        "At the command line, on the first of the boards below:",
        code("\n".join(commands), "sh"),
        "In Python:",
        code("\n".join(lines), "python"),
    )


def _home(puzzle: type[Puzzle]) -> str:
    """Return the shortest module name from which a puzzle's class can be imported."""
    parts = puzzle.__module__.split(".")
    names = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
    homes = (name for name in names if getattr(sys.modules.get(name), puzzle.__name__, None))
    return next(homes, puzzle.__module__)
