"""The choices that the page offers: puzzles, boards, algorithms, heuristics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import write_value
from aima_search.base.errors import InputError, NotApplicable, SearchError
from aima_search.base.limits import Limits
from aima_search.base.option import SWITCH
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, make_heuristic
from aima_search.display import Scene
from aima_search.display.scene import picture_data, picture_of, scene_data
from aima_search.model.boards import BoardBlock, blocks_of
from aima_search.model.contract import Drawing, ProblemLike
from aima_search.model.heuristic import heuristics_for
from aima_search.model.puzzle import PUZZLES, Option, Puzzle
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.search import Search, solution_of, solve
from aima_search.runs.solution_views import pictures_of, pictures_of_actions
from aima_search.trace.posthoc import read_trace
from aima_search.trace.protocol import Asks, fault, read_board
from aima_search.trace.recording import Recording
from aima_search.trace.session import Session

OF_CHOICES: Asks = {
    "catalog": {},
    "options": {"algorithm": str, "options": dict},
    "puzzle": {"puzzle": str},
    "rules": {"puzzle": str},
    "board": {"puzzle": str, "board?": str, "settings?": dict},
    "thumbnail": {"puzzle": str},
    "frames": {"puzzle": str, "board?": str},
    "generate": {"puzzle": str, "seed": int, "options?": dict},
    "draw": {"puzzle": str, "board?": str, "settings?": dict, "rows?": list, "size?": list},
    "worth": {"puzzle": str, "board": str, "settings?": dict},
    "recognise": {"puzzle": str, "board": str, "settings?": dict},
    "trace": {"text": str},
    "paint": {"puzzle": str, "board": str, "settings?": dict, "marks?": dict, "move?": list},
}
_TOLD = ("name", "kind", "help", "least", "greatest", "without")  # of an algorithm's option
_MOST_FRAMES = 40
_SHORT = Limits(seconds=0.5)
FEW = 3
"""Expansions: a search that needs at most so many shows nothing."""


def catalog() -> dict[str, Any]:
    """Return the puzzles, the algorithms with their facts, the tie-breaks."""
    facts = ("name", "summary", "informed", "optimal", "complete", "local", "best_first")
    return {
        "puzzles": [{"name": name, "summary": PUZZLES.get(name).summary} for name in PUZZLES],
        "algorithms": [
            {
                **{fact: getattr(one, fact) for fact in facts},
                "options": [
                    {fact: getattr(option, fact) for fact in _TOLD}
                    | {"default": one.defaults[option.name]}
                    for option in one.written_options
                ],
            }
            for one in map(ALGORITHMS.get, ALGORITHMS)
        ],
        "tie_breaks": list(TIE_BREAKS),
    }


def options(algorithm: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Return the options of an algorithm as they are understood, as numbers or texts."""
    read = ALGORITHMS.get(algorithm).read_options(options)
    return {name: write_value(value) for name, value in read.items()}


def puzzle(puzzle: str) -> dict[str, Any]:
    """Return a puzzle's levels, options and heuristics."""
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
        "formats": [to for to in kind.formats if to != "id"],
        "can_draw": hasattr(kind, "drawing"),
        "heuristics": [vars(heuristic_info(puzzle, one)) for one in _applicable(kind, puzzle)],
        "default_heuristic": kind.default_heuristic,
        "default_tie_break": kind.default_tie_break,
    }


def _applicable(kind: type[Puzzle], name: str) -> Iterator[str]:
    """Yield the names of a puzzle's heuristics, without its own heuristics that never apply."""
    problem = kind.level()
    for one in heuristic_names(name):
        if one in heuristics_for(name):
            try:
                make_heuristic(one, problem)
            except NotApplicable:
                continue
        yield one


def _options(options: Sequence[Option]) -> list[dict[str, Any]]:
    """Return options; ``among``: the values that a form offers."""
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
    """Return a board's id, its picture, the algorithms that apply, and advice on seeing a search.

    A fault in the text is a BoardError, whose message says where.
    """
    problem = read_board(puzzle, board, settings)
    return {
        "board": problem.instance_text() if board is None else board,
        "id": problem.instance_text(),
        "settings": problem.settings(),
        "picture": picture_data(problem, problem.initial),
        "algorithms": list(algorithms_for(problem)),
        "advice": advice(problem, settings or {}),
        "painting": painting(problem),
    }


def algorithms_for(problem: ProblemLike) -> Iterator[str]:
    """Yield the names of the algorithms that apply to a problem."""
    for name in ALGORITHMS:
        try:
            next(iter(Search(problem, name)), None)  # some look at the problem as they begin
        except NotApplicable:
            continue
        except Exception:  # the watched search tells the fault, with its place
            pass
        yield name


def advice(problem: Puzzle, settings: Mapping[str, str]) -> dict[str, Any] | None:
    """Return why a search shows nothing, and the settings under which a search shows something.

    None if a search shows something as it is, or if the puzzle has no settings that show more.
    """
    expanded = _expansions(problem)
    if expanded > FEW:
        return None
    for chosen in problem.plain_settings:
        plain = {**settings, **chosen}
        other = type(problem).parse(problem.instance_text(), **problem.read_options(plain))
        if _expansions(other) > FEW:
            count = "one expansion" if expanded == 1 else f"{expanded} expansions"
            words = ", ".join(f"{name} {value}" for name, value in chosen.items())
            why = f"deductions decide this board: a search takes {count}; {words} shows a search"
            return {"why": why, "settings": plain}
    return None


def _expansions(problem: Puzzle) -> int:
    """Return the number of expansions of a search, counted a little beyond FEW."""
    return sum(1 for _ in islice(Search(problem), FEW + 1))


def thumbnail(puzzle: str) -> dict[str, Any]:
    """Return the picture of a puzzle's first board."""
    problem = read_board(puzzle)
    return picture_data(problem, problem.initial)


def frames(puzzle: str, board: str | None = None) -> list[dict[str, Any]]:
    """Return the pictures of a search, step by step, on a map; else of the way to a solution."""
    problem = read_board(puzzle, board, None)
    if not hasattr(problem, "way_scene"):
        result = solution_of(problem, _LIMITS)
        return [scene_data(scene) for scene, _ in pictures_of(result, _MOST_FRAMES)]
    session = Session(Recording(problem, limits=_LIMITS))
    told: list[dict[str, Any]] = []
    while not session.is_done and len(told) < _MOST_FRAMES:
        in_hand = session.advance()["node"]
        told += [session.picture(in_hand["id"])] if in_hand else []
    return told


def generate(puzzle: str, seed: int, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the id of a random board; the same seed and options give the same."""
    kind = PUZZLES.get(puzzle)
    problem = kind.generate(seed, **kind.read_instance_options(options or {}))
    return {"board": problem.instance_text(), "settings": problem.settings()}


# The rules of a puzzle, in its author's words, with the boards drawn.


_MOST_PICTURES = 4
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
        problem, ways = block.read(kind)
        shown = [] if ways else [{**picture_data(problem, problem.initial), "caption": ""}]
        for way in ways:
            if way == "actions":
                pictures = pictures_of_actions(problem, _MOST_PICTURES)
            else:
                pictures = pictures_of(solution_of(problem, _LIMITS), _MOST_PICTURES)
            shown += [{**scene_data(scene), "caption": caption} for scene, caption in pictures]
        return {"text": block.text, "pictures": shown, "fault": None}
    except Exception as error:  # whatever a stranger's puzzle raises, the other rules are shown
        return {"text": block.text, "pictures": [], "fault": fault(error)}


# A board that a reader of the page draws or pastes: its format, its id, and its fault.


MOST_SIDE = 40
"""Rows and columns of a board that is drawn by hand."""

Rows = list[list[str]]


def draw(
    puzzle: str,
    board: str | None = None,
    settings: Mapping[str, str] | None = None,
    rows: Sequence[Sequence[str]] | None = None,
    size: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return a drawn board: its rows, what its cells may hold, its picture, text and id.

    board: the board whose rules the drawn board has, and whose cells if no rows are given. size:
    rows and columns that are wanted; open cells fill up, cells outside go. id: "" if the rows are
    not a board as they stand; ``fault`` says why.
    """
    problem = read_board(puzzle, board, settings)
    if not hasattr(problem, "drawing"):
        words = "has no boards that are drawn by hand: write the board as text"
        raise NotApplicable(f"{puzzle} {words}")
    drawing: Drawing = problem.drawing()
    given = drawing.rows if rows is None else rows
    if not all(isinstance(row, list | tuple | str) for row in given):
        raise InputError("rows: expected lists of texts")
    drawn = [list(map(str, row)) for row in given]
    shape = size or (len(drawn), len(drawn[0]) if drawn else 0)
    high, wide = shape if len(shape) == 2 else (0, 0)
    if not (type(high) is type(wide) is int and 1 <= high <= MOST_SIDE and 1 <= wide <= MOST_SIDE):
        raise InputError(f"size {high!r} x {wide!r}: expected 1 to {MOST_SIDE} rows and columns")
    looks = drawing.cells(high, wide)
    drawn = _checked(drawn, high, wide, list(looks))
    text = drawing.write(drawn)
    told = {"rows": drawn, "choices": list(looks), "text": text, "id": "", "fault": None}
    try:
        read = read_board(puzzle, text, settings)
        shown = picture_data(read, read.initial)
        if (scene := picture_of(read, read.initial)) is not None and scene.stage is not None:
            shown = scene_data(replace(scene, stage=None))  # cells are drawn by hand
        return {**told, "id": read.instance_text(), "picture": shown}
    except SearchError as error:
        scene = _drafted(picture_of(problem, problem.initial), drawn, looks)
        return {**told, "fault": fault(error), "picture": scene_data(scene)}


def worth(puzzle: str, board: str, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return what a short search says of a board that is drawn: what its solution costs."""
    try:
        result = solve(read_board(puzzle, board, settings), limits=_SHORT)
    except NotApplicable as error:
        return {"text": str(error)}
    if result.status == NO_SOLUTION:
        return {"text": "It has no solution."}
    if result.status != SOLVED:
        return {"text": f"Its cost is not known yet (expanded: {result.expanded:,})."}
    least = "A cheapest solution" if result.optimal_if is not None else "A solution"
    return {"text": f"{least} costs {result.cost:g} (expanded: {result.expanded:,})."}


def _checked(drawn: Rows, high: int, wide: int, texts: Sequence[str]) -> Rows:
    """Return rows of a size; a cell becomes open if boards of this size cannot hold its text."""
    known = set(texts)
    rows = [[text if text in known else texts[0] for text in row[:wide]] for row in drawn[:high]]
    rows = [row + [texts[0]] * (wide - len(row)) for row in rows]
    return rows + [[texts[0]] * wide for _ in range(high - len(rows))]


def _drafted(board: Scene | None, drawn: Rows, looks: Mapping[str, Any]) -> Scene:
    """Return the picture of rows that are not a board, with the labels around the board."""
    cells = tuple(tuple(looks[text] for text in row) for row in drawn)
    if board is None or board.shape != (len(cells), len(cells[0])):
        return Scene(cells)
    return replace(board, cells=cells, arrows=(), caption="", stage=None)


def recognise(puzzle: str, board: str, settings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what a text is read as: the name of its format, the id, the picture.

    A fault in the text is a BoardError, whose message says where.
    """
    problem = read_board(puzzle, board, settings)
    return {
        "format": _format_of(problem, board),
        "id": problem.instance_text(),
        "picture": picture_data(problem, problem.initial),
    }


def trace(text: str) -> dict[str, Any]:
    """Return what a search trace shows before its first step; see ``trace.posthoc``."""
    told = read_trace(text)
    return {"picture": picture_data(told, told.initial)}


def _format_of(problem: Puzzle, text: str) -> str:
    """Return the puzzle's name for the format of a text, "" if the format has no name."""
    if text in type(problem).levels():
        return "level"
    if hasattr(problem, "format_of"):
        return str(problem.format_of(text))
    words = text.split()
    return next((to for to in problem.formats if _written(problem, to).split() == words), "")


def _written(problem: Puzzle, to: str) -> str:
    try:
        return problem.format(to)
    except (SearchError, NotImplementedError):
        return ""


# Painting: a board is changed cell by cell while its search is watched; the board stays a text.
#
# A problem that can be painted has ``painting()`` and ``redrawn(marks, move)``; cells are numbered
# row by row, as in its picture.


def painting(problem: object) -> dict[str, Any] | None:
    """Return what can be changed; None for a board that cannot be painted.

    marks: the character of every cell, "" if none can be painted. handles: cells whose content can
    be dragged elsewhere.
    """
    told = getattr(problem, "painting", None)
    return None if told is None else told()


def paint(
    puzzle: str,
    board: str,
    settings: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    move: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return a board with other marks, by the numbers of cells, or with a content moved.

    With its picture, and what can be painted on it.
    """
    problem = read_board(puzzle, board, settings)
    redrawn = getattr(problem, "redrawn", None)
    if redrawn is None:
        raise NotApplicable(f"{puzzle} cannot be painted: write its board as text")
    cells = {_number(cell): mark for cell, mark in (marks or {}).items()}
    for cell, mark in cells.items():
        if not isinstance(mark, str):
            raise InputError(f"mark of cell {cell}: expected a character")
    if move is not None and (len(move) != 2 or any(type(cell) is not int for cell in move)):
        raise InputError(f"move {move!r}: expected the numbers of two cells")
    other = redrawn(cells, None if move is None else (move[0], move[1]))
    return {
        "board": other.instance_text(),
        "settings": other.settings(),
        "picture": picture_data(other, other.initial),
        "painting": painting(other),
    }


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise InputError(f"mark of cell {text!r}: expected the number of a cell")
    return int(text)
