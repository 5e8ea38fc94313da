"""The textbook's module from 2018 until June 2026: ``from aima_search.search2020 import *``.

Best-first searches break ties by comparing states, and have the same counts as that module. The
package ``aima3`` on PyPI is older and differs in two points: it tests the initial state twice, and
if neither of two states is less than the other, it expands the first one in the frontier.
"""

# fmt: off
import bisect as bisect
import collections as collections
import functools as functools
import heapq as heapq
import math as math
import operator as operator
import os as os
import random as random
import sys as sys
from collections import defaultdict as defaultdict, deque as deque
from operator import itemgetter as itemgetter

from aima_search.search import (
    ALPHABET as ALPHABET, BoggleFinder as BoggleFinder, FIFOQueue as FIFOQueue, Graph as Graph,
    GraphProblem as GraphProblem, GraphProblemStochastic as GraphProblemStochastic,
    InstrumentedProblem as InstrumentedProblem, LRTAStarAgent as LRTAStarAgent, Node as Node,
    NQueensProblem as NQueensProblem, OnlineDFSAgent as OnlineDFSAgent,
    OnlineSearchProblem as OnlineSearchProblem, PeakFindingProblem as PeakFindingProblem,
    PlanRoute as PlanRoute, Problem as Problem, RandomGraph as RandomGraph,
    SimpleProblemSolvingAgentProgram as SimpleProblemSolvingAgentProgram, Stack as Stack,
    UndirectedGraph as UndirectedGraph, Wordlist as Wordlist,
    and_or_graph_search as and_or_graph_search, argmax_random_tie as argmax_random_tie,
    argmin_random_tie as argmin_random_tie, australia_map as australia_map,
    bidirectional_search as bidirectional_search, boggle_hill_climbing as boggle_hill_climbing,
    boggle_neighbors as boggle_neighbors, boyan_best as boyan_best,
    breadth_first_graph_search as breadth_first_graph_search,
    breadth_first_search as breadth_first_search,
    breadth_first_tree_search as breadth_first_tree_search,
    compare_graph_searchers as compare_graph_searchers, compare_searchers as compare_searchers,
    count as count, cubes16 as cubes16, depth_first_graph_search as depth_first_graph_search,
    depth_first_tree_search as depth_first_tree_search,
    depth_limited_search as depth_limited_search, directions4 as directions4,
    directions8 as directions8, distance as distance, euclidean_distance as euclidean_distance,
    exact_sqrt as exact_sqrt, exp_schedule as exp_schedule, first as first,
    fitness_threshold as fitness_threshold, genetic_algorithm as genetic_algorithm,
    genetic_search as genetic_search, graph_search as graph_search,
    hamming_distance as hamming_distance, hill_climbing as hill_climbing, infinity as infinity,
    init_population as init_population, is_in as is_in,
    iterative_deepening_search as iterative_deepening_search,
    manhattan_distance as manhattan_distance, memoize as memoize, mutate as mutate,
    mutate_boggle as mutate_boggle, name as name, np as np, num_or_str as num_or_str,
    one_dim_state_space as one_dim_state_space, orientations as orientations,
    print_boggle as print_boggle, print_table as print_table, probability as probability,
    product as product, random_boggle as random_boggle, recombine as recombine,
    recombine_uniform as recombine_uniform,
    recursive_best_first_search as recursive_best_first_search, romania_map as romania_map,
    select as select, sequence as sequence, shuffled as shuffled,
    simulated_annealing as simulated_annealing,
    simulated_annealing_full as simulated_annealing_full, tree_search as tree_search,
    turn_heading as turn_heading, turn_left as turn_left, turn_right as turn_right,
    unique as unique, vacumm_world as vacumm_world, vacuum_world as vacuum_world,
    vector_add as vector_add, weighted_sample_with_replacement as weighted_sample_with_replacement,
    weighted_sampler as weighted_sampler,
)
from aima_search.textbook.utilities import argmax as argmax, argmin as argmin
from aima_search.textbook.modules import set_up_facade as _set_up_facade
from aima_search.textbook.older_searches import (
    EightPuzzle as EightPuzzle, PriorityQueue as PriorityQueue,
    astar_graph_search as astar_graph_search, astar_search as astar_search,
    best_first_graph_search as best_first_graph_search,
    greedy_best_first_graph_search as greedy_best_first_graph_search,
    greedy_best_first_search as greedy_best_first_search, greedy_search as greedy_search,
    uniform_cost_search as uniform_cost_search,
)
# fmt: on

_set_up_facade(__name__)
