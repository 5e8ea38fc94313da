"""Calls itself without end.

outcome: raised
beacon: RecursionError
"""


def my_h(node):
    return my_h(node)
