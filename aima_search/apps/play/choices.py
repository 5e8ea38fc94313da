"""The choices that the page offers: puzzles, boards, algorithms, heuristics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import write_value
from aima_search.apps.play.study.painting import painting
from aima_search.base.errors import NotApplicable
from aima_search.base.extras import versions
from aima_search.base.option import SWITCH
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, make_heuristic
from aima_search.display.scene import picture_data
from aima_search.model.contract import ProblemLike
from aima_search.model.heuristic import heuristics_for
from aima_search.model.puzzle import PUZZLES, Option, Puzzle
from aima_search.runs.search import Search
from aima_search.trace.protocol import read_board

_TOLD = ("name", "kind", "help", "least", "greatest", "without")  # of an algorithm's option
FEW = 3
"""Expansions: a search that needs at most so many shows nothing."""


def catalog() -> dict[str, Any]:
    """Return the puzzles, the algorithms with their facts, the tie-breaks."""
    facts = ("name", "summary", "informed", "optimal", "complete", "local", "best_first")
    return {
        "release": versions()["aima-search"],
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
        "settings": _options(kind.board_options),
        "generate": _options(kind.instance_options),
        "can_generate": kind.can_generate(),
        "formats": [to for to in kind.formats if to != "id"],
        "can_draw": hasattr(kind, "drawing"),
        "can_explain": kind.explain is not Puzzle.explain,
        "play_settings": dict(kind.play_settings),
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


def generate(puzzle: str, seed: int, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the id of a random board; the same seed and options give the same."""
    kind = PUZZLES.get(puzzle)
    problem = kind.generate(seed, **kind.read_instance_options(options or {}))
    return {"board": problem.instance_text(), "settings": problem.settings()}
