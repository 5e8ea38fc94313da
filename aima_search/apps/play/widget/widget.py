"""The widget itself: a conversation by messages with a cell of a notebook (extra ``widget``)."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from aima_search.apps.play.conversation import PageConversation
from aima_search.apps.play.files import page_style
from aima_search.apps.play.widget.joiner import join_modules
from aima_search.base.extras import require
from aima_search.display import render_svg
from aima_search.display.scene import picture_of
from aima_search.trace.protocol import VERSION

_WEB = Path(__file__).parents[1]
_CELL = 36  # pixels of a cell in the still picture


def make_widget(
    conversation: PageConversation, page: dict[str, Any], problem: Any, words: str
) -> Any:
    """Return the widget of a conversation.

    page: the arguments with which the page is mounted. problem: its first board is shown where
    nothing shows widgets, with the ``words`` below.
    """
    shown: Any = _widget_class()(page=page)
    shown.conversation, shown.still = conversation, _still(problem, words)
    return shown


@cache
def page_module() -> str:
    """Return the page, and the code that carries its requests, as one JavaScript module."""
    return join_modules(_WEB, "widget/widget.js", "widget")


@cache
def widget_style() -> str:
    """Return the styles of the page, and those of a widget alone."""
    return page_style() + (_WEB / "widget" / "late.css").read_text("utf-8")


@cache
def _widget_class() -> Any:
    """Return the class; it needs a package that only notebooks have."""
    anywidget = require("anywidget", "widget")
    traitlets = require("traitlets", "widget")

    class PageWidget(anywidget.AnyWidget):  # type: ignore[misc,name-defined] # made when it is used
        """The page in a cell."""

        _esm = page_module()
        _css = widget_style()
        page = traitlets.Dict().tag(sync=True)
        conversation: PageConversation
        still: dict[str, str]

        def __init__(self, **traits: Any) -> None:
            super().__init__(**traits)
            self.on_msg(self._hear)

        def _hear(self, _: Any, content: dict[str, Any], *__: Any) -> None:
            request = content["request"]
            try:
                told = self.conversation.answer(request)
            except KeyboardInterrupt:  # the page interrupts its kernel when Stop is pressed
                fault = {"kind": "Ended", "message": "stopped"}
                told = {"version": VERSION, "id": request.get("id"), "error": fault}
            self.send({"reader": content["reader"], "told": told})

        def _repr_mimebundle_(self, **given: Any) -> Any:
            bundle = super()._repr_mimebundle_(**given)
            data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
            return {**data, **self.still}, metadata

    return PageWidget


def _still(problem: Any, words: str) -> dict[str, str]:
    """Return what is shown where no widgets are: the board, and words for the widget."""
    scene = picture_of(problem, problem.initial)
    if scene is None:
        picture = f"<pre>{escape(str(problem.initial))}</pre>"
    else:
        picture = render_svg(scene, _CELL)
    return {
        "text/plain": words,
        "text/html": f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>",
    }
