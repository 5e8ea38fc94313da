"""The names of the textbook's ``utils`` for chapters 3 and 4: ``from aima_search.utils import *``.

If you use a name of another chapter, an AttributeError tells you which chapter it is.
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
from itertools import chain as chain, combinations as combinations

from aima_search.textbook.utilities import (
    EAST as EAST, LEFT as LEFT, NORTH as NORTH, RIGHT as RIGHT, SOUTH as SOUTH, WEST as WEST,
    Number as Number, argmax as argmax, argmax_random_tie as argmax_random_tie, argmin as argmin,
    argmin_random_tie as argmin_random_tie, count as count, distance as distance,
    distance_squared as distance_squared, euclidean_distance as euclidean_distance,
    exact_sqrt as exact_sqrt, first as first, flatten as flatten,
    hamming_distance as hamming_distance, hashabledict as hashabledict, identity as identity,
    is_in as is_in, isnumber as isnumber, issequence as issequence,
    manhattan_distance as manhattan_distance, memoize as memoize, mode as mode,
    multimap as multimap, multimap_items as multimap_items, name as name, num_or_str as num_or_str,
    orientations as orientations, power_set as power_set, powerset as powerset,
    print_table as print_table, probability as probability, product as product,
    remove_all as remove_all, removeall as removeall, sequence as sequence, shuffled as shuffled,
    turn_heading as turn_heading, turn_left as turn_left, turn_right as turn_right, turns as turns,
    unique as unique, vector_add as vector_add,
    weighted_sample_with_replacement as weighted_sample_with_replacement,
    weighted_sampler as weighted_sampler,
)
from aima_search.textbook.queues import (
    FIFOQueue as FIFOQueue, PriorityQueue as PriorityQueue, Queue as Queue, Stack as Stack,
)
from aima_search.textbook.salesman import DisjointSets as DisjointSets
from aima_search.textbook.modules import np as np, set_up_facade as _set_up_facade
# fmt: on

_set_up_facade(__name__)
