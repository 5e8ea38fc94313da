"""An author's text on a puzzle: Markdown with boards to draw and heuristics to measure.

A block fenced as ``board`` holds the text of a board; the words after it are options of the
board, ``name=value``, and the way to show it: ``actions`` for the board after each action,
``solution`` for the way to a solution. An empty block fenced as ``heuristics`` names a board by
``level=`` and its options: the page measures the heuristics there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from aima_search.base.errors import InputError, UnknownName
from aima_search.manual.album import MOST_PICTURES, Album, solution_of
from aima_search.manual.markdown import code, paragraphs
from aima_search.model.puzzle import Puzzle
from aima_search.runs.pictures import pictures_of_actions

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
