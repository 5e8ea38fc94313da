"""Says what the clock says.

outcome: failed partly
"""

import time


def my_h(node):
    return time.perf_counter_ns() % 11
