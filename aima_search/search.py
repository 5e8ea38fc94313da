"""The textbook module's names: ``from aima_search.search import *`` in place of ``search``.

They are the names of its newest version, those of older versions and of courses, and the modules
that a star import of it brought along.
"""

import bisect
import collections
import functools
import heapq
import math
import operator
import os
import random
import sys
from collections import deque
from math import inf as infinity

from aima_search.algorithms.bidirectional import bidirectional_search
from aima_search.algorithms.genetic import (
    fitness_threshold,
    genetic_algorithm,
    genetic_search,
    init_population,
    mutate,
    recombine,
    recombine_uniform,
    select,
)
from aima_search.algorithms.informed import (
    astar_search,
    astar_tree_search,
    best_first_graph_search,
    best_first_tree_search,
    greedy_best_first_graph_search,
    greedy_best_first_tree_search,
    uniform_cost_search,
    uniform_cost_tree_search,
    weighted_astar_search,
)
from aima_search.algorithms.local import (
    first_choice_hill_climbing,
    hill_climbing,
    local_beam_search,
    random_restart_hill_climbing,
    simulated_annealing,
    simulated_annealing_full,
    stochastic_hill_climbing,
)
from aima_search.algorithms.memory_bounded import (
    iterative_deepening_astar_search,
    recursive_best_first_search,
)
from aima_search.algorithms.nondeterministic import and_or_graph_search
from aima_search.algorithms.online import (
    LRTAStarAgent,
    OnlineDFSAgent,
    OnlineSearchProblem,
    SimpleProblemSolvingAgentProgram,
)
from aima_search.algorithms.schedules import exp_schedule
from aima_search.algorithms.uninformed import (
    breadth_first_graph_search,
    breadth_first_tree_search,
    depth_first_graph_search,
    depth_first_tree_search,
    depth_limited_search,
    iterative_deepening_search,
)
from aima_search.problem import Node, Problem
from aima_search.textbook import (
    EightPuzzle,
    Graph,
    GraphProblem,
    GraphProblemStochastic,
    GridProblem,
    NPuzzle,
    NQueensProblem,
    PeakFindingProblem,
    PourProblem,
    RandomGraph,
    TourProblem,
    TravelingSalesman,
    UndirectedGraph,
    australia_map,
    directions4,
    directions8,
    one_dim_state_space,
    romania_map,
    vacuum_world,
)
from aima_search.textbook.boggle import (
    ALPHABET,
    BoggleFinder,
    Wordlist,
    boggle_hill_climbing,
    boggle_neighbors,
    boyan_best,
    cubes16,
    mutate_boggle,
    print_boggle,
    random_boggle,
)
from aima_search.textbook.helpers import (
    argmax_random_tie,
    argmin_random_tie,
    count,
    euclidean_distance,
    exact_sqrt,
    first,
    hamming_distance,
    manhattan_distance,
    num_or_str,
    orientations,
    print_table,
    product,
    sequence,
    shuffled,
    turn_heading,
    turn_left,
    turn_right,
    unique,
    weighted_sample_with_replacement,
    weighted_sampler,
)
from aima_search.textbook.instrument import (
    InstrumentedProblem,
    compare_graph_searchers,
    compare_searchers,
)
from aima_search.textbook.modules import np, tell_of_assignments
from aima_search.textbook.older.names import (
    astar_graph_search,
    breadth_first_search,
    graph_search,
    greedy_search,
    tree_search,
    vacumm_world,
)
from aima_search.textbook.queues import PriorityQueue
from aima_search.textbook.sets import DisjointSets
from aima_search.textbook.utilities import (
    FIFOQueue,
    Stack,
    distance,
    is_in,
    memoize,
    name,
    probability,
    vector_add,
)
from aima_search.textbook.wumpus import PlanRoute

__all__ = [
    "ALPHABET",
    "BoggleFinder",
    "DisjointSets",
    "EightPuzzle",
    "FIFOQueue",
    "Graph",
    "GraphProblem",
    "GraphProblemStochastic",
    "GridProblem",
    "InstrumentedProblem",
    "LRTAStarAgent",
    "NPuzzle",
    "NQueensProblem",
    "Node",
    "OnlineDFSAgent",
    "OnlineSearchProblem",
    "PeakFindingProblem",
    "PlanRoute",
    "PourProblem",
    "PriorityQueue",
    "Problem",
    "RandomGraph",
    "SimpleProblemSolvingAgentProgram",
    "Stack",
    "TourProblem",
    "TravelingSalesman",
    "UndirectedGraph",
    "Wordlist",
    "and_or_graph_search",
    "argmax_random_tie",
    "argmin_random_tie",
    "astar_graph_search",
    "astar_search",
    "astar_tree_search",
    "australia_map",
    "best_first_graph_search",
    "best_first_tree_search",
    "bidirectional_search",
    "bisect",
    "boggle_hill_climbing",
    "boggle_neighbors",
    "boyan_best",
    "breadth_first_graph_search",
    "breadth_first_search",
    "breadth_first_tree_search",
    "collections",
    "compare_graph_searchers",
    "compare_searchers",
    "count",
    "cubes16",
    "depth_first_graph_search",
    "depth_first_tree_search",
    "depth_limited_search",
    "deque",
    "directions4",
    "directions8",
    "distance",
    "euclidean_distance",
    "exact_sqrt",
    "exp_schedule",
    "first",
    "first_choice_hill_climbing",
    "fitness_threshold",
    "functools",
    "genetic_algorithm",
    "genetic_search",
    "graph_search",
    "greedy_best_first_graph_search",
    "greedy_best_first_tree_search",
    "greedy_search",
    "hamming_distance",
    "heapq",
    "hill_climbing",
    "infinity",
    "init_population",
    "is_in",
    "iterative_deepening_astar_search",
    "iterative_deepening_search",
    "local_beam_search",
    "manhattan_distance",
    "math",
    "memoize",
    "mutate",
    "mutate_boggle",
    "name",
    "np",
    "num_or_str",
    "one_dim_state_space",
    "operator",
    "orientations",
    "os",
    "print_boggle",
    "print_table",
    "probability",
    "product",
    "random",
    "random_boggle",
    "random_restart_hill_climbing",
    "recombine",
    "recombine_uniform",
    "recursive_best_first_search",
    "romania_map",
    "select",
    "sequence",
    "shuffled",
    "simulated_annealing",
    "simulated_annealing_full",
    "stochastic_hill_climbing",
    "sys",
    "tree_search",
    "turn_heading",
    "turn_left",
    "turn_right",
    "uniform_cost_search",
    "uniform_cost_tree_search",
    "unique",
    "vacumm_world",
    "vacuum_world",
    "vector_add",
    "weighted_astar_search",
    "weighted_sample_with_replacement",
    "weighted_sampler",
]

tell_of_assignments(__name__)
