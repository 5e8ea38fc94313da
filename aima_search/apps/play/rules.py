"""The rules of a puzzle, in its author's words, with the boards drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aima_search.base.limits import Limits
from aima_search.display.scene import picture_data, scene_data
from aima_search.manual.about import BoardBlock, blocks_of, solution_of
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.solution_views import Picture, pictures_of, pictures_of_actions
from aima_search.trace.protocol import Asks, fault

ASKS: Asks = {"rules": {"puzzle": str}}

_MOST = 4
"""Pictures in a row: a card has less room than a page of the manual."""

_LIMITS = Limits(nodes=2_000, seconds=2)  # a reader waits


def rules(puzzle: str) -> list[dict[str, Any]]:
    """Return the blocks of the first section of the author's text; [] if there is no text.

    A block has ``text`` in Markdown, or the ``text`` of a board with its ``pictures``, each with a
    ``caption``. A board that cannot be drawn has no pictures, and a ``fault``.
    """
    kind = PUZZLES.get(puzzle)
    first, *_ = kind.about().removeprefix("## ").split("\n## ")
    _, _, section = first.partition("\n")
    return [
        {"text": block.strip()} if isinstance(block, str) else _board(kind, block)
        for block in blocks_of(section)
        if not isinstance(block, str) or block.strip()
    ]


def _board(kind: type[Puzzle], block: BoardBlock) -> dict[str, Any]:
    try:
        return {"text": block.text, "pictures": list(_pictures(*block.read(kind))), "fault": None}
    except Exception as error:  # whatever a stranger's puzzle raises, the other rules are shown
        return {"text": block.text, "pictures": [], "fault": fault(error)}


def _pictures(problem: Puzzle, ways: list[str]) -> Iterator[dict[str, Any]]:
    if not ways:
        yield {**picture_data(problem, problem.initial), "caption": ""}
    for way in ways:
        for scene, caption in _row(problem, way):
            yield {**scene_data(scene), "caption": caption}


def _row(problem: Puzzle, way: str) -> list[Picture]:
    if way == "actions":
        return pictures_of_actions(problem, _MOST)
    return pictures_of(solution_of(problem, _LIMITS), _MOST)
