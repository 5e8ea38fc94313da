"""Returns what is no estimate.

outcome: failed
"""


def my_h(node):
    return [0]
