"""Ends its process without a word.

outcome: broke-off
"""

import os


def my_h(node):
    os._exit(0)
