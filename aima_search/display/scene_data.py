"""Pictures of problems that draw themselves.

A problem draws itself if it has ``scene(state, action=None)``, as every puzzle does.
"""

from __future__ import annotations

from typing import Any

from aima_search.display.scene import Scene


def picture_of(problem: object, state: Any, action: Any = None) -> Scene | None:
    """Return the picture of a state, None if the problem draws no pictures."""
    draw = getattr(problem, "scene", None)
    if draw is None:
        return None
    try:
        scene = draw(state, action)
    except NotImplementedError:
        return None
    return scene if isinstance(scene, Scene) else None


def picture_data(problem: object, state: Any, action: Any = None) -> dict[str, Any]:
    """Return the picture of a state as plain values: see ``scene_data``.

    If the problem draws no pictures, ``text`` is the text of the state.
    """
    scene = picture_of(problem, state, action)
    if scene is not None:
        return scene_data(scene)
    places = dict.fromkeys(("rows", "columns", "left", "top"))
    return {"svg": None, "text": str(state), **places, "row_labels": [], "column_labels": []}


def scene_data(scene: Scene) -> dict[str, Any]:
    """Return a picture as plain values: its SVG, its text, the places of its cells, its labels.

    Cell (row, column) is the unit square at (``left`` + column, ``top`` + row) of the SVG's view
    box.
    """
    from aima_search.display.drawing import corner_of  # a picture of text needs no SVG
    from aima_search.display.svg import render_svg
    from aima_search.display.text import render_text

    left, top = corner_of(scene)
    return {
        "svg": render_svg(scene),
        "text": render_text(scene),
        "rows": scene.height,
        "columns": scene.width,
        "left": round(left, 3),
        "top": round(top, 3),
        "row_labels": list(scene.row_labels),
        "column_labels": list(scene.column_labels),
    }
