"""Allocates memory without end.

outcome: memory-limit
"""

held = []


def my_h(node):
    while True:
        held.append(bytearray(10_000_000))
