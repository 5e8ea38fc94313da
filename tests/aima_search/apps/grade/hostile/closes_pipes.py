"""Closes everything that is open.

outcome: broke-off
"""

import os


def my_h(node):
    os.closerange(0, 256)
    return 0
