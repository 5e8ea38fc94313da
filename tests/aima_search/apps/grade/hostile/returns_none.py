"""Returns a value that is not an estimate.

outcome: failed
"""


def my_h(node):
    return None
