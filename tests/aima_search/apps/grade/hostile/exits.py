"""Ends Python by sys.exit().

outcome: raised
beacon: SystemExit: 0
"""

import sys


def my_h(node):
    sys.exit(0)
