"""The names that every version of the textbook's ``search`` module has, with the same meaning.

The modules ``search``, ``search2020`` and ``search2e`` import all these names and add more names.
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
from collections import deque as deque

from aima_search.algorithms.bidirectional import bidirectional_search as bidirectional_search
from aima_search.algorithms.genetic import (
    fitness_threshold as fitness_threshold, genetic_algorithm as genetic_algorithm,
    genetic_search as genetic_search, init_population as init_population, mutate as mutate,
    recombine as recombine, recombine_uniform as recombine_uniform, select as select,
)
from aima_search.algorithms.climbing import (
    hill_climbing as hill_climbing, simulated_annealing as simulated_annealing,
    simulated_annealing_full as simulated_annealing_full,
)
from aima_search.algorithms.memory_bounded import (
    recursive_best_first_search as recursive_best_first_search,
)
from aima_search.algorithms.online import (
    LRTAStarAgent as LRTAStarAgent, OnlineDFSAgent as OnlineDFSAgent,
    OnlineSearchProblem as OnlineSearchProblem,
    SimpleProblemSolvingAgentProgram as SimpleProblemSolvingAgentProgram,
    and_or_graph_search as and_or_graph_search,
)
from aima_search.algorithms.options import exp_schedule as exp_schedule
from aima_search.algorithms.uninformed import (
    breadth_first_graph_search as breadth_first_graph_search,
    breadth_first_search as breadth_first_search,
    breadth_first_tree_search as breadth_first_tree_search,
    depth_first_graph_search as depth_first_graph_search,
    depth_first_tree_search as depth_first_tree_search,
    depth_limited_search as depth_limited_search,
    iterative_deepening_search as iterative_deepening_search,
)
from aima_search.model.problem import Node as Node
from aima_search.textbook.boggle import (
    ALPHABET as ALPHABET, BoggleFinder as BoggleFinder, Wordlist as Wordlist,
    boggle_hill_climbing as boggle_hill_climbing, boggle_neighbors as boggle_neighbors,
    boyan_best as boyan_best, cubes16 as cubes16, mutate_boggle as mutate_boggle,
    print_boggle as print_boggle, random_boggle as random_boggle,
)
from aima_search.textbook.routes import (
    GraphProblem as GraphProblem, GraphProblemStochastic as GraphProblemStochastic,
)
from aima_search.textbook.graphs import (
    Graph as Graph, RandomGraph as RandomGraph, UndirectedGraph as UndirectedGraph,
    australia_map as australia_map, one_dim_state_space as one_dim_state_space,
    romania_map as romania_map, vacumm_world as vacumm_world, vacuum_world as vacuum_world,
)
from aima_search.textbook.grids import (
    PeakFindingProblem as PeakFindingProblem, PlanRoute as PlanRoute, directions4 as directions4,
    directions8 as directions8,
)
from aima_search.textbook.utilities import (
    argmax_random_tie as argmax_random_tie, argmin_random_tie as argmin_random_tie, count as count,
    distance as distance, euclidean_distance as euclidean_distance, exact_sqrt as exact_sqrt,
    first as first, hamming_distance as hamming_distance, infinity as infinity, is_in as is_in,
    manhattan_distance as manhattan_distance, memoize as memoize, name as name,
    num_or_str as num_or_str, orientations as orientations, print_table as print_table,
    probability as probability, product as product, sequence as sequence, shuffled as shuffled,
    turn_heading as turn_heading, turn_left as turn_left, turn_right as turn_right,
    unique as unique, vector_add as vector_add,
    weighted_sample_with_replacement as weighted_sample_with_replacement,
    weighted_sampler as weighted_sampler,
)
from aima_search.textbook.modules import np as np
from aima_search.textbook.queues import (
    FIFOQueue as FIFOQueue, Stack as Stack, graph_search as graph_search,
    tree_search as tree_search,
)
from aima_search.textbook.counting import (
    InstrumentedProblem as InstrumentedProblem, compare_graph_searchers as compare_graph_searchers,
    compare_searchers as compare_searchers,
)
from aima_search.textbook.queens import NQueensProblem as NQueensProblem
# fmt: on
