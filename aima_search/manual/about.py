"""An author's text on a puzzle: Markdown with boards to draw and heuristics to measure.

A block fenced as ``board`` holds the text of a board; the words after it are options of the
board, ``name=value``, and the way to show it: ``actions`` for the board after each action,
``solution`` for the way to a solution. An empty block fenced as ``heuristics`` names a board by
``level=`` and its options: the page measures the heuristics there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from aima_search.errors import InputError, UnknownName
from aima_search.manual.album import Album, solution_of
from aima_search.manual.markdown import code, paragraphs
from aima_search.puzzle import Puzzle

_BOARD = re.compile(r"^```board([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEURISTICS = re.compile(r"^```heuristics([^\n]*)\n```$", re.MULTILINE)


def said_of(puzzle: type[Puzzle], album: Album) -> str:
    """Return the author's text with its boards drawn, "" if there is no text."""
    count = 0

    def drawn(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        settings, shown = _words(match[1])
        problem = puzzle.parse(match[2], **puzzle.read_options(settings))
        pictures = _pictures(problem, shown, album, f"about-{count}")
        return paragraphs(*pictures, code(match[2]))

    return _BOARD.sub(drawn, _HEURISTICS.sub("", puzzle.about())).strip()


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


def _pictures(problem: Puzzle, shown: list[str], album: Album, name: str) -> list[str]:
    ways: dict[str, Callable[[], str]] = {
        "actions": lambda: album.actions(problem, name),
        "solution": lambda: album.solution(solution_of(problem), name),
    }
    for word in shown:
        if word not in ways:
            raise InputError(
                f"{problem.puzzle} about.md: found {word!r} after ```board; expected an option of"
                f" the board as name=value, or one of {', '.join(ways)}"
            )
    return [ways[word]() for word in shown] or [album.board(problem, name)]
