"""Asks Python to end.

outcome: raised
beacon: SystemExit: 0
"""

import sys


def my_h(node):
    sys.exit(0)
