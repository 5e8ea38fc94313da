"""Returns infinity for every state.

outcome: failed
"""


def my_h(node):
    return float("inf")
