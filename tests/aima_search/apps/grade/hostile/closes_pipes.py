"""Closes all open files and pipes.

outcome: broke-off
"""

import os


def my_h(node):
    os.closerange(0, 256)
    return 0
