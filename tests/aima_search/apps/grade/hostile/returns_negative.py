"""Returns a negative number.

outcome: failed partly
"""


def my_h(node):
    return -1
