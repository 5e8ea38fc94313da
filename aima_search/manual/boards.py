"""Sections of a puzzle's page: its bundled levels, the options of boards, the text formats."""

from __future__ import annotations

from aima_search.display.scene_data import picture_of
from aima_search.display.tables import format_value
from aima_search.manual.album import Album, search_of, solution_of
from aima_search.manual.markdown import code, paragraphs, table
from aima_search.model.puzzle import Puzzle

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
    """Return the words for a collection: its boards, and their names."""
    comments = [line.lstrip("# ") for line in text.splitlines() if line.startswith("#")]
    count = len(list(puzzle.split(text)))
    return (
        f"`{name}:1` to `{name}:{count}`, as in `aima-search solve {puzzle.puzzle} {name}:1`, are"
        f" more boards. {' '.join(comments)}"
    )


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
            ("a board", puzzle.board_options),
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
