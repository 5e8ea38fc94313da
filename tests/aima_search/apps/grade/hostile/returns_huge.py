"""Returns a number that is too large for an h value.

outcome: failed
"""


def my_h(node):
    return 10**5000
