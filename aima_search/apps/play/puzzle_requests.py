"""Requests about puzzles and algorithms: names, options, boards, rules, random boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import write_value
from aima_search.apps.play.board_requests import painting, read_with_picture
from aima_search.apps.play.open_search import PageTraceSession
from aima_search.base.errors import NotApplicable
from aima_search.base.limits import Limits
from aima_search.base.option import SWITCH
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, make_heuristic
from aima_search.display.scene import picture_data, scene_data
from aima_search.model.boards import MarkdownBoardBlock, blocks_of
from aima_search.model.contract import ProblemLike, offered
from aima_search.model.heuristic import heuristics_for
from aima_search.model.puzzle import PUZZLES, Option, Puzzle
from aima_search.runs import search
from aima_search.runs.solution_views import pictures_of, pictures_of_actions
from aima_search.trace.protocol import asks_of, fault, read_board

_FACTS = ("name", "kind", "help", "least", "greatest", "without")  # data of an algorithm's option
_MOST_FRAMES = 40


def catalog() -> dict[str, Any]:
    """Return the puzzles, the algorithms with their properties, and the tie-breaks."""
    facts = ("name", "summary", "informed", "optimal", "complete", "local", "best_first")
    return {
        "puzzles": [{"name": name, "summary": PUZZLES.get(name).summary} for name in PUZZLES],
        "algorithms": [
            {
                **{fact: getattr(one, fact) for fact in facts},
                "options": [
                    {fact: getattr(option, fact) for fact in _FACTS}
                    | {"default": one.defaults[option.name]}
                    for option in one.written_options.values()
                ],
            }
            for one in map(ALGORITHMS.get, ALGORITHMS)
        ],
        "tie_breaks": list(TIE_BREAKS),
    }


def options(algorithm: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Check an algorithm's options; return the value of each option as a number or a text."""
    read = ALGORITHMS.get(algorithm).read_options(options)
    return {name: write_value(value) for name, value in read.items()}


def puzzle(puzzle: str) -> dict[str, Any]:
    """Return facts about a puzzle, such as its levels, its options and its heuristics."""
    kind = PUZZLES.get(puzzle)
    levels = kind.levels()
    return {
        "name": puzzle,
        "summary": kind.summary,
        "levels": [{"name": level, "text": text} for level, text in levels.items()],
        "collections": {name: kind.notes(name) for name in kind.collections()},
        "first": kind.page_level or next(iter(levels), None),
        "settings": _options(kind.board_options),
        "generate": _options(kind.instance_options),
        "can_generate": kind.can_generate(),
        "presets": [{"name": name, "options": chosen} for name, chosen in kind.presets.items()],
        "formats": [to for to in kind.formats if to != "id"],
        "can_draw": offered(kind, "drawing") is not None,
        "heuristics": [vars(heuristic_info(puzzle, one)) for one in _applicable(kind, puzzle)],
        "default_heuristic": kind.default_heuristic,
        "default_tie_break": kind.default_tie_break,
    }


def _applicable(kind: type[Puzzle], name: str) -> Iterator[str]:
    """Yield the names of a puzzle's heuristics that apply to its first bundled board."""
    problem = kind.level()
    for one in heuristic_names(name):
        if one in heuristics_for(name):
            try:
                make_heuristic(one, problem)
            except NotApplicable:
                continue
        yield one


def _options(options: Sequence[Option]) -> list[dict[str, Any]]:
    return [
        {
            "name": option.name,
            "help": option.help,
            "among": ["yes", "no"] if option.kind == SWITCH else list(option.among),
        }
        for option in options
    ]


def board(
    puzzle: str, board: str | None = None, settings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return a board's id, its picture, the algorithms for it, and advice about its settings.

    If the text is invalid, raises a BoardError that names the place.
    """
    problem, picture = read_with_picture(puzzle, board, settings)
    return {
        "board": problem.instance_text() if board is None else board,
        "id": problem.instance_text(),
        "settings": problem.settings(),
        "picture": picture,
        "algorithms": list(algorithms_for(problem)),
        "advice": advice(problem, settings or {}),
        "painting": painting(problem),
        "heuristic": problem.page_heuristic,
    }


def algorithms_for(problem: ProblemLike) -> Iterator[str]:
    """Yield the names of the algorithms that apply to a problem."""
    for name in ALGORITHMS:
        try:
            next(iter(search.Search(problem, name)), None)  # some check the problem at the start
        except NotApplicable:
            continue
        except Exception:  # the search itself reports this error when it is watched
            pass
        yield name


def advice(problem: Puzzle, settings: Mapping[str, str]) -> dict[str, Any] | None:
    """Return why the search of a problem is very short, and settings with which it is longer.

    Return None if the search is already long enough, or if no settings make it longer.
    """
    expanded = search.count_expansions(problem)
    chosen = search.settings_with_a_search(problem, settings) if expanded <= search.FEW else None
    if chosen is None:
        return None
    count = "one expansion" if expanded == 1 else f"{expanded} expansions"
    words = ", ".join(f"{name} {value}" for name, value in chosen.items())
    why = (
        f"deductions solve this board, so a search needs only {count}: use {words} to see a search"
    )
    return {"why": why, "settings": {**settings, **chosen}}


def thumbnail(puzzle: str, board: str | None = None) -> dict[str, Any]:
    """Return the picture of a board, by default of the puzzle's first board."""
    problem = read_board(puzzle, board)
    return picture_data(problem, problem.initial)


def frames(puzzle: str, board: str | None = None) -> list[dict[str, Any]]:
    """Return pictures for an animation: of a search on a map, or of the solution of a puzzle."""
    problem = read_board(puzzle, board, None)
    if offered(problem, "path_scene") is None:
        result = search.solution_of(problem, _LIMITS)
        return [scene_data(scene) for scene, _ in pictures_of(result, _MOST_FRAMES)]
    session = PageTraceSession.of(problem, heuristic=problem.page_heuristic, limits=_LIMITS)
    pictures: list[dict[str, Any]] = []
    while not session.is_done and len(pictures) < _MOST_FRAMES:
        in_hand = session.advance()["node"]
        pictures += [session.picture(in_hand["id"])] if in_hand else []
    return pictures


def generate(puzzle: str, seed: int, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the id of a random board; the same seed and options give the same board."""
    kind = PUZZLES.get(puzzle)
    problem = kind.generate(seed, **kind.read_instance_options(options or {}))
    return {"board": problem.instance_text(), "settings": problem.settings()}


_MOST_PICTURES = 4
"""The largest number of pictures side by side."""

_LIMITS = Limits(nodes=2_000, seconds=2)  # the user is waiting


def rules(puzzle: str) -> list[dict[str, Any]]:
    """Return the rules of a puzzle: the first section of its author's text, split into blocks.

    A block is a ``text`` in Markdown, or the ``text`` of a board with ``pictures``, each with its
    ``caption``. A board that cannot be drawn has a ``fault`` instead of pictures.
    """
    kind = PUZZLES.get(puzzle)
    first, *_ = kind.about().removeprefix("## ").split("\n## ")
    _, _, section = first.partition("\n")
    return [
        {"text": block.strip()} if isinstance(block, str) else _board(kind, block)
        for block in blocks_of(section)
        if not isinstance(block, str) or block.strip()
    ]


def _board(kind: type[Puzzle], block: MarkdownBoardBlock) -> dict[str, Any]:
    try:
        problem, kinds = block.read(kind)
        shown = [] if kinds else [{**picture_data(problem, problem.initial), "caption": ""}]
        for pictures_kind in kinds:
            if pictures_kind == "actions":
                pictures = pictures_of_actions(problem, _MOST_PICTURES)
            else:
                pictures = pictures_of(search.solution_of(problem, _LIMITS), _MOST_PICTURES)
            shown += [{**scene_data(scene), "caption": caption} for scene, caption in pictures]
        return {"text": block.text, "pictures": shown, "fault": None}
    except Exception as error:  # a third-party puzzle can raise anything; the other rules are shown
        return {"text": block.text, "pictures": [], "fault": fault(error)}


OF_PUZZLES = asks_of(catalog, options, puzzle, rules, board, thumbnail, frames, generate)
