"""Describe a picture once (``Scene``), draw it with many back ends.

Nothing heavy is imported before it is needed: rich and matplotlib only when called for.
"""

from aima_search.render.figure import save_png
from aima_search.render.scene import Cell, Position, RegionId, Role, Scene
from aima_search.render.svg import render_svg
from aima_search.render.terminal import rich_text
from aima_search.render.text import render_text
from aima_search.render.text_strip import render_text_strip

__all__ = [
    "Cell",
    "Position",
    "RegionId",
    "Role",
    "Scene",
    "render_svg",
    "render_text",
    "render_text_strip",
    "rich_text",
    "save_png",
]
