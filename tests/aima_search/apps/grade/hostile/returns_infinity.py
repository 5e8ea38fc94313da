"""Calls every state a dead end.

outcome: failed
"""


def my_h(node):
    return float("inf")
