"""The names that scripts take from the textbook's ``utils``: ``from aima_search.utils import *``.

The names that chapters 3 and 4 use are here; for those of other chapters an AttributeError says so.
"""

import bisect as bisect
import collections as collections
import functools as functools
import heapq as heapq
import math as math
import operator as operator
import os as os
import random as random
import sys as sys
from itertools import (
    chain as chain,
    combinations as combinations,
)

from aima_search.textbook.utilities import (
    EAST as EAST,
    LEFT as LEFT,
    NORTH as NORTH,
    RIGHT as RIGHT,
    SOUTH as SOUTH,
    WEST as WEST,
    distance as distance,
    distance_squared as distance_squared,
    euclidean_distance as euclidean_distance,
    hamming_distance as hamming_distance,
    manhattan_distance as manhattan_distance,
    orientations as orientations,
    turn_heading as turn_heading,
    turn_left as turn_left,
    turn_right as turn_right,
    turns as turns,
    vector_add as vector_add,
)
from aima_search.textbook.queues import FIFOQueue as FIFOQueue, Queue as Queue, Stack as Stack
from aima_search.textbook.salesman import DisjointSets as DisjointSets
from aima_search.textbook.utilities import (
    argmax as argmax,
    argmax_random_tie as argmax_random_tie,
    argmin as argmin,
    argmin_random_tie as argmin_random_tie,
    count as count,
    first as first,
    flatten as flatten,
    identity as identity,
    is_in as is_in,
    issequence as issequence,
    mode as mode,
    multimap as multimap,
    multimap_items as multimap_items,
    power_set as power_set,
    powerset as powerset,
    product as product,
    remove_all as remove_all,
    removeall as removeall,
    sequence as sequence,
    shuffled as shuffled,
    unique as unique,
    weighted_sample_with_replacement as weighted_sample_with_replacement,
    weighted_sampler as weighted_sampler,
)
from aima_search.textbook.utilities import (
    Number as Number,
    exact_sqrt as exact_sqrt,
    hashabledict as hashabledict,
    isnumber as isnumber,
    memoize as memoize,
    name as name,
    num_or_str as num_or_str,
    print_table as print_table,
    probability as probability,
)
from aima_search.textbook.modules import (
    np as np,
    set_up_facade as _set_up_facade,
)
from aima_search.textbook.queues import PriorityQueue as PriorityQueue

_set_up_facade(__name__)
