"""The names of the fourth edition's notebook: ``from aima_search.search4e import *``.

Problems define ``is_goal`` and ``action_cost``, and their default ``h`` is 0. Searches return
``failure``, which is false, if there is no solution. ``report`` prints the same counts as the
notebook's table.
"""

# fmt: off
import heapq as heapq
import math as math
import random as random
import sys as sys
from collections import Counter as Counter, defaultdict as defaultdict, deque as deque
from itertools import combinations as combinations

from aima_search.textbook.fourth.searches import (
    and_or_search as and_or_search, and_search as and_search,
    astar_misplaced_tiles as astar_misplaced_tiles, astar_search as astar_search,
    astar_tree_search as astar_tree_search, best_first_search as best_first_search,
    best_first_tree_search as best_first_tree_search,
    bidirectional_astar_search as bidirectional_astar_search,
    bidirectional_best_first_search as bidirectional_best_first_search,
    bidirectional_uniform_cost_search as bidirectional_uniform_cost_search,
    breadth_first_bfs as breadth_first_bfs, breadth_first_search as breadth_first_search,
    depth_first_bfs as depth_first_bfs,
    depth_first_recursive_search as depth_first_recursive_search,
    depth_limited_search as depth_limited_search,
    extra_weighted_astar_search as extra_weighted_astar_search, greedy_bfs as greedy_bfs,
    inverse_problem as inverse_problem, iterative_deepening_search as iterative_deepening_search,
    join_nodes as join_nodes, or_search as or_search, proceed as proceed,
    uniform_cost_search as uniform_cost_search, weighted_astar_search as weighted_astar_search,
)
from aima_search.textbook.fourth.nodes import (
    CountCalls as CountCalls, FIFOQueue as FIFOQueue, LIFOQueue as LIFOQueue, Node as Node,
    PriorityQueue as PriorityQueue, Problem as Problem, S as S, cutoff as cutoff, expand as expand,
    failure as failure, g as g, is_cycle as is_cycle, path_actions as path_actions,
    path_states as path_states, report as report, report_counts as report_counts,
)
from aima_search.textbook.fourth.problems import (
    Board as Board, EightPuzzle as EightPuzzle, ErraticVacuum as ErraticVacuum,
    GreenPourProblem as GreenPourProblem, GridProblem as GridProblem,
    JumpingPuzzle as JumpingPuzzle, Map as Map, MultiGoalProblem as MultiGoalProblem,
    PancakeProblem as PancakeProblem, PourProblem as PourProblem, RouteProblem as RouteProblem,
    board8 as board8, c0 as c0, c1 as c1, c2 as c2, c3 as c3, c4 as c4, cup as cup, d1 as d1,
    d2 as d2, d3 as d3, d4 as d4, d5 as d5, d6 as d6, d7 as d7, e1 as e1, e2 as e2, e3 as e3,
    e4 as e4, e5 as e5, frame as frame, g1 as g1, g2 as g2, g3 as g3, g4 as g4, g5 as g5,
    goal as goal, hamming_distance as hamming_distance, inversions as inversions, j3 as j3,
    j9 as j9, line as line, p1 as p1, p2 as p2, p3 as p3, p4 as p4, p5 as p5, r0 as r0, r1 as r1,
    r2 as r2, r3 as r3, r4 as r4, random_lines as random_lines, romania as romania,
    straight_line_distance as straight_line_distance,
)
from aima_search.textbook.fourth.tables import (
    build_table as build_table, ebf as ebf, invert_table as invert_table,
    plot_grid_problem as plot_grid_problem, plots as plots, random_state as random_state,
    report8 as report8, transpose as transpose,
)
from aima_search.textbook.utilities import multimap as multimap
from aima_search.textbook.modules import plt as plt, set_up_facade as _set_up_facade
# fmt: on

_set_up_facade(__name__)
