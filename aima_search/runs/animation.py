"""A solution as an animation: in a notebook, as an HTML or a GIF file, as text.

The HTML is self-contained, so that it works without a network. Shapes that occur in several
pictures are written once: a picture is a list of their numbers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from html import escape
from math import isfinite
from os import PathLike
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from aima_search.base.errors import InputError
from aima_search.display import render_text_strip
from aima_search.display.drawing import draw_alike
from aima_search.display.gif import save_gif
from aima_search.display.html import read_asset
from aima_search.display.scene import Scene
from aima_search.display.svg import scene_title, svg_document, svg_shapes
from aima_search.runs.pictures import Picture, pictures_of, spread

if TYPE_CHECKING:
    from aima_search.runs.found import Found

_MOST_IN_GIF = 120  # pictures: each takes a tenth of a second and more to draw
_WIDTH, _LARGEST_CELL = 520, 44  # pixels of the picture and of a cell


@dataclass(frozen=True, repr=False)
class Animation:
    """Pictures that follow one another, each shown for so many seconds."""

    pictures: tuple[Picture, ...]
    title: str
    seconds: float

    def html(self) -> str:
        """Return a figure element with everything it needs; any number fit on one page."""
        drawings = draw_alike(self.scenes)
        numbers: dict[str, int] = {}
        frames = [
            [numbers.setdefault(shape, len(numbers)) for shape in svg_shapes(drawing)]
            for drawing in drawings
        ]
        data = {
            "shapes": list(numbers),
            "frames": frames,
            "captions": [picture.caption for picture in self.pictures],
            "seconds": self.seconds,
        }
        width, height = drawings[0].width, drawings[0].height
        shapes = ["<g>", *svg_shapes(drawings[0]), "</g>"]
        cell_size = min(_LARGEST_CELL, _WIDTH / width)
        return Template(read_asset("animation.html")).substitute(
            title=escape(self.title),
            data=escape(json.dumps(data, separators=(",", ":")), quote=False).replace("'", "&#39;"),
            style=read_asset("animation.css"),
            picture=svg_document(scene_title(self.scenes[0]), width, height, cell_size, shapes),
            caption=escape(self.pictures[0].caption),
            last=len(self.pictures) - 1,
            script=read_asset("animation.js"),
        )

    def page(self) -> str:
        """Return the animation as an HTML page of its own."""
        page = Template(read_asset("animation_page.html"))
        return page.substitute(title=escape(self.title), figure=self.html())

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file: ``.html``, or ``.gif`` (extra ``plot``).

        A GIF of a very long solution leaves pictures out, evenly; its captions keep count.
        """
        target = Path(path)
        kind = target.suffix.lower()
        if kind not in (".gif", ".html"):
            raise InputError(
                f"animation file {str(path)!r}: expected a name that ends in .gif or .html"
            )
        if kind == ".html":
            target.write_text(self.page(), encoding="utf-8")
        else:
            shown = spread(self.pictures, _MOST_IN_GIF)
            save_gif([_with_caption(picture) for picture in shown], target, self.seconds)

    @property
    def scenes(self) -> list[Scene]:
        """The pictures without their captions."""
        return [picture.scene for picture in self.pictures]

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return f"<Animation of {len(self.pictures)} pictures: {self.title}>"

    def __str__(self) -> str:
        return render_text_strip([_with_caption(picture) for picture in self.pictures])


def make_animation(result: Found, seconds: float) -> Animation:
    """Return the solution of a result as an animation; NotApplicable if there is none."""
    if not (isfinite(seconds) and seconds > 0):
        raise InputError(f"seconds={seconds!r}: expected a number above 0")
    pictures = tuple(pictures_of(result))
    with_h = f" with {result.heuristic}" if result.heuristic else ""
    return Animation(pictures, f"Solution by {result.method}{with_h}", seconds)


def _with_caption(picture: Picture) -> Scene:
    caption = ", ".join(filter(None, [picture.caption, picture.scene.caption]))
    return replace(picture.scene, caption=caption)
