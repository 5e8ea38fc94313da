"""An author's text on a puzzle: Markdown with boards to draw and heuristics to measure.

A block fenced as ``board`` holds the text of a board; the words after it are options of the
board, ``name=value``, and the way to show it: ``actions`` for the board after each action,
``solution`` for the way to a solution. An empty block fenced as ``heuristics`` names a board by
``level=`` and its options: the page measures the heuristics there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from aima_search.base.errors import InputError, NotApplicable, UnknownName
from aima_search.base.limits import Limits
from aima_search.display import Scene, render_svg
from aima_search.display.scene import picture_of
from aima_search.model.problem import Problem
from aima_search.model.puzzle import Puzzle
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve
from aima_search.runs.solution_views import Picture, pictures_of, pictures_of_actions

# Pieces of Markdown: tables, blocks of code, pictures side by side.


ALIGNED = {True: "---:", False: "---"}


def table(titles: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[str] = ()) -> str:
    r"""Return a table; the ``numeric`` columns are aligned to the right.

    >>> print(table(["name", "expanded"], [["a|b", "7"]], ["expanded"]))
    | name | expanded |
    | --- | ---: |
    | a\|b | 7 |
    """
    numbers = set(numeric)
    return "\n".join([_row(titles), _rule(titles, numbers), *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    texts = (cell.replace("\n", " ").replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(texts)} |"


def _rule(titles: Sequence[str], numbers: set[str]) -> str:
    return f"| {' | '.join(ALIGNED[title in numbers] for title in titles)} |"


def code(text: str, language: str = "text") -> str:
    """Return a block of code, fenced by more backticks than the text has in a row.

    >>> print(code("aima-search list", "sh"))
    ```sh
    aima-search list
    ```
    """
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def side_by_side(pictures: Sequence[tuple[str, str]]) -> str:
    """Return pictures, pairs of a caption and a file, in one row that scrolls if it is wide."""
    captions = [caption.replace(" -> ", " → ") for caption, _ in pictures]
    return table(captions, [[f"![{_plain(caption)}]({file})" for caption, file in pictures]])


def _plain(text: str) -> str:
    return text.replace("[", "(").replace("]", ")").replace("`", "")


def paragraphs(*parts: str) -> str:
    """Return the parts that are not empty, with an empty line between them."""
    return "\n\n".join(part for part in parts if part)


# The pictures of a page: each drawn once, and kept under the name of its file.


LIMITS = Limits(nodes=20_000)
"""Of every search on a page; a limit on nodes, so that a page is the same on any machine."""

MOST_PICTURES = 9
_WIDTH = 320  # pixels that a board takes at most
_CELL = 14, 36  # pixels of a cell, at least and at most


class Album:
    """Pictures by the names of their files; the page will find them in ``folder``."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: dict[str, str] = {}

    def add(self, scene: Scene, name: str, width: int = _WIDTH) -> str:
        """Keep a picture and return its path as the page writes it."""
        least, most = _CELL
        size = max(least, min(most, width // max(scene.width, 1)))
        self.files[f"{name}.svg"] = render_svg(scene, size)
        return f"{self.folder}/{name}.svg"

    def board(self, problem: Puzzle, name: str) -> str:
        """Return the picture of a board as it is at the start, as Markdown."""
        scene = picture_of(problem, problem.initial)
        if scene is None:
            return f"`{problem.format()}`"
        return f"![{scene.title or 'The board'}]({self.add(scene, name)})"

    def solution(self, result: SearchResult, name: str) -> str:
        """Return the states on the way to a solution side by side; only some of a long way."""
        try:
            return self.row(pictures_of(result, MOST_PICTURES), name)
        except NotApplicable as error:
            return f"{error}."

    def row(self, pictures: Sequence[Picture], name: str) -> str:
        """Return pictures side by side, each with its caption."""
        width = _WIDTH // 2
        return side_by_side(
            [
                (caption, self.add(scene, f"{name}-{number}", width))
                for number, (scene, caption) in enumerate(pictures)
            ]
        )


def is_local(puzzle: type[Puzzle]) -> bool:
    """Tell whether a puzzle is for local search: its states have a value."""
    return puzzle.value is not Problem.value


def search_of(puzzle: type[Puzzle]) -> str:
    """Return in words how a page solves boards of a puzzle."""
    if is_local(puzzle):
        return "annealing from seed 1"
    return f"A* with `{puzzle.default_heuristic}`, the puzzle's own heuristic"


def solution_of(problem: Puzzle, limits: Limits = LIMITS) -> SearchResult:
    """Return the result of the puzzle's own search, within the limits of a page."""
    if is_local(type(problem)):
        return solve(problem, "annealing", limits=limits, seed=1)
    return solve(problem, limits=limits)


_BOARD = re.compile(r"^```board([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEURISTICS = re.compile(r"^```heuristics([^\n]*)\n```$", re.MULTILINE)


WAYS = ("actions", "solution")
"""How an author may have a board shown, if not as it is."""


class BoardBlock(NamedTuple):
    """A board in an author's text: the words after the name of its fence, and its own text."""

    words: str
    text: str

    def read(self, puzzle: type[Puzzle]) -> tuple[Puzzle, list[str]]:
        """Return the board, and the ways to show it; InputError or BoardError for a wrong block."""
        settings, ways = _words(self.words)
        for word in ways:
            if word not in WAYS:
                raise InputError(
                    f"{puzzle.puzzle} about.md: found {word!r} after ```board; expected an option"
                    f" of the board as name=value, or one of {', '.join(WAYS)}"
                )
        return puzzle.parse(self.text, **puzzle.read_options(settings)), ways


def blocks_of(about: str) -> Iterator[str | BoardBlock]:
    """Yield what an author's text consists of: Markdown, then a board and Markdown in turns."""
    markdown, *rest = _BOARD.split(_HEURISTICS.sub("", about))
    yield markdown
    for place in range(0, len(rest), 3):
        words, text, markdown = rest[place : place + 3]
        yield BoardBlock(words, text)
        yield markdown


def said_of(puzzle: type[Puzzle], album: Album) -> str:
    """Return the author's text with its boards drawn, "" if there is no text."""
    blocks = enumerate(blocks_of(puzzle.about()), 1)
    said = [
        block if isinstance(block, str) else _drawn(block, puzzle, album, f"about-{place // 2}")
        for place, block in blocks
    ]
    return "".join(said).strip()


def _drawn(block: BoardBlock, puzzle: type[Puzzle], album: Album, name: str) -> str:
    problem, ways = block.read(puzzle)
    draw: dict[str, Callable[[str], str]] = {
        "actions": lambda name: album.row(pictures_of_actions(problem, MOST_PICTURES), name),
        "solution": lambda name: album.solution(solution_of(problem), name),
    }
    pictures = [draw[way](f"{name}-{way}") for way in ways] or [album.board(problem, name)]
    return paragraphs(*pictures, code(block.text))


def to_measure(puzzle: type[Puzzle]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the level and the options of the boards on which the author wants measurements.

    Without a wish it is the first level, with no option; nothing if there are no levels.
    """
    levels = puzzle.levels()
    wishes = [_words(match[1])[0] for match in _HEURISTICS.finditer(puzzle.about())]
    for settings in (wishes or [{}]) if levels else []:
        name = settings.pop("level", next(iter(levels)))
        if name not in levels:
            raise UnknownName(f"{puzzle.puzzle} level", name, levels)
        yield name, settings


def _words(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the options and the other words after the name of a fence."""
    words = text.split()
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    return settings, [word for word in words if "=" not in word]
