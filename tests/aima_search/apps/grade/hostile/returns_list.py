"""Returns a list, which is not an h value.

outcome: failed
"""


def my_h(node):
    return [0]
