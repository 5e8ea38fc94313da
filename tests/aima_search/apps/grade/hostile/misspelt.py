"""Defines another name.

outcome: not-found
"""


def my_heuristic(node):
    return 0
