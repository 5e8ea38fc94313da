"""The textbook's module for the second edition: ``from aima_search.search2e import *``.

A problem defines ``successor(state)``, which returns pairs (action, next state), instead of
``actions`` and ``result``. Searches have the same counts as ``search2020``.
"""

# fmt: off
import bisect as bisect
import math as math
import operator as operator
import random as random
import sys as sys

from aima_search.search2020 import (
    FIFOQueue as FIFOQueue, Graph as Graph, GraphProblem as GraphProblem,
    InstrumentedProblem as InstrumentedProblem, NQueensProblem as NQueensProblem, Node as Node,
    PriorityQueue as PriorityQueue, RandomGraph as RandomGraph, Stack as Stack,
    UndirectedGraph as UndirectedGraph, argmax as argmax, argmin as argmin,
    astar_graph_search as astar_graph_search, astar_search as astar_search,
    best_first_graph_search as best_first_graph_search,
    breadth_first_graph_search as breadth_first_graph_search,
    breadth_first_tree_search as breadth_first_tree_search,
    compare_graph_searchers as compare_graph_searchers, compare_searchers as compare_searchers,
    depth_first_graph_search as depth_first_graph_search,
    depth_first_tree_search as depth_first_tree_search,
    depth_limited_search as depth_limited_search, distance as distance,
    exp_schedule as exp_schedule, genetic_algorithm as genetic_algorithm,
    genetic_search as genetic_search, graph_search as graph_search,
    greedy_best_first_graph_search as greedy_best_first_graph_search,
    hill_climbing as hill_climbing, infinity as infinity,
    iterative_deepening_search as iterative_deepening_search, memoize as memoize, name as name,
    num_or_str as num_or_str, print_table as print_table, probability as probability,
    recursive_best_first_search as recursive_best_first_search,
    simulated_annealing as simulated_annealing, tree_search as tree_search,
)
from aima_search.textbook.modules import set_up_facade as _set_up_facade
from aima_search.textbook.older_names import ProblemOfSuccessors as _Problem
from aima_search.textbook.graphs import australia_map as _australia, romania_map as _romania
# fmt: on

Problem, romania, australia = _Problem, _romania, _australia

_set_up_facade(__name__)
