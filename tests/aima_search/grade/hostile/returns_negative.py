"""Returns what is no estimate.

outcome: failed partly
"""


def my_h(node):
    return -1
