"""The textbook's module from 2018 until June 2026: ``from aima_search.search2020 import *``.

If two nodes have the same f, best-first searches compare the states of the nodes. The node counts
are the same as with the textbook's module. The package ``aima3`` on PyPI is older, and its searches
differ in two points. They call the goal test twice for the initial state. If neither of two states
is less than the other, they expand the state that is nearer to the front of the frontier list.
"""

# fmt: off
from collections import defaultdict as defaultdict
from operator import itemgetter as itemgetter

from aima_search.textbook.shared_names import *
from aima_search.model.problem import Problem as Problem
from aima_search.textbook.modules import set_up_facade as _set_up_facade
from aima_search.textbook.older_searches import (
    EightPuzzle as EightPuzzle, PriorityQueue as PriorityQueue,
    astar_graph_search as astar_graph_search, astar_search as astar_search,
    best_first_graph_search as best_first_graph_search,
    greedy_best_first_graph_search as greedy_best_first_graph_search,
    greedy_best_first_search as greedy_best_first_search, greedy_search as greedy_search,
    uniform_cost_search as uniform_cost_search,
)
from aima_search.textbook.utilities import argmax as argmax, argmin as argmin
# fmt: on

_set_up_facade(__name__)
