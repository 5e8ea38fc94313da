"""The page that plays, steps and compares: what it asks, and the ways to bring it to a reader.

>>> from aima_search.web import play, watch  # in a notebook, see ``aima_search.web.widget``
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aima_search.web.widget import play, watch

__all__ = ["play", "watch"]

if not TYPE_CHECKING:  # to which a name that is missing here would be anything

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module("aima_search.web.widget"), name)
