"""Forks processes without end.

outcome: left-processes raised broke-off time-limit memory-limit
"""

import os


def my_h(node):
    while True:
        os.fork()
