"""The textbook's module for the second edition: ``from aima_search.search2e import *``.

A problem defines ``successor(state)``, which returns pairs (action, next state), instead of
``actions`` and ``result``. The node counts are the same as in ``search2020``.
"""

from aima_search.search2020 import *
from aima_search.textbook.graphs import australia_map as _australia
from aima_search.textbook.graphs import romania_map as _romania
from aima_search.textbook.modules import set_up_facade as _set_up_facade
from aima_search.textbook.older_searches import ProblemOfSuccessors as _Problem

Problem = _Problem  # type: ignore[misc] # a class of the same name in search2020
romania, australia = _romania, _australia

_set_up_facade(__name__)
