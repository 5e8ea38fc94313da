"""The textbook's ``utils`` as it was before June 2026: ``from aima_search.utils2020 import *``.

Only ``PriorityQueue`` differs from ``aima_search.utils``. If two items have the same priority, this
queue compares the items themselves.
"""

from typing import Any

from aima_search import utils
from aima_search.textbook.older_searches import PriorityQueue as PriorityQueue

__all__ = [name for name in dir(utils) if not name.startswith("_")]


def __getattr__(name: str) -> Any:
    return getattr(utils, name)
