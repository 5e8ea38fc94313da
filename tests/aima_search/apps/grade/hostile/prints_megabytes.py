"""Prints megabytes of text.

outcome: like zero
"""

import sys

sys.stdout.write("x" * 20_000_000)
sys.stderr.write("y" * 20_000_000)


def my_h(node):
    sys.stdout.write("x" * 100_000)
    return 0
