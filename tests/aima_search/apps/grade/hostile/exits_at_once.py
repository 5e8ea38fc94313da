"""Ends its process at once, without an exception.

outcome: broke-off
"""

import os


def my_h(node):
    os._exit(0)
