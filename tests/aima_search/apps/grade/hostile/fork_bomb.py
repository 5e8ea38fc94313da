"""Forks as long as it may.

outcome: left-processes raised broke-off time-limit memory-limit
"""

import os


def my_h(node):
    while True:
        os.fork()
