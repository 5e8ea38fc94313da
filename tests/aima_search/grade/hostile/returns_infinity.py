"""Says that there is no way anywhere.

outcome: failed
"""


def my_h(node):
    return float("inf")
