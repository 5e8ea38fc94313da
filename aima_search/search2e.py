"""The textbook's module for the second edition: ``from aima_search.search2e import *``.

A problem defines ``successor(state)``, which returns pairs (action, next state), instead of
``actions`` and ``result``. Searches have the same counts as ``search2020``.
"""

# fmt: off
from aima_search.textbook.shared_names import *
from aima_search.textbook.graphs import australia_map as _australia, romania_map as _romania
from aima_search.textbook.modules import set_up_facade as _set_up_facade
from aima_search.textbook.older_names import ProblemOfSuccessors as _Problem
from aima_search.textbook.older_searches import (
    PriorityQueue as PriorityQueue, astar_graph_search as astar_graph_search,
    astar_search as astar_search,
    best_first_graph_search as best_first_graph_search,
    greedy_best_first_graph_search as greedy_best_first_graph_search,
    greedy_best_first_search as greedy_best_first_search, greedy_search as greedy_search,
    uniform_cost_search as uniform_cost_search,
)
from aima_search.textbook.utilities import argmax as argmax, argmin as argmin
# fmt: on

Problem, romania, australia = _Problem, _romania, _australia

_set_up_facade(__name__)
