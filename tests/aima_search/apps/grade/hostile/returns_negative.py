"""Returns a value that is not an estimate.

outcome: failed partly
"""


def my_h(node):
    return -1
