"""The names that every version of the textbook's ``search`` module has, with the same meaning.

The modules ``search``, ``search2020`` and ``search2e`` import all these names and, like the
textbook's module, all names of ``utils``.
"""

# fmt: off
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
from aima_search.textbook.utilities import infinity as infinity
from aima_search.textbook.queues import graph_search as graph_search, tree_search as tree_search
from aima_search.textbook.counting import (
    InstrumentedProblem as InstrumentedProblem, compare_graph_searchers as compare_graph_searchers,
    compare_searchers as compare_searchers,
)
from aima_search.textbook.queens import NQueensProblem as NQueensProblem
# fmt: on
