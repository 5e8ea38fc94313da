"""The page in a cell of JupyterLab, VS Code, Colab or marimo (extra ``widget``).

The kernel answers between cells. Its conversation has opened the problem of the cell already.
"""

from __future__ import annotations

from typing import Any

from aima_search.apps.play.conversation import PageConversation
from aima_search.apps.play.widget.widget import make_widget
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.display.scene import picture_data
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.puzzle import PUZZLES, Puzzle

__all__ = ["play", "watch"]

_LONGEST = 60  # characters of a board's id that the head of a page has room for


def watch(
    problem: ProblemLike[State, Action],
    algorithm: str = "astar",
    heuristic: HeuristicSpec[State, Action] | None = None,
    limits: Limits | None = None,
    tie_break: str | None = None,
    **options: Any,
) -> Any:
    """Return a widget that goes through a search: forwards, back, to any step.

    The parameters are those of ``solve``. MissingExtra without the extra ``widget``.
    """
    conversation = PageConversation.of_search(
        problem, algorithm, heuristic, limits, tie_break, **options
    )
    how = conversation.lanes.configuration()
    lane = {
        "algorithm": how.algorithm,
        "heuristic": how.heuristic or "",
        "ties": how.tie_break,
        "options": dict(how.options),
    }
    page = {**_page("watch", problem), "initial": {"lanes": [lane]}}
    what = f"{how.method} with {how.heuristic}" if how.heuristic else how.method
    words = f"{_name(problem)}: {what}, step by step where a notebook shows widgets"
    return make_widget(conversation, page, problem, words)


def play(problem: ProblemLike[State, Action]) -> Any:
    """Return a widget in which a problem is played by mouse, touch or keys.

    MissingExtra without the extra ``widget``.
    """
    conversation = PageConversation.of_game(problem)
    words = f"{_name(problem)}: to be played where a notebook shows widgets"
    return make_widget(conversation, _page("play", problem), problem, words)


def _page(view: str, problem: Any) -> dict[str, Any]:
    """Return what the page is mounted with: one view, and the board of the problem."""
    text = problem.instance_text() if isinstance(problem, Puzzle) else ""
    name = text if 0 < len(text) <= _LONGEST else type(problem).__name__
    picture = picture_data(problem, problem.initial)
    puzzle = problem.puzzle if isinstance(problem, Puzzle) and problem.puzzle in PUZZLES else ""
    board = {"puzzle": puzzle, "picture": picture, "id": name, "advice": None}
    return {"view": view, "fixed": True, "link": False, "board": board}


def _name(problem: object) -> str:
    return problem.puzzle if isinstance(problem, Puzzle) else type(problem).__name__
