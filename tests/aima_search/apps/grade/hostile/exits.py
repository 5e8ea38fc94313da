"""Asks Python to end.

outcome: raised
"""

import sys


def my_h(node):
    sys.exit(0)
