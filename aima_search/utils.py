"""What scripts take from the textbook's ``utils``: ``from aima_search.utils import *``.

Only what belongs to search is here: no logic, no learning, no matrices.
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

from aima_search.textbook.helpers import (
    EAST,
    LEFT,
    NORTH,
    RIGHT,
    SOUTH,
    WEST,
    argmax,
    argmax_random_tie,
    argmin,
    argmin_random_tie,
    count,
    euclidean_distance,
    exact_sqrt,
    first,
    hamming_distance,
    identity,
    manhattan_distance,
    num_or_str,
    orientations,
    print_table,
    product,
    removeall,
    sequence,
    shuffled,
    turn_heading,
    turn_left,
    turn_right,
    turns,
    unique,
    weighted_sample_with_replacement,
    weighted_sampler,
)
from aima_search.textbook.modules import np
from aima_search.textbook.queues import PriorityQueue
from aima_search.textbook.sets import DisjointSets
from aima_search.textbook.utilities import (
    FIFOQueue,
    Stack,
    distance,
    distance_squared,
    hashabledict,
    is_in,
    memoize,
    name,
    probability,
    vector_add,
)

__all__ = [
    "EAST",
    "LEFT",
    "NORTH",
    "RIGHT",
    "SOUTH",
    "WEST",
    "DisjointSets",
    "FIFOQueue",
    "PriorityQueue",
    "Stack",
    "argmax",
    "argmax_random_tie",
    "argmin",
    "argmin_random_tie",
    "bisect",
    "collections",
    "count",
    "distance",
    "distance_squared",
    "euclidean_distance",
    "exact_sqrt",
    "first",
    "functools",
    "hamming_distance",
    "hashabledict",
    "heapq",
    "identity",
    "is_in",
    "manhattan_distance",
    "math",
    "memoize",
    "name",
    "np",
    "num_or_str",
    "operator",
    "orientations",
    "os",
    "print_table",
    "probability",
    "product",
    "random",
    "removeall",
    "sequence",
    "shuffled",
    "sys",
    "turn_heading",
    "turn_left",
    "turn_right",
    "turns",
    "unique",
    "vector_add",
    "weighted_sample_with_replacement",
    "weighted_sampler",
]
