"""Starts a process that continues after the last request.

outcome: left-processes
"""

import os
import time

if os.fork() == 0:
    os.setsid()
    time.sleep(600)
    os._exit(0)


def my_h(node):
    return 0
