"""The page in a cell of JupyterLab, VS Code, Colab or marimo (extra ``widget``).

The kernel answers the page's requests while no cell runs. The page shows the cell's problem.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

from aima_search.apps.play.conversation import PageRequestDispatcher
from aima_search.apps.play.files import widget_module, widget_style
from aima_search.base.extras import require
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.display import render_svg
from aima_search.display.scene import picture_data, picture_of
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.trace.protocol import VERSION

__all__ = ["play", "watch"]

_CELL = 36  # pixels per cell of the picture
_LONGEST = 60  # characters of a board's id that the title can show


def watch(
    problem: ProblemLike[State, Action],
    algorithm: str = "astar",
    heuristic: HeuristicSpec[State, Action] | None = None,
    limits: Limits | None = None,
    tie_break: str | None = None,
    **options: Any,
) -> Any:
    """Return a widget that shows a search step by step.

    The parameters are those of ``solve``. Raises MissingExtra without the extra ``widget``.
    """
    conversation = PageRequestDispatcher()
    search = (problem, algorithm, heuristic, limits, tie_break)
    chosen = conversation.searches.take(*search, **options).configuration
    shown = {
        "algorithm": chosen.algorithm,
        "heuristic": chosen.heuristic or "",
        "ties": chosen.tie_break,
        "options": dict(chosen.options),
    }
    page = {**_page_options("watch", problem), "initial": {"searches": [shown]}}
    what = f"{chosen.method} with {chosen.heuristic}" if chosen.heuristic else chosen.method
    words = f"{_name(problem)}: {what}; the steps are shown in notebooks that support widgets"
    return _make_widget(conversation, page, problem, words)


def play(problem: ProblemLike[State, Action]) -> Any:
    """Return a widget in which you play a problem with mouse, touch or keys.

    Raises MissingExtra without the extra ``widget``.
    """
    conversation = PageRequestDispatcher()
    conversation.playing.start(problem)
    words = f"{_name(problem)}: you can play it in notebooks that support widgets"
    return _make_widget(conversation, _page_options("play", problem), problem, words)


def _page_options(view: str, problem: Any) -> dict[str, Any]:
    text = problem.instance_text() if isinstance(problem, Puzzle) else ""
    name = text if 0 < len(text) <= _LONGEST else type(problem).__name__
    picture = picture_data(problem, problem.initial)
    puzzle = problem.puzzle if isinstance(problem, Puzzle) and problem.puzzle in PUZZLES else ""
    board = {"puzzle": puzzle, "picture": picture, "id": name, "advice": None}
    return {"view": view, "fixed": True, "link": False, "board": board}


def _name(problem: object) -> str:
    return problem.puzzle if isinstance(problem, Puzzle) else type(problem).__name__


def _make_widget(
    conversation: PageRequestDispatcher, page: dict[str, Any], problem: Any, words: str
) -> Any:
    """Return a widget. Where widgets cannot be shown, the first board and ``words`` are shown."""
    scene = picture_of(problem, problem.initial)
    picture = render_svg(scene, _CELL) if scene else f"<pre>{escape(str(problem.initial))}</pre>"
    html = f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>"
    shown: Any = _widget_class()(page=page)
    shown.conversation, shown.still = conversation, {"text/plain": words, "text/html": html}
    return shown


@cache
def _widget_class() -> Any:
    anywidget = require("anywidget", "widget")
    traitlets = require("traitlets", "widget")

    class PageWidget(anywidget.AnyWidget):  # type: ignore[misc,name-defined] # made when it is used
        """A notebook widget that shows the page and answers its requests."""

        _esm = widget_module()
        _css = widget_style()
        page = traitlets.Dict().tag(sync=True)
        conversation: PageRequestDispatcher
        still: dict[str, str]

        def __init__(self, **traits: Any) -> None:
            super().__init__(**traits)
            self.on_msg(self._receive)

        def _receive(self, _: Any, content: dict[str, Any], *__: Any) -> None:
            request = content["request"]
            try:
                answer = self.conversation.answer(request)
            except KeyboardInterrupt:  # the button Stop of the notebook interrupts the kernel
                fault = {"kind": "Ended", "message": "stopped"}
                answer = {"version": VERSION, "id": request.get("id"), "error": fault}
            self.send({"reader": content["reader"], "answer": answer})

        def _repr_mimebundle_(self, **given: Any) -> Any:
            bundle = super()._repr_mimebundle_(**given)
            data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
            return {**data, **self.still}, metadata

    return PageWidget
