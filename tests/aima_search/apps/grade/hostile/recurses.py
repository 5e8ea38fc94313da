"""Calls itself without end.

outcome: raised
"""


def my_h(node):
    return my_h(node)
