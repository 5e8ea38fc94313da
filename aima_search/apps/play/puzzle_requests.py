"""Requests about puzzles, algorithms and boards; the page always sends a board as a text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import write_value
from aima_search.apps.play.open_search import PageTraceSession
from aima_search.base.errors import InputError, NotApplicable, SearchError
from aima_search.base.interchange import counted
from aima_search.base.limits import Limits
from aima_search.base.option import SWITCH
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, make_heuristic
from aima_search.display import Scene
from aima_search.display.scene import picture_data, picture_of, scene_data
from aima_search.model.boards import MarkdownBoardBlock, blocks_of
from aima_search.model.contract import EditableBoard, ProblemLike, offered
from aima_search.model.heuristic import heuristics_for
from aima_search.model.puzzle import PUZZLES, Option, Puzzle
from aima_search.runs import search
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.solution_views import pictures_of, pictures_of_actions
from aima_search.trace.protocol import asks_of, fault, read_board

_FACTS = ("name", "kind", "help", "least", "greatest", "without")  # data of an algorithm's option
_LIMITS = Limits(nodes=2_000, seconds=2)  # the user is waiting
_SHORT = Limits(seconds=0.5)
_MOST_FRAMES = 40
_MOST_PICTURES = 4  # the largest number of pictures side by side
MOST_SIDE = 40
"""The largest number of rows and columns of a drawn board."""

Rows: TypeAlias = list[list[str]]


def catalog() -> dict[str, Any]:
    """Return what the page offers: puzzles, algorithms and tie-breaks."""
    facts = ("name", "summary", "informed", "optimal", "complete", "local", "best_first")
    algorithms: list[dict[str, Any]] = []
    for one in map(ALGORITHMS.get, ALGORITHMS):
        options = [
            _facts(option, _FACTS) | {"default": one.defaults[option.name]}
            for option in one.written_options.values()
        ]
        algorithms.append({**_facts(one, facts), "options": options})
    puzzles = [{"name": name, "summary": PUZZLES.get(name).summary} for name in PUZZLES]
    return {"puzzles": puzzles, "algorithms": algorithms, "tie_breaks": list(TIE_BREAKS)}


def _facts(thing: object, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}


def options(algorithm: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Check the options of an algorithm; return them with values that the page can show."""
    read = ALGORITHMS.get(algorithm).read_options(options)
    return {name: write_value(value) for name, value in read.items()}


def puzzle(puzzle: str) -> dict[str, Any]:
    """Return a puzzle's data for the page, such as its levels, options and heuristics."""
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
    problem = kind.level()
    for one in heuristic_names(name):
        if one in heuristics_for(name):
            try:
                make_heuristic(one, problem)
            except NotApplicable:
                continue
        yield one


def _options(options: Sequence[Option]) -> list[dict[str, Any]]:
    data = []
    for option in options:
        among = ["yes", "no"] if option.kind == SWITCH else list(option.among)
        data.append({"name": option.name, "help": option.help, "among": among})
    return data


def board(
    puzzle: str, board: str | None = None, settings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return a board's id, its picture, the algorithms for it, and advice about its settings."""
    problem = read_board(puzzle, board, settings)
    shown = _shown(problem)
    return {
        **shown,
        "board": shown["id"] if board is None else board,
        "algorithms": list(algorithms_for(problem)),
        "advice": advice(problem, settings or {}),
        "painting": painting(problem),
        "heuristic": problem.page_heuristic,
    }


def _shown(problem: Puzzle) -> dict[str, Any]:
    picture = picture_data(problem, problem.initial)
    return {"id": problem.instance_text(), "settings": problem.settings(), "picture": picture}


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
    """If a search on the board is too short to watch, return the reason and better settings."""
    expanded = search.count_expansions(problem)
    chosen = search.settings_with_a_search(problem, settings) if expanded <= search.FEW else None
    if chosen is None:
        return None
    words = ", ".join(f"{name} {value}" for name, value in chosen.items())
    count = counted(expanded, "expansion")
    why = f"deductions leave only {count} to a search: use {words} to see a search"
    return {"why": why, "settings": {**settings, **chosen}}


def thumbnail(puzzle: str, board: str | None = None) -> dict[str, Any]:
    """Return the picture of a board or, if ``board`` is None, of the puzzle's first board."""
    problem = read_board(puzzle, board)
    return picture_data(problem, problem.initial)


def frames(puzzle: str, board: str | None = None) -> list[dict[str, Any]]:
    """Return pictures for an animation: of a search if the board is a map, else of a solution."""
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


def draw(
    puzzle: str,
    board: str | None = None,
    settings: Mapping[str, str] | None = None,
    rows: Sequence[Sequence[str]] | None = None,
    size: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return a board that the user edits, with its rows, its picture, its text and its id.

    ``rows`` has the texts of the cells; the default is the cells of ``board``. ``size`` has the new
    numbers of rows and columns. If the rows are not a valid board, ``id`` is "" and ``fault`` is
    the reason.
    """
    problem = read_board(puzzle, board, settings)
    drawn_by = offered(problem, "drawing")
    if drawn_by is None:
        raise NotApplicable(f"boards of {puzzle} cannot be edited here: type the board as text")
    drawing: EditableBoard = drawn_by()
    given = drawing.rows if rows is None else rows
    if not all(isinstance(row, list | tuple | str) for row in given):
        raise InputError("rows: expected a list of rows, each a list of texts")
    shape = size or (len(given), len(given[0]) if given else 0)
    high, wide = shape if len(shape) == 2 else (0, 0)
    if not (type(high) is type(wide) is int and 1 <= high <= MOST_SIDE and 1 <= wide <= MOST_SIDE):
        raise InputError(f"size {high!r} x {wide!r}: expected 1 to {MOST_SIDE} rows and columns")
    looks = drawing.cells(high, wide)
    drawn = _fitted(given, high, wide, list(looks))
    text = drawing.write(drawn)
    data = {"rows": drawn, "choices": list(looks), "text": text, "id": "", "fault": None}
    try:
        read = read_board(puzzle, text, settings)
        shown = picture_data(read, read.initial)
        if (scene := picture_of(read, read.initial)) is not None and scene.stage is not None:
            shown = scene_data(replace(scene, stage=None))  # the user draws the cells
        return {**data, "id": read.instance_text(), "picture": shown}
    except SearchError as error:
        cells = tuple(tuple(looks[text] for text in row) for row in drawn)
        scene = picture_of(problem, problem.initial)
        if scene is None or scene.shape != (high, wide):
            scene = Scene(cells)
        scene = replace(scene, cells=cells, arrows=(), caption="", stage=None)
        return {**data, "fault": fault(error), "picture": scene_data(scene)}


def worth(puzzle: str, board: str, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Run a short search on an edited board; return {"text": a sentence about the result}."""
    try:
        result = search.solve(read_board(puzzle, board, settings), limits=_SHORT)
    except NotApplicable as error:
        return {"text": str(error)}
    if result.status == NO_SOLUTION:
        return {"text": "This board has no solution."}
    if result.status != SOLVED:
        return {"text": f"The optimal cost is not known (expanded: {result.expanded:,})."}
    least = "A cheapest solution" if result.optimal_if is not None else "A solution"
    return {"text": f"{least} costs {result.cost:g} (expanded: {result.expanded:,})."}


def _fitted(given: Sequence[Sequence[str]], high: int, wide: int, texts: Sequence[str]) -> Rows:
    """Resize ``given`` to ``high`` x ``wide`` cells; new and invalid cells get ``texts[0]``."""
    drawn = [[texts[0]] * wide for _ in range(high)]
    for row, given_row in zip(drawn, given, strict=False):
        for column, text in enumerate(map(str, given_row[:wide])):
            if text in texts:
                row[column] = text
    return drawn


def recognise(puzzle: str, board: str, settings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the id, the settings and the picture of a board that the user types as text."""
    return _shown(read_board(puzzle, board, settings))


def painting(problem: object) -> dict[str, Any] | None:
    """Return what the user can change on a board with the mouse, or None if nothing can be changed.

    ``marks`` has the character of every cell. ``handles`` has the cells whose content the user can
    drag to another cell.
    """
    painting = offered(problem, "painting")
    return None if painting is None else painting()


def paint(
    puzzle: str,
    board: str,
    settings: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    move: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Change a board as the user did with the mouse; return the new board and its picture.

    ``marks`` maps the number of each painted cell (row by row) to its new character. ``move`` has
    the numbers of two cells if the user dragged the content of a cell.
    """
    redrawn = offered(read_board(puzzle, board, settings), "redrawn")
    if redrawn is None:
        raise NotApplicable(f"{puzzle} cannot be drawn with the mouse: type the board as text")
    for cell, mark in (marks or {}).items():
        if not cell.isdecimal() or len(cell) > 9:
            raise InputError(f"marks: found the key {cell!r}, expected the number of a cell")
        if not isinstance(mark, str):
            raise InputError(f"mark of cell {cell}: expected a character")
    cells = {int(cell): mark for cell, mark in (marks or {}).items()}
    if move is not None and (len(move) != 2 or any(type(cell) is not int for cell in move)):
        raise InputError(f"move {move!r}: expected a list with the numbers of two cells")
    changed = redrawn(cells, None if move is None else (move[0], move[1]))
    shown = _shown(changed)
    return {**shown, "board": shown["id"], "painting": painting(changed)}


def rules(puzzle: str) -> list[dict[str, Any]]:
    """Return the rules of a puzzle (the first section of its ``about.md``) as a list of blocks.

    A block of Markdown has only a ``text``. A block with a board has the board as ``text``, and
    ``pictures`` with captions. A board that cannot be drawn has a ``fault`` instead.
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


OF_PUZZLES = asks_of(
    sys.modules[__name__],
    *("catalog", "options", "puzzle", "rules", "board", "thumbnail"),
    *("frames", "generate", "draw", "worth", "recognise", "paint"),
)
