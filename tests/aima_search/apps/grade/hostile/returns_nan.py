"""Returns NaN, which is not an h value.

outcome: failed
"""


def my_h(node):
    return float("nan")
