"""Ignores all signals that can be ignored, and never answers.

outcome: time-limit
"""

import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass


def my_h(node):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
