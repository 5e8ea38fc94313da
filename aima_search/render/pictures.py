"""Pictures of problems that draw themselves.

A problem draws itself if it has ``scene(state, action=None)``, as every puzzle does.
"""

from __future__ import annotations

from typing import Any

from aima_search.render.scene import Scene


def picture_of(problem: object, state: Any, action: Any = None) -> Scene | None:
    """Return the picture of a state, None where the problem does not draw any."""
    draw = getattr(problem, "scene", None)
    if draw is None:
        return None
    try:
        scene = draw(state, action)
    except NotImplementedError:
        return None
    return scene if isinstance(scene, Scene) else None
