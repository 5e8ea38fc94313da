"""Returns another value in each call.

outcome: failed partly
"""

calls = [0]


def my_h(node):
    calls[0] += 1
    return calls[0] % 7
