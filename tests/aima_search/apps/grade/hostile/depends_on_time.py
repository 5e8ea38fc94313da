"""Returns a value that depends on the time.

outcome: failed partly
"""

import time


def my_h(node):
    return time.perf_counter_ns() % 11
