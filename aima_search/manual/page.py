"""The page of a puzzle: its author's text, and everything that is registered."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from aima_search.display.scene import picture_of
from aima_search.display.tables import format_value
from aima_search.manual.about import Album, code, paragraphs, said_of, search_of, solution_of, table
from aima_search.manual.heuristics import heuristics_section
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


# Sections of a puzzle's page: its bundled levels, the options of boards, the text formats.


_MOST = 1500  # characters of a text that a page shows


def levels_section(puzzle: type[Puzzle], album: Album) -> str:
    """Return a row for each bundled level: its picture, a solution's cost, the expansions."""
    names = list(puzzle.levels())
    if not names:
        return ""
    rows = [_level(puzzle, name, album) for name in names]
    return paragraphs(
        "## Levels",
        f"They come with the package: `aima-search solve {puzzle.puzzle} {names[0]}`, or"
        f" `{puzzle.__name__}.level({names[0]!r})`. Cost and expansions are those of"
        f" {search_of(puzzle)}.",
        table(["level", "board", "status", "cost", "expanded"], rows, ["cost", "expanded"]),
        *(_collection(puzzle, name, text) for name, text in puzzle.collections().items()),
    )


def _collection(puzzle: type[Puzzle], name: str, text: str) -> str:
    """Return the words for a collection: its boards, their names, what is said of each."""
    head = takewhile(lambda line: line.startswith("#"), text.splitlines())
    notes = puzzle.notes(name)
    words = (
        f"`{name}:1` to `{name}:{len(notes)}`, as in `aima-search solve {puzzle.puzzle} {name}:1`,"
        f" are more boards. {' '.join(line.lstrip('# ') for line in head)}"
    )
    rows = [[f"`{name}:{number}`", note] for number, note in enumerate(notes, 1)]
    return paragraphs(words, table(["board", "what it needs"], rows) if notes[-1] else "")


def _level(puzzle: type[Puzzle], name: str, album: Album) -> list[str]:
    problem = puzzle.level(name)
    result = solution_of(problem)
    return [
        f"`{name}`",
        album.board(problem, f"level-{name}"),
        result.words,
        format_value("number", result.cost),
        format_value("count", result.expanded),
    ]


def options_section(puzzle: type[Puzzle]) -> str:
    """Return the options of boards, of random boards and of the list of all solutions."""
    rows = [
        [f"`--{option.name}`", f"`{option.parameter}`", where, option.help]
        for where, options in (
            ("a board", [*puzzle.board_options, *puzzle.file_options]),
            ("`generate`", puzzle.instance_options),
        )
        for option in options
    ]
    rows += [
        [f"`--{flag}`", f"`{flag.replace('-', '_')}`", "`solve --all`", meaning]
        for flag, meaning in puzzle.solution_flags.items()
    ]
    if not rows:
        return ""
    return paragraphs(
        "## Options",
        "A value in brackets is the default.",
        table(["option", "in Python", "of", "meaning"], rows),
        *(
            table([f"in `--{option.name}`", "meaning"], [(f"`{k}`", v) for k, v in names.items()])
            for option in (*puzzle.board_options, *puzzle.instance_options)
            if (names := option.meanings)
        ),
    )


def formats_section(puzzle: type[Puzzle]) -> str:
    """Return the smallest bundled level in each of the formats that the puzzle writes."""
    problem = _smallest(puzzle)
    if problem is None:
        return ""
    examples = []
    for to in puzzle.formats:
        try:
            text = problem.format(to)
        except ValueError as error:  # a format that this board does not fit
            text = str(error)
        if len(text) <= _MOST:
            examples.append(paragraphs(f"### `{to}`", code(text)))
    return paragraphs(
        "## Text formats",
        "Written by"
        f" `problem.format(name)` and `aima-search convert {puzzle.puzzle} FILE --to NAME`; read"
        f" by `{puzzle.__name__}.parse(text)` and wherever a command takes a board. One board in"
        " each of them:",
        *examples,
    )


def _smallest(puzzle: type[Puzzle]) -> Puzzle | None:
    """Return the bundled level with the fewest cells."""
    problems = [puzzle.level(name) for name in puzzle.levels()]
    return min(problems, key=_cells, default=None)


def _cells(problem: Puzzle) -> int:
    scene = picture_of(problem, problem.initial)
    return 0 if scene is None else scene.width * scene.height
