"""The state space itself: enumeration, its size and shape, exact distances to the goal.

What needs numpy is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from aima_search.analysis.enumeration import enumerate_space
from aima_search.analysis.space import Space
from aima_search.extras import need
from aima_search.packed import Packed

if TYPE_CHECKING:
    from aima_search.analysis.perfect import PerfectDistances
    from aima_search.analysis.sequences import perft, perft_split
    from aima_search.analysis.shape import Shape, analyse

__all__ = [
    "Packed",
    "PerfectDistances",
    "Shape",
    "Space",
    "analyse",
    "enumerate_space",
    "perft",
    "perft_split",
]

_HOMES = {
    "PerfectDistances": "perfect",
    "Shape": "shape",
    "analyse": "shape",
    "perft": "sequences",
    "perft_split": "sequences",
}


if not TYPE_CHECKING:  # to which a name that is missing here would be anything

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if _HOMES[name] == "shape":
            need(name, "numpy", "scipy")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
