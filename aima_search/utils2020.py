"""The textbook's ``utils`` until June 2026: ``from aima_search.utils2020 import *``.

It is ``aima_search.utils`` with the ``PriorityQueue`` of ``aima_search.search2020``, which
compares items.
"""

from typing import Any

from aima_search import utils
from aima_search.textbook.older_searches import PriorityQueue as PriorityQueue

__all__ = [name for name in dir(utils) if not name.startswith("_")]


def __getattr__(name: str) -> Any:
    return getattr(utils, name)
