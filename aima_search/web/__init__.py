"""The page that plays, steps and compares: what it asks, and the ways to bring it to a reader.

>>> from aima_search.web import play, watch  # in a notebook, see ``aima_search.web.widget``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aima_search.web.widget import play as play
    from aima_search.web.widget import watch as watch
else:

    def __getattr__(name: str) -> object:
        from aima_search.registry import import_when_used

        return import_when_used(__name__, name)

    def __dir__() -> list[str]:
        from aima_search.registry import names_when_used

        return sorted({*globals(), *names_when_used(__name__)})
