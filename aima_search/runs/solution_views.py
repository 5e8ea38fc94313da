"""Shows a search result as text and HTML, and its solution as pictures or an animation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from math import isfinite
from os import PathLike
from pathlib import Path
from string import Template
from typing import NamedTuple, TypeVar

from aima_search.base.errors import InputError, NotApplicable
from aima_search.base.interchange import counted
from aima_search.compiled.engines import OBJECTS
from aima_search.display import render_svg, render_text
from aima_search.display.drawing import draw_alike
from aima_search.display.images import save_gif, scene_title, svg_document, svg_element
from aima_search.display.pages import notebook_block, read_asset, table_html
from aima_search.display.scene import Scene, picture_of
from aima_search.display.tables import Column, Table, format_value, table_text
from aima_search.model.problem import Node, successors
from aima_search.model.puzzle import Puzzle, action_words, preparation_of
from aima_search.runs.measures import MEASURES
from aima_search.runs.result import SearchResult

_Item = TypeVar("_Item")

_MOST_PICTURES = 24
_MOST_CELLS = 500_000  # of all pictures in a row together, but at least two pictures are shown
_SMALL, _SMALL_CELL = 190, 28  # width of a picture in a row, and of its cells, in pixels
_MOST_IN_GIF = 120  # the largest number of pictures: drawing one takes at least 0.1 s
_WIDTH, _LARGEST_CELL = 520, 44  # width of an animation, and of its cells, in pixels


class CaptionedScene(NamedTuple):
    """The picture of a state, and a caption with the action that led to the state."""

    scene: Scene
    caption: str


def pictures_of(result: SearchResult, most: int | None = None) -> list[CaptionedScene]:
    """Return captioned pictures of the states of a solution.

    ``most`` is the largest number of pictures, or None to show every state. Raise NotApplicable if
    there is no solution, or if the problem has no ``scene``.
    """
    if not result.has_solution:
        raise NotApplicable(f"no solution to draw: the search ended with {result.status!r}")
    problem, states, actions = result.problem, result.states, [None, *result.actions]
    pictures = []
    for number in spread(range(len(states)), most or len(states)):
        scene = picture_of(problem, states[number], actions[number])
        if scene is None:  # the class has no scene, or a pickled result has no problem
            who = "a result without its problem" if problem is None else type(problem).__name__
            raise NotApplicable(f"no pictures to draw: {who} has no scene(state, action)")
        caption = "start"
        if number:
            caption = f"{number}. {action_words(problem, states[number - 1], actions[number])}"
        elif steps := preparation_of(problem):
            caption = f"0. prepared, {counted(len(steps), 'deduction')}"
        pictures.append(CaptionedScene(scene, caption))
    return pictures


def pictures_of_actions(problem: Puzzle, most: int) -> list[CaptionedScene]:
    """Return at most ``most`` pictures, which show the board and its successor states."""
    start = problem.initial
    scenes = [(picture_of(problem, start), "the board")]
    for action, after, _ in islice(successors(problem)(Node(start)), most - 1):
        scenes.append((picture_of(problem, after, action), problem.describe(start, action)))
    return [CaptionedScene(scene, caption) for scene, caption in scenes if scene is not None]


def spread(items: Sequence[_Item], most: int) -> list[_Item]:
    """Return at most ``most`` items, evenly spaced, including the first and the last."""
    last = len(items) - 1
    if last < most:
        return list(items)
    return [items[place * last // (most - 1)] for place in range(most)]


def result_text(result: SearchResult) -> str:
    """Return a search result as text, with the outcome in words and a line for each statistic."""
    return f"{headline(result)}\n{table_text(statistics_table(result))}"


def result_html(result: SearchResult) -> str:
    """Return the outcome, the statistics and the pictures of a solution as HTML."""
    parts = [f"<p><strong>{escape(headline(result))}</strong></p>"]
    return notebook_block([*parts, table_html(statistics_table(result)), *_picture_strip(result)])


def headline(result: SearchResult) -> str:
    """Return a headline that names the algorithm, the heuristic and the outcome of a search."""
    heuristic = f" with {result.heuristic}" if result.heuristic else ""
    return f"{result.method}{heuristic}: {result.words}"


def statistics_table(result: SearchResult) -> Table:
    """Return the statistics of a search result as a table."""
    measured = [(measure, getattr(result, measure.name)) for measure in MEASURES.values()]
    rows = [
        (measure.label, format_value(measure.kind, value))
        for measure, value in measured
        if measure.is_shown_for([value])
    ]
    if result.engine != OBJECTS or result.engine_note:
        rows.append(("engine", ": ".join(filter(None, (result.engine, result.engine_note)))))
    if result.proof:
        rows.append(("proof", result.proof))
    return Table("", [Column(""), Column("", "written")], rows)


def _picture_strip(result: SearchResult) -> Iterator[str]:
    try:
        pictures = pictures_of(result, _MOST_PICTURES)
    except NotApplicable:
        return
    cells = max(len(pictures[0].scene.cells) * pictures[0].scene.width, 1)
    shown = spread(pictures, max(_MOST_CELLS // cells, 2))
    yield '<div class="strip">'
    for picture in shown:
        cell = min(_SMALL_CELL, max(_SMALL // picture.scene.width, 4))
        caption = f"<figcaption>{escape(picture.caption)}</figcaption>"
        yield f"<figure>{render_svg(picture.scene, cell)}{caption}</figure>"
    yield "</div>"
    if len(shown) < (number := len(result.states)):
        yield f"<p>{len(shown)} of {number} pictures; <code>animate()</code> shows all.</p>"


@dataclass(frozen=True, repr=False)
class Animation:
    """Pictures that are shown one after the other, each for ``seconds`` seconds."""

    pictures: tuple[CaptionedScene, ...]
    title: str
    seconds: float

    def html(self) -> str:
        """Return the animation as an HTML element, which needs no other files and no network."""
        scenes = [picture.scene for picture in self.pictures]
        drawings = draw_alike(scenes)
        numbers: dict[str, int] = {}  # each shape is written only once
        frames = [
            [numbers.setdefault(shape, len(numbers)) for shape in map(svg_element, drawing.shapes)]
            for drawing in drawings
        ]
        captions = [picture.caption for picture in self.pictures]
        data = {"shapes": list(numbers), "frames": frames, "captions": captions}
        data["seconds"] = self.seconds
        width, height = drawings[0].width, drawings[0].height
        shapes = ["<g>", *map(svg_element, drawings[0].shapes), "</g>"]
        cell_size = min(_LARGEST_CELL, _WIDTH / width)
        return Template(read_asset("animation.html")).substitute(
            title=escape(self.title),
            data=escape(json.dumps(data, separators=(",", ":")), quote=False).replace("'", "&#39;"),
            style=read_asset("animation.css"),
            picture=svg_document(scene_title(scenes[0]), width, height, cell_size, shapes),
            caption=escape(self.pictures[0].caption),
            last=len(self.pictures) - 1,
            script=read_asset("animation.js"),
        )

    def page(self) -> str:
        """Return an HTML page with the animation."""
        page = Template(read_asset("animation_page.html"))
        return page.substitute(title=escape(self.title), figure=self.html())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the animation to a file whose name ends in ``.html`` or ``.gif``.

        A GIF needs the extra ``plot``. The GIF of a very long solution shows only some of the
        states; the captions have the numbers of these states.
        """
        target = Path(path)
        kind = target.suffix.lower()
        if kind == ".html":
            target.write_text(self.page(), encoding="utf-8")
        elif kind == ".gif":
            shown = spread(self.pictures, _MOST_IN_GIF)
            save_gif([_with_caption(picture) for picture in shown], target, self.seconds)
        else:
            expected = "expected a name that ends in .gif or .html"
            raise InputError(f"animation file {str(path)!r}: {expected}")

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return f"<Animation of {len(self.pictures)} pictures: {self.title}>"

    def __str__(self) -> str:
        return "\n\n".join(render_text(_with_caption(picture)) for picture in self.pictures)


def make_animation(result: SearchResult, seconds: float) -> Animation:
    """Return an animation of the solution; raise NotApplicable if the solution cannot be drawn."""
    if not (isfinite(seconds) and seconds > 0):
        raise InputError(f"seconds={seconds!r}: expected a number above 0")
    pictures = tuple(pictures_of(result))
    with_h = f" with {result.heuristic}" if result.heuristic else ""
    return Animation(pictures, f"Solution by {result.method}{with_h}", seconds)


def _with_caption(picture: CaptionedScene) -> Scene:
    caption = ", ".join(filter(None, [picture.caption, picture.scene.caption]))
    return replace(picture.scene, caption=caption)
