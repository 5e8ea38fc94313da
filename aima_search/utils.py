"""The names that scripts take from the textbook's ``utils``: ``from aima_search.utils import *``.

The names that chapters 3 and 4 use are here; for those of other chapters an AttributeError says so.
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
from itertools import chain, combinations
from typing import NoReturn

from aima_search.textbook.gathering import (
    Number,
    flatten,
    isnumber,
    issequence,
    mode,
    multimap,
    multimap_items,
    power_set,
    powerset,
)
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
    remove_all,
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
from aima_search.textbook.modules import is_missing, np
from aima_search.textbook.queues import PriorityQueue
from aima_search.textbook.sets import DisjointSets
from aima_search.textbook.utilities import (
    FIFOQueue,
    Queue,
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
    "Number",
    "PriorityQueue",
    "Queue",
    "Stack",
    "argmax",
    "argmax_random_tie",
    "argmin",
    "argmin_random_tie",
    "bisect",
    "chain",
    "collections",
    "combinations",
    "count",
    "distance",
    "distance_squared",
    "euclidean_distance",
    "exact_sqrt",
    "first",
    "flatten",
    "functools",
    "hamming_distance",
    "hashabledict",
    "heapq",
    "identity",
    "is_in",
    "isnumber",
    "issequence",
    "manhattan_distance",
    "math",
    "memoize",
    "mode",
    "multimap",
    "multimap_items",
    "name",
    "np",
    "num_or_str",
    "operator",
    "orientations",
    "os",
    "power_set",
    "powerset",
    "print_table",
    "probability",
    "product",
    "random",
    "remove_all",
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


def __getattr__(name: str) -> NoReturn:
    raise is_missing(__name__, name)
