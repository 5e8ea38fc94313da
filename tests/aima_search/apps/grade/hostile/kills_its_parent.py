"""Sends signals to the grader and to all other processes; fails if it reaches a process.

outcome: like zero
"""

import os
import signal

reached, missed = [], []
for target in {os.getppid(), -os.getpgid(os.getppid() or os.getpid()), *range(2, 4000)}:
    if abs(target) in (0, 1, os.getpid(), os.getpgrp()):
        continue
    try:
        os.kill(target, signal.SIGKILL if abs(target) == os.getppid() else 0)
        reached.append(target)
    except OSError:
        missed.append(target)
assert len(missed) > 1000, "it has tried nobody"


def my_h(node):
    return -1 if reached else 0
