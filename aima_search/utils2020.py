"""The textbook's ``utils`` as it was before June 2026: ``from aima_search.utils2020 import *``.

It is ``aima_search.utils`` with the ``PriorityQueue`` of ``aima_search.search2020``, which
compares the items themselves if their priorities are equal.
"""

from typing import Any

from aima_search import utils
from aima_search.textbook.older_searches import PriorityQueue as PriorityQueue

__all__ = [name for name in dir(utils) if not name.startswith("_")]


def __getattr__(name: str) -> Any:
    return getattr(utils, name)
