"""Exhausts the stack of the process.

outcome: broke-off raised memory-limit
"""

import sys

sys.setrecursionlimit(10**9)


def my_h(node):
    return my_h(node)
