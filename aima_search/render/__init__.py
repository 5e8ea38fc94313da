"""Describe a picture once (``Scene``), draw it with many back ends.

Nothing is imported before it is used: a search draws nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from aima_search.render.figure import save_png
    from aima_search.render.scene import Cell, Position, RegionId, Road, Role, Scene
    from aima_search.render.svg import render_svg
    from aima_search.render.terminal import rich_text
    from aima_search.render.text import render_text
    from aima_search.render.text_strip import render_text_strip

__all__ = [
    "Cell",
    "Position",
    "RegionId",
    "Road",
    "Role",
    "Scene",
    "render_svg",
    "render_text",
    "render_text_strip",
    "rich_text",
    "save_png",
]

_MODULES = {
    "render_svg": "svg",
    "render_text": "text",
    "render_text_strip": "text_strip",
    "rich_text": "terminal",
    "save_png": "figure",
}
"""Where names are; all others are in ``scene``."""


if not TYPE_CHECKING:  # to which a name that is missing here would be anything

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = getattr(import_module(f"{__name__}.{_MODULES.get(name, 'scene')}"), name)
        globals()[name] = found
        return found
