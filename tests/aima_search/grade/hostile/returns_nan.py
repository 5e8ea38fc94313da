"""Returns what is no estimate.

outcome: failed
"""


def my_h(node):
    return float("nan")
