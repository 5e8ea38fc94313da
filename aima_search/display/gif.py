"""An animation as a GIF file, through matplotlib and the Pillow that it brings (extra ``plot``)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING

from aima_search.base.extras import require
from aima_search.display.drawing import draw_alike
from aima_search.display.figure import drawing_figure
from aima_search.display.scene import Scene
from aima_search.display.shapes import Drawing

if TYPE_CHECKING:
    from PIL.Image import Image

_LARGEST_SIDE, _LARGEST_CELL = 600, 48  # pixels of the whole picture and of a cell
_LAST = 3  # the last picture stays so many times as long as the others


def save_gif(scenes: Sequence[Scene], path: str | PathLike[str], seconds: float) -> None:
    """Write scenes to a GIF that shows each for so many seconds, again and again."""
    require("matplotlib", "plot")
    drawings = draw_alike(scenes)
    side = max(drawings[0].width, drawings[0].height)
    cell_size = min(_LARGEST_CELL, max(int(_LARGEST_SIDE / side), 8))
    images = [_image(drawing, cell_size) for drawing in drawings]
    milliseconds = max(round(1000 * seconds), 20)  # players treat less as a fault
    durations = [milliseconds] * (len(images) - 1) + [_LAST * milliseconds]
    images[0].save(path, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0)


def _image(drawing: Drawing, cell_size: int) -> Image:
    """Return a drawing as an image of few colours, as a GIF needs it."""
    from PIL import Image

    picture = BytesIO()
    drawing_figure(drawing, cell_size).savefig(picture, format="png")
    return Image.open(picture).convert("RGB").quantize(dither=Image.Dither.NONE)
