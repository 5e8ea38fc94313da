"""The names of the textbook's ``search`` module: ``from aima_search.search import *``.

Most of these names are defined in the textbook's newest module. Some names are only in its older
versions or in courses. Other names, such as ``np``, are modules that ``import *`` also imports from
the textbook's module.
"""

# fmt: off
from aima_search.textbook.shared_names import *
from aima_search.algorithms.informed import (
    astar_graph_search as astar_graph_search, astar_search as astar_search,
    astar_tree_search as astar_tree_search, best_first_graph_search as best_first_graph_search,
    best_first_tree_search as best_first_tree_search,
    greedy_best_first_graph_search as greedy_best_first_graph_search,
    greedy_best_first_search as greedy_best_first_search,
    greedy_best_first_tree_search as greedy_best_first_tree_search, greedy_search as greedy_search,
    uniform_cost_search as uniform_cost_search,
    uniform_cost_tree_search as uniform_cost_tree_search,
    weighted_astar_search as weighted_astar_search,
)
from aima_search.algorithms.climbing import (
    first_choice_hill_climbing as first_choice_hill_climbing,
    local_beam_search as local_beam_search,
    random_restart_hill_climbing as random_restart_hill_climbing,
    stochastic_hill_climbing as stochastic_hill_climbing,
)
from aima_search.algorithms.memory_bounded import (
    iterative_deepening_astar_search as iterative_deepening_astar_search,
)
from aima_search.model.problem import Problem as Problem
from aima_search.textbook.grids import GridProblem as GridProblem
from aima_search.textbook.jugs import PourProblem as PourProblem
from aima_search.textbook.modules import set_up_facade as _set_up_facade
from aima_search.textbook.queues import PriorityQueue as PriorityQueue
from aima_search.textbook.salesman import (
    DisjointSets as DisjointSets, TravelingSalesman as TravelingSalesman,
)
from aima_search.textbook.tiles import EightPuzzle as EightPuzzle, NPuzzle as NPuzzle
# fmt: on

_set_up_facade(__name__)
