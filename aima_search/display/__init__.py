"""Tables, plots, pages, and pictures: back ends draw the pictures that a ``Scene`` describes.

Each name of the package is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:
    from aima_search.display.images import render_svg as render_svg
    from aima_search.display.images import save_png as save_png
    from aima_search.display.scene import Cell as Cell
    from aima_search.display.scene import ObjectStage as ObjectStage
    from aima_search.display.scene import RegionId as RegionId
    from aima_search.display.scene import Road as Road
    from aima_search.display.scene import Role as Role
    from aima_search.display.scene import Scene as Scene
    from aima_search.display.scene import Thing as Thing
    from aima_search.display.scene import searched_grid as searched_grid
    from aima_search.display.text import render_text as render_text
    from aima_search.display.text import rich_text as rich_text
else:
    __getattr__, __dir__ = offer_when_used(__name__, Stage="ObjectStage")
